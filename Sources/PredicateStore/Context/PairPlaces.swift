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

  private var stored: [Key: Int64] = [:]
  private var changes: [Key: Change] = [:]

  var isEmpty: Bool { changes.isEmpty }
  var all: [Change] { Array(changes.values) }

  /// The place of a member in an owner's list; nil for none.
  func place(of member: StoredObject, in owner: StoredObject, isSource: Bool) -> Int64? {
    let key = Key(owner, member, isSource: isSource)
    return changes[key].map(\.place) ?? stored[key]
  }

  /// The place that the database has.
  func storedPlace(of member: StoredObject, in owner: StoredObject, isSource: Bool) -> Int64? {
    stored[Key(owner, member, isSource: isSource)]
  }

  /// Notes what a row of the table holds.
  mutating func take(_ place: Int64?, of member: StoredObject, in owner: StoredObject, isSource: Bool) {
    let key = Key(owner, member, isSource: isSource)
    stored[key] = place
    if let change = changes[key], change.place == place { changes[key] = nil }
  }

  /// Changes a place. One that goes back to what the database has is no change.
  mutating func set(_ place: Int64?, of member: StoredObject, in owner: StoredObject, isSource: Bool) {
    let key = Key(owner, member, isSource: isSource)
    changes[key] =
      stored[key] == place ? nil : Change(owner: owner, member: member, isSource: isSource, place: place)
  }

  /// Notes that the database has all changes.
  mutating func noteSaved() {
    for (key, change) in changes { stored[key] = change.place }
    changes = [:]
  }
}
