/// What a fetch gives of the objects that it finds.
public enum SQLFetchForm: Sendable, Hashable {
  /// Their integer keys. Groups have none.
  case keys
  /// The fetch's columns; where it names none, the objects' keys, attributes and to-one relationships.
  case rows
  /// All columns of the objects' table, as the table has them. Groups have none.
  case table
  /// How many rows there are.
  case count
}
