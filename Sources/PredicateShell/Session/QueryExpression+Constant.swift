import PredicateBinding
import PredicateEvaluation
import PredicateSyntax
import PredicateValues

extension QueryExpression {
  /// What an expression yields that names no property: the value of a parameter or of `.let`.
  func constant(variables: QueryVariables) throws(PredicateIssue) -> QueryValue {
    var finder = PropertyFinder()
    walk(&finder)
    if let property = finder.found { throw .parameterOfProperty(property.canonicalFormat, range: property.range) }
    return try valueByReference(with: .null, variables: variables)
  }

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

/// Looks for a name where only values can be.
private struct PropertyFinder: PredicateVisitor {
  var found: QueryExpression?

  mutating func visit(_ expression: QueryExpression) -> Bool {
    switch expression.node {
    case .keyPath, .evaluatedObject: found = found ?? expression
    default: break
    }
    return found == nil
  }
}
