import PredicateBinding
import PredicateValues

/// The numbers that pass a comparison with a constant: all from one to another, or none.
struct NumberBounds<Number: Comparable & Sendable>: Sendable {
  /// Nil where there is no lowest.
  var low: Number?
  /// Nil where there is no highest.
  var high: Number?
  var isEmpty = false

  /// No number.
  static var none: NumberBounds { NumberBounds(isEmpty: true) }

  /// The numbers that are in all of some bounds, of which there is one; nil where one of them is not known.
  static func intersection(_ all: some Sequence<NumberBounds?>) -> NumberBounds? {
    var found = NumberBounds()
    for next in all {
      guard let next else { return nil }
      if let low = next.low { found.low = max(found.low ?? low, low) }
      if let high = next.high { found.high = min(found.high ?? high, high) }
      found.isEmpty = found.isEmpty || next.isEmpty
    }
    if let low = found.low, let high = found.high, low > high { return NumberBounds.none }
    return found
  }
}

extension NumberBounds {
  /// The numbers that pass a comparison with a number, given its neighbours; nil for none.
  fileprivate init(_ comparison: CoreComparison, _ number: Number, below: Number?, above: Number?) {
    switch comparison {
    case .equal, .same: self.init(low: number, high: number)
    case .less: self.init(high: below, isEmpty: below == nil)
    case .lessOrEqual: self.init(high: number)
    case .greater: self.init(low: above, isEmpty: above == nil)
    case .greaterOrEqual: self.init(low: number)
    }
  }
}

extension NumberBounds<Int64> {
  /// The integers that pass; nil for a constant that this cannot tell.
  init?(_ comparison: CoreComparison, _ constant: QueryValue) {
    switch constant {
    case .integer(let value): self.init(comparison, whole: value)
    case .boolean(let value): self.init(comparison, whole: value ? 1 : 0)
    case .double(let value): self.init(comparison, broken: value)
    default: return nil
    }
  }

  private init(_ comparison: CoreComparison, whole value: Int64) {
    self.init(comparison, value, below: value == .min ? nil : value - 1, above: value == .max ? nil : value + 1)
  }

  private init?(_ comparison: CoreComparison, broken value: Double) {
    guard value > -0x1p62, value < 0x1p62 else { return nil }
    let whole = value.rounded(.down)
    if value == whole {
      self.init(comparison, whole: Int64(whole))
      return
    }
    switch comparison {
    case .equal, .same: self = .none
    case .less, .lessOrEqual: self.init(high: Int64(whole))
    case .greater, .greaterOrEqual: self.init(low: Int64(whole) + 1)
    }
  }
}

extension NumberBounds<Double> {
  /// The doubles that pass; nil for a constant that this cannot tell.
  init?(_ comparison: CoreComparison, _ constant: QueryValue) {
    switch constant {
    case .double(let value), .date(let value): self.init(comparison, number: value)
    case .boolean(let value): self.init(comparison, number: value ? 1 : 0)
    case .integer(let value):
      guard value.magnitude <= 1 << 53 else { return nil }
      self.init(comparison, number: Double(value))
    default: return nil
    }
  }

  private init(_ comparison: CoreComparison, number value: Double) {
    self.init(
      comparison, value, below: value == -.infinity ? nil : value.nextDown,
      above: value == .infinity ? nil : value.nextUp)
  }
}
