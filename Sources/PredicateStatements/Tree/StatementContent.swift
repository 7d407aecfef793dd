/// What a statement is.
package enum StatementContent: Sendable {
  /// Spaces, semicolons or a comment.
  case nothing
  /// `.schema Movie`
  case command(CommandCall)
  /// `Movie where … sort by … show …`, a bare predicate, or one of them with `count` before it.
  case query(QueryStatement)
  /// `insert Movie …`, `update Movie set … where …`, `delete Friend where …`
  case change(ChangeStatement)
}
