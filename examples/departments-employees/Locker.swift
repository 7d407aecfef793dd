import PredicateObjects

/// A locker, which somebody may hold.
final class Locker: StoredObject {
  @Stored(isUnique: true) var number: Int
  @ToOne var holder: Employee?
}
