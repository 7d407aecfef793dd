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

  /// Keeps the records of objects that were loaded since the list was made.
  mutating func noteLoaded() {
    for object in objects where records[ObjectIdentifier(object)] == nil {
      if let record = object.record { records[ObjectIdentifier(object)] = record }
    }
  }

  /// The changes from an earlier list to this one. Takes n log n steps for n objects.
  func changes(since former: ResultList) -> ResultChanges {
    var formerIndexes: [ObjectIdentifier: Int] = [:]
    for (index, object) in former.objects.enumerated() { formerIndexes[ObjectIdentifier(object)] = index }
    // A linear search suffices, because there are few sections.
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
