import PredicateBinding
import PredicateValues

/// The names of the evaluated object that a condition over values of unknown types mentions.
struct MentionedNames {
  /// Each once.
  private(set) var names: [String] = []
  /// False where the object itself is mentioned, and not only what it has under a name.
  private(set) var areAll = true

  mutating func add(_ condition: CoreCondition) {
    switch condition.node {
    case .always: break
    case .and(let parts), .or(let parts): for part in parts { add(part) }
    case .not(let part): add(part)
    case .isNull(let value), .member(let value, _): add(value)
    case .compare(_, let left, let right), .dynamic(_, let left, let right, _), .match(_, let left, let right):
      add([left, right])
    case .between(let value, let low, let high): add([value, low, high])
    case .exists(let range): add(range)
    }
  }

  private mutating func add(_ values: [CoreValue]) {
    for value in values { add(value) }
  }

  mutating func add(_ value: CoreValue) {
    switch value.node {
    case .property(let base, let name):
      guard case .element(0) = base.node, !name.hasSameScalars(as: QueryKeyPath.selfKey) else { return add(base) }
      if !names.contains(where: { $0.hasSameScalars(as: name) }) { names.append(name) }
    case .attribute, .object, .element(0): areAll = false
    case .constant, .null, .failure, .element: break
    case .negate(let value), .fold(let value, _), .cast(let value, _), .dynamicAggregate(_, let value),
      .operatorPath(let value, _):
      add(value)
    case .arithmetic(_, let left, let right): add([left, right])
    case .count(let range): add(range)
    case .aggregate(_, let range, let value), .collect(let range, let value):
      add(range)
      add(value)
    case .choose(let test, let first, let second):
      add(test)
      add([first, second])
    case .call(_, let parts), .list(let parts): add(parts)
    case .index(let base, let index):
      add(base)
      if case .value(let position) = index { add(position) }
    }
  }

  private mutating func add(_ range: CoreRange) {
    add(range.filter)
    for step in range.steps {
      switch step.source {
      case .relationship: areAll = false
      case .elements(let value): add(value)
      }
    }
  }
}
