import PredicateValues

/// The rows that a filter finds, as an answer names them.
public enum AdapterRows: Sendable {
  /// Their primary keys, ascending: integers; of a table without them its key's value, and of several columns an array of their values.
  case keys([QueryValue])
  /// How many they are: nothing names the rows of a view.
  case count(Int)
}
