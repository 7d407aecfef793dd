import PredicateObjects

/// The second level.
final class Province: StoredObject {
  @Stored var name: String
  @ToOne(isRequired: true) var county: County?
  @ToMany(inverse: \.province, deleteRule: .cascade) var cities: [City]
}
