/// Where a part of an expression has to stand in parentheses. The printer writes them and the measure of a tree counts them, so
/// both ask here.
extension QueryExpression {
  /// Before a dot: what binds looser than a dot, a number, whose digits would run into it (a boolean prints as a number too), and a path
  /// with a collection operator, which would take what is behind the dot.
  var needsParenthesesBeforeDot: Bool {
    switch node {
    case .negate, .binary, .assignment: true
    case .literal(let value): value.isNumeric
    case .keyPath(let path), .path(_, let path): path.hasCollectionOperator
    default: false
    }
  }

  /// Before `[`: what needs them before a dot, and a path of more than one component, since Apple binds an index to the last
  /// component alone.
  var needsParenthesesBeforeIndex: Bool {
    switch node {
    case .keyPath(let path): !path.rest.isEmpty
    case .path: true
    default: needsParenthesesBeforeDot
    }
  }

  /// Behind a unary minus: what binds looser, and a constant, into which the minus would be folded.
  var needsParenthesesBehindMinus: Bool {
    switch node {
    case .binary, .assignment, .literal: true
    default: false
    }
  }

  /// Left or right of an operator: what binds looser, and on the right what binds alike, since every operator associates to the left.
  func needsParentheses(beside op: BinaryOperator, onRight: Bool) -> Bool {
    switch node {
    case .binary(let inner, _, _):
      onRight ? inner.bindingPower <= op.bindingPower : inner.bindingPower < op.bindingPower
    case .assignment: true
    default: false
    }
  }

  /// The measure of this expression as it stands in its place.
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
