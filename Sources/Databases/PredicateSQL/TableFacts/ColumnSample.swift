import PredicateValues

/// Numbers or texts that some rows of a table have in a column.
package struct ColumnSample: Sendable {
  /// How many rows were looked at, those without such a value too.
  private let rowCount: Int
  /// Ascending.
  private var values: [Double] = []
  /// How many rows have each.
  private var texts: [ScalarString: Int] = [:]

  /// Numbers of some rows.
  package init(_ values: [Double], ofRows rowCount: Int) {
    self.rowCount = rowCount
    self.values = values.filter { !$0.isNaN }.sorted()
  }

  /// Texts of some rows.
  package init(_ values: [String], ofRows rowCount: Int) {
    self.rowCount = rowCount
    for value in values { texts[ScalarString(value), default: 0] += 1 }
  }

  /// Which part of the rows has a number from one bound to another: from 0 to 1; nil of no rows.
  func part(from low: Double, to high: Double) -> Double? {
    guard rowCount > 0 else { return nil }
    let first = values.indices.partitionPoint { values[$0] >= low }
    let end = values.indices.partitionPoint { values[$0] > high }
    return Double(max(0, end - first)) / Double(rowCount)
  }

  /// Which part of the rows has one of some texts; nil of no rows.
  func part(among texts: [String]) -> Double? {
    guard rowCount > 0 else { return nil }
    if texts.count == 1 { return Double(self.texts[ScalarString(texts[0])] ?? 0) / Double(rowCount) }
    let found = Set(texts.map { ScalarString($0) }).reduce(0) { $0 + (self.texts[$1] ?? 0) }
    return Double(found) / Double(rowCount)
  }
}

/// Samples of columns, each taken when a statement first compares the column: a database opens without a look at its rows.
package final class ColumnSampler: Sendable {
  /// A column by the names of the schema.
  package struct Name: Hashable, Sendable {
    package let table: ScalarString
    package let column: ScalarString

    init(_ table: String, _ column: String) {
      self.table = ScalarString(table)
      self.column = ScalarString(column)
    }
  }

  private let take: @Sendable (_ name: Name, _ isIndexed: Bool) throws -> ColumnSample?
  private let known = Locked<[Name: ColumnSample?]>([:])

  /// Samples by a function, which reads some rows; nil where the column cannot be sampled.
  package init(_ take: @escaping @Sendable (_ name: Name, _ isIndexed: Bool) throws -> ColumnSample?) {
    self.take = take
  }

  /// The sample of a column; nil where it has none.
  func sample(of name: Name, isIndexed: @autoclosure () -> Bool) -> ColumnSample? {
    if let sample = known.withLock({ $0[name] }) { return sample }
    do {
      // Outside of the lock: two threads may wait for each other's connection. Both take the same sample then.
      let sample = try take(name, isIndexed())
      known.withLock { $0[name] = .some(sample) }
      return sample
    } catch {
      // The statement itself meets what is wrong with the table, and says so. The next one tries again.
      return nil
    }
  }
}
