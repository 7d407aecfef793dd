/// A sum of numbers, which is the same in any order.
///
/// Integers add without overflow. Their sum is an integer if it fits Int64, otherwise a double. With decimals, and without doubles, the sum is a
/// decimal. With doubles, all numbers are added exactly and the sum is rounded once. Decimals then count as their nearest doubles. A sum of decimals
/// that has too many digits for a decimal is a double.
package struct NumberSum {
  private var whole = WideSum()
  /// The sum of the decimals that are not in ``wideDecimals``; nil if there are none.
  private var decimal: QueryDecimal?
  private var wideDecimals: WideDecimal?
  /// The sum of the doubles, and of the doubles nearest to the decimals.
  private var doubles = ExactSum()
  private var hasDouble = false

  package init() {}

  /// Adds a number. Nil and NaN count as 0. Any other value changes nothing and returns false.
  @discardableResult
  package mutating func add(_ value: QueryValue) -> Bool {
    let value = value.withoutNaN
    guard let number = NumberValue(value) else { return value.isNull }
    add(number)
    return true
  }

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

  /// The sum. It is `.null` if it would be NaN, because infinities of both signs were added.
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

  /// The sum of all decimals and integers; nil if it exceeds the digits of a decimal.
  private func sum(of decimal: QueryDecimal) -> QueryDecimal? {
    if wideDecimals == nil, let sum = whole.decimal.flatMap(decimal.adding) { return sum }
    var wide = wideDecimals ?? WideDecimal()
    wide.add(decimal)
    if let whole = whole.decimal { wide.add(whole) }
    return wide.value
  }

  /// The mean over `count` elements, as in `@avg`: 0 if there are none.
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

/// A sum of Int64 in 128 bits, which no number of elements can overflow.
private struct WideSum {
  private var high: Int64 = 0
  private var low: UInt64 = 0

  mutating func add(_ value: Int64) {
    let (sum, carry) = low.addingReportingOverflow(UInt64(bitPattern: value))
    low = sum
    high += (value < 0 ? -1 : 0) + (carry ? 1 : 0)
  }

  /// The sum, if it fits Int64.
  var integer: Int64? {
    let value = Int64(bitPattern: low)
    return high == (value < 0 ? -1 : 0) ? value : nil
  }

  /// Doubles whose exact sum is this sum.
  var parts: [Double] {
    let half: UInt64 = 0xFFFF_FFFF
    return [
      Double(high >> 32) * 0x1p96, Double(UInt64(bitPattern: high) & half) * 0x1p64, Double(low >> 32) * 0x1p32,
      Double(low & half),
    ]
  }

  var decimal: QueryDecimal? {
    if let integer { return QueryDecimal(integer) }
    guard let factor = QueryDecimal("18446744073709551616"), let rest = QueryDecimal(String(low)) else { return nil }
    return QueryDecimal(high).multiplied(by: factor)?.adding(rest)
  }
}

/// A decimal number with enough digits to hold any sum of decimals.
private struct WideDecimal {
  /// Decimal digits in a part.
  private static let partDigits = 9
  private static let base: Int64 = 1_000_000_000
  /// The power of ten of the last digit that a decimal can have. The first part begins at this power.
  private static let leastPower = -QueryDecimal.maximumExponent - QueryDecimal.maximumDigits
  /// Each part has nine decimal digits, the lowest part first. The last part has the sign. Between two carries a part may have more digits, and a
  /// sign.
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

  /// Reduces each part but the last to a number from 0 to 999,999,999.
  private mutating func carry() {
    for part in parts.indices.dropLast() {
      let rest = parts[part] % Self.base
      let below = rest < 0 ? rest + Self.base : rest
      parts[part + 1] += (parts[part] - below) / Self.base
      parts[part] = below
    }
    additions = 0
  }

  /// The decimal; nil if the number has too many digits for a decimal.
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

/// Computes ``NumberSum``, and the extremes and means of ``Aggregation``, number by number, for numbers of one type.
public struct NumberFold<Number: CalculatedNumber>: BitwiseCopyable {
  @usableFromInline var total = Number.Sum()
  /// The least or greatest number so far.
  @usableFromInline var number = Number.zero
  /// For a mean, the number of elements, nils included. For an extreme, 1 if there was a number, otherwise 0.
  @usableFromInline var count = 0
  @usableFromInline var isPastTotal = false

  /// A fold over no numbers.
  @inlinable @inline(__always)
  public init() {}

  /// Adds a number.
  @inlinable @inline(__always)
  public mutating func add(_ other: Number) {
    if !total.add(other) { isPastTotal = true }
  }

  /// Counts an element for the mean.
  @inlinable @inline(__always)
  public mutating func countElement() { count &+= 1 }

  /// Keeps a number if it is the least so far.
  @inlinable @inline(__always)
  public mutating func takeLeast(_ other: Number) {
    if count == 0 || other < number { number = other }
    count = 1
  }

  /// Keeps a number if it is the greatest so far.
  @inlinable @inline(__always)
  public mutating func takeGreatest(_ other: Number) {
    if count == 0 || other > number { number = other }
    count = 1
  }

  /// Whether the fold cannot hold the sum. The caller then computes the sum with ``NumberSum``.
  @inlinable @inline(__always)
  public var hasOverflowed: Bool { isPastTotal }

  /// The sum; nil for NaN.
  @inlinable @inline(__always)
  public var sum: Number? { total.sum.withoutNaN }

  /// The mean, with nils counted as 0; 0 if there are no elements.
  @inlinable @inline(__always)
  public var mean: Double? { count == 0 ? 0 : (total.sum.nearestDouble / Double(count)).withoutNaN }

  /// The least or greatest number; nil if there are no numbers.
  @inlinable @inline(__always)
  public var extreme: Number? { count == 0 ? nil : number }
}
