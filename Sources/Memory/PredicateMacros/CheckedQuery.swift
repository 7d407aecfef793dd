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
    /// The predicate without the element type. A database and a context take it: `try context.fetch(Movie.self, recent.predicate)`.
    public let predicate: QueryPredicate

    /// The initialiser that `#query` expands to: a format with its interpolations, and a closure with the checks, which never runs.
    public init(checked format: QueryFormat, _ checks: () throws -> Void) {
      do throws(PredicateIssue) {
        predicate = try QueryPredicate(format)
      } catch {
        // The format was checked, so only a value can be wrong: a range with an operator other than BETWEEN and IN. Binding reports it.
        predicate = QueryExpression.unreadable(error.description).isNil
      }
    }
  }

  extension CheckedQuery {
    private init(_ predicate: QueryPredicate) { self.predicate = predicate }

    /// Unavailable: a predicate is bound before it is evaluated.
    @available(
      *, unavailable, message: "write try BoundQuery(query).matches(element), and keep the BoundQuery for many elements"
    )
    public func matches(_ element: Element) throws(PredicateIssue) -> Bool { false }

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

    /// Whether a checked predicate holds for every element.
    @_disfavoredOverload
    public func allSatisfy(
      _ query: CheckedQuery<Element>, variables: QueryVariables = [:]
    ) throws(PredicateIssue) -> Bool {
      try allSatisfy(BoundQuery(query, variables: variables))
    }
  }

  extension Set {
    /// The elements that a checked predicate holds for, as a set.
    @_disfavoredOverload
    public func filter(
      _ query: CheckedQuery<Element>, variables: QueryVariables = [:]
    ) throws(PredicateIssue) -> Set<Element> {
      try filter(BoundQuery(query, variables: variables))
    }
  }

  extension Dictionary {
    /// The pairs of key and value that a checked predicate holds for, as a dictionary.
    @_disfavoredOverload
    public func filter(
      _ query: CheckedQuery<Element>, variables: QueryVariables = [:]
    ) throws(PredicateIssue) -> [Key: Value] {
      try filter(BoundQuery(query, variables: variables))
    }
  }

  /// The families of values, for the checks of `#query`. Only values of one family can be compared. The checks compare the types themselves, so no
  /// value of a family exists.
  public enum QueryFamily {
    /// Booleans, integers, floats, decimals.
    public enum Number {}
    /// Texts.
    public enum Text {}
    /// Dates.
    public enum Date {}
    /// Bytes.
    public enum Data {}
    /// UUIDs.
    public enum UUID {}
    /// URLs.
    public enum URL {}
    /// Objects, and every value of unknown type.
    public enum Unknown {}

    /// Accepts two values of one family.
    public static func compare<Family>(_ left: Family.Type, _ right: Family.Type) {}
    /// Accepts a value of an unknown family on the left.
    public static func compare<Family>(_ left: Unknown.Type, _ right: Family.Type) {}
    /// Accepts a value of an unknown family on the right.
    public static func compare<Family>(_ left: Family.Type, _ right: Unknown.Type) {}
    /// Accepts two values of unknown families.
    public static func compare(_ left: Unknown.Type, _ right: Unknown.Type) {}

    /// Rejects values of different families.
    @_disfavoredOverload
    @available(*, unavailable, message: "values of different types cannot be compared, such as a number and a text")
    public static func compare<Left, Right>(_ left: Left.Type, _ right: Right.Type) {}
  }
#endif
