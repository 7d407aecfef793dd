import PredicateBinding
import PredicateModel

extension QueryStatement {
  /// Whether the statement can be bound. A hint proposes no statement that the shell would refuse.
  func canRun(on model: DataModel, variables: QueryVariables = [:]) -> Bool {
    (try? BoundFetch(fetch, model: model, variables: variables)) != nil
  }
}
