import PredicateSyntax

/// A member of an object and the value that it gets: `year = 1979`.
package struct ChangeAssignment: Sendable {
  /// What a member gets.
  package enum Value: Sendable {
    /// A value of the language: `1979`, `now()`, `Friend[3]`, `{Tag[2], Tag[3]}`, `nil`.
    case expression(QueryExpression)
    /// Objects that a condition finds: `(Friend where friendName == "Anna")`.
    case selection(String, QueryPredicate)
  }

  /// The name of the attribute or relationship.
  package let member: String
  /// Where the name stands.
  package let memberRange: SourceRange
  /// What it gets.
  package let value: Value
  /// Where the value stands.
  package let valueRange: SourceRange
}
