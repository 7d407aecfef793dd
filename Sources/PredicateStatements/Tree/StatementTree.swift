import PredicateSyntax

/// A statement that was read: its parts, what is wrong with it, and what may come where it ends.
///
/// Reading forgives everything: behind a mistake it goes on with the next clause.
///
/// ```swift
/// let tree = StatementParser(model: model, currentEntity: "Movie").parse("Movie sort by")
/// tree.errors.first?.code  // sort-key
/// tree.end                 // an expression of the clause: a key is missing
/// ```
package struct StatementTree: Sendable {
  /// What the statement is, as far as it could be read.
  package let content: StatementContent
  /// What is wrong with the first clause that is wrong.
  package let errors: [PredicateIssue]
  /// What may come where the text ends.
  package let end: StatementEnd

  /// The query that was read; nil where something is wrong with it, and of a command.
  package var query: QueryStatement? {
    if errors.isEmpty, case .query(let query) = content { query } else { nil }
  }

  /// The statement that changes data; nil where something is wrong with it, and of anything else.
  package var change: ChangeStatement? {
    if errors.isEmpty, case .change(let change) = content { change } else { nil }
  }

  /// What the statement is. Throws where something is wrong with it.
  package func get() throws(StatementFailure) -> StatementContent {
    if errors.isEmpty { return content }
    throw StatementFailure(errors)
  }
}
