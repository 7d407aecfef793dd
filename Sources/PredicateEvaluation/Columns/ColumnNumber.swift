/// What the engine calculates with: 64-bit integers and doubles.
protocol ColumnNumber: Comparable, BitwiseCopyable, Sendable {
  static var zero: Self { get }

  /// As it is looked up beside numbers of the other type.
  var key: NumberKey { get }

  /// The nearest double.
  var nearestDouble: Double { get }

  /// The sum; nil where it is none of this type.
  func adding(_ other: Self) -> Self?

  /// The number itself; nil for NaN.
  var withoutNaN: Self? { get }
}

extension Int64: ColumnNumber {
  var key: NumberKey { NumberKey(self) }
  var nearestDouble: Double { Double(self) }
  var withoutNaN: Int64? { self }

  @inline(__always)
  func adding(_ other: Int64) -> Int64? {
    let (sum, overflows) = addingReportingOverflow(other)
    return overflows ? nil : sum
  }
}

extension Double: ColumnNumber {
  var key: NumberKey { NumberKey(self) }
  var nearestDouble: Double { self }
  var withoutNaN: Double? { isNaN ? nil : self }

  @inline(__always)
  func adding(_ other: Double) -> Double? { self + other }
}
