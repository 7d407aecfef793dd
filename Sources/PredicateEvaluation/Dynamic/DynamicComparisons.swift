import PredicateBinding
import PredicateValues

/// A comparison whose meaning is decided when it runs, of a value with a constant.
final class DynamicConstantComparison: DynamicCondition, @unchecked Sendable {
  private let operand: DynamicOperand
  private let tests: DynamicTests
  /// Compares in full.
  private let comparison: DynamicMeaning

  init(_ operand: DynamicOperand, _ tests: DynamicTests, _ comparison: DynamicMeaning) {
    self.operand = operand
    self.tests = tests
    self.comparison = comparison
  }

  override func holds(_ run: DynamicRun) throws(PredicateIssue) -> Bool {
    let view = try operand.view(run)
    if let answer = tests.answer(view) { return answer }
    return try comparison.holds(of: view, run)
  }
}

/// Whether a value is an element of a collection that is found when the predicate runs, or a part of a string.
final class DynamicMembership: DynamicCondition, @unchecked Sendable {
  private let container: DynamicOperand
  /// Of elements of an array: whether they equal the constant.
  private let elements: DynamicTests
  /// Of a string: whether it contains the constant.
  private let part: DynamicTests
  private let site: Int
  private let comparison: DynamicMeaning

  init(
    _ container: DynamicOperand, elements: DynamicTests, part: DynamicTests, site: Int, _ comparison: DynamicMeaning
  ) {
    self.container = container
    self.elements = elements
    self.part = part
    self.site = site
    self.comparison = comparison
  }

  override func holds(_ run: DynamicRun) throws(PredicateIssue) -> Bool {
    let view = try container.view(run)
    switch view.kind {
    case .array, .strings, .anys:
      var found = false
      let isDecided = try DynamicElements(view).forEach(run.sites + site) {
        (element: DynamicView) throws(PredicateIssue) -> Bool in
        guard let equal = elements.answer(element) else { return false }
        found = equal
        return !found
      }
      // Whether elements are equal to a constant cannot fail, so it does not matter which is asked first.
      return try isDecided || found ? found : comparison.holds(of: view, run)
    default:
      if let answer = part.answer(view) { return answer }
      return try comparison.holds(of: view, run)
    }
  }
}

/// MATCHES with a pattern that was compiled before.
final class DynamicExpression: DynamicCondition, @unchecked Sendable {
  private let operand: DynamicOperand
  private let expression: RegularExpression
  private let comparison: DynamicMeaning

  init(_ operand: DynamicOperand, _ expression: RegularExpression, _ comparison: DynamicMeaning) {
    self.operand = operand
    self.expression = expression
    self.comparison = comparison
  }

  override func holds(_ run: DynamicRun) throws(PredicateIssue) -> Bool {
    let view = try operand.view(run)
    guard view.kind == .string else { return try comparison.holds(of: view, run) }
    return try PredicateIssue.placing(at: comparison.range) { () throws(PredicateIssue) in
      try expression.matches(StringMemory.string(view.address))
    }
  }
}

/// A comparison of two values that are both found when it runs.
final class DynamicPairComparison: DynamicCondition, @unchecked Sendable {
  private let left: DynamicOperand
  private let right: DynamicOperand
  private let comparison: DynamicMeaning

  init(_ left: DynamicOperand, _ right: DynamicOperand, _ comparison: DynamicMeaning) {
    self.left = left
    self.right = right
    self.comparison = comparison
  }

  override func holds(_ run: DynamicRun) throws(PredicateIssue) -> Bool {
    let first = try left.view(run)
    // Asking the right side may replace what the left one made.
    let a = first.queryValue
    let b = try right.view(run).queryValue
    return try comparison.holds(a, b, run)
  }
}

/// What a comparison of the core means, as the plain evaluator has it.
struct DynamicMeaning: Sendable {
  /// The comparison.
  enum Form: Sendable {
    case dynamic(ComparisonOperator, CoreValue, CoreValue, StringOptions)
    case compare(CoreComparison)
  }

  let form: Form
  /// The side that is a constant, where one is.
  let constant: QueryValue
  /// Whether that is the left side.
  let isConstantLeft: Bool
  let range: SourceRange

  /// Whether it holds of a value and the constant.
  @inline(never)
  func holds(of view: DynamicView, _ run: DynamicRun) throws(PredicateIssue) -> Bool {
    let value = view.queryValue
    return try isConstantLeft ? holds(constant, value, run) : holds(value, constant, run)
  }

  /// Whether it holds of two values.
  func holds(_ left: QueryValue, _ right: QueryValue, _ run: DynamicRun) throws(PredicateIssue) -> Bool {
    switch form {
    case .dynamic(let op, let leftCore, let rightCore, let options):
      try run.evaluator.compare(op, (leftCore, left), (rightCore, right), options, range)
    case .compare(let comparison):
      run.evaluator.compare(comparison, left, right)
    }
  }
}
