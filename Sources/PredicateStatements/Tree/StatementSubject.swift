import PredicateSyntax

/// The entity that a statement is about, and how it is named.
package enum StatementSubject: Sendable {
  /// The entity's name stands in the text.
  case written(SourceRange)
  /// The current entity, and a condition begins at the offset: `ENTITY where` belongs before it.
  case beforeCondition(Int)
  /// The current entity, and a clause begins at the offset, or nothing but `count` stands before it: the entity belongs there.
  case beforeClauses(Int)
}
