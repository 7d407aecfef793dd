import PredicateBinding
import PredicateEvaluation
import PredicateFetching
import PredicateModel
import PredicateSyntax

extension AnswerSource {
  /// Why a predicate holds of an object or not; nil where there is no such object.
  package func explanation(
    of predicate: QueryPredicate, for row: NamedRow, variables: QueryVariables
  ) throws -> Explanation? {
    let rows = linkedRows
    if case .object(let reference) = row {
      _ = try Binder.bind(predicate, to: .entity(reference.entity, model), variables: variables)
      return try rows.explanation(of: predicate, for: reference, variables: variables) { try objects(of: $0) }
    }
    guard let fetch = row.fetch else { return nil }
    _ = try Binder.bind(predicate, to: .entity(fetch.entity, model), variables: variables)
    let found = rows.add(try self.fetch(fetch, variables: row.variables), of: fetch.entity).first
    return try rows.explanation(of: predicate, in: fetch.entity, for: found, variables: variables) {
      row.object(among: try objects(of: fetch.entity))
    }
  }
}
