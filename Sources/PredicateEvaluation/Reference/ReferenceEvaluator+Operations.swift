import PredicateBinding
import PredicateValues

/// What the nodes of the core make of the values of their operands, once these are known. Evaluating one value at a time and evaluating
/// columns both end here.
extension ReferenceEvaluator {
  /// The value of a node with one or two operands.
  func apply(
    _ value: CoreValue, to a: QueryValue, _ b: QueryValue = .null
  ) throws(PredicateIssue) -> QueryValue {
    switch value.node {
    case .property(_, let name): return try named(name, of: a, value)
    case .fold(_, let options):
      guard case .string(let text) = a else { return .null }
      return .string(StringFolding(options).fold(text))
    case .operatorPath(_, let steps): return try follow(steps[...], from: a, at: value.range)
    case .dynamicAggregate(let op, let collection):
      guard let elements = try elements(of: a, at: value.range) else { return .null }
      return try PredicateIssue.placing(at: value.range) { () throws(PredicateIssue) in
        try op.apply(to: elements, isPath: collection.isPath)
      }
    case .index(let base, let index):
      return try PredicateIssue.placing(at: base.range) { () throws(PredicateIssue) in
        switch index {
        case .first: try ValueIndex.first(of: a)
        case .last: try ValueIndex.last(of: a)
        case .size: try ValueIndex.size(of: a)
        case .value: try ValueIndex.element(of: a, at: b)
        }
      }
    case .arithmetic, .negate, .cast:
      return try PredicateIssue.placing(at: value.range) { () throws(PredicateIssue) in
        switch value.node {
        case .arithmetic(let op, let left, let right):
          // A column of doubles may hold an integer that no double is. It is calculated with as a double all the same.
          guard op.calculates, !(left.mayBeInteger && right.mayBeInteger) else {
            return try ValueArithmetic.apply(op, a, b)
          }
          return try ValueArithmetic.apply(op, a.integerAsDouble, b.integerAsDouble)
        case .cast(_, let target): return try ValueCast.cast(a, to: target)
        default: return try ValueArithmetic.negate(a)
        }
      }
    case .attribute(_, let member): return try property(member.name, of: a, range: value.range)
    case .object:
      try a.checkUsable()
      return a
    case .constant, .null, .element, .choose, .count, .aggregate, .collect, .call, .list, .failure:
      return a
    }
  }

  /// The value of a node whose operands are a list: the arguments of a function, the parts of a list, a value of each element of a range.
  func apply(_ value: CoreValue, to parts: [QueryValue]) throws(PredicateIssue) -> QueryValue {
    switch value.node {
    case .call(let function, _):
      try PredicateIssue.placing(at: value.range) { () throws(PredicateIssue) in try function.call(parts, context) }
    case .aggregate(let op, _, _):
      try PredicateIssue.placing(at: value.range) { () throws(PredicateIssue) in try op.apply(to: parts) }
    default: .array(parts)
    }
  }

  /// Whether a condition holds of the values of its operands.
  func decide(
    _ condition: CoreCondition, _ a: QueryValue, _ b: QueryValue = .null, _ c: QueryValue = .null
  ) throws(PredicateIssue) -> Bool {
    switch condition.node {
    case .always(let value): return value
    case .isNull: return a.withoutNaN.isNull
    case .compare(let comparison, _, _): return compare(comparison, a, b)
    case .between: return compare(.greaterOrEqual, a, b) && compare(.lessOrEqual, a, c)
    case .member(_, let constants): return !a.isNull && a.isMember(ofAscending: constants)
    case .match(let kind, _, _):
      return try PredicateIssue.placing(at: condition.range) { () throws(PredicateIssue) in try matches(kind, a, b) }
    case .dynamic(let op, let left, let right, let options):
      return try compare(op, (left, a), (right, b), options, condition.range)
    case .and, .or, .not, .exists: return false
    }
  }

  /// A member of a value; an unknown one is blamed where its name stands.
  @inline(never)
  private func named(
    _ name: String, of found: QueryValue, _ value: CoreValue
  ) throws(PredicateIssue) -> QueryValue {
    do throws(PredicateIssue) {
      return try property(name, of: found, range: value.range)
    } catch {
      throw error.kind == .unknownKey && error.range == value.range ? error.at(value.nameRange) : error
    }
  }
}

extension QueryValue {
  fileprivate var integerAsDouble: QueryValue {
    if case .integer(let whole) = self { .double(Double(whole)) } else { self }
  }
}

extension BinaryOperator {
  /// Whether this is `+ - * /`, whose result is a double where an operand is one.
  fileprivate var calculates: Bool {
    switch self {
    case .add, .subtract, .multiply, .divide: true
    default: false
    }
  }
}
