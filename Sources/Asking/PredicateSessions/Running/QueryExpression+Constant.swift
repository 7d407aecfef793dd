import PredicateBinding
import PredicateReference
import PredicateValues

extension QueryExpression {
  /// The value of an expression for a parameter. Throws for an expression that names a property, and throws evaluation errors.
  package func constant(variables: QueryVariables) throws(PredicateIssue) -> QueryValue {
    var finder = PropertyFinder()
    walk(&finder)
    if let property = finder.found { throw .parameterOfProperty(property.canonicalFormat, range: property.range) }
    return try valueByReference(with: .null, variables: variables)
  }
}

/// Finds a property name in an expression.
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

extension PredicateIssue {
  fileprivate static func parameterOfProperty(_ name: String, range: SourceRange) -> PredicateIssue {
    .error(
      "parameter-value", range, "expected a value, found the property “\(name)”", hint: "a text is written in quotes",
      kind: .type)
  }
}
