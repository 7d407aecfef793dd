import PredicateBinding
import PredicateEvaluation
import PredicateModel
import PredicateSyntax
import PredicateValues

extension LinkedRows {
  /// Why a predicate holds of an object or not; nil where there is no such object. One row is fetched, and those that the condition leads to.
  ///
  /// - Parameter objects: All objects of an entity in memory, for a relationship that no row can be asked for: one that leads one way alone.
  package func explanation(
    of predicate: QueryPredicate, for reference: ObjectReference, variables: QueryVariables,
    options: BindingOptions = BindingOptions(), objects: (String) throws -> [any QueryObject]
  ) throws -> Explanation? {
    let row = object(reference)
    try check()
    return try explanation(of: predicate, in: reference.entity, for: row, variables: variables, options: options) {
      try objects(reference.entity).first { $0.reference?.key == reference.key }
    }
  }

  /// The same of a row of an entity; nil for none.
  ///
  /// - Parameter inMemory: The row's object in memory, for a relationship that no row can be asked for.
  package func explanation(
    of predicate: QueryPredicate, in entity: String, for row: LinkedRow?, variables: QueryVariables,
    options: BindingOptions = BindingOptions(), inMemory: () throws -> (any QueryObject)?
  ) throws -> Explanation? {
    guard let row else { return nil }
    let explainer = Explainer(predicate, root: .entity(entity, model), variables: variables, options: options)
    let explanation = explainer.explanation(of: .object(row), by: evaluator)
    do {
      try check()
      return explanation
    } catch let issue as PredicateIssue where issue.kind == .unsupported {
      guard let object = try inMemory() else { throw issue }
      return explainer.explanation(of: .object(object), by: evaluator)
    }
  }
}
