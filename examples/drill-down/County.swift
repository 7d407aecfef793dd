import PredicateObjects

/// The first level. Deleting a county deletes its provinces, and these their cities.
final class County: StoredObject {
  @Stored(isUnique: true) var name: String
  @ToMany(inverse: \.county, deleteRule: .cascade) var provinces: [Province]
}
