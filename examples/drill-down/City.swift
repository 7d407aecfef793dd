import PredicateObjects

/// The third level.
final class City: StoredObject {
  @Stored var name: String
  @Stored var inhabitants: Int
  @ToOne(isRequired: true) var province: Province?
}
