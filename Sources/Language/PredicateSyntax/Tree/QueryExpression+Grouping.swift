/// Decides where an expression needs parentheses. The printer writes the parentheses, and the measure of a tree counts them.
extension QueryExpression {
  /// Whether the expression needs parentheses before a dot. Operators need them, because they bind less tightly. Numbers need them, because the dot
  /// would become part of the number; a boolean prints as a number too. Paths with a collection operator need them, because the operator would apply
  /// to the text after the dot.
  var needsParenthesesBeforeDot: Bool {
    switch node {
    case .negate, .binary, .assignment: true
    case .literal(let value): value.isNumeric
    case .keyPath(let path), .path(_, let path): path.hasCollectionOperator
    default: false
    }
  }

  /// Whether the expression needs parentheses before `[`. Expressions that need them before a dot do. Paths of several components do too, because
  /// Apple's parser binds an index to the last component alone.
  var needsParenthesesBeforeIndex: Bool {
    switch node {
    case .keyPath(let path): !path.rest.isEmpty
    case .path: true
    default: needsParenthesesBeforeDot
    }
  }

  /// Whether the expression needs parentheses after a unary minus. Operators need them, because they bind less tightly. Constants need them, because
  /// the minus would become part of the constant.
  var needsParenthesesBehindMinus: Bool {
    switch node {
    case .binary, .assignment, .literal: true
    default: false
    }
  }

  /// Whether the expression needs parentheses next to an operator: if it is an operator that binds less tightly, and on the right side also with the
  /// same binding power, since all operators associate to the left. On the left side, operators that end with `reports*` need them too: before an
  /// operator the `*` would multiply.
  func needsParentheses(beside op: BinaryOperator, onRight: Bool) -> Bool {
    switch node {
    case .binary(let inner, _, _):
      onRight
        ? inner.bindingPower <= op.bindingPower : inner.bindingPower < op.bindingPower || endsWithLevels
    case .assignment: true
    default: !onRight && endsWithLevels
    }
  }

  /// Whether the text of this expression ends with `reports*`.
  private var endsWithLevels: Bool {
    switch node {
    case .keyPath(let path), .path(_, let path): path.endsWithLevels
    case .binary(_, _, let right): right.endsWithLevels
    case .negate(let operand): operand.endsWithLevels
    default: false
    }
  }

  /// The measure of this expression, including its parentheses if `isGrouped` is true.
  func measure(inParentheses isGrouped: Bool) -> TreeMeasure {
    guard isGrouped else { return measure }
    var result = measure
    result.deepen(by: 1)
    return result
  }
}

extension QueryLiteral {
  /// Whether the canonical form of the constant begins with a sign or a digit.
  fileprivate var isNumeric: Bool {
    switch self {
    case .boolean, .integer, .double, .decimal: true
    default: false
    }
  }
}
