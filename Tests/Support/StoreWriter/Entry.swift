import PredicateObjects

/// An object that a save makes, and a later one deletes.
final class Entry: StoredObject {
  @Stored(isUnique: true) var number: Int
  @ToOne(isRequired: true) var cell: Cell?
  @ToMany(inverse: \.entries) var marks: [Mark]
}
