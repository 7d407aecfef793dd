import PredicateBinding
import PredicateModel
import PredicateReference
import PredicateValues

extension LinkedRows {
  /// The reason why a predicate is true or false for a row of an entity; nil if there is no such row. Fetches the rows that the condition reads.
  ///
  /// - Parameter inMemory: The row's object in memory. It is needed for a relationship without an inverse, whose objects cannot be fetched from the
  ///   row.
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
