import PredicateObjects

/// An object that every save changes.
final class Cell: StoredObject {
  @Stored(default: 0) var number: Int
  @Stored(default: 0) var other: Int
  @ToMany(inverse: \.cell, deleteRule: .cascade) var entries: [Entry]
}
