import PredicateEngine
import PredicateSyntax

/// The compiler shows these messages for a `String` in the place of a format. The functions of sequences have them, too.
extension QueryPredicate {
  /// Unavailable: a text that a variable holds is not a format.
  @available(
    *, unavailable,
    message:
      "write values into a literal, as in \"year > \\(minimum)\"; a text of the application is QueryFormat(raw: text), untrusted text goes into filter(text:policy:)"
  )
  @_disfavoredOverload
  public init(_ text: String) throws(PredicateIssue) { try self.init(QueryFormat(raw: text)) }

  /// Unavailable: a text that a variable holds is not a format.
  @available(
    *, unavailable,
    message:
      "write values into a literal, as in \"year > \\(minimum)\"; a text of the application is QueryFormat(raw: text), untrusted text goes into filter(text:policy:)"
  )
  @_disfavoredOverload
  public init(format text: String) throws(PredicateIssue) { try self.init(QueryFormat(raw: text)) }
}

extension BoundQuery {
  /// Unavailable: a text that a variable holds is not a format.
  @available(
    *, unavailable,
    message:
      "write values into a literal, as in \"year > \\(minimum)\"; a text of the application is QueryFormat(raw: text), untrusted text goes into filter(text:policy:)"
  )
  @_disfavoredOverload
  public init(_ text: String) throws(PredicateIssue) { try self.init(QueryFormat(raw: text)) }
}
