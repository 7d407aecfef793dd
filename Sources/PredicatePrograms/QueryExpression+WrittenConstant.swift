import PredicateSyntax

extension QueryExpression {
  /// Whether it is a value as it is written: a literal, a list or a CAST of literals, a sign before one. What has to be worked out
  /// (`2024-01-01` is a number) is none.
  var isWrittenConstant: Bool {
    switch node {
    case .literal: true
    case .aggregate(let elements): elements.allSatisfy(\.isWrittenConstant)
    case .negate(let operand), .cast(let operand, _): operand.isWrittenConstant
    default: false
    }
  }
}
