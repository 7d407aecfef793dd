import PredicateEngine
import PredicateSyntax

/// The compiler shows these messages for a `String` in the place of a format. `filter`, `count` and `first` of sequences have them, too.
extension QueryPredicate {
  /// Unavailable: a text that a variable holds is not a format.
  @available(
    *, unavailable,
    message: "write QueryFormat(raw: text) for a text of the application, filter(text:policy:) for untrusted text"
  )
  @_disfavoredOverload
  public init(_ text: String) throws(PredicateIssue) { try self.init(QueryFormat(raw: text)) }

  /// Unavailable: a text that a variable holds is not a format.
  @available(
    *, unavailable,
    message: "write QueryFormat(raw: text) for a text of the application, filter(text:policy:) for untrusted text"
  )
  @_disfavoredOverload
  public init(format text: String) throws(PredicateIssue) { try self.init(QueryFormat(raw: text)) }
}

extension BoundQuery {
  /// Unavailable: a text that a variable holds is not a format.
  @available(
    *, unavailable,
    message: "write QueryFormat(raw: text) for a text of the application, filter(text:policy:) for untrusted text"
  )
  @_disfavoredOverload
  public init(_ text: String) throws(PredicateIssue) { try self.init(QueryFormat(raw: text)) }
}
