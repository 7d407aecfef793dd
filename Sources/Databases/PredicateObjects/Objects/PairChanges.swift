import PredicateModel

/// A pair that a step adds to a join table or removes from it.
struct PairChange {
  let source: StoredObject
  let destination: StoredObject
  /// The further columns of the pair when it was removed; nil if the table has none. A step and its inverse share the object.
  let rows: PairRows?
}

/// The further columns of a pair whose row was deleted, so that undoing can restore them.
final class PairRows {
  /// The values of each row that contained the pair.
  var values: [[StoredValue]] = []
}

/// The row of a pair: its entity, its foreign keys, and the keys of the two objects.
struct PairRowKey: Hashable {
  private let entity: Int
  private let slots: [Int]
  private let source: Int64
  private let destination: Int64

  init(_ rows: PairTable.Rows, _ source: Int64, _ destination: Int64) {
    (entity, slots) = (rows.entity, [rows.source, rows.destination])
    (self.source, self.destination) = (source, destination)
  }
}

/// The pairs of one table that must be written or deleted, in the order of the changes.
struct PairChanges {
  /// A pair that differs from the database.
  struct Pair {
    /// The deletion of the row in the database; nil if the database has no such row.
    var deletion: PairChange?
    /// The insertion of the new row; nil if there will be none. A change of the further columns has both a deletion and an insertion.
    var insertion: PairChange?
    let source: StoredObject
    let destination: StoredObject

    var isPresent: Bool { insertion != nil }
  }

  private struct Key: Hashable {
    let source: ObjectIdentifier
    let destination: ObjectIdentifier
  }

  /// The pairs by the numbers of their changes; nil for a pair whose changes cancel each other out.
  private var pairs: [Pair?] = []
  private var places: [Key: Int] = [:]
  /// The ends of all pairs.
  private var ends: [(source: ObjectIdentifier, destination: ObjectIdentifier)] = []
  /// For each object, the indexes of its pairs among the first ``indexedCount`` pairs, including those that are nil.
  private var bySource: [ObjectIdentifier: [Int]] = [:]
  private var byDestination: [ObjectIdentifier: [Int]] = [:]
  private var indexedCount = 0

  var isEmpty: Bool { places.isEmpty }
  var count: Int { places.count }
  var all: [Pair] { pairs.compactMap { $0 } }

  /// Calls the body for each pair, in the order of the changes.
  func forEach(_ body: (Pair) throws -> Void) rethrows {
    for pair in pairs { if let pair { try body(pair) } }
  }

  /// The pairs with an object as their source or as their destination. The first call indexes all pairs; later calls index the new ones.
  mutating func pairs(of object: StoredObject, isSource: Bool) -> [Pair] {
    while indexedCount < pairs.count {
      let (source, destination) = ends[indexedCount]
      bySource[source, default: []].append(indexedCount)
      byDestination[destination, default: []].append(indexedCount)
      indexedCount += 1
    }
    return ((isSource ? bySource : byDestination)[ObjectIdentifier(object)] ?? []).compactMap { pairs[$0] }
  }

  /// Whether a pair differs from the database.
  func has(_ source: StoredObject, _ destination: StoredObject) -> Bool {
    places[Key(source: ObjectIdentifier(source), destination: ObjectIdentifier(destination))] != nil
  }

  /// The further columns of a pair that differs from the database. A step that reverts the change shares them.
  func rows(_ source: StoredObject, _ destination: StoredObject) -> PairRows? {
    let key = Key(source: ObjectIdentifier(source), destination: ObjectIdentifier(destination))
    guard let pair = places[key].flatMap({ pairs[$0] }) else { return nil }
    return (pair.insertion ?? pair.deletion)?.rows
  }

  /// Records that a pair is added or removed. A pair that is then the same as in the database is removed from the changes.
  mutating func set(_ change: PairChange, isPresent: Bool) {
    let (source, destination) = (ObjectIdentifier(change.source), ObjectIdentifier(change.destination))
    let key = Key(source: source, destination: destination)
    guard let place = places[key], var pair = pairs[place] else {
      places[key] = pairs.count
      ends.append((source, destination))
      pairs.append(
        Pair(
          deletion: isPresent ? nil : change, insertion: isPresent ? change : nil, source: change.source,
          destination: change.destination))
      return
    }
    if isPresent {
      // If the step reverts the deletion, the row of the pair stays in the database.
      let isBack = pair.deletion.map { $0.rows === change.rows } ?? false
      pair.insertion = isBack ? nil : change
      if isBack { pair.deletion = nil }
    } else {
      pair.insertion = nil
    }
    let isNoChange = pair.deletion == nil && pair.insertion == nil
    pairs[place] = isNoChange ? nil : pair
    if isNoChange { places[key] = nil }
  }
}

/// The positions of objects in ordered relationships of one join table: those in the database and those to be written.
struct PairPlaces {
  /// A position of a member in an owner's list that differs from the database.
  struct Change {
    let owner: StoredObject
    let member: StoredObject
    /// Whether the owner is the pair's source.
    let isSource: Bool
    let place: Int64?
  }

  private struct Key: Hashable {
    let owner: ObjectIdentifier
    let member: ObjectIdentifier
    let isSource: Bool

    init(_ owner: StoredObject, _ member: StoredObject, isSource: Bool) {
      self.owner = ObjectIdentifier(owner)
      self.member = ObjectIdentifier(member)
      self.isSource = isSource
    }
  }

  /// The position that a member has in an owner's list in the database. It retains both objects: ``Key`` has their addresses, and the address of a
  /// freed object may become that of another one.
  private struct KeptPlace {
    let owner: StoredObject
    let member: StoredObject
    let place: Int64
  }

  private var stored: [Key: KeptPlace] = [:]
  private var changes: [Key: Change] = [:]

  var isEmpty: Bool { changes.isEmpty }
  var all: [Change] { Array(changes.values) }

  /// The position of a member in an owner's list; nil if it has none.
  func place(of member: StoredObject, in owner: StoredObject, isSource: Bool) -> Int64? {
    let key = Key(owner, member, isSource: isSource)
    return changes[key].map(\.place) ?? stored[key]?.place
  }

  /// The position that a member has in an owner's list in the database; nil if it has none.
  func storedPlace(of member: StoredObject, in owner: StoredObject, isSource: Bool) -> Int64? {
    stored[Key(owner, member, isSource: isSource)]?.place
  }

  /// Records the position in a row of the table.
  mutating func take(_ place: Int64?, of member: StoredObject, in owner: StoredObject, isSource: Bool) {
    let key = Key(owner, member, isSource: isSource)
    stored[key] = place.map { KeptPlace(owner: owner, member: member, place: $0) }
    if let change = changes[key], change.place == place { changes[key] = nil }
  }

  /// Changes a position. A position that is then the same as in the database is removed from the changes.
  mutating func set(_ place: Int64?, of member: StoredObject, in owner: StoredObject, isSource: Bool) {
    let key = Key(owner, member, isSource: isSource)
    changes[key] =
      stored[key]?.place == place ? nil : Change(owner: owner, member: member, isSource: isSource, place: place)
  }

  /// Records that all changes have been written.
  mutating func noteSaved() {
    for (key, change) in changes {
      stored[key] = change.place.map { KeptPlace(owner: change.owner, member: change.member, place: $0) }
    }
    changes = [:]
  }
}
