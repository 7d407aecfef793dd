import PredicateValues

/// What a fetch gives: named columns, and rows with a value for each.
///
/// ```swift
/// let table = try movies.fetch("group by genre show genre, count() as n")
/// table.columns  // ["genre", "n"]
/// table.rows[0]  // [.string("Drama"), .integer(2)]
/// ```
public struct ResultTable: Sendable {
  /// The names of the columns: the key's, the attributes', the to-one relationships'.
  public let columns: [String]
  /// The rows, each with a value a column. A to-one relationship is a reference, or nil.
  public let rows: [[QueryValue]]

  /// A table.
  public init(columns: [String], rows: [[QueryValue]]) {
    self.columns = columns
    self.rows = rows
  }
}
