import PredicateReference
import PredicateSyntax

/// Forms and names that other libraries have. The compiler shows their messages.
extension Sequence {
  /// Unavailable: the condition has a label, as in Swift's `count(where:)`.
  @available(*, unavailable, message: "write count(where: \"year > 1990\")")
  @_disfavoredOverload
  public func count(_ format: QueryFormat) throws(PredicateIssue) -> Int { 0 }

  /// Unavailable: the condition has a label, and a sorted sequence has the order.
  @available(
    *, unavailable,
    message: "write first(where: \"year > 1990\"), or sorted(by: \"year\").first(where: \"year > 1990\")"
  )
  @_disfavoredOverload
  public func first(_ format: QueryFormat, sortedBy keys: QuerySortKey...) throws(PredicateIssue) -> Element? { nil }

  /// Unavailable: another module reads key paths.
  @available(
    *, unavailable, message: "write sorted(by: \"year\"), or import PredicateFoundation and write sorted(by: \\.year)"
  )
  @_disfavoredOverload
  public func sorted(by keyPath: PartialKeyPath<Element>) throws(PredicateIssue) -> [Element] { [] }
}

/// Orders of other libraries. The compiler shows the form of this library.
extension Sequence {
  /// Unavailable: the key has the direction.
  @available(*, unavailable, message: "write sorted(by: .descending(\"year\"))")
  @_disfavoredOverload
  public func sorted(by key: QuerySortKey, ascending: Bool) throws(PredicateIssue) -> [Element] { [] }

  /// Unavailable: the key has the direction.
  @available(*, unavailable, message: "write sorted(by: .descending(\"year\"))")
  @_disfavoredOverload
  public func sorted(by key: QuerySortKey, order: QuerySortKey.OtherOrder) throws(PredicateIssue) -> [Element] { [] }
}

extension QuerySortKey {
  /// The directions of other libraries. Only unavailable functions take them.
  public enum OtherOrder { case ascending, descending, forward, reverse, asc, desc }

  /// Unavailable: another function makes a descending key.
  @available(*, unavailable, message: "write .descending(\"year\")")
  public func order(_ order: OtherOrder) -> QuerySortKey { self }

  /// Unavailable: the function has another name.
  @available(*, unavailable, message: "write .ascending(\"year\"), or only \"year\"")
  public static func asc(_ format: QueryFormat) -> QuerySortKey { QuerySortKey(format) }

  /// Unavailable: the function has another name.
  @available(*, unavailable, message: "write .descending(\"year\")")
  public static func desc(_ format: QueryFormat) -> QuerySortKey { QuerySortKey(format) }
}

extension Dictionary {
  /// Unavailable: a function of sequences groups elements.
  @available(*, unavailable, message: "write try movies.grouped(by: \"genre\"), whose groups have a key and elements")
  @_disfavoredOverload
  public init<Elements: Sequence>(
    grouping elements: Elements, by format: QueryFormat
  ) throws(PredicateIssue) where Key == String, Value == [Elements.Element] { self = [:] }
}

extension QueryExpression {
  /// Unavailable: an expression has the name of a property, which only some key paths know.
  @available(*, unavailable, message: "write QueryExpression(property: \"year\"), with the name of the property")
  @_disfavoredOverload
  public init<Root>(_ keyPath: PartialKeyPath<Root>) { self.init(property: "self") }

  /// Unavailable: an expression is a value, not a condition.
  @available(*, unavailable, message: "write isRead .== false, with the expression in the place of isRead")
  public static prefix func ! (operand: QueryExpression) -> QueryPredicate { .literal(false) }
}

extension QueryPredicate {
  /// Unavailable: a predicate has one form for people and files.
  @available(*, unavailable, message: "write canonicalFormat")
  public var format: String { canonicalFormat }

  /// Unavailable: another module has the names of NSPredicate.
  @available(*, unavailable, message: "write canonicalFormat, or import PredicateFoundation")
  @_disfavoredOverload
  public var predicateFormat: String { canonicalFormat }

  /// Unavailable: each call that evaluates a predicate takes the values of its variables.
  @available(
    *, unavailable,
    message: "write try filter(predicate, variables: [\"minimum\": 1990]), or import PredicateFoundation"
  )
  @_disfavoredOverload
  public func withSubstitutionVariables(_ variables: [String: any QueryArgumentConvertible]) -> QueryPredicate { self }

  /// Unavailable: a bound query has the method.
  @available(
    *, unavailable,
    message:
      "write try predicate.evaluate(with: object); for many objects, write let query = try BoundQuery<Movie>(predicate), and then try query.matches(object)"
  )
  public func matches<Object>(_ object: Object) -> Bool { false }

  /// Unavailable: the method has another name.
  @available(*, unavailable, message: "write try explanation(with: object)")
  public func explain(_ object: some Any) -> Explanation? { nil }

  /// Unavailable: binding checks the names.
  @available(
    *, unavailable,
    message:
      "write try BoundQuery<Movie>(QueryFormat(raw: text)), which throws the issue; for text that a user typed, write try QueryPolicy.Query<Movie>(typed, policy: policy)"
  )
  public static func issues<Object>(in text: String, for type: Object.Type) -> [PredicateIssue] { [] }

  /// Unavailable: a predicate contains the names of functions, not closures.
  @available(
    *, unavailable,
    message:
      "write FunctionDefinition(\"isLong:\", of: Movie.self) { … }, and call isLong(SELF) == YES in the predicate; for one condition in memory, Swift's filter takes the closure"
  )
  public init<Object>(_ condition: (Object) -> Bool) { self = .literal(false) }
}
