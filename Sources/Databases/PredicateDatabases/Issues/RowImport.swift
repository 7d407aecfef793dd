import PredicateModel
import PredicateValues

/// Rows to write to a table, which may have to be created first: `RowImport(table: "movie", columns: ["title", "year"])`.
public struct RowImport: Sendable {
  /// A column of a table that is created.
  public struct NewColumn: Sendable {
    /// The name of the column in the table.
    public let name: String
    /// The type of its values. Any type other than boolean, integer, double and date counts as string.
    public let type: QueryType

    /// A column.
    public init(_ name: String, _ type: QueryType) {
      self.name = name
      self.type = type
    }
  }

  /// The number of rows in a batch, for databases that write batches.
  package static let batchSize = 1_000

  /// The exact name of the table.
  public let table: String
  /// The columns that get values, in the order of a row.
  public let columns: [String]
  /// The columns of the table to create; nil for an existing table.
  public let newTable: [NewColumn]?
  /// The column that names the entity of a row in a hierarchy, and its value; nil if the table has one entity.
  public let entity: (column: String, value: StoredValue)?

  /// An import into an existing table, or, with types of columns, into a new table.
  ///
  /// - Parameter entity: The column that names the entity of a row in a hierarchy, and its value; nil if the table has one entity.
  public init(
    table: String, columns: [String], newTable: [NewColumn]? = nil, entity: (column: String, value: StoredValue)? = nil
  ) {
    self.entity = entity
    self.table = table
    self.columns = columns
    self.newTable = newTable
  }
}
