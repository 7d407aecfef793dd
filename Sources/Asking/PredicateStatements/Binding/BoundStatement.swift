import PredicateBinding
import PredicateModel
import PredicateSyntax
import PredicateValues

/// A query with known names and types, and the query that was read.
package struct BoundStatement: Sendable {
  package let query: QueryStatement
  /// The fetch of the clauses.
  package let fetch: EntityFetch
  /// The fetch, bound to ``model``.
  package var bound: BoundFetch
  /// Whether only the number of rows is wanted.
  package var isCount: Bool
  package let model: DataModel
  package let variables: QueryVariables

  /// The notes of reading and binding.
  package var notes: [PredicateIssue] { query.notes + bound.notes + divisions }
  private let divisions: [PredicateIssue]

  /// Binds a query. Throws the first issue, with its place in the text.
  package init(_ query: QueryStatement, model: DataModel, variables: QueryVariables) throws(PredicateIssue) {
    self.query = query
    self.model = model
    self.variables = variables
    isCount = query.isCount
    fetch = query.fetch
    bound = try BoundFetch(fetch, model: model, variables: variables)
    divisions = query.isCount ? [] : IntegerDivisions.notes(on: bound, fetch.columns)
  }
}
