import PredicateValues

/// A sample of a column's numbers or texts, from some rows of its table.
package struct ColumnSample: Sendable {
  /// The number of rows in the sample, including rows that have neither a number nor a text in the column.
  private let rowCount: Int
  /// The numbers in ascending order.
  private var values: [Double] = []
  /// The number of rows with each text.
  private var texts: [ScalarString: Int] = [:]

  package init(_ values: [Double], ofRows rowCount: Int) {
    self.rowCount = rowCount
    self.values = values.filter { !$0.isNaN }.sorted()
  }

  package init(_ values: [String], ofRows rowCount: Int) {
    self.rowCount = rowCount
    for value in values { texts[ScalarString(value), default: 0] += 1 }
  }

  /// The share of rows, from 0 to 1, with a number between two bounds; nil for an empty sample.
  func part(from low: Double, to high: Double) -> Double? {
    guard rowCount > 0 else { return nil }
    let first = values.indices.partitionPoint { values[$0] >= low }
    let end = values.indices.partitionPoint { values[$0] > high }
    return Double(max(0, end - first)) / Double(rowCount)
  }

  /// The share of rows with a text between two bounds; nil for an empty sample. A nil bound leaves that end open. Texts are ordered by their scalars.
  func part(fromText low: String?, to high: String?) -> Double? {
    guard rowCount > 0 else { return nil }
    let found = texts.reduce(0) { count, text in
      let bytes = text.key.text.utf8
      if let low, bytes.lexicographicallyPrecedes(low.utf8) { return count }
      if let high, high.utf8.lexicographicallyPrecedes(bytes) { return count }
      return count + text.value
    }
    return Double(found) / Double(rowCount)
  }

  /// The share of rows with one of some texts; nil for an empty sample.
  func part(among texts: [String]) -> Double? {
    guard rowCount > 0 else { return nil }
    if texts.count == 1 { return Double(self.texts[ScalarString(texts[0])] ?? 0) / Double(rowCount) }
    let found = Set(texts.map { ScalarString($0) }).reduce(0) { $0 + (self.texts[$1] ?? 0) }
    return Double(found) / Double(rowCount)
  }
}

/// Samples of columns. A sample is taken when a statement first compares the column, so that opening a database reads no rows.
package final class ColumnSampler: Sendable {
  /// A column, named as in the schema.
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

  /// Takes samples with a function that reads some rows. The function returns nil for a column that cannot be sampled.
  package init(_ take: @escaping @Sendable (_ name: Name, _ isIndexed: Bool) throws -> ColumnSample?) {
    self.take = take
  }

  /// The sample of a column; nil if it has none.
  func sample(of name: Name, isIndexed: @autoclosure () -> Bool) -> ColumnSample? {
    if let sample = known.withLock({ $0[name] }) { return sample }
    do {
      // The sample is taken outside of the lock, because two threads may wait for each other's connection. In that case both take the same sample.
      let sample = try take(name, isIndexed())
      known.withLock { $0[name] = .some(sample) }
      return sample
    } catch {
      // The error is ignored, because the statement itself reports the problem with the table. The next statement tries again.
      return nil
    }
  }
}
