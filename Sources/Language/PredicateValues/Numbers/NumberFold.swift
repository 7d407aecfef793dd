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
