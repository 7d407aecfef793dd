/// What a fetch gives of the objects that it finds.
public enum SQLFetchForm: Sendable, Hashable {
  /// Their integer keys. Groups have none.
  case keys
  /// The fetch's columns; where it names none, the objects' keys, attributes and to-one relationships.
  case rows
  /// How many rows there are.
  case count
}
