import PredicateBinding

/// Which variables a part of the core mentions.
struct VariableSearch {
  private(set) var mentioned: Set<Int> = []
  private(set) var bound: Set<Int> = []

  mutating func visit(_ condition: CoreCondition) {
    switch condition.node {
    case .always: break
    case .and(let parts), .or(let parts): for part in parts { visit(part) }
    case .not(let part): visit(part)
    case .isNull(let value), .member(let value, _): visit(value)
    case .compare(_, let a, let b), .match(_, let a, let b), .dynamic(_, let a, let b, _):
      visit(a)
      visit(b)
    case .between(let value, let low, let high):
      visit(value)
      visit(low)
      visit(high)
    case .exists(let range): visit(range)
    }
  }

  mutating func visit(_ value: CoreValue) {
    switch value.node {
    case .constant, .null, .failure: break
    case .attribute(let row, _), .object(let row): mentioned.insert(row.variable)
    case .element(let number): mentioned.insert(number)
    case .property(let value, _), .negate(let value), .fold(let value, _), .dynamicAggregate(_, let value),
      .operatorPath(let value, _), .cast(let value, _):
      visit(value)
    case .arithmetic(_, let a, let b):
      visit(a)
      visit(b)
    case .count(let range): visit(range)
    case .aggregate(_, let range, let value), .collect(let range, let value):
      visit(range)
      visit(value)
    case .choose(let condition, let a, let b):
      visit(condition)
      visit(a)
      visit(b)
    case .call(_, let values), .list(let values): for value in values { visit(value) }
    case .index(let value, let index):
      visit(value)
      if case .value(let position) = index { visit(position) }
    }
  }

  mutating func visit(_ range: CoreRange) {
    for step in range.steps {
      bound.insert(step.variable)
      visit(step.source)
    }
    visit(range.filter)
  }

  mutating func visit(_ source: CoreRange.Step.Source) {
    switch source {
    case .relationship(let row, _, _): mentioned.insert(row.variable)
    case .elements(let value): visit(value)
    }
  }
}

extension CoreRange {
  /// Whether what is asked of the elements depends on the outside, apart from where the range starts. Linear in the range's size.
  var isCorrelated: Bool {
    var search = VariableSearch()
    search.visit(self)
    var inner = VariableSearch()
    for step in steps.dropFirst() { inner.visit(step.source) }
    if case .elements(let value)? = steps.first?.source { inner.visit(value) }
    inner.visit(filter)
    return !inner.mentioned.isSubset(of: search.bound)
  }
}
