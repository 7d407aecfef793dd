/// What ``NumberSum`` and ``Aggregation`` find out about numbers, for numbers of one type, as far as it has come.
public struct NumberFold<Number: CalculatedNumber>: BitwiseCopyable {
  /// The sum, or the least or greatest number so far.
  @usableFromInline var number = Number.zero
  /// Of a mean how many elements there were, nils among them; of an extreme not 0 where there was a number.
  @usableFromInline var count = 0
  @usableFromInline var isPastType = false

  /// A fold over nothing.
  @inlinable @inline(__always)
  public init() {}

  /// Adds a number, of doubles in their order.
  @inlinable @inline(__always)
  public mutating func add(_ other: Number) {
    if let sum = number.applying(.add, other) { number = sum } else { isPastType = true }
  }

  /// Counts an element of a mean.
  @inlinable @inline(__always)
  public mutating func countElement() { count &+= 1 }

  /// Takes a number where it is the least so far.
  @inlinable @inline(__always)
  public mutating func takeLeast(_ other: Number) {
    if count == 0 || other < number { number = other }
    count = 1
  }

  /// Takes a number where it is the greatest so far.
  @inlinable @inline(__always)
  public mutating func takeGreatest(_ other: Number) {
    if count == 0 || other > number { number = other }
    count = 1
  }

  /// Whether the sum is none of its type.
  @inlinable @inline(__always)
  public var hasOverflowed: Bool { isPastType }

  /// The sum; nil for NaN.
  @inlinable @inline(__always)
  public var sum: Number? { number.withoutNaN }

  /// The mean, in which a nil counts as 0; of nothing it is 0.
  @inlinable @inline(__always)
  public var mean: Double? { count == 0 ? 0 : (number.nearestDouble / Double(count)).withoutNaN }

  /// The least or greatest number; nil of none.
  @inlinable @inline(__always)
  public var extreme: Number? { count == 0 ? nil : number }
}
