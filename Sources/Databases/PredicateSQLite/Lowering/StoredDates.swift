import PredicateModel
import PredicateSQL
import PredicateValues

/// Finds the stored numbers whose dates are after a date.
///
/// The conversion of a number to a date first converts the number to a double. That rounds integers from 2⁵³ on, so a bound of that size is an
/// integer: SQLite compares two integers exactly.
struct StoredDates {
  private let storage: AttributeStorage

  init(_ storage: AttributeStorage) { self.storage = storage }

  /// The least stored double whose date is after a date, or is the date itself if `isIncluded`. Nil if no stored double has such a date.
  ///
  ///     StoredDates(.secondsSince1970).first(after: 0, orAt: true)  // 978307200.0
  func first(after date: Double, orAt isIncluded: Bool) -> Double? {
    func isAtEnd(_ number: Double) -> Bool {
      guard case .date(let found) = storage.value(of: .real(number), as: .date) else { return false }
      return isIncluded ? found >= date : found > date
    }
    guard let ends = numbers(around: date) else { return nil }
    var below = ends.lowerBound.order
    var end = ends.upperBound.order
    guard !isAtEnd(Double(order: below)), isAtEnd(Double(order: end)) else { return nil }
    while below + 1 < end {
      let middle = below + (end - below) / 2
      if isAtEnd(Double(order: middle)) { end = middle } else { below = middle }
    }
    return Double(order: end)
  }

  /// The constant with which a statement selects the stored numbers from `number` on: `stored >= constant` holds exactly if the stored number,
  /// converted to a double, is at least `number`. The constant is an integer if doubles round integers of this size.
  static func bound(_ number: Double) -> QueryValue {
    leastInteger(roundedTo: number).map { .integer($0) } ?? .double(number)
  }

  /// The constant for the stored numbers below `number`: `stored <= constant` holds exactly if the stored number, converted to a double, is less than
  /// `number`.
  static func bound(before number: Double) -> QueryValue {
    leastInteger(roundedTo: number).map { .integer($0 - 1) } ?? .double(number.nextDown)
  }

  /// The least integer whose conversion to a double gives `number` or a greater double. Nil if integers of this size are not rounded, and if there is none.
  private static func leastInteger(roundedTo number: Double) -> Int64? {
    guard abs(number) >= 0x1p53, abs(number) < 0x1p63 else { return nil }
    // Doubles of this size are integers, so the search is over integers.
    var (below, end) = (Int64(number.nextDown), Int64(number))
    while below + 1 < end {
      let middle = below + (end - below) / 2
      if Double(middle) >= number { end = middle } else { below = middle }
    }
    return end
  }

  /// A range that includes every stored number with a certain date. Nil if the date cannot be stored.
  func numbers(around date: Double) -> ClosedRange<Double>? {
    guard date.isFinite, abs(date) < 1e15, case .real(let number)? = storage.stored(.date(date)) else { return nil }
    // The margin is many times what each step of the conversion can round.
    let room = (abs(number) + storage.size(of: date)) * 0x1p-44
    return (number - room)...(number + room)
  }
}

extension AttributeStorage {
  /// Whether values are stored as numbers, all of which are valid.
  var isNumber: Bool { classes == [.integer, .real] && !isParsed }

  /// The size of the numbers that the conversion of a date computes with.
  fileprivate func size(of date: Double) -> Double {
    guard case .real(let zero)? = stored(.date(0)), case .real(let number)? = stored(.date(date)) else { return 0 }
    return abs(zero) + abs(number)
  }
}

extension Double {
  /// The position of the number among all doubles in ascending order.
  fileprivate var order: Int64 {
    let bits = Int64(bitPattern: bitPattern)
    return bits >= 0 ? bits : Int64.min - bits
  }

  /// The number at a position.
  fileprivate init(order: Int64) { self.init(bitPattern: UInt64(bitPattern: order >= 0 ? order : Int64.min - order)) }
}

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
      // In SQLite, CASE takes half the time of `(x BETWEEN … AND …) IS NOT 1`.
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
