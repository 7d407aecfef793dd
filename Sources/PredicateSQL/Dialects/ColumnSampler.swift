import PredicateValues

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
