/// A foreign key of an entity.
struct ForeignKeyPlace: Hashable {
  /// The position of the entity.
  let entity: Int
  /// The place of the foreign key in its records.
  let slot: Int
}
