/// What ``NumberSum`` and ``Aggregation`` find out about numbers, for numbers of one type, as far as it has come.
public struct NumberFold<Number: CalculatedNumber>: BitwiseCopyable {
  @usableFromInline var total = Number.Sum()
  /// The least or greatest number so far.
  @usableFromInline var number = Number.zero
  /// Of a mean how many elements there were, nils among them; of an extreme not 0 where there was a number.
  @usableFromInline var count = 0
  @usableFromInline var isPastTotal = false

  /// A fold over nothing.
  @inlinable @inline(__always)
  public init() {}

  /// Adds a number.
  @inlinable @inline(__always)
  public mutating func add(_ other: Number) {
    if !total.add(other) { isPastTotal = true }
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

  /// Whether the sum is one that a fold cannot hold. ``NumberSum`` has it then.
  @inlinable @inline(__always)
  public var hasOverflowed: Bool { isPastTotal }

  /// The sum; nil for NaN.
  @inlinable @inline(__always)
  public var sum: Number? { total.sum.withoutNaN }

  /// The mean, in which a nil counts as 0; of nothing it is 0.
  @inlinable @inline(__always)
  public var mean: Double? { count == 0 ? 0 : (total.sum.nearestDouble / Double(count)).withoutNaN }

  /// The least or greatest number; nil of none.
  @inlinable @inline(__always)
  public var extreme: Number? { count == 0 ? nil : number }
}
