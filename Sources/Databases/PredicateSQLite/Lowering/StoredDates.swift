import PredicateModel
import PredicateSQL
import PredicateValues

/// Finds the stored numbers whose dates are after a date.
///
/// From 2⁵³ on, integers can be stored that are not doubles. A bound of that size is an integer, because SQLite compares two integers exactly. Dates
/// grow with the stored numbers, whether these are integers or doubles, so one bound serves both.
struct StoredDates {
  private let storage: AttributeStorage

  init(_ storage: AttributeStorage) { self.storage = storage }

  /// A stored number at an end of a range.
  enum Bound {
    /// A number of a size at which all integers are doubles, or no integer is stored.
    case double(Double)
    /// A number of a size at which some integers are not doubles.
    case integer(Int64)

    /// The constant with which a statement selects the stored numbers from the bound on: `stored >= constant`.
    var constant: QueryValue {
      switch self {
      case .double(let number): .double(number)
      case .integer(let number): .integer(number)
      }
    }

    /// The constant for the stored numbers before the bound: `stored <= constant`.
    var constantBefore: QueryValue {
      switch self {
      case .double(let number): .double(number.nextDown)
      case .integer(let number): .integer(number - 1)
      }
    }
  }

  /// The least stored number whose date is after a date, or is the date itself if `isIncluded`. Nil if no stored number has such a date.
  ///
  ///     StoredDates(.secondsSince1970).first(after: 0, orAt: true)  // .double(978307200.0)
  func first(after date: Double, orAt isIncluded: Bool) -> Bound? {
    func isAtEnd(_ number: StoredValue) -> Bool {
      guard case .date(let found) = storage.value(of: number, as: .date) else { return false }
      return isIncluded ? found >= date : found > date
    }
    guard let ends = numbers(around: date) else { return nil }
    var below = ends.lowerBound.order
    var end = ends.upperBound.order
    guard !isAtEnd(.real(Double(order: below))), isAtEnd(.real(Double(order: end))) else { return nil }
    while below + 1 < end {
      let middle = below + (end - below) / 2
      if isAtEnd(.real(Double(order: middle))) { end = middle } else { below = middle }
    }
    let number = Double(order: end)
    guard abs(number) >= 0x1p53, abs(number) < 0x1p63 else { return .double(number) }
    // Doubles of this size are integers. An integer between this double and the one before may already have such a date.
    var (last, first) = (Int64(number.nextDown), Int64(number))
    while last + 1 < first {
      let middle = last + (first - last) / 2
      if isAtEnd(.integer(middle)) { first = middle } else { last = middle }
    }
    return .integer(first)
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
        .between(column, .parameter(low.constant), .parameter(end.constantBefore))
      case (nil, let end?): .compare(.less, column, .parameter(end.constant))
      case (let low?, nil): above(.greaterOrEqual, .parameter(low.constant), read, place, reliedColumns)
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
