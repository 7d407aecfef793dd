import PredicateDatabases
import PredicateModel
import PredicateOutput
import PredicateStatements
import PredicateObjects
import PredicateValues

/// The changes of statements in sentences: the objects of the statements, then the changes that delete rules and inverses make to others.
///
/// ```
/// Deletes 1 friend: Anna Castelli.
/// Deletes 25 loans as well, by the rule cascade.
/// Removes it from friends of 3 friends, by the rule nullify.
/// ```
package struct ChangePreview {
  /// The sentences, one per line.
  package let lines: [String]

  /// How many objects there are in all: those of the statements, and others that change with them.
  package let objectCount: Int
  /// Whether objects change that were there, and not only new ones and their links.
  package let changesExisting: Bool

  /// The most objects that are listed by their titles.
  private static let mostTitles = 3

  /// - Parameter statements: Each statement with the objects that it is about.
  init(_ statements: [(change: ChangeStatement, objects: [StoredObject])], _ summary: ChangeSummary) {
    var lines: [String] = []
    var own: Set<ObjectIdentifier> = []
    for (change, objects) in statements {
      own.formUnion(objects.map(ObjectIdentifier.init))
      lines.append(Self.sentence(change, objects, isIdle: summary.objectCount == 0))
    }
    let rule = statements.contains { $0.change.verb == .delete } ? ", by the rule cascade" : ""
    lines += Self.cascades(summary, own, rule)
    lines += Self.others(summary, own)
    self.lines = lines
    objectCount = summary.objectCount
    changesExisting = summary.changesExisting
  }

  /// A statement that changes rows without their objects.
  init(_ change: ChangeStatement, of rows: any KeptRows) {
    objectCount = rows.changedCount
    changesExisting = true
    lines = [Self.sentence(change, count: rows.count, titles: "", isIdle: rows.changedCount == 0)]
  }

  /// - Parameter isIdle: Whether the statements leave all values as they are.
  private static func sentence(_ change: ChangeStatement, _ objects: [StoredObject], isIdle: Bool) -> String {
    sentence(change, count: objects.count, titles: titles(objects), isIdle: isIdle)
  }

  private static func sentence(_ change: ChangeStatement, count: Int, titles: String, isIdle: Bool) -> String {
    let noun = EntityNoun(change.entity)
    guard count > 0 else { return "No \(noun.plural): nothing changes." }
    let what = noun.counted(count)
    switch change.verb {
    case .insert: return "Inserts \(what)\(titles)."
    case .delete: return "Deletes \(what)\(titles)."
    case .update:
      let members = change.assignments.map(\.member).joined(separator: ", ")
      if isIdle { return "Leaves \(members) of \(what) as before: nothing changes." }
      return "Updates \(members) of \(what)\(titles)."
    }
  }

  /// `: Alien, Aliens`; empty for many objects.
  private static func titles(_ objects: [StoredObject]) -> String {
    guard objects.count <= mostTitles, let attribute = objects.first?.entity.titleAttribute else { return "" }
    let titles = objects.compactMap { object -> String? in
      // A title that cannot be read is left out: saving reports why.
      guard case .string(let title)? = try? object.value(of: attribute.name) else { return nil }
      return title
    }
    return titles.count == objects.count ? ": " + titles.joined(separator: ", ") : ""
  }

  /// The objects that delete rules delete besides the named ones.
  private static func cascades(
    _ summary: ChangeSummary, _ own: Set<ObjectIdentifier>, _ rule: String
  ) -> [String] {
    var counts: [(entity: String, count: Int)] = []
    for object in summary.deleted where !own.contains(ObjectIdentifier(object)) {
      if let place = counts.firstIndex(where: { $0.entity.hasSameScalars(as: object.entity.name) }) {
        counts[place].count += 1
      } else {
        counts.append((object.entity.name, 1))
      }
    }
    return counts.map { "Deletes \(EntityNoun($0.entity).counted($0.count)) as well\(rule)." }
  }

  /// The members of other objects that change with them.
  private static func others(_ summary: ChangeSummary, _ own: Set<ObjectIdentifier>) -> [String] {
    var counts: [(entity: String, member: String, isDeletion: Bool, isList: Bool, count: Int)] = []
    let deleted = Set(summary.deleted.map(ObjectIdentifier.init))
    for change in summary.changed where !own.contains(ObjectIdentifier(change.object)) {
      let other = change.other.map(ObjectIdentifier.init)
      // The other end of a relationship that the statement itself names.
      if let other, own.contains(other), !deleted.contains(other) { continue }
      let isDeletion = other.map { deleted.contains($0) } ?? !deleted.isEmpty
      let entity = change.object.entity.name
      if let place = counts.firstIndex(where: {
        $0.entity.hasSameScalars(as: entity) && $0.member.hasSameScalars(as: change.member)
      }) {
        counts[place].count += 1
      } else {
        counts.append((entity, change.member, isDeletion, other != nil, 1))
      }
    }
    return counts.map { entry in
      let what = "\(entry.member) of \(EntityNoun(entry.entity).counted(entry.count))"
      guard entry.isDeletion else { return "Changes \(what) as well." }
      let named = deleted.intersection(own).count == 1 ? "it" : "them"
      return "\(entry.isList ? "Removes \(named) from" : "Clears") \(what), by the rule nullify."
    }
  }
}
