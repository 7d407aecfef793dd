/// What a fetch gives of the objects that it finds.
public enum SQLFetchForm: Sendable, Hashable {
  /// Their integer keys.
  case keys
  /// Their keys, attributes and to-one relationships.
  case rows
  /// How many there are.
  case count
}
