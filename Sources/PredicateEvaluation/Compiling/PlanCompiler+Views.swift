import PredicateBinding
import PredicateValues

/// Values of unknown types. Conditions on them run from left to right; comparisons with constants by tests for the kinds of values that may
/// turn up.
extension PlanCompiler {
  /// The form of a value as a view; nil for what has to be made.
  mutating func view(_ value: CoreValue) -> ViewNode? {
    switch value.node {
    case .element(let variable):
      if case .view? = variables[variable] { return .variable(variable) }
      return nil
    case .property(let base, let name) where !name.hasSameScalars(as: QueryKeyPath.selfKey):
      guard let base = view(base) else { return nil }
      return .key(base, DictionaryKey(name), site: site(of: name, base), value)
    case .dynamicAggregate(.count, let collection):
      return view(collection).map { .count($0, value) }
    default: return nil
    }
  }

  /// The form of a condition on one value of unknown type; nil for every other.
  mutating func viewNode(_ condition: CoreCondition) -> ConditionNode? {
    switch condition.node {
    case .isNull(let value): return view(value).map { .view(.isNull, $0) }
    case .compare(let comparison, let left, let right): return compared(comparison, left, right, condition)
    case .dynamic(let op, let left, let right, let options):
      return compared(op, left, right, options, condition)
    default: return nil
    }
  }

  /// A comparison of values of known types.
  private mutating func compared(
    _ comparison: CoreComparison, _ left: CoreValue, _ right: CoreValue, _ condition: CoreCondition
  ) -> ConditionNode? {
    if let constant = right.constantValue, !constant.isNull, let view = view(left) {
      let tests = ViewAnswers(null: false, limits) { element, _ in
        CoreCondition(.compare(comparison, element, right), range: .none)
      }
      return .view(
        .compare(tests, ViewComparison(condition: condition, constant: constant, isConstantLeft: false)), view)
    }
    if let constant = left.constantValue, !constant.isNull, let view = view(right) {
      let tests = ViewAnswers(null: false, limits) { element, _ in
        CoreCondition(.compare(comparison, left, element), range: .none)
      }
      return .view(
        .compare(tests, ViewComparison(condition: condition, constant: constant, isConstantLeft: true)), view)
    }
    return nil
  }

  /// A comparison whose meaning is decided when it runs.
  private mutating func compared(
    _ op: ComparisonOperator, _ left: CoreValue, _ right: CoreValue, _ options: StringOptions,
    _ condition: CoreCondition
  ) -> ConditionNode? {
    if let constant = right.constantValue, let view = view(left) {
      let comparison = ViewComparison(condition: condition, constant: constant, isConstantLeft: false)
      if op == .matches, let expression = expression(constant, options) {
        return .view(.matches(expression, comparison), view)
      }
      let tests = ViewAnswers(op, constant, options, null: answer(.null, op, constant, options), limits)
      return .view(.compare(tests, comparison), view)
    }
    guard let view = view(right) else { return nil }
    if let constant = left.constantValue {
      let comparison = ViewComparison(condition: condition, constant: constant, isConstantLeft: true)
      let tests = ViewAnswers(constant, op, options, null: answer(constant, op, .null, options), limits)
      if op != .in { return .view(.compare(tests, comparison), view) }
      let elements = ViewAnswers(.equal, constant, options, null: answer(.null, .equal, constant, options), limits)
      return .view(.contains(elements: elements, part: tests, comparison), view)
    }
    guard op == .in, options.isEmpty else { return nil }
    return .view(.hasElement(value(left), condition), view)
  }

  /// A constant pattern of MATCHES; nil for one that cannot be read, which fails when it runs.
  private func expression(_ pattern: QueryValue, _ options: StringOptions) -> RegularExpression? {
    guard case .string(let text) = pattern else { return nil }
    do throws(PredicateIssue) {
      return try RegularExpressionCache.shared.expression(
        text, options: options, stepLimit: limits.regularExpressionSteps)
    } catch {
      return nil
    }
  }

  /// What a comparison says of two values, where that is no issue.
  private func answer(
    _ left: QueryValue, _ op: ComparisonOperator, _ right: QueryValue, _ options: StringOptions
  ) -> Bool? {
    do throws(PredicateIssue) {
      return try ValueComparison.evaluate(left, op, right, options: options, limits: limits)
    } catch {
      return nil
    }
  }
}
