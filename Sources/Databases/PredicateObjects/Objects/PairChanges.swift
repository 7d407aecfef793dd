import PredicateModel

/// A pair that one step puts into a table of pairs, or takes away.
struct PairChange {
  let source: StoredObject
  let destination: StoredObject
  /// The further columns of the pair when it was removed; nil if the table has none. The step and its inverse share it.
  let rows: PairRows?
}

/// The further columns of a pair whose row was deleted, so that undoing brings them back.
final class PairRows {
  /// A row of values for each row that had the pair.
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

/// The pairs of one table that are to be written or deleted, in the order of the changes.
struct PairChanges {
  /// A pair that differs from the database.
  struct Pair {
    /// The deletion of the database's row; nil if the database has none.
    var deletion: PairChange?
    /// The insertion of the new row; nil if there will be none. A change of the further columns has both.
    var insertion: PairChange?
    let source: StoredObject
    let destination: StoredObject

    var isPresent: Bool { insertion != nil }
  }

  private struct Key: Hashable {
    let source: ObjectIdentifier
    let destination: ObjectIdentifier
  }

  /// The pairs by the numbers of their changes; nil for a pair that returned to the database's state.
  private var pairs: [Pair?] = []
  private var places: [Key: Int] = [:]
  /// The ends of all pairs.
  private var ends: [(source: ObjectIdentifier, destination: ObjectIdentifier)] = []
  /// The places of the pairs of each object, including returned ones: of the first ``indexedCount`` pairs.
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

  /// The pairs that an object is the source, or the destination, of. The first call indexes all pairs, a later one those that came since.
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

  /// Notes that a pair is added or removed. Returning to the database's state is not a change.
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
      // The database's row stays if the step reverts its deletion.
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

/// The places of objects in ordered relationships that one table of pairs stores: those of the database and those that are to be written.
struct PairPlaces {
  /// The place of a member in an owner's list that differs from the database.
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

  /// A place that the database has. It holds the objects, because their addresses are its key.
  private struct KeptPlace {
    let owner: StoredObject
    let member: StoredObject
    let place: Int64
  }

  private var stored: [Key: KeptPlace] = [:]
  private var changes: [Key: Change] = [:]

  var isEmpty: Bool { changes.isEmpty }
  var all: [Change] { Array(changes.values) }

  /// The place of a member in an owner's list; nil for none.
  func place(of member: StoredObject, in owner: StoredObject, isSource: Bool) -> Int64? {
    let key = Key(owner, member, isSource: isSource)
    return changes[key].map(\.place) ?? stored[key]?.place
  }

  /// The place that the database has.
  func storedPlace(of member: StoredObject, in owner: StoredObject, isSource: Bool) -> Int64? {
    stored[Key(owner, member, isSource: isSource)]?.place
  }

  /// Notes the place in a row of the table.
  mutating func take(_ place: Int64?, of member: StoredObject, in owner: StoredObject, isSource: Bool) {
    let key = Key(owner, member, isSource: isSource)
    stored[key] = place.map { KeptPlace(owner: owner, member: member, place: $0) }
    if let change = changes[key], change.place == place { changes[key] = nil }
  }

  /// Changes a place. Returning to the database's place is not a change.
  mutating func set(_ place: Int64?, of member: StoredObject, in owner: StoredObject, isSource: Bool) {
    let key = Key(owner, member, isSource: isSource)
    changes[key] =
      stored[key]?.place == place ? nil : Change(owner: owner, member: member, isSource: isSource, place: place)
  }

  /// Notes that the database has all changes.
  mutating func noteSaved() {
    for (key, change) in changes {
      stored[key] = change.place.map { KeptPlace(owner: change.owner, member: change.member, place: $0) }
    }
    changes = [:]
  }
}
