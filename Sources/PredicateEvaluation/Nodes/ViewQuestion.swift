import PredicateBinding
import PredicateValues

/// What is asked of the value of a view.
enum ViewQuestion: Sendable {
  /// Whether it is nil.
  case isNull
  /// A comparison with a constant.
  case compare(ViewAnswers, ViewComparison)
  /// Whether a constant is among the elements of a collection, or a part of a string.
  case contains(elements: ViewAnswers, part: ViewAnswers, ViewComparison)
  /// MATCHES with a pattern that was compiled before.
  case matches(RegularExpression, ViewComparison)
  /// Whether another value is among the elements of a collection.
  case hasElement(ValueNode, CoreCondition)
}

/// A comparison of a value with a constant, as the operations of the language have it.
struct ViewComparison: Sendable {
  let condition: CoreCondition
  let constant: QueryValue
  let isConstantLeft: Bool
  /// The folded value, where the comparison is about that.
  let folded: CoreValue?

  /// Whether it holds of a value.
  func holds(of value: QueryValue, _ evaluator: ReferenceEvaluator) throws(PredicateIssue) -> Bool {
    let value = try folded.map { (folded) throws(PredicateIssue) in try evaluator.apply(folded, to: value) } ?? value
    return isConstantLeft
      ? try evaluator.decide(condition, constant, value) : try evaluator.decide(condition, value, constant)
  }
}
