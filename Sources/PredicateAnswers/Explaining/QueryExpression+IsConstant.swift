import PredicateSyntax

extension QueryExpression {
  /// Whether it is plainly the same for all objects: a literal, a variable, a list of such, or the negative of one.
  var isConstant: Bool {
    switch node {
    case .literal, .variable: true
    case .aggregate(let elements): elements.allSatisfy(\.isConstant)
    case .negate(let operand): operand.isConstant
    default: false
    }
  }
}
