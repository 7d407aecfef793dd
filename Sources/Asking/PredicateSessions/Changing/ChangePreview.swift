import PredicateDatabases
import PredicateModel
import PredicateOutput
import PredicateStatements
import PredicateObjects
import PredicateValues

/// Describes the changes of statements in sentences: first the objects that the statements name, then the objects that delete rules and inverses change.
///
/// ```
/// Deletes 1 friend: Anna Castelli.
/// Deletes 25 loans as well, by the rule cascade.
/// Removes it from friends of 3 friends, by the rule nullify.
/// ```
package struct ChangePreview {
  /// The sentences, one per line.
  package let lines: [String]

  /// The number of all changed objects: those that the statements name, and those that delete rules and inverses change.
  package let objectCount: Int
  /// Whether an object changes that existed before. False if the statements only insert objects and link them.
  package let changesExisting: Bool

  /// - Parameters:
  ///   - statements: Each statement with the objects that it changes.
  ///   - dangling: The places that keep the key of a deleted object, once for each row.
  ///   - pairs: The pairs whose table repeats a changed key, counted by relationship.
  ///   - triggers: The database's triggers that run when the objects are deleted. Their effects are unknown.
  init(
    _ statements: [(change: ChangeStatement, changed: ChangedObjects)], _ summary: ChangeSummary,
    dangling: [KeptKey], pairs: [(entity: String, member: String, count: Int)],
    triggers: [String]
  ) {
    var lines: [String] = []
    var own: Set<ObjectIdentifier> = []
    for (change, changed) in statements {
      own.formUnion(changed.objects.map(ObjectIdentifier.init))
      lines.append(
        Self.sentence(
          change, count: changed.objects.count, titles: changed.titles, isIdle: summary.objectCount == 0))
    }
    let rule = statements.contains { $0.change.verb == .delete } ? ", by the rule cascade" : ""
    lines += Self.cascades(summary, own, rule)
    lines += Self.others(summary, own)
    lines += pairs.map { entity, member, count in
      "Changes the \(count == 1 ? "key of 1 pair" : "keys of \(count) pairs") in \(entity).\(member) as well."
    }
    let kept = Dictionary(dangling.map { ($0, 1) }, uniquingKeysWith: +)
    lines += kept.sorted { $0.key < $1.key }.map { key, count in
      "Leaves \(key.label(count)) an object that does not exist\(Self.unless(triggers, count))."
    }
    self.lines = lines
    objectCount = summary.objectCount
    changesExisting = summary.changesExisting
  }

  private static func unless(_ triggers: [String], _ count: Int) -> String {
    let them = count == 1 ? "it" : "them"
    switch triggers.count {
    case 0: return ""
    case 1: return ", unless the trigger \(triggers[0]) deletes or changes \(them)"
    default: return ", unless the triggers \(triggers.joined(separator: " and ")) delete or change \(them)"
    }
  }

  /// The preview of a statement that changes rows directly, without objects.
  init(_ change: ChangeStatement, of rows: any KeptRows) {
    objectCount = rows.changedCount
    changesExisting = true
    lines = [Self.sentence(change, count: rows.count, titles: "", isIdle: rows.changedCount == 0)]
  }

  /// - Parameter isIdle: Whether the statements leave all values as they are.
  private static func sentence(_ change: ChangeStatement, count: Int, titles: String, isIdle: Bool) -> String {
    let noun = EntityNoun(change.entity)
    guard count > 0 else { return "No \(noun.plural): nothing changes." }
    let what = noun.counted(count)
    switch change.verb {
    case .insert: return "Inserts \(what)\(titles)."
    case .delete: return "Deletes \(what)\(titles)."
    case .update:
      let members = change.assignments.map(\.member).joined(separator: ", ")
      if isIdle { return "Does not change \(members) of \(what): the values are the same as before." }
      return "Updates \(members) of \(what)\(titles)."
    }
  }

  /// Sentences about objects that delete rules delete in addition to the statements' objects.
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

  /// Sentences about other objects whose members change.
  private static func others(_ summary: ChangeSummary, _ own: Set<ObjectIdentifier>) -> [String] {
    var counts: [(entity: String, member: String, isDeletion: Bool, isList: Bool, takesDefault: Bool, count: Int)] = []
    let deleted = Set(summary.deleted.map(ObjectIdentifier.init))
    let members = Set(summary.changed.map { ObjectMember($0.object, $0.member) })
    for change in summary.changed where !own.contains(ObjectIdentifier(change.object)) {
      // An attribute whose column belongs to a changed relationship is not reported separately.
      if Self.relationships(ofColumn: change.member, in: change.object.entity).contains(where: {
        members.contains(ObjectMember(change.object, $0))
      }) {
        continue
      }
      let other = change.other.map(ObjectIdentifier.init)
      // The change of this object is the inverse of a change that the statement itself makes, so it has no sentence.
      if let other, own.contains(other), !deleted.contains(other) { continue }
      let isDeletion = other.map { deleted.contains($0) } ?? !deleted.isEmpty
      let entity = change.object.entity.name
      if let place = counts.firstIndex(where: {
        $0.entity.hasSameScalars(as: entity) && $0.member.hasSameScalars(as: change.member)
      }) {
        counts[place].count += 1
      } else {
        let takesDefault = summary.deleted.contains { object in
          object.entity.relationships.contains { relationship in
            relationship.deleteRule == .setDefault && relationship.inverse?.hasSameScalars(as: change.member) == true
              && relationship.destination.hasSameScalars(as: entity)
          }
        }
        counts.append((entity, change.member, isDeletion, other != nil, takesDefault, 1))
      }
    }
    return counts.map { entry in
      let what = "\(entry.member) of \(EntityNoun(entry.entity).counted(entry.count))"
      guard entry.isDeletion else { return "Changes \(what) as well." }
      if entry.takesDefault { return "Sets \(what) to its default, by the delete rule set default." }
      let named = deleted.intersection(own).count == 1 ? "it" : "them"
      return "\(entry.isList ? "Removes \(named) from" : "Clears") \(what), by the rule nullify."
    }
  }
}

