import PredicateBinding
import PredicateValues

extension QueryArgument {
  /// The argument that something is whose type is known only now: an element of `[Any]`.
  ///
  /// ```swift
  /// let values: [Any] = [1990, "Noir", NSNull(), Genre.noir]  // an enum with raw values needs no conformance here
  /// values.map { QueryArgument(dynamically: $0) }
  /// ```
  ///
  /// What no predicate can hold (a function, a struct, an enum without raw values) is ``unrepresentable(_:)``.
  public init(dynamically value: Any) {
    self.init(dynamically: value, 0)
  }

  private init(dynamically value: Any, _ depth: Int) {
    if depth > UnusableValue.greatestDepth {
      self = .unrepresentable("collections more than \(UnusableValue.greatestDepth) deep inside one another")
    } else if let value = value as? any QueryArgumentConvertible {
      self = value.queryArgument
    } else if let elements = value as? [Any] {
      self = .array(elements.map { QueryArgument(dynamically: $0, depth + 1) })
    } else if let pairs = value as? [String: Any] {
      self = .dictionary(
        pairs.sorted { $0.key.utf8.lexicographicallyPrecedes($1.key.utf8) }
          .map { (key: $0.key, value: QueryArgument(dynamically: $0.value, depth + 1)) })
    } else {
      let known = QueryValue(reading: value, .everything)
      self = known.isNull && !Self.isNil(value) ? .unrepresentable(Self.kind(of: value)) : known.queryArgument
    }
  }

  private static func isNil(_ value: Any) -> Bool {
    let mirror = Mirror(reflecting: value)
    return mirror.displayStyle == .optional && mirror.children.isEmpty
  }

  private static func kind(of value: Any) -> String { "a value of the type \(type(of: value))" }
}

extension QueryVariables {
  /// Variables whose types are known only now: what `NSPredicate.evaluate(with:substitutionVariables:)` takes.
  ///
  /// ```swift
  /// let known: [String: Any] = ["year": 1990, "genres": ["Noir"]]
  /// try movies.filter("year > $year", variables: QueryVariables(dynamically: known))
  /// ```
  ///
  /// Variables go between threads, so the compiler refuses values that stay in use and are not `Sendable`.
  public init(dynamically values: sending [String: Any]) {
    let ranges = values.compactMapValues { $0 as? any RangeArgument }
    let others = QueryVariables(
      values.sorted { $0.key.utf8.lexicographicallyPrecedes($1.key.utf8) }.filter { ranges[$0.key] == nil }
        .map { ($0.key, QueryValue(reading: $0.value, .everything)) })
    self = others.overridden(by: QueryVariables(ranges))
  }
}

extension QueryPredicate {
  /// Reads a condition whose specifiers take the elements of an array of anything: `NSPredicate(format:argumentArray:)`.
  ///
  /// ```swift
  /// try QueryPredicate(format: "year > %@ AND genre == %@", argumentArray: [1990, "Noir"])
  /// ```
  ///
  /// - Throws: as ``init(format:arguments:limits:)``; `argument-type` for an element that no predicate can hold.
  public init(format: String, argumentArray: [Any]?) throws(PredicateIssue) {
    try self.init(format: format, arguments: (argumentArray ?? []).map { QueryArgument(dynamically: $0) })
  }
}

extension QueryExpression {
  /// Reads a value whose specifiers take the elements of an array of anything: `NSExpression(format:argumentArray:)`.
  ///
  /// - Throws: as ``QueryPredicate/init(format:argumentArray:)``.
  public init(format: String, argumentArray: [Any]) throws(PredicateIssue) {
    try self.init(format: format, arguments: argumentArray.map { QueryArgument(dynamically: $0) })
  }
}
