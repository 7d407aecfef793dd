import PredicateBinding
import PredicateMemory
import PredicateReference
import PredicateValues

/// A comparison of a value of unknown type with a constant.
final class DynamicComparison: Sendable {
  /// The tests for each type of value. A test has the result of the same comparison for a value of known type. Nil if the comparison must be
  /// evaluated in full.
  struct Tests: Sendable {
    var integer: (@Sendable (Int64) -> Bool)?
    var double: (@Sendable (Double) -> Bool)?
    var boolean: (@Sendable (Bool) -> Bool)?
    var text: TextQuestion?
    var null: Bool?

    /// The answer for a value. Nil if the comparison must be evaluated in full.
    @inline(__always)
    func answer(_ value: DynamicValue?) -> Bool? {
      switch value {
      case nil: null
      case .integer(let number)?: integer?(number)
      case .double(let number)?: double?(number)
      case .boolean(let truth)?: boolean?(truth)
      case .string(let string)?: text?.passes(string)
      case .text(let bytes)?: text?.passes(bytes)
      case .any?, .value?, .list?: nil
      }
    }
  }

  let tests: Tests
  /// The tests for elements of a collection that equal the constant, for `list CONTAINS constant`.
  let elements: Tests?
  /// The compiled pattern of MATCHES.
  let expression: RegularExpression?
  let condition: CoreCondition
  let constant: QueryValue
  let isConstantLeft: Bool
  /// The folded value, if it is compared instead of the value; otherwise nil.
  let folded: CoreValue?
  let reading: BindingOptions.Reading

  init(
    _ tests: Tests, _ condition: CoreCondition, _ constant: QueryValue, isConstantLeft: Bool, elements: Tests?,
    expression: RegularExpression?, folded: CoreValue?, _ reading: BindingOptions.Reading
  ) {
    self.tests = tests
    self.elements = elements
    self.expression = expression
    self.condition = condition
    self.constant = constant
    self.isConstantLeft = isConstantLeft
    self.folded = folded
    self.reading = reading
  }

  func holds(_ value: DynamicValue?, _ context: RunContext) throws(PredicateIssue) -> Bool {
    if let answer = tests.answer(value) { return answer }
    if let expression {
      if case .string(let text)? = value { return try expression.matches(text) }
      if case .text(let bytes)? = value { return try expression.matches(bytes) }
    }
    // Comparing elements with a constant for equality cannot fail, so the answer does not depend on the order of the elements.
    if let elements, case .list(let list)? = value {
      let answers = list.map(elements.answer)
      if !answers.contains(nil) { return answers.contains(true) }
    }
    var value = value?.queryValue(reading) ?? .null
    if let folded { value = try context.evaluator.apply(folded, to: value) }
    if isConstantLeft { return try context.evaluator.decide(condition, constant, value) }
    return try context.evaluator.decide(condition, value, constant)
  }
}
