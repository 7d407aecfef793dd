import PredicateModel
import PredicateValues

/// Rows that are to be written to a table, which may have to be made first.
public struct RowImport: Sendable {
  /// A column of a table that is made.
  public struct NewColumn: Sendable {
    /// What the column is called in the table.
    public let name: String
    /// What it holds: a boolean, an integer, a double, a date, else a string.
    public let type: QueryType

    /// A column.
    public init(_ name: String, _ type: QueryType) {
      self.name = name
      self.type = type
    }
  }

  /// As many rows are written at a time, if the database writes batches.
  package static let batchSize = 1_000

  /// The table, verbatim.
  public let table: String
  /// The columns that get values, in the order of a row.
  public let columns: [String]
  /// The columns of a table that is made; nil where it is there.
  public let newTable: [NewColumn]?
  /// The column that says which entity of a hierarchy a row is of, and what it says; nil where the table has one entity.
  public let entity: (column: String, value: StoredValue)?

  /// An import into a table that is there, or with columns into one that is made.
  ///
  /// - Parameter entity: The column that says which entity of a hierarchy a row is of, and what it says; nil where the table has one entity.
  public init(
    table: String, columns: [String], newTable: [NewColumn]? = nil, entity: (column: String, value: StoredValue)? = nil
  ) {
    self.entity = entity
    self.table = table
    self.columns = columns
    self.newTable = newTable
  }
}
