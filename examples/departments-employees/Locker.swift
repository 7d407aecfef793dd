import PredicateObjects

/// A locker, which an employee may hold.
final class Locker: StoredObject {
  @Stored(isUnique: true) var number: Int
  @ToOne var holder: Employee?
}
