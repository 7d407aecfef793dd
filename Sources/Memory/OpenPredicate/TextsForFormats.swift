import PredicateBinding
import PredicateEngine
import PredicateSyntax

/// Makes the compiler explain a `String` that is passed as a format. Functions of sequences have such overloads too.
extension QueryPredicate {
  /// Unavailable: a text in a variable is not a format.
  @available(
    *, unavailable,
    message:
      "expected a string literal: write values as interpolations, as in \"year > \\(minimum)\"; for a String that the developer wrote, use QueryFormat(raw: text); for text that a user typed, use filter(text:policy:)"
  )
  @_disfavoredOverload
  public init(_ text: String) throws(PredicateIssue) { try self.init(QueryFormat(raw: text)) }

  /// Unavailable: a text in a variable is not a format.
  @available(
    *, unavailable,
    message:
      "expected a string literal: write values as interpolations, as in \"year > \\(minimum)\"; for a String that the developer wrote, use QueryFormat(raw: text); for text that a user typed, use filter(text:policy:)"
  )
  @_disfavoredOverload
  public init(format text: String) throws(PredicateIssue) { try self.init(QueryFormat(raw: text)) }
}

extension QueryPredicate {
  /// Unavailable: a policy needs the type whose names it shows.
  @available(
    *, unavailable,
    message:
      "pass the text and the policy as arguments: filter(text:policy:) for the elements of a collection, or keys(_:text:policy:) for a fetch"
  )
  public init(text: String, policy: QueryPolicy) { self = .literal(false) }
}

extension QueryExpression {
  /// Unavailable: a text in a variable is not a format.
  @available(*, unavailable, message: "write QueryExpression(property: name), or QueryFormat(raw: text)")
  @_disfavoredOverload
  public init(_ text: String) throws(PredicateIssue) { try self.init(QueryFormat(raw: text)) }
}

extension QueryPredicate {
  /// All issues of a text, not only the first: errors, and notes about a text that can be read.
  ///
  /// ```swift
  /// for issue in QueryPredicate.issues(in: typed) { print(issue) }
  /// ```
  ///
  /// The function evaluates nothing and does not check names. Names are checked when the predicate is bound to a type. ``PredicateParser`` also
  /// returns the tree.
  public static func issues(in text: String, limits: PredicateLimits = .standard) -> [PredicateIssue] {
    PredicateParser.predicate(text, limits: limits).issues
  }
}

extension PredicateParser {
  /// Unavailable: the functions of the parser are static.
  @available(*, unavailable, message: "write QueryPredicate.issues(in: text), or PredicateParser.predicate(text)")
  public init?() { return nil }
}

extension BoundQuery {
  /// Unavailable: a text in a variable is not a format.
  @available(
    *, unavailable,
    message:
      "expected a string literal: write values as interpolations, as in \"year > \\(minimum)\"; for a String that the developer wrote, use QueryFormat(raw: text); for text that a user typed, use filter(text:policy:)"
  )
  @_disfavoredOverload
  public init(_ text: String) throws(PredicateIssue) { try self.init(QueryFormat(raw: text)) }
}
