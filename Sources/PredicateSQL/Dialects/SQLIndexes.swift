/// Which columns of a database an index begins with: what tells a condition that few rows meet from one that asks every row.
///
/// Names are those of the schema, by their bytes. Wrong or missing facts cost time and never change an answer.
public struct SQLIndexes: Sendable {
  private struct Name: Hashable {
    let table: [UInt8]
    let column: [UInt8]
  }

  private var names: Set<Name> = []

  /// No indexes, or none that are known.
  public static let none = SQLIndexes()

  /// Indexes to be added.
  public init() {}

  /// Adds an index by the first of its columns.
  public mutating func add(table: String, firstColumn column: String) {
    names.insert(Name(table: Array(table.utf8), column: Array(column.utf8)))
  }

  /// Whether an index begins with a column.
  public func begin(with column: String, of table: String) -> Bool {
    !names.isEmpty && names.contains(Name(table: Array(table.utf8), column: Array(column.utf8)))
  }
}
