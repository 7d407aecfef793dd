/// A sum of numbers, which is the same in any order.
///
/// Integers add without overflow and end as an integer if Int64 can hold the sum, otherwise as a double. With a decimal, and no double, the sum is
/// a decimal. With a double, all are added exactly and the sum is rounded once; a decimal counts as the nearest double. A sum that needs more
/// digits than a decimal has is a double, too.
package struct NumberSum {
  private var whole = WideSum()
  /// The decimals, but for those in ``wideDecimals``; nil without any.
  private var decimal: QueryDecimal?
  private var wideDecimals: WideDecimal?
  /// The doubles, and the doubles that are nearest to the decimals.
  private var doubles = ExactSum()
  private var hasDouble = false

  /// The sum of nothing.
  package init() {}

  /// Adds a number; nil and NaN count as 0. False for every other value, which changes nothing.
  @discardableResult
  package mutating func add(_ value: QueryValue) -> Bool {
    let value = value.withoutNaN
    guard let number = NumberValue(value) else { return value.isNull }
    add(number)
    return true
  }

  /// Adds a number.
  mutating func add(_ number: NumberValue) {
    switch number {
    case .integer(let value): whole.add(value)
    case .double(let value):
      hasDouble = true
      doubles.add(value)
    case .decimal(let value):
      doubles.add(number.double)
      if let sum = (decimal ?? QueryDecimal(0)).adding(value) {
        decimal = sum
      } else {
        var wide = wideDecimals ?? WideDecimal()
        wideDecimals = nil
        wide.add(value)
        wideDecimals = wide
      }
    }
  }

  /// The sum; nil if it is NaN, as infinities of both signs give.
  package var value: QueryValue {
    if !hasDouble {
      if let decimal {
        if let sum = sum(of: decimal) { return .decimal(sum) }
      } else if let integer = whole.integer {
        return .integer(integer)
      }
    }
    return QueryValue(nilForNaN: doubleValue)
  }

  /// The sum of all decimals and integers; nil if it needs more digits than a decimal has.
  private func sum(of decimal: QueryDecimal) -> QueryDecimal? {
    if wideDecimals == nil, let sum = whole.decimal.flatMap(decimal.adding) { return sum }
    var wide = wideDecimals ?? WideDecimal()
    wide.add(decimal)
    if let whole = whole.decimal { wide.add(whole) }
    return wide.value
  }

  /// The mean over so many elements, as `@avg` has it: 0 of none.
  package func mean(of count: Int) -> QueryValue {
    count == 0 ? .double(0) : QueryValue(nilForNaN: doubleValue / Double(count))
  }

  /// The nearest double.
  var doubleValue: Double {
    var sum = doubles
    for part in whole.parts { sum.add(part) }
    return sum.value
  }
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

  /// Doubles that add up to it.
  var parts: [Double] {
    let half: UInt64 = 0xFFFF_FFFF
    return [
      Double(high >> 32) * 0x1p96, Double(UInt64(bitPattern: high) & half) * 0x1p64, Double(low >> 32) * 0x1p32,
      Double(low & half),
    ]
  }

  /// The sum as a decimal.
  var decimal: QueryDecimal? {
    if let integer { return QueryDecimal(integer) }
    guard let factor = QueryDecimal("18446744073709551616"), let rest = QueryDecimal(String(low)) else { return nil }
    return QueryDecimal(high).multiplied(by: factor)?.adding(rest)
  }
}

/// A number with a place for each digit that a decimal can have.
private struct WideDecimal {
  /// Decimal digits in a part.
  private static let partDigits = 9
  private static let base: Int64 = 1_000_000_000
  /// The power of ten of the last digit that a decimal can have, and of the first part.
  private static let leastPower = -QueryDecimal.maximumExponent - QueryDecimal.maximumDigits
  /// The lowest first; the sign is that of the last. Between carries a part may have more digits, and a sign.
  private var parts = [Int64](
    repeating: 0, count: (QueryDecimal.maximumExponent - leastPower + 30) / partDigits)
  private var additions = 0

  mutating func add(_ number: QueryDecimal) {
    for (offset, digit) in number.digits.reversed().enumerated() where digit > 0 {
      let (part, place) = (number.exponent + offset - Self.leastPower).quotientAndRemainder(dividingBy: Self.partDigits)
      let unit = (0..<place).reduce(Int64(digit)) { unit, _ in unit * 10 }
      parts[part] += number.isNegative ? -unit : unit
    }
    additions += 1
    if additions == 1 << 30 { carry() }
  }

  /// Leaves a number from 0 to 999,999,999 in each part but the last.
  private mutating func carry() {
    for part in parts.indices.dropLast() {
      let rest = parts[part] % Self.base
      let below = rest < 0 ? rest + Self.base : rest
      parts[part + 1] += (parts[part] - below) / Self.base
      parts[part] = below
    }
    additions = 0
  }

  /// The decimal; nil if it needs more digits than one has.
  var value: QueryDecimal? {
    var magnitude = self
    magnitude.carry()
    let isNegative = (magnitude.parts.last ?? 0) < 0
    if isNegative {
      for part in parts.indices { magnitude.parts[part].negate() }
      magnitude.carry()
    }
    let digits = magnitude.parts.reversed().flatMap { part in
      let text = Array(String(part).utf8.map { $0 - UInt8(ascii: "0") })
      return Array(repeating: 0, count: Self.partDigits - text.count) + text
    }
    let sum = QueryDecimal(isNegative: isNegative, digits: digits, exponent: Self.leastPower)
    return sum.isInRange ? sum : nil
  }
}
