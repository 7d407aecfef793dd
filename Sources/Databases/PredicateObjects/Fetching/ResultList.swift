import PredicateValues

/// The objects of observed results at one moment, in their sections.
struct ResultList {
  let objects: [StoredObject]
  /// The sections. They contain all objects. If the results are not divided, there is one section without a name.
  let sections: [ResultSection]
  /// The records of the loaded objects when the list was made.
  private var records: [ObjectIdentifier: ObjectRecord] = [:]
  private var sectionIndexes: [Int] = []

  init(_ objects: [StoredObject], _ sections: [ResultSection]) {
    self.objects = objects
    self.sections = sections
    for (index, section) in sections.enumerated() {
      sectionIndexes += repeatElement(index, count: section.range.count)
    }
    for object in objects { if let record = object.record { records[ObjectIdentifier(object)] = record } }
  }

  /// A list that is not divided.
  init(_ objects: [StoredObject]) { self.init(objects, [ResultSection(name: .null, range: objects.indices)]) }

  /// A list whose sections are the runs of objects with the same value.
  init(_ pairs: [(object: StoredObject, section: QueryValue)]) {
    var sections: [ResultSection] = []
    for (index, pair) in pairs.enumerated() {
      let next = ResultSection(name: pair.section, range: index..<(index + 1))
      if let last = sections.last, last.hasSameName(as: next) {
        sections[sections.count - 1] = ResultSection(name: last.name, range: last.range.lowerBound..<(index + 1))
      } else {
        sections.append(next)
      }
    }
    self.init(pairs.map(\.object), sections)
  }

  private func place(_ index: Int) -> ResultPlace {
    let section = sectionIndexes[index]
    return ResultPlace(index: index, section: section, item: index - sections[section].range.lowerBound)
  }

  /// Stores the records of objects that were loaded after the list was made.
  mutating func noteLoaded() {
    for object in objects where records[ObjectIdentifier(object)] == nil {
      if let record = object.record { records[ObjectIdentifier(object)] = record }
    }
  }

  /// The changes from an earlier list to this one. Takes n log n steps for n objects.
  func changes(since former: ResultList) -> ResultChanges {
    var formerIndexes: [ObjectIdentifier: Int] = [:]
    for (index, object) in former.objects.enumerated() { formerIndexes[ObjectIdentifier(object)] = index }
    // There are few sections, so a linear search is fast enough.
    let keptSections = former.sections.map { section in sections.firstIndex { $0.hasSameName(as: section) } }
    var inserts: [ResultPlace] = []
    var updates: [ResultPlace] = []
    var isThere = Array(repeating: false, count: former.objects.count)
    // The new and the former indexes of the objects that are in both lists.
    var common: [(now: Int, before: Int)] = []
    for (index, object) in objects.enumerated() {
      guard let before = formerIndexes[ObjectIdentifier(object)] else {
        inserts.append(place(index))
        continue
      }
      isThere[before] = true
      common.append((index, before))
      if former.isOutdated(object) { updates.append(place(index)) }
    }
    // An object does not move if it keeps its section and belongs to a longest subsequence of objects in unchanged order.
    let order = common.map { now, before in
      keptSections[former.sectionIndexes[before]] == sectionIndexes[now] ? Int64(before) : nil
    }
    var moves: [ResultMove] = []
    var kept = ListPlaces.longestAscending(order)[...]
    for (position, (now, before)) in common.enumerated() {
      if kept.first == position {
        kept.removeFirst()
      } else {
        moves.append(ResultMove(from: former.place(before), to: place(now)))
      }
    }
    let stillThere = Set(keptSections.compactMap { $0 })
    return ResultChanges(
      deletedSections: keptSections.indices.filter { keptSections[$0] == nil },
      insertedSections: sections.indices.filter { !stillThere.contains($0) },
      deletes: isThere.indices.filter { !isThere[$0] }.map { former.place($0) }, inserts: inserts, moves: moves,
      updates: updates)
  }

  /// Whether an object has other values than when the list was made.
  private func isOutdated(_ object: StoredObject) -> Bool {
    guard let before = records[ObjectIdentifier(object)], let now = object.record else { return false }
    return object.hasOtherValues(now, before)
  }
}

/// The changes of observed results. They suffice to update a list that shows the results.
///
/// Positions in ``deletes``, in ``deletedSections`` and at the starts of moves are those before the changes. All other positions are those after the
/// changes. To update a list, remove the deleted and moved objects from the end to the beginning, then insert the inserted and moved objects from the
/// beginning:
///
///     for place in (changes.deletes + changes.moves.map(\.from)).sorted(by: { $0.index > $1.index }) { rows.remove(at: place.index) }
///     for place in (changes.inserts + changes.moves.map(\.to)).sorted(by: { $0.index < $1.index }) { rows.insert(row(place), at: place.index) }
///
/// There are as few moves as possible.
public struct ResultChanges: Sendable, Hashable {
  /// The removed sections.
  public let deletedSections: [Int]
  /// The new sections.
  public let insertedSections: [Int]
  /// The objects that left the results, ascending.
  public let deletes: [ResultPlace]
  /// The objects that are new in the results, ascending.
  public let inserts: [ResultPlace]
  /// The objects whose position in the order or whose section changed, ascending by their new positions.
  public let moves: [ResultMove]
  /// The objects that stayed or moved, and whose own row has other values than before, ascending. An object that was not loaded before is never included.
  public let updates: [ResultPlace]

  /// Whether nothing changed.
  public var isEmpty: Bool {
    deletedSections.isEmpty && insertedSections.isEmpty && deletes.isEmpty && inserts.isEmpty && moves.isEmpty
      && updates.isEmpty
  }
}

extension ResultChanges: CustomStringConvertible {
  /// How much changed: `2 inserted, 1 deleted`.
  public var description: String {
    let counts = [
      (inserts.count, "inserted"), (deletes.count, "deleted"), (moves.count, "moved"), (updates.count, "updated"),
      (insertedSections.count, "new sections"), (deletedSections.count, "sections gone"),
    ]
    return isEmpty ? "no changes" : counts.filter { $0.0 > 0 }.map { "\($0.0) \($0.1)" }.joined(separator: ", ")
  }
}

/// An object of observed results that moved.
public struct ResultMove: Sendable, Hashable {
  /// The object's position before the changes.
  public let from: ResultPlace
  /// The object's position after the changes.
  public let to: ResultPlace
}

/// The position of an object among observed results.
public struct ResultPlace: Sendable, Hashable {
  /// The object's index among all objects.
  public let index: Int
  /// The index of the object's section; 0 if the results have no sections.
  public let section: Int
  /// The object's index within its section.
  public let item: Int
}

/// Adjacent objects of observed results with the same value at the key path of the sections: `for section in results.sections { show(results[section]) }`.
public struct ResultSection: Sendable {
  /// The common value of the section's objects.
  public let name: QueryValue
  /// The indexes of the section's objects.
  public let range: Range<Int>

  /// Whether two sections have the same value; nil counts as a value.
  func hasSameName(as other: ResultSection) -> Bool {
    name.isNull && other.name.isNull || name.equals(other.name)
  }
}
