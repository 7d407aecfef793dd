import PredicateBinding
import PredicateValues

/// The ranges of a condition, inner ones too.
extension CoreCondition {
  /// How many ranges begin with each variable: lowering may use one for several.
  func countRanges(_ counts: inout [Int: Int]) {
    switch node {
    case .always: break
    case .and(let parts), .or(let parts): for part in parts { part.countRanges(&counts) }
    case .not(let part): part.countRanges(&counts)
    case .isNull(let value), .member(let value, _): value.countRanges(&counts)
    case .compare(_, let left, let right), .dynamic(_, let left, let right, _), .match(_, let left, let right):
      left.countRanges(&counts)
      right.countRanges(&counts)
    case .between(let value, let low, let high):
      for part in [value, low, high] { part.countRanges(&counts) }
    case .exists(let range): range.countRanges(&counts)
    }
  }
}

extension CoreValue {
  fileprivate func countRanges(_ counts: inout [Int: Int]) {
    switch node {
    case .constant, .null, .failure, .attribute, .object, .element: break
    case .property(let value, _), .negate(let value), .fold(let value, _), .cast(let value, _),
      .dynamicAggregate(_, let value), .operatorPath(let value, _):
      value.countRanges(&counts)
    case .arithmetic(_, let left, let right):
      left.countRanges(&counts)
      right.countRanges(&counts)
    case .count(let range): range.countRanges(&counts)
    case .aggregate(_, let range, let value), .collect(let range, let value):
      range.countRanges(&counts)
      value.countRanges(&counts)
    case .choose(let test, let first, let second):
      test.countRanges(&counts)
      first.countRanges(&counts)
      second.countRanges(&counts)
    case .call(_, let parts), .list(let parts): for part in parts { part.countRanges(&counts) }
    case .index(let base, let index):
      base.countRanges(&counts)
      if case .value(let position) = index { position.countRanges(&counts) }
    }
  }
}

extension CoreRange {
  fileprivate func countRanges(_ counts: inout [Int: Int]) {
    if let first = steps.first { counts[first.variable, default: 0] += 1 }
    for step in steps {
      if case .elements(let value) = step.source { value.countRanges(&counts) }
    }
    filter.countRanges(&counts)
  }
}
