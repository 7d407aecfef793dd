import PredicateValues

/// A comparison of a column's value with constants.
package struct SQLComparison {
  package enum Constants {
    case equal(QueryValue)
    /// From one bound to another; nil for an end that is open.
    case range(QueryValue?, QueryValue?)
    case list([QueryValue])
  }

  package let value: SQLExpression
  package let constants: Constants

  /// - Parameter condition: A comparison, BETWEEN or membership in a list; of anything else, nil.
  package init?(_ condition: SQLExpression) {
    switch condition.node {
    case .binary(let op, let left, let right):
      guard case .parameter(let constant) = right.node else { return nil }
      value = left
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

  /// The least and the greatest constant that the value can be; nil for an end that is open.
  package var bounds: (least: QueryValue?, greatest: QueryValue?)? {
    switch constants {
    case .equal(let constant): (constant, constant)
    case .range(let low, let high): (low, high)
    case .list: nil
    }
  }

  /// The constants one by one.
  package var all: [QueryValue] {
    switch constants {
    case .equal(let constant): [constant]
    case .range(let low, let high): [low, high].compactMap { $0 }
    case .list(let list): list
    }
  }

  package var isOrdered: Bool { if case .range = constants { true } else { false } }
}

/// Numbers from one bound to another, both among them; none where the bounds are the wrong way round.
package struct SQLInterval {
  package let low: Double
  package let high: Double

  /// The numbers that are in both; all of this one beside none.
  package func intersection(_ other: SQLInterval?) -> SQLInterval {
    guard let other else { return self }
    return SQLInterval(low: max(low, other.low), high: min(high, other.high))
  }
}
