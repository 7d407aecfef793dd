import PredicateObjects

/// An object that one save inserts and a later save deletes.
final class Entry: StoredObject {
  @Stored(isUnique: true) var number: Int
  @ToOne(isRequired: true) var cell: Cell?
  @ToMany(inverse: \.entries) var marks: [Mark]
}
