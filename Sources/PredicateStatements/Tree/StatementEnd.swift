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
  /// An entity has to come, behind the verb of a statement that changes data.
  case entity
  /// The name of a member that gets a value may come, or has to.
  case member(isRequired: Bool)
  /// The value of a member, which began at the offset.
  case assigned(String, from: Int)
  /// The condition on objects of an entity that a member gets, in brackets, which began at the offset.
  case selection(String, from: Int)
  /// Nothing can come: a command, a comment, a semicolon.
  case closed
}
