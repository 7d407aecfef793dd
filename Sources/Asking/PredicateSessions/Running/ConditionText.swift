import PredicateBinding
import PredicateModel
import PredicateReference
import PredicateStatements
import PredicateSyntax
import PredicateValues

/// Writes the condition that an expression has a value, in the style that people write: `lent == YES`.
package struct ConditionText {
  private let model: DataModel
  /// The labels of objects whose key is not an integer, by their references: `Person["u1"]`.
  private let labels: [ObjectReference: String]

  /// Writes conditions on values of a model.
  ///
  /// - Parameter labels: The labels of objects (``QueryBackend/labels(of:)``).
  package init(_ model: DataModel, labels: [ObjectReference: String] = [:]) {
    (self.model, self.labels) = (model, labels)
  }

  /// The condition that an expression has a value: `genre == "Noir"`, `lent == YES`, `lentToFriend == Friend[3]`.
  package func text(of expression: QueryExpression, equals value: QueryValue) -> String {
    let constant =
      switch value {
      case .boolean(let value): value ? "YES" : "NO"
      case .null: "nil"
      case .reference(let reference): object(reference)
      case .object(let object):
        object.reference.map(self.object) ?? (object as? any KeyedObject)?.label
          ?? value.queryArgument.expression().exactFormat
      default: value.queryArgument.expression().exactFormat
      }
    return "\(expression.exactFormat) == \(constant)"
  }

  /// `Friend[3]`, or a literal if the entity's key is not the integer of the reference.
  private func object(_ reference: ObjectReference) -> String {
    if let label = labels[reference] { return label }
    if let entity = model.entity(named: reference.entity), entity.objectKey.count == 1,
      entity.objectKey.first?.name == (entity.keyAttribute ?? entity.hiddenKey)?.name
    {
      return reference.named(entity.name).label
    }
    return QueryExpression.literal(.object(reference)).exactFormat
  }
}

extension QueryExpression {
  /// The value of an expression for a variable of `.let` or `.run`. Throws if the expression names a property, or if it cannot be evaluated.
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
      "parameter-value", range, "expected a value, found the property “\(name)”", hint: "a text must be in quotes",
      kind: .type)
  }
}