extension ChangePreview {
  private struct ObjectMember: Hashable {
    let object: ObjectIdentifier
    let member: ScalarString

    init(_ object: StoredObject, _ member: String) {
      (self.object, self.member) = (ObjectIdentifier(object), ScalarString(member))
    }
  }

  /// The names of the relationships whose foreign key contains an attribute's column.
  private static func relationships(ofColumn attribute: String, in entity: Entity) -> [String] {
    guard let column = entity.attribute(named: attribute)?.column else { return [] }
    return entity.relationships.compactMap { relationship in
      guard case .foreignKey(let columns) = relationship.storage,
        columns.contains(where: { $0.isSameSQLName(as: column) })
      else { return nil }
      return relationship.name
    }
  }
}

/// A place that keeps the key of a deleted object.
enum KeptKey: Hashable, Comparable {
  /// A table of pairs.
  case pairs(table: String)
  /// A relationship of the objects of an entity.
  case objects(member: String, entity: String)

  /// Some rows of the place, up to the name of the deleted object: `2 folders whose parent refers to`, `1 row of film_tag with the key of`.
  func label(_ count: Int) -> String {
    switch self {
    case .pairs(let table): "\(count) \(count == 1 ? "row" : "rows") of \(table) with the key of"
    case .objects(let member, let entity): "\(EntityNoun(entity).counted(count)) whose \(member) refers to"
    }
  }
}

/// The objects of a statement, with the titles that they have before the statement.
struct ChangedObjects {
  let objects: [StoredObject]
  /// `: Alien, Aliens`, or `: Alien, Aliens, Alien 3 and 4 more`; empty without titles.
  let titles: String

  /// The greatest number of objects whose titles are listed.
  private static let mostTitles = 3

  init(_ objects: [StoredObject]) {
    self.objects = objects
    let attributes = objects.first?.entity.titleAttributes ?? []
    let listed = objects.prefix(Self.mostTitles)
    let titles = listed.compactMap { object -> String? in
      // A title that cannot be read is left out. Saving reports the reason.
      guard let title = Entity.title(attributes, { try? object.value(of: $0.name) }) else { return nil }
      return title.isEmpty ? "“”" : title
    }
    let more = objects.count > listed.count ? " and \(objects.count - listed.count) more" : ""
    self.titles = !listed.isEmpty && titles.count == listed.count ? ": \(titles.joined(separator: ", "))\(more)" : ""
  }
}
