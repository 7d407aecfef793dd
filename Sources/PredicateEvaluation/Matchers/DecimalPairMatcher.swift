import PredicateBinding
import PredicateMemory
import PredicateValues

/// A comparison of two decimal numbers.
struct DecimalPairMatcher: PairMatcher {
  let comparison: CoreComparison
  private let isLeft: AddressMatcher
  private let isRight: AddressMatcher
  private let order: @Sendable (UnsafeRawPointer, UnsafeRawPointer) -> ValueOrder?

  /// Nil for other types.
  init?(_ comparison: CoreComparison, _ left: any Any.Type, _ right: any Any.Type) {
    guard let isLeft = DecimalMemory.presence(left), let isRight = DecimalMemory.presence(right),
      let order = DecimalMemory.order(left, right)
    else { return nil }
    self.comparison = comparison
    self.isLeft = isLeft
    self.isRight = isRight
    self.order = order
  }

  @inline(__always)
  func holds(_ left: UnsafeRawPointer?, _ right: UnsafeRawPointer?) -> Bool? {
    let left = left.flatMap { isLeft($0) ? $0 : nil }
    let right = right.flatMap { isRight($0) ? $0 : nil }
    guard let left, let right else { return comparison == .same && left == nil && right == nil }
    return order(left, right).map(comparison.holds)
  }
}
