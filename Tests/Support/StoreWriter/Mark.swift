import PredicateObjects

final class Mark: StoredObject {
  @Stored var name: String
  @ToMany var entries: [Entry]
}
