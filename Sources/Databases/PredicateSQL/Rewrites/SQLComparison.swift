import PredicateValues

/// A comparison of a column's value with constants.
package struct SQLComparison {
  package enum Constants {
    case equal(QueryValue)
    /// A range between two bounds. A bound that is nil means that the range has no end on this side.
    case range(QueryValue?, QueryValue?)
    case list([QueryValue])
  }

  package let value: SQLExpression
  package let constants: Constants
  /// The operator; nil for BETWEEN and membership.
  package var op: SQLBinaryOperator?

  /// - Parameter condition: Any condition. The result is nil unless it is a comparison, BETWEEN or membership in a list.
  package init?(_ condition: SQLExpression) {
    switch condition.node {
    case .binary(let op, let left, let right):
      guard case .parameter(let constant) = right.node else { return nil }
      value = left
      self.op = op
      switch op {
      case .equal: constants = .equal(constant)
      case .less, .lessOrEqual: constants = .range(nil, constant)
      case .greater, .greaterOrEqual: constants = .range(constant, nil)
      default: return nil
      }
    case .between(let middle, let low, let high):
      guard case .parameter(let least) = low.node, case .parameter(let greatest) = high.node else { return nil }
      value = middle
      constants = .range(least, greatest)
    case .inList(let element, let list):
      value = element
      constants = .list(list)
    default: return nil
    }
  }

  /// The least and the greatest constant that the value can equal. A bound that is nil means that there is no limit on this side.
  package var bounds: (least: QueryValue?, greatest: QueryValue?)? {
    switch constants {
    case .equal(let constant): (constant, constant)
    case .range(let low, let high): (low, high)
    case .list: nil
    }
  }

  package var all: [QueryValue] {
    switch constants {
    case .equal(let constant): [constant]
    case .range(let low, let high): [low, high].compactMap { $0 }
    case .list(let list): list
    }
  }

  package var isOrdered: Bool { if case .range = constants { true } else { false } }
}

/// The numbers between two bounds, including both. Empty if the low bound is greater than the high one.
package struct SQLInterval {
  package let low: Double
  package let high: Double

  /// The numbers in both intervals; this interval if `other` is nil.
  package func intersection(_ other: SQLInterval?) -> SQLInterval {
    guard let other else { return self }
    return SQLInterval(low: max(low, other.low), high: min(high, other.high))
  }
}

extension SQLComparison {
  /// The interval of numbers that meet a comparison by order; nil for every other comparison.
  package var interval: SQLInterval? {
    guard case .range(let low, let high) = constants else { return nil }
    guard let least = low.map(\.number) ?? -.infinity, let greatest = high.map(\.number) ?? .infinity else {
      return nil
    }
    return SQLInterval(low: least, high: greatest)
  }
}

extension QueryValue {
  /// The number that a column of numbers stores for the constant; nil if the constant is not a number.
  fileprivate var number: Double? {
    switch self {
    case .boolean(let value): value ? 1 : 0
    case .integer(let value): Double(value)
    case .double(let value), .date(let value): value
    case .decimal(let value): value.nearestDouble
    case .reference(let reference): Double(reference.key)
    default: nil
    }
  }

  /// The text that a column of texts stores for the constant; nil if the constant is not a text.
  package var text: String? {
    switch self {
    case .string(let text), .url(let text): text
    default: nil
    }
  }
}

extension SQLRewriter {
  /// Records the bounds that the conditions of an AND set. Two conditions together may leave few rows although each of them alone leaves many.
  func note(_ conditions: [SQLExpression], in place: inout Place) {
    for condition in conditions {
      guard let comparison = SQLComparison(condition), let read = comparison.value.read, read.isOfVariable else {
        continue
      }
      let name = SQLColumnName(read)
      if comparison.bounds?.greatest != nil { place.bounded.insert(name) }
      guard indexes.hasSamples, read.isIndexed, let interval = comparison.interval else { continue }
      place.intervals[name] = interval.intersection(place.intervals[name])
    }
  }
}
