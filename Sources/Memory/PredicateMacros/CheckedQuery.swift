#if Macros
  import OpenPredicate

  /// A predicate that the compiler checked for a type of elements. The macro `#query` makes it.
  ///
  /// ```swift
  /// let recent = #query<Movie>("year > \(minimum)")
  /// try movies.filter(recent)
  /// try friends.filter(recent)  // does not compile
  /// ```
  public struct CheckedQuery<Element>: Sendable {
    /// The predicate without the element type.
    public let predicate: QueryPredicate

    /// The initialiser that `#query` expands to: a format, its arguments, and a closure with the checks, which never runs.
    public init(checked format: String, _ arguments: [any QueryArgumentConvertible], _ checks: () throws -> Void) {
      do throws(PredicateIssue) {
        predicate = try PredicateParser.predicate(format, arguments: arguments).get()
      } catch {
        // The format was checked, so only a value can be wrong: a range with an operator other than BETWEEN and IN. Binding reports it.
        predicate = QueryExpression.unreadable(error.description).isNil
      }
    }
  }

  extension CheckedQuery {
    private init(_ predicate: QueryPredicate) { self.predicate = predicate }

    /// True if both conditions on elements of one type are: `#query<Movie>("year > 1990") && #query<Movie>("lent == NO")`. It builds a condition and
    /// evaluates nothing.
    public static func && (left: CheckedQuery, right: CheckedQuery) -> CheckedQuery {
      CheckedQuery(left.predicate && right.predicate)
    }

    /// True if at least one of two conditions on elements of one type is.
    public static func || (left: CheckedQuery, right: CheckedQuery) -> CheckedQuery {
      CheckedQuery(left.predicate || right.predicate)
    }

    /// The opposite condition: `NOT year > 1990`.
    public static prefix func ! (operand: CheckedQuery) -> CheckedQuery { CheckedQuery(!operand.predicate) }
  }

  extension BoundQuery {
    /// Binds a checked predicate: `try BoundQuery(#query<Movie>("year > 1990"))`.
    public init(
      _ query: CheckedQuery<Element>, variables: QueryVariables = [:], options: BindingOptions = BindingOptions()
    ) throws(PredicateIssue) {
      try self.init(query.predicate, variables: variables, options: options)
    }
  }

  extension Sequence {
    /// The elements that a checked predicate holds for.
    @_disfavoredOverload
    public func filter(
      _ query: CheckedQuery<Element>, variables: QueryVariables = [:]
    ) throws(PredicateIssue) -> [Element] {
      try filter(BoundQuery(query, variables: variables))
    }

    /// The number of elements that a checked predicate holds for.
    @_disfavoredOverload
    public func count(
      where query: CheckedQuery<Element>, variables: QueryVariables = [:]
    ) throws(PredicateIssue) -> Int {
      try count(where: BoundQuery(query, variables: variables))
    }

    /// The first element that a checked predicate holds for; nil if there is none.
    @_disfavoredOverload
    public func first(
      where query: CheckedQuery<Element>, variables: QueryVariables = [:]
    ) throws(PredicateIssue) -> Element? {
      try first(where: BoundQuery(query, variables: variables))
    }

    /// Whether a checked predicate holds for an element.
    @_disfavoredOverload
    public func contains(
      where query: CheckedQuery<Element>, variables: QueryVariables = [:]
    ) throws(PredicateIssue) -> Bool {
      try contains(where: BoundQuery(query, variables: variables))
    }
  }
#endif
