import PredicateBinding
import PredicateDatabases
import PredicateModel
import PredicateSyntax
import PredicateValues

/// Shows for each condition of a statement whether the database or memory decides it. For memory, the reason is the construct that the database does
/// not support.
///
/// Each operand of the top-level AND is prepared alone. Nothing is run.
package struct DecidedParts {
  private let backend: any QueryBackend
  private let statement: BoundFetch

  /// The conditions of a statement.
  package init(_ statement: BoundFetch, on backend: any QueryBackend) {
    self.backend = backend
    self.statement = statement
  }

  /// A line for each condition.
  package func lines(for predicate: QueryPredicate, variables: QueryVariables) throws -> [String] {
    let parts = predicate.conjuncts
    let all = try prepared(nil, variables)
    return try parts.map { part in
      let prepared = try prepared(part, variables)
      let text = part.shownFormat
      guard let remainder = prepared.remainder else { return "\(text): the database" }
      // The condition adds nothing to the SQL that finds every object, so memory decides the condition.
      let decider = prepared.statement?.text == all.statement?.text ? "memory" : "the database in part, then memory"
      return "\(text): \(decider) (\(remainder.reason.message))"
    }
  }

  private func prepared(_ predicate: QueryPredicate?, _ variables: QueryVariables) throws -> PreparedFetch {
    let fetch = EntityFetch(statement.entity.name, where: predicate)
    return try backend.prepare(BoundFetch(fetch, model: backend.model, variables: variables), as: .rows)
  }
}

extension QueryPredicate {
  /// The operands of an AND; the predicate itself if it is not an AND.
  package var conjuncts: [QueryPredicate] {
    if case .and(let parts) = node { parts } else { [self] }
  }
}
