import PredicateObjects

/// What a department works on.
final class Project: StoredObject {
  @Stored var name: String
  @ToOne var department: Department?
}
