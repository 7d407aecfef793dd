import PredicateValues

/// The result of a fetch: named columns, and rows with a value for each.
///
/// ```swift
/// let table = try movies.fetch("group by genre show genre, count() as n")
/// table.columns  // ["genre", "n"]
/// table.rows[0]  // [.string("Drama"), .integer(2)]
/// ```
public struct ResultTable: Sendable {
  /// The names of the columns. For whole objects they are the key, the attributes and the to-one relationships.
  public let columns: [String]
  /// The rows, with one value per column. The value of a to-one relationship is a reference, or nil.
  public let rows: [[QueryValue]]

  /// A table.
  ///
  /// - Parameters:
  ///   - columns: The names of the columns.
  ///   - rows: The rows, each with a value for each column.
  public init(columns: [String], rows: [[QueryValue]]) {
    self.columns = columns
    self.rows = rows
  }

  /// The value of a row in a column: `table[0, "title"]?.stringValue`; nil for an unknown column.
  public subscript(row: Int, column: String) -> QueryValue? { place(of: column).map { rows[row][$0] } }

  /// The values of a column: `table["title"]`; nil for an unknown column.
  public subscript(column: String) -> [QueryValue]? { place(of: column).map { place in rows.map { $0[place] } } }

  private func place(of column: String) -> Int? { columns.firstIndex { $0.hasSameScalars(as: column) } }
}

/// The table as text: `print(table)`.
extension ResultTable: CustomStringConvertible {
  /// One line for the names and one for each row. The columns are aligned by display width.
  public var description: String {
    let lines = [columns] + rows.map { $0.map(\.shown) }
    var widths = columns.map { DisplayWidth.columns(of: $0) }
    for line in lines {
      for (place, cell) in line.enumerated() { widths[place] = max(widths[place], DisplayWidth.columns(of: cell)) }
    }
    return lines.map { line in
      line.enumerated().map { place, cell in
        place == line.count - 1
          ? cell : cell + String(repeating: " ", count: widths[place] - DisplayWidth.columns(of: cell))
      }.joined(separator: "  ")
    }.joined(separator: "\n")
  }
}

extension QueryValue {
  /// The value as it is displayed in a column of a type. A number is converted to the column's type if its value stays the same: 3 becomes 3.0 in a
  /// column of doubles, YES becomes 1 in a column of integers. A column whose values come from TERNARY with an integer and a double needs this.
  package func shown(inColumnOf type: QueryType) -> QueryValue {
    switch (type, self) {
    case (.integer, .boolean(let value)): .integer(value ? 1 : 0)
    case (.double, .boolean(let value)): .double(value ? 1 : 0)
    case (.double, .integer(let value)): AttributeStorage.real.value(of: .integer(value), as: .double)
    case (.decimal, .boolean(let value)): .decimal(QueryDecimal(value ? 1 : 0))
    case (.decimal, .integer(let value)): .decimal(QueryDecimal(value))
    default: withoutNaN
    }
  }
}
