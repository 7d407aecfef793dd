/// Where in the grammar a text ends: what decides what may come.
package enum StatementEnd: Sendable, Equatable {
  /// Nothing was typed, or `count` alone.
  case beginning
  /// A clause may come, or nothing; `where` only directly behind an entity.
  case clauses(allowsWhere: Bool)
  /// A word of a clause has to come: `by`, `of`, `each`.
  case word(String)
  /// A part of a clause that began at the offset: a condition, a column, a key.
  case expression(ClauseKind, from: Int)
  /// A name has to come, behind `as`.
  case name
  /// A whole number has to come.
  case number
  /// Nothing can come: a command, a comment, a semicolon.
  case closed
}
