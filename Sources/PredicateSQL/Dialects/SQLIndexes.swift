/// Which columns of a database an index begins with, and about how much the tables hold: what tells a condition that few rows meet from
/// one that asks every row.
///
/// Names are those of the schema, by their bytes. Wrong or missing facts cost time and never change an answer.
public struct SQLIndexes: Sendable {
  private struct Name: Hashable {
    let table: [UInt8]
    let column: [UInt8]
  }

  private var names: Set<Name> = []
  private var rowCounts: [[UInt8]: Int] = [:]
  private var samples: [Name: Sample] = [:]

  /// Numbers or texts from some rows of a table.
  private struct Sample {
    let rowCount: Int
    var values: [Double] = []
    var texts: [[UInt8]] = []
  }

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

  /// Tells about how many rows a table has.
  public mutating func setRowCount(_ count: Int, ofTable table: String) {
    rowCounts[Array(table.utf8)] = count
  }

  /// About how many rows a table has; nil where nobody told.
  public func rowCount(ofTable table: String) -> Int? {
    rowCounts.isEmpty ? nil : rowCounts[Array(table.utf8)]
  }

  /// Whether a table is known to have no more rows than another one.
  func holds(_ table: String, noMoreThan other: String) -> Bool {
    guard let count = rowCount(ofTable: table), let otherCount = rowCount(ofTable: other) else { return false }
    return count <= otherCount
  }

  /// Whether there are samples at all.
  public var hasSamples: Bool { !samples.isEmpty }

  /// Adds the numbers of a column, from some rows of its table, taken evenly.
  ///
  /// - Parameter rowCount: How many rows were looked at, those without a number in that column too.
  public mutating func addSample(_ values: [Double], ofRows rowCount: Int, table: String, column: String) {
    samples[Name(table: Array(table.utf8), column: Array(column.utf8))] = Sample(rowCount: rowCount, values: values)
  }

  /// About which part of a table's rows has a number in a column from one bound to another: from 0 to 1; nil without a sample.
  public func part(ofTable table: String, with column: String, from low: Double, to high: Double) -> Double? {
    guard let sample = samples[Name(table: Array(table.utf8), column: Array(column.utf8))], sample.rowCount > 0 else {
      return nil
    }
    return Double(sample.values.count { low <= $0 && $0 <= high }) / Double(sample.rowCount)
  }

  /// Adds the texts of a column, likewise.
  public mutating func addSample(_ values: [String], ofRows rowCount: Int, table: String, column: String) {
    let sample = Sample(rowCount: rowCount, texts: values.map { Array($0.utf8) })
    samples[Name(table: Array(table.utf8), column: Array(column.utf8))] = sample
  }

  /// About which part of a table's rows has one of some texts in a column: from 0 to 1; nil without a sample.
  public func part(ofTable table: String, with column: String, among texts: [String]) -> Double? {
    guard let sample = samples[Name(table: Array(table.utf8), column: Array(column.utf8))], sample.rowCount > 0 else {
      return nil
    }
    let wanted = Set(texts.map { Array($0.utf8) })
    return Double(sample.texts.count { wanted.contains($0) }) / Double(sample.rowCount)
  }
}
