import PredicateModel
import PredicateSQL
import PredicateValues

/// Comparisons of dates with constants, as comparisons of the bare column: of its numbers, or of its texts of one form. Equality is a range, too:
/// different numbers can be the same date.
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
  func dateTexts(_ test: SQLExpression, _ read: SQLColumnRead, _ reliedColumns: ReliedColumns?) -> SQLExpression? {
    guard let form = reliedColumns?.dateForm(read, orReadingInPlaceOf: { partOfDays(test, read) }) else { return nil }
    return dateTest(test, first: { form.text(from: $0, isIncluded: $1) }) { low, end in
      let parts = [(low, SQLBinaryOperator.greaterOrEqual), (end, .less)].compactMap { text, op in
        text.map { SQLExpression.compare(op, read.column, .parameter(.string($0))) }
      }
      return parts.isEmpty ? nil : .all(parts)
    }
  }

  /// A comparison of dates by ranges of stored values.
  ///
  /// - Parameters:
  ///   - first: The least stored value of a date after a date, or of the date itself; nil if there is none.
  ///   - range: The condition of a range from its first value to the value after its last one; nil for an open end.
  private func dateTest<Stored>(
    _ test: SQLExpression, first: (_ date: Double, _ isIncluded: Bool) -> Stored?,
    range: (Stored?, Stored?) -> SQLExpression?
  ) -> SQLExpression? {
    func rangeOfOne(_ constant: QueryValue) -> SQLExpression? {
      guard let date = seconds(constant), let low = first(date, true), let end = first(date, false) else { return nil }
      return range(low, end)
    }
    if case .binary(.different, _, let right) = test.node, case .parameter(let constant) = right.node {
      // SQLite takes half as long for this as for `(x BETWEEN … AND …) IS NOT 1`.
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

  /// For more dates, one range of all of them and the test of each date take less time.
  private static let mostRanges = 16

  /// The approximate part of the rows whose texts a comparison of dates would read as dates; nil without a sample.
  private func partOfDays(_ test: SQLExpression, _ read: SQLColumnRead) -> Double? {
    guard let comparison = SQLComparison(test), let (low, high) = days(around: comparison) else { return nil }
    return indexes.part(ofTable: read.table, with: read.attribute.column, fromText: low, to: high)
  }
}
