/// A sum of numbers that does not depend on their order where it is exact.
///
/// Integers add without overflow and end as an integer where Int64 can hold the sum, else as a double. With a decimal,
/// and no double, the sum is a decimal. With a double all are added as doubles, in their order.
package struct NumberSum {
  private var whole = WideSum()
  private var decimal: QueryDecimal?
  private var double = 0.0
  private var hasDouble = false
  private var isPastDecimals = false

  /// The sum of nothing.
  package init() {}

  /// Adds a value, if it is a number; NaN is nil.
  package mutating func add(_ value: QueryValue) {
    if let number = NumberValue(value.withoutNaN) { add(number) }
  }

  /// Adds a number.
  mutating func add(_ number: NumberValue) {
    double += number.double
    switch number {
    case .integer(let value): whole.add(value)
    case .double: hasDouble = true
    case .decimal(let value):
      if let sum = (decimal ?? QueryDecimal(0)).adding(value) { decimal = sum } else { isPastDecimals = true }
    }
  }

  /// The sum; nil where it is NaN, as infinities of both signs give.
  package var value: QueryValue {
    if hasDouble { return QueryValue(nilForNaN: double) }
    if let decimal {
      if !isPastDecimals, let sum = whole.decimal.flatMap(decimal.adding) { return .decimal(sum) }
      return QueryValue(nilForNaN: double)
    }
    return whole.integer.map { .integer($0) } ?? .double(whole.double)
  }

  /// The mean over so many elements, as `@avg` has it: 0 of none.
  package func mean(of count: Int) -> QueryValue {
    count == 0 ? .double(0) : QueryValue(nilForNaN: doubleValue / Double(count))
  }

  /// The sum as a double.
  var doubleValue: Double { hasDouble || decimal != nil ? double : whole.double }
}

/// A sum of Int64 in 128 bits, which no number of elements overflows.
private struct WideSum {
  private var high: Int64 = 0
  private var low: UInt64 = 0

  mutating func add(_ value: Int64) {
    let (sum, carry) = low.addingReportingOverflow(UInt64(bitPattern: value))
    low = sum
    high += (value < 0 ? -1 : 0) + (carry ? 1 : 0)
  }

  /// The sum, where Int64 can hold it.
  var integer: Int64? {
    let value = Int64(bitPattern: low)
    return high == (value < 0 ? -1 : 0) ? value : nil
  }

  /// The nearest double, within one unit of its last place.
  var double: Double { integer.map { Double($0) } ?? Double(high) * 0x1p64 + Double(low) }

  /// The sum as a decimal.
  var decimal: QueryDecimal? {
    if let integer { return QueryDecimal(integer) }
    guard let factor = QueryDecimal("18446744073709551616"), let rest = QueryDecimal(String(low)) else { return nil }
    return QueryDecimal(high).multiplied(by: factor)?.adding(rest)
  }
}
