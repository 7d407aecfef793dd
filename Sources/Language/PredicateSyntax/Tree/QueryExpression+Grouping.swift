/// The parts of an expression that need parentheses. The printer writes the parentheses and the measure of a tree counts them.
extension QueryExpression {
  /// Before a dot these need parentheses: looser operators; numbers, whose digits would join the dot (a boolean prints as a number too); paths with a
  /// collection operator, which would include the text after the dot.
  var needsParenthesesBeforeDot: Bool {
    switch node {
    case .negate, .binary, .assignment: true
    case .literal(let value): value.isNumeric
    case .keyPath(let path), .path(_, let path): path.hasCollectionOperator
    default: false
    }
  }

  /// Before `[`, forms that need parentheses before a dot, and paths of several components, since Apple's parser binds an index to the last component alone.
  var needsParenthesesBeforeIndex: Bool {
    switch node {
    case .keyPath(let path): !path.rest.isEmpty
    case .path: true
    default: needsParenthesesBeforeDot
    }
  }

  /// After a unary minus, looser operators, and constants, which would absorb the minus.
  var needsParenthesesBehindMinus: Bool {
    switch node {
    case .binary, .assignment, .literal: true
    default: false
    }
  }

  /// Next to an operator, looser operators. On the right also operators of the same power, since every operator associates to the left. On the left also
  /// values that end with `reports*`: before an operator the `*` would multiply.
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

  /// The measure of this expression, with its parentheses if it has them.
  func measure(inParentheses isGrouped: Bool) -> TreeMeasure {
    guard isGrouped else { return measure }
    var result = measure
    result.deepen(by: 1)
    return result
  }
}

extension QueryLiteral {
  /// Whether the canonical form begins with a sign or a digit.
  fileprivate var isNumeric: Bool {
    switch self {
    case .boolean, .integer, .double, .decimal: true
    default: false
    }
  }
}
