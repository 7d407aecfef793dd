import PredicateObjects

/// What entries are paired with.
final class Mark: StoredObject {
  @Stored var name: String
  @ToMany var entries: [Entry]
}
