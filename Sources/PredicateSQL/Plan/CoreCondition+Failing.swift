import PredicateBinding
import PredicateValues

/// What can end a statement with an issue when it runs: values whose types are not known, and patterns made of them. Memory comes to
/// such a condition only where those before it leave something to decide; SQL has to be told so.
extension CoreCondition {
  /// Whether evaluating the condition can end with an issue. Never so of what is bound to known types, limits apart.
  var canFail: Bool {
    switch node {
    case .always: false
    case .and(let parts), .or(let parts): parts.contains(where: \.canFail)
    case .not(let part): part.canFail
    case .isNull(let value), .member(let value, _): value.canFail
    case .compare(_, let left, let right): left.canFail || right.canFail
    case .between(let value, let low, let high): value.canFail || low.canFail || high.canFail
    case .match(.regularExpression, let subject, let pattern):
      pattern.constantValue == nil || subject.canFail
    case .match(_, let subject, let pattern): subject.canFail || pattern.canFail
    case .exists(let range): range.canFail
    case .dynamic(let op, let left, let right, _):
      left.canFail || right.canFail || op != .equal && op != .notEqual && !(left.type.isKnown && right.type.isKnown)
    }
  }
}

extension CoreValue {
  /// Whether evaluating the value can end with an issue.
  var canFail: Bool {
    switch node {
    case .constant, .null, .attribute, .object, .element: false
    case .property(let operand, _): operand.canFail || !operand.type.isKnown || operand.type == .dictionary
    case .arithmetic(_, let left, let right):
      left.canFail || right.canFail || !(left.type.isKnown && right.type.isKnown)
    case .negate(let operand): operand.canFail || !operand.type.isKnown
    case .fold(let operand, _): operand.canFail
    case .count(let range): range.canFail
    case .aggregate(let op, let range, let each):
      range.canFail || each.canFail || op != .count && each.type.family == nil || op.takesCollections
    case .collect(let range, let each): range.canFail || each.canFail
    case .dynamicAggregate, .operatorPath, .failure: true
    case .choose(let test, let first, let second): test.canFail || first.canFail || second.canFail
    case .call(_, let arguments): arguments.contains { $0.canFail || !$0.type.isSimple && !$0.isNull }
    case .cast(let operand, _): operand.canFail || !operand.type.isKnown
    case .list(let parts): parts.contains(where: \.canFail)
    case .index(let base, let index): base.canFail || !base.isSurelyArray || index.canFail
    }
  }

  /// Whether the value is an array and no set: only arrays have places.
  private var isSurelyArray: Bool {
    switch node {
    case .collect, .list, .constant(.array): true
    default: false
    }
  }
}

extension CoreIndex {
  fileprivate var canFail: Bool {
    if case .value(let place) = self { place.canFail || place.type.family != .number && !place.isNull } else { false }
  }
}

extension CoreRange {
  /// Whether going through the elements can end with an issue.
  var canFail: Bool {
    filter.canFail
      || steps.contains { step in
        guard case .elements(let value) = step.source else { return false }
        if case .collection = value.type { return value.canFail }
        return true
      }
  }
}

extension CollectionOperator {
  fileprivate var takesCollections: Bool {
    switch self {
    case .unionOfArrays, .distinctUnionOfArrays, .unionOfSets, .distinctUnionOfSets: true
    default: false
    }
  }
}

extension QueryType {
  /// Whether the type, and that of the elements of a collection, is known.
  fileprivate var isKnown: Bool {
    if case .collection(let element) = self { element.isKnown } else { self != .any }
  }

  /// Whether no function looks at more of a value than its type.
  fileprivate var isSimple: Bool {
    if case .collection(let element) = self { element.family == .number } else { self != .any && self != .dictionary }
  }
}
