import PredicateBinding
import PredicateValues

/// A condition of a dynamic predicate, made ready for running.
class DynamicCondition: @unchecked Sendable {
  /// Whether it holds, for what the run's variables stand for now.
  func holds(_ run: DynamicRun) throws(PredicateIssue) -> Bool { false }
}

/// True or false.
final class DynamicAlways: DynamicCondition, @unchecked Sendable {
  private let value: Bool

  init(_ value: Bool) { self.value = value }

  override func holds(_ run: DynamicRun) -> Bool { value }
}

/// `a AND b`, from left to right.
final class DynamicAnd: DynamicCondition, @unchecked Sendable {
  private let left: DynamicCondition
  private let right: DynamicCondition

  init(_ left: DynamicCondition, _ right: DynamicCondition) {
    self.left = left
    self.right = right
  }

  override func holds(_ run: DynamicRun) throws(PredicateIssue) -> Bool {
    guard try left.holds(run) else { return false }
    return try right.holds(run)
  }
}

/// `a OR b`, from left to right.
final class DynamicOr: DynamicCondition, @unchecked Sendable {
  private let left: DynamicCondition
  private let right: DynamicCondition

  init(_ left: DynamicCondition, _ right: DynamicCondition) {
    self.left = left
    self.right = right
  }

  override func holds(_ run: DynamicRun) throws(PredicateIssue) -> Bool {
    if try left.holds(run) { return true }
    return try right.holds(run)
  }
}

/// `NOT a`.
final class DynamicNot: DynamicCondition, @unchecked Sendable {
  private let part: DynamicCondition

  init(_ part: DynamicCondition) { self.part = part }

  override func holds(_ run: DynamicRun) throws(PredicateIssue) -> Bool { try !part.holds(run) }
}

/// Whether a value is nil.
final class DynamicNil: DynamicCondition, @unchecked Sendable {
  private let operand: DynamicOperand

  init(_ operand: DynamicOperand) { self.operand = operand }

  override func holds(_ run: DynamicRun) throws(PredicateIssue) -> Bool {
    let view = try operand.view(run)
    switch view.kind {
    case .null: return true
    case .double, .value: return view.queryValue.withoutNaN.isNull
    default: return false
    }
  }
}

/// Whether a range has an element.
final class DynamicExists: DynamicCondition, @unchecked Sendable {
  private let range: DynamicRange

  init(_ range: DynamicRange) { self.range = range }

  override func holds(_ run: DynamicRun) throws(PredicateIssue) -> Bool {
    try range.count(run, stopsAtFirst: true) ?? 0 > 0
  }
}

/// Everything else, by the plain evaluator.
final class DynamicPlain: DynamicCondition, @unchecked Sendable {
  private let condition: CoreCondition
  private let variables: [Int]

  init(_ condition: CoreCondition, _ variables: [Int]) {
    self.condition = condition
    self.variables = variables
  }

  override func holds(_ run: DynamicRun) throws(PredicateIssue) -> Bool {
    run.fill(variables)
    return try run.evaluator.holds(condition, &run.frame)
  }
}
