import GRDB
import PredicateModel
import PredicateSQL

/// The rows of a large table for samples of its columns. They are spread evenly over the row numbers.
struct SampledRows {
  let table: String
  /// The name of the row number as written in SQL.
  let rowNumber: String
  /// The range from the least to the greatest row number.
  let numbers: ClosedRange<Int64>

  private static let count = 100
  private static let longText = 200

  /// A sample of the rows' values in a column; nil if none of them can be compared.
  ///
  /// Long values without an index are not read: they are seldom compared as a whole, and reading them takes time.
  func sample(of column: String, _ isIndexed: Bool, in database: Database) throws -> ColumnSample? {
    // Generated columns are left out, because computing them may fail or be slow.
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

/// Row numbers at even distances, from the least of a table to the greatest.
///
/// Row numbers may be at both ends of `Int64`, so their distance does not always fit an `Int64`: `RowNumberSpread(from: .min, to: .max,
/// parts: 2).numbers` is `[.min, -1, .max - 1]`.
struct RowNumberSpread {
  /// The numbers in ascending order: the least one, and the end of each part.
  let numbers: [Int64]

  /// - Parameters:
  ///   - first: The least row number.
  ///   - last: The greatest row number, which is at least `first`.
  ///   - parts: The number of parts into which the distance is divided; at least 1.
  init(from first: Int64, to last: Int64, parts: Int) {
    let step = UInt64(bitPattern: last &- first) / UInt64(parts)
    // Both operations may overflow and wrap around, but the result is between the two ends.
    numbers = (0...UInt64(parts)).map { first &+ Int64(bitPattern: step &* $0) }
  }
}
