import PredicateModel
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

  /// The least integer whose conversion to a double gives `number` or a greater double. Nil if integers of this size are not rounded, and if there is
  /// none.
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
  /// Whether values are stored as numbers.
  var isNumber: Bool { classes == [.integer, .real] }

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
