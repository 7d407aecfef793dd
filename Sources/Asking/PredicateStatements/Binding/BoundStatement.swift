import PredicateBinding
import PredicateModel
import PredicateSyntax
import PredicateValues

/// A query whose names and types are resolved, together with the parsed query.
package struct BoundStatement: Sendable {
  package let query: QueryStatement
  /// The fetch that the clauses describe.
  package let fetch: EntityFetch
  /// The fetch, bound to ``model``.
  package var bound: BoundFetch
  /// Whether the statement asks only for the number of rows.
  package var isCount: Bool
  package let model: DataModel
  package let variables: QueryVariables

  /// The notes of the parser, of the binder, and on divisions of integers.
  package var notes: [PredicateIssue] { query.notes + bound.notes + divisions }
  private let divisions: [PredicateIssue]

  /// Binds a query. Throws the first issue, with its range in the text.
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

extension PredicateIssue {
  /// Whether the issue is a note that counts only where Apple's systems read the predicate: people who ask a database can leave it as it is.
  package var concernsOtherPlatforms: Bool {
    severity == .note && (has(.extension) || has(.stringReadAsDate) || has(.stringReadAsUUID))
  }
}
