import PredicateBinding
import PredicateValues

/// The variables that a condition looks at.
extension CoreCondition {
  func collectVariables(_ found: inout Set<Int>) {
    switch node {
    case .always: break
    case .and(let parts), .or(let parts): for part in parts { part.collectVariables(&found) }
    case .not(let part): part.collectVariables(&found)
    case .isNull(let value), .member(let value, _): value.collectVariables(&found)
    case .compare(_, let left, let right), .dynamic(_, let left, let right, _), .match(_, let left, let right):
      left.collectVariables(&found)
      right.collectVariables(&found)
    case .between(let value, let low, let high):
      for part in [value, low, high] { part.collectVariables(&found) }
    case .exists(let range): range.collectVariables(&found)
    }
  }
}

/// The variables that a value looks at.
extension CoreValue {
  func collectVariables(_ found: inout Set<Int>) {
    switch node {
    case .constant, .null, .failure: break
    case .attribute(let row, _), .object(let row): found.insert(row.variable)
    case .element(let variable): found.insert(variable)
    case .property(let value, _), .negate(let value), .fold(let value, _), .cast(let value, _),
      .dynamicAggregate(_, let value), .operatorPath(let value, _):
      value.collectVariables(&found)
    case .arithmetic(_, let left, let right):
      left.collectVariables(&found)
      right.collectVariables(&found)
    case .count(let range): range.collectVariables(&found)
    case .aggregate(_, let range, let value), .collect(let range, let value):
      var inside: Set<Int> = []
      value.collectVariables(&inside)
      found.formUnion(inside.subtracting(range.steps.map(\.variable)))
      range.collectVariables(&found)
    case .choose(let test, let first, let second):
      test.collectVariables(&found)
      first.collectVariables(&found)
      second.collectVariables(&found)
    case .call(_, let parts), .list(let parts): for part in parts { part.collectVariables(&found) }
    case .index(let base, let index):
      base.collectVariables(&found)
      if case .value(let position) = index { position.collectVariables(&found) }
    }
  }
}

/// The variables that a range looks at.
extension CoreRange {
  /// Those that the range does not bind itself.
  func collectVariables(_ found: inout Set<Int>) {
    var inside: Set<Int> = []
    filter.collectVariables(&inside)
    for step in steps {
      switch step.source {
      case .relationship(let row, _, _): inside.insert(row.variable)
      case .elements(let value): value.collectVariables(&inside)
      }
    }
    found.formUnion(inside.subtracting(steps.map(\.variable)))
  }
}
