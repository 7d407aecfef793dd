import PredicateBinding
import PredicateSyntax
import PredicateValues

/// Makes the compiler explain a `String` that is passed as a format. ``QueryPredicate`` and ``BoundQuery`` have such overloads too. Other functions
/// do not, because each such overload makes the compiler check every importing file longer.
extension Sequence {
  /// Unavailable: a text in a variable is not a format.
  @available(
    *, unavailable,
    message:
      "write values into a literal, as in \"year > \\(minimum)\"; a text of the application is QueryFormat(raw: text), untrusted text goes into filter(text:policy:)"
  )
  @_disfavoredOverload
  public func filter(_ text: String, variables: QueryVariables = [:]) throws(PredicateIssue) -> [Element] { [] }

  /// Unavailable: a text in a variable is not a format.
  @available(
    *, unavailable,
    message:
      "write values into a literal, as in \"year > \\(minimum)\"; a text of the application is QueryFormat(raw: text), untrusted text goes into count(text:policy:)"
  )
  @_disfavoredOverload
  public func count(where text: String, variables: QueryVariables = [:]) throws(PredicateIssue) -> Int { 0 }

  /// Unavailable: a text in a variable is not a format.
  @available(
    *, unavailable,
    message:
      "write values into a literal, as in \"year > \\(minimum)\"; a text of the application is QueryFormat(raw: text), untrusted text goes into first(text:policy:)"
  )
  @_disfavoredOverload
  public func first(where text: String, variables: QueryVariables = [:]) throws(PredicateIssue) -> Element? { nil }
}
