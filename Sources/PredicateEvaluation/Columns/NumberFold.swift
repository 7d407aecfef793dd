/// A fold over the numbers of one row's elements, as far as it has come.
struct NumberFold<Number: ColumnNumber>: BitwiseCopyable {
  /// The sum, or the least or greatest number so far.
  private var number = Number.zero
  /// Of a mean how many elements there were, nils among them; of an extreme not 0 where there was a number.
  private var count = 0
  /// Whether the sum is none of its type.
  private(set) var hasOverflowed = false

  /// Adds a number, of doubles in their order.
  @inline(__always)
  mutating func add(_ other: Number) {
    if let sum = number.adding(other) { number = sum } else { hasOverflowed = true }
  }

  /// Counts an element of a mean.
  @inline(__always)
  mutating func countElement() { count &+= 1 }

  /// Takes a number where it is the least so far.
  @inline(__always)
  mutating func takeLeast(_ other: Number) {
    if count == 0 || other < number { number = other }
    count = 1
  }

  /// Takes a number where it is the greatest so far.
  @inline(__always)
  mutating func takeGreatest(_ other: Number) {
    if count == 0 || other > number { number = other }
    count = 1
  }

  /// The sum; nil for NaN.
  var sum: Number? { number.withoutNaN }

  /// The mean, in which a nil counts as 0; of nothing it is 0.
  var mean: Double? { count == 0 ? 0 : (number.nearestDouble / Double(count)).withoutNaN }

  /// The least or greatest number; nil of none.
  var extreme: Number? { count == 0 ? nil : number }
}
