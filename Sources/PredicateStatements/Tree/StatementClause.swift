import PredicateModel
import PredicateSyntax

/// A clause of a statement as it was read.
package struct StatementClause: Sendable {
  /// What a clause says. A part with a mistake is left out; the tree has the issue.
  package enum Content: Sendable {
    case condition(QueryPredicate?)
    case columns([StatementColumn], isDistinct: Bool)
    case keys([SortKey])
    case number(Int?)
    case first(Int?, of: [QueryExpression])
  }

  /// Which clause it is.
  package let kind: ClauseKind
  /// Where it stands, its words included.
  package let range: SourceRange
  /// What it says.
  package internal(set) var content: Content
}
