import PredicateModel
import PredicateSQL
import PredicateValues

/// Turns comparisons of dates with constants into comparisons of the bare column: of its numbers, or of its texts if they have one form. Equality
/// becomes a range, because different numbers can be the same date.
extension SQLRewriter {
  /// A comparison of dates as a comparison of the stored numbers. Nil if a constant is not a date, or is too far away.
  func storedDates(
    _ test: SQLExpression, _ read: SQLColumnRead, _ place: Place, _ reliedColumns: ReliedColumns?
  ) -> SQLExpression? {
    let dates = StoredDates(read.attribute.storage)
    let column = read.column
    return dateTest(test, first: dates.first) { low, end in
      switch (low, end) {
      case (let low?, let end?):
        .between(column, .parameter(StoredDates.bound(low)), .parameter(StoredDates.bound(before: end)))
      case (nil, let end?): .compare(.less, column, .parameter(StoredDates.bound(end)))
      case (let low?, nil):
        above(.greaterOrEqual, .parameter(StoredDates.bound(low)), read, place, reliedColumns)
      case (nil, nil): nil
      }
    }
  }

  /// A comparison of dates as one of the texts of one form. Nil if nothing shows that all texts have one form.
  func dateTexts(
    _ test: SQLExpression, _ read: SQLColumnRead, _ place: Place, _ reliedColumns: ReliedColumns?
  ) -> SQLExpression? {
    guard let form = reliedColumns?.dateForm(read, orReadingInPlaceOf: { partOfDays(test, read, place) }) else {
      return nil
    }
    return dateTest(test, first: { form.text(from: $0, isIncluded: $1) }) { low, end in
      let parts = [(low, SQLBinaryOperator.greaterOrEqual), (end, .less)].compactMap { text, op in
        text.map { SQLExpression.compare(op, read.column, .parameter(.string($0))) }
      }
      return parts.isEmpty ? nil : .all(parts)
    }
  }

  /// A comparison of dates as ranges of stored values.
  ///
  /// - Parameters:
  ///   - first: Returns the least stored value whose date is after a date, or is the date itself; nil if there is none.
  ///   - range: Returns the condition that a value is in a range. A nil bound leaves that end open; the upper bound is excluded.
  private func dateTest<Stored>(
    _ test: SQLExpression, first: (_ date: Double, _ isIncluded: Bool) -> Stored?,
    range: (Stored?, Stored?) -> SQLExpression?
  ) -> SQLExpression? {
    func rangeOfOne(_ constant: QueryValue) -> SQLExpression? {
      guard let date = seconds(constant), let low = first(date, true), let end = first(date, false) else { return nil }
      return range(low, end)
    }
    if case .binary(.different, _, let right) = test.node, case .parameter(let constant) = right.node {
      // CASE takes SQLite half as long as `(x BETWEEN … AND …) IS NOT 1`.
      return rangeOfOne(constant).map { .choose($0, .falsehood, otherwise: .truth) }
    }
    guard let comparison = SQLComparison(test) else { return nil }
    guard let bounds = comparison.bounds else {
      guard comparison.all.count <= Self.mostRanges else { return nil }
      let ranges = comparison.all.compactMap(rangeOfOne)
      return ranges.count == comparison.all.count ? .any(ranges) : nil
    }
    var (low, end): (Stored?, Stored?)
    if let least = bounds.least {
      guard let found = seconds(least).flatMap({ first($0, comparison.op != .greater) }) else { return nil }
      low = found
    }
    if let greatest = bounds.greatest {
      guard let found = seconds(greatest).flatMap({ first($0, comparison.op == .less) }) else { return nil }
      end = found
    }
    return range(low, end)
  }

  /// The greatest number of dates with a range for each. For more dates, one range over all of them and a test of each date is faster.
  private static let mostRanges = 16

  /// The approximate part of the rows whose texts a comparison of dates would read as dates; nil without a sample. Other bounds in the same conjunction
  /// leave fewer of them.
  private func partOfDays(_ test: SQLExpression, _ read: SQLColumnRead, _ place: Place) -> Double? {
    guard let comparison = SQLComparison(test), var (low, high) = days(around: comparison) else { return nil }
    if comparison.isOrdered, let interval = place.intervals[SQLColumnName(read)] {
      (low, high) = (low ?? Self.day(of: interval.low), high ?? Self.day(of: interval.high))
    }
    return indexes.part(ofTable: read.table, with: read.attribute.column, fromText: low, to: high)
  }
}
