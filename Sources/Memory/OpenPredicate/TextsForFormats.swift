import PredicateEngine
import PredicateSyntax

/// Makes the compiler explain a `String` that is passed as a format. Functions of sequences have such overloads too.
extension QueryPredicate {
  /// Unavailable: a text in a variable is not a format.
  @available(
    *, unavailable,
    message:
      "write values into a literal, as in \"year > \\(minimum)\"; a text of the application is QueryFormat(raw: text), untrusted text goes into filter(text:policy:)"
  )
  @_disfavoredOverload
  public init(_ text: String) throws(PredicateIssue) { try self.init(QueryFormat(raw: text)) }

  /// Unavailable: a text in a variable is not a format.
  @available(
    *, unavailable,
    message:
      "write values into a literal, as in \"year > \\(minimum)\"; a text of the application is QueryFormat(raw: text), untrusted text goes into filter(text:policy:)"
  )
  @_disfavoredOverload
  public init(format text: String) throws(PredicateIssue) { try self.init(QueryFormat(raw: text)) }
}

extension BoundQuery {
  /// Unavailable: a text in a variable is not a format.
  @available(
    *, unavailable,
    message:
      "write values into a literal, as in \"year > \\(minimum)\"; a text of the application is QueryFormat(raw: text), untrusted text goes into filter(text:policy:)"
  )
  @_disfavoredOverload
  public init(_ text: String) throws(PredicateIssue) { try self.init(QueryFormat(raw: text)) }
}
