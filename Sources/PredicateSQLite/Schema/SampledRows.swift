import GRDB
import PredicateModel
import PredicateSQL

/// The rows of a large table that samples of its columns are taken from: some that are spread evenly over the row numbers.
struct SampledRows {
  let table: String
  /// The name of the row number, as SQL takes it.
  let rowNumber: String
  /// From the least row number to the greatest.
  let numbers: ClosedRange<Int64>

  private static let count = 100
  private static let longText = 200

  /// What the rows have in a column; nil where nothing in it can be compared.
  ///
  /// Long values that no index has are left alone: nobody compares them as a whole, and reading them takes its time.
  func sample(of column: String, _ isIndexed: Bool, in database: Database) throws -> ColumnSample? {
    // What is computed may fail, and take its time.
    let isStored = try SQLIndexes.columns(of: table, in: database).contains {
      $0.name.hasSameScalars(as: column) && !$0.isGenerated
    }
    guard isStored else { return nil }
    let row = try RawStatement(
      database,
      "SELECT t.\(column.quotedIdentifier) FROM \(table.quotedIdentifier) AS t WHERE t.\(rowNumber) >= ?1 LIMIT 1")
    let spread = RowNumberSpread(from: numbers.lowerBound, to: numbers.upperBound, parts: Self.count)
    let rowNumbers = spread.numbers.dropLast()
    var found: [Double] = []
    var texts: [String] = []
    var isLong = false
    for number in rowNumbers where !isLong {
      try row.read([.integer(number)]) { row in
        switch row.value(at: 0) {
        case .integer(let value): found.append(Double(value))
        case .real(let value): found.append(value)
        case .text(let value):
          texts.append(value)
          isLong = !isIndexed && value.utf8.count > Self.longText
        case .blob: isLong = !isIndexed
        case .null: break
        }
      }
    }
    if isLong { return nil }
    if !found.isEmpty { return ColumnSample(found, ofRows: rowNumbers.count) }
    return texts.isEmpty ? nil : ColumnSample(texts, ofRows: rowNumbers.count)
  }
}
