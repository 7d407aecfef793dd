import PredicateBinding
import PredicateSyntax
import PredicateValues

/// The compiler shows these messages for a `String` in the place of a format. ``QueryPredicate`` and ``BoundQuery`` have them, too. No other
/// function has one: each such overload lengthens the time in which every importing file is checked.
extension Sequence {
  /// Unavailable: a text that a variable holds is not a format.
  @available(
    *, unavailable,
    message:
      "write values into a literal, as in \"year > \\(minimum)\"; a text of the application is QueryFormat(raw: text), untrusted text goes into filter(text:policy:)"
  )
  @_disfavoredOverload
  public func filter(_ text: String, variables: QueryVariables = [:]) throws(PredicateIssue) -> [Element] { [] }

  /// Unavailable: a text that a variable holds is not a format.
  @available(
    *, unavailable,
    message:
      "write values into a literal, as in \"year > \\(minimum)\"; a text of the application is QueryFormat(raw: text), untrusted text goes into count(text:policy:)"
  )
  @_disfavoredOverload
  public func count(where text: String, variables: QueryVariables = [:]) throws(PredicateIssue) -> Int { 0 }

  /// Unavailable: a text that a variable holds is not a format.
  @available(
    *, unavailable,
    message:
      "write values into a literal, as in \"year > \\(minimum)\"; a text of the application is QueryFormat(raw: text), untrusted text goes into first(text:policy:)"
  )
  @_disfavoredOverload
  public func first(where text: String, variables: QueryVariables = [:]) throws(PredicateIssue) -> Element? { nil }
}
