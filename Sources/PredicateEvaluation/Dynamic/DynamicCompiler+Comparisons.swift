import PredicateBinding
import PredicateValues

/// Comparisons: with a constant by the batch engine's tests for the kinds of values that may turn up.
extension DynamicCompiler {
  /// A comparison whose meaning is decided when it runs.
  mutating func comparison(
    _ op: ComparisonOperator, _ left: CoreValue, _ right: CoreValue, _ options: StringOptions,
    _ condition: CoreCondition
  ) -> DynamicCondition {
    let form = DynamicMeaning.Form.dynamic(op, left, right, options)
    if let constant = right.constantValue {
      let meaning = DynamicMeaning(form: form, constant: constant, isConstantLeft: false, range: condition.range)
      if let condition = expression(op, left, constant, options, meaning) { return condition }
      return DynamicConstantComparison(operand(left), tests(op, constant, options), meaning)
    }
    if let constant = left.constantValue {
      let meaning = DynamicMeaning(form: form, constant: constant, isConstantLeft: true, range: condition.range)
      if op == .in {
        let null = answer(constant, .in, .null, options)
        return DynamicMembership(
          operand(right), elements: tests(.equal, constant, options),
          part: DynamicTests(constant, .in, options, null: null, limits), site: newSite(), meaning)
      }
      let null = answer(constant, op, .null, options)
      return DynamicConstantComparison(operand(right), DynamicTests(constant, op, options, null: null, limits), meaning)
    }
    let meaning = DynamicMeaning(form: form, constant: .null, isConstantLeft: false, range: condition.range)
    if op == .in, options.isEmpty, !DynamicAmong.isSteady(left), DynamicAmong.isSteady(right) {
      return DynamicAmong(operand(left), operand(right), site: newSite(), meaning)
    }
    return DynamicPairComparison(operand(left), operand(right), meaning)
  }

  /// A comparison of values of known types.
  mutating func comparison(
    _ comparison: CoreComparison, _ left: CoreValue, _ right: CoreValue, _ condition: CoreCondition
  ) -> DynamicCondition {
    let form = DynamicMeaning.Form.compare(comparison)
    if let constant = right.constantValue, !constant.isNull {
      let tests = DynamicTests(null: false, limits) { CoreCondition(.compare(comparison, $0, right), range: .none) }
      let meaning = DynamicMeaning(form: form, constant: constant, isConstantLeft: false, range: condition.range)
      return DynamicConstantComparison(operand(left), tests, meaning)
    }
    if let constant = left.constantValue, !constant.isNull {
      let tests = DynamicTests(null: false, limits) { CoreCondition(.compare(comparison, left, $0), range: .none) }
      let meaning = DynamicMeaning(form: form, constant: constant, isConstantLeft: true, range: condition.range)
      return DynamicConstantComparison(operand(right), tests, meaning)
    }
    let meaning = DynamicMeaning(form: form, constant: .null, isConstantLeft: false, range: condition.range)
    return DynamicPairComparison(operand(left), operand(right), meaning)
  }

  /// MATCHES with a constant pattern. One that cannot be read fails when it runs.
  private mutating func expression(
    _ op: ComparisonOperator, _ subject: CoreValue, _ pattern: QueryValue, _ options: StringOptions,
    _ meaning: DynamicMeaning
  ) -> DynamicCondition? {
    guard op == .matches, case .string(let text) = pattern else { return nil }
    do throws(PredicateIssue) {
      let expression = try RegularExpressionCache.shared.expression(
        text, options: options, stepLimit: limits.regularExpressionSteps)
      return DynamicExpression(operand(subject), expression, meaning)
    } catch {
      return nil
    }
  }

  /// The tests of a comparison with a constant on its right.
  private func tests(_ op: ComparisonOperator, _ constant: QueryValue, _ options: StringOptions) -> DynamicTests {
    DynamicTests(op, constant, options, null: answer(.null, op, constant, options), limits)
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
