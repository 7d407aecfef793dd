import PredicateBinding

/// Filtering and counting by a format, whose interpolations are arguments.
///
/// ```swift
/// try movies.filter("year > \(minimum) AND rating >= 7.5")
/// try movies.filter("year > $minimum", variables: ["minimum": minimum])
/// ```
///
/// Each function throws the issues of reading the format, of binding it to the element type (an unknown property lists those that exist), and of
/// running it.
///
/// All functions of this target with the name of one of Swift's collection functions are disfavoured overloads. The compiler then does not try them
/// for closures, and the import does not slow it down.
extension Sequence {
  /// The elements that meet a predicate, in the style of NSPredicate: `try movies.filter(format: "rating >= %@", 7.5)`.
  ///
  /// - Parameters:
  ///   - format: The predicate. Interpolations are arguments with their types and never become text.
  ///   - arguments: Values for the specifiers of the format, in their order.
  /// - Throws: The same issues as `filter` with a format.
  @_disfavoredOverload
  public func filter(
    format: QueryFormat, _ arguments: any QueryArgumentConvertible...
  ) throws(PredicateIssue) -> [Element] {
    try filter(BoundQuery(QueryPredicate(format: format, arguments: arguments)))
  }

  /// The number of elements that meet a predicate with specifiers: `try movies.count(format: "year > %d", 1990)`.
  @_disfavoredOverload
  public func count(
    format: QueryFormat, _ arguments: any QueryArgumentConvertible...
  ) throws(PredicateIssue) -> Int {
    try count(where: BoundQuery(QueryPredicate(format: format, arguments: arguments)))
  }

  /// The first element that meets a predicate with specifiers, or nil: `try movies.first(format: "title == %@", title)`.
  @_disfavoredOverload
  public func first(
    format: QueryFormat, _ arguments: any QueryArgumentConvertible...
  ) throws(PredicateIssue) -> Element? {
    try first(where: BoundQuery(QueryPredicate(format: format, arguments: arguments)))
  }

  /// Whether some element meets a predicate with specifiers: `try movies.contains(format: "genre == %@", genre)`.
  @_disfavoredOverload
  public func contains(
    format: QueryFormat, _ arguments: any QueryArgumentConvertible...
  ) throws(PredicateIssue) -> Bool {
    try contains(where: BoundQuery(QueryPredicate(format: format, arguments: arguments)))
  }

  /// The elements that meet a predicate, in their order. A set and a dictionary have their own `filter`, which returns a set or a dictionary.
  ///
  /// ```swift
  /// struct Movie { var title: String; var year: Int; var rating: Double? }
  /// let movies = [Movie(title: "Alien", year: 1979, rating: 8.5), Movie(title: "Gigli", year: 2003)]
  /// let minimum = 1970
  /// try movies.filter("year > \(minimum) AND rating >= 7.5").map(\.title)  // ["Alien"]
  /// ```
  ///
  /// - Parameters:
  ///   - format: The predicate. Interpolations are arguments with their types and never become text.
  ///   - variables: Values for its `$variables`.
  ///   - options: The functions, limits and time zone that the predicate is bound with.
  /// - Throws: A `PredicateIssue` with code, range and hint. These issues are thrown before the first element is evaluated: mistakes of the text, unknown
  ///   names (`unknown-key`), types that cannot be compared (`families-differ`), and classes without a property table (`needs-table`). An evaluation
  ///   throws issues of the kind `limit`, and issues of the application's functions.
  /// - Complexity: Linear in the number of elements. With a bound query (``BoundQuery``), the format is not read and bound again in each call.
  @_disfavoredOverload
  public func filter(
    _ format: QueryFormat, variables: QueryVariables = [:], options: BindingOptions = BindingOptions()
  ) throws(PredicateIssue) -> [Element] {
    try filter(BoundQuery(format, variables: variables, options: options))
  }

  /// The number of elements that meet a predicate: `try movies.count(where: "lent == YES")`.
  ///
  /// - Parameters:
  ///   - format: The predicate. Interpolations are arguments with their types and never become text.
  ///   - variables: Values for its `$variables`.
  ///   - options: The functions, limits and time zone that the predicate is bound with.
  /// - Throws: The same issues as `filter` with a format.
  @_disfavoredOverload
  public func count(
    where format: QueryFormat, variables: QueryVariables = [:], options: BindingOptions = BindingOptions()
  ) throws(PredicateIssue) -> Int {
    try count(where: BoundQuery(format, variables: variables, options: options))
  }

  /// The first element that meets a predicate, or nil: `try movies.first(where: "year > 1990")`.
  ///
  /// - Parameters:
  ///   - format: The predicate. Interpolations are arguments with their types and never become text.
  ///   - variables: Values for its `$variables`.
  ///   - options: The functions, limits and time zone that the predicate is bound with.
  /// - Throws: The same issues as `filter` with a format.
  @_disfavoredOverload
  public func first(
    where format: QueryFormat, variables: QueryVariables = [:], options: BindingOptions = BindingOptions()
  ) throws(PredicateIssue) -> Element? {
    try first(where: BoundQuery(format, variables: variables, options: options))
  }

  /// Whether some element meets a predicate: `try movies.contains(where: "lent == YES")`.
  ///
  /// - Parameters:
  ///   - format: The predicate. Interpolations are arguments with their types and never become text.
  ///   - variables: Values for its `$variables`.
  ///   - options: The functions, limits and time zone that the predicate is bound with.
  /// - Throws: The same issues as `filter` with a format.
  @_disfavoredOverload
  public func contains(
    where format: QueryFormat, variables: QueryVariables = [:], options: BindingOptions = BindingOptions()
  ) throws(PredicateIssue) -> Bool {
    try contains(where: BoundQuery(format, variables: variables, options: options))
  }

  /// Whether every element meets a predicate: `try movies.allSatisfy("year > 1900")`.
  ///
  /// - Parameters:
  ///   - format: The predicate. Interpolations are arguments with their types and never become text.
  ///   - variables: Values for its `$variables`.
  ///   - options: The functions, limits and time zone that the predicate is bound with.
  /// - Throws: The same issues as `filter` with a format.
  @_disfavoredOverload
  public func allSatisfy(
    _ format: QueryFormat, variables: QueryVariables = [:], options: BindingOptions = BindingOptions()
  ) throws(PredicateIssue) -> Bool {
    try allSatisfy(BoundQuery(format, variables: variables, options: options))
  }
}

extension Collection {
  /// The positions of the elements that meet a predicate, ascending: `try movies.filterIndices("lent == YES")`.
  ///
  /// - Parameters:
  ///   - format: The predicate. Interpolations are arguments with their types and never become text.
  ///   - variables: Values for its `$variables`.
  ///   - options: The functions, limits and time zone that the predicate is bound with.
  /// - Throws: The same issues as `filter` with a format.
  public func filterIndices(
    _ format: QueryFormat, variables: QueryVariables = [:], options: BindingOptions = BindingOptions()
  ) throws(PredicateIssue) -> [Index] {
    try filterIndices(BoundQuery(format, variables: variables, options: options))
  }

  /// The position of the first element that meets a predicate: `try movies.firstIndex(where: "title == \(title)")`.
  ///
  /// - Parameters:
  ///   - format: The predicate. Interpolations are arguments with their types and never become text.
  ///   - variables: Values for its `$variables`.
  ///   - options: The functions, limits and time zone that the predicate is bound with.
  /// - Throws: The same issues as `filter` with a format.
  @_disfavoredOverload
  public func firstIndex(
    where format: QueryFormat, variables: QueryVariables = [:], options: BindingOptions = BindingOptions()
  ) throws(PredicateIssue) -> Index? {
    try firstIndex(where: BoundQuery(format, variables: variables, options: options))
  }
}

extension BidirectionalCollection {
  /// The last element that meets a predicate, or nil: `try movies.last(where: "year > 1990")`.
  ///
  /// - Parameters:
  ///   - format: The predicate. Interpolations are arguments with their types and never become text.
  ///   - variables: Values for its `$variables`.
  ///   - options: The functions, limits and time zone that the predicate is bound with.
  /// - Throws: The same issues as `filter` with a format.
  @_disfavoredOverload
  public func last(
    where format: QueryFormat, variables: QueryVariables = [:], options: BindingOptions = BindingOptions()
  ) throws(PredicateIssue) -> Element? {
    try last(where: BoundQuery(format, variables: variables, options: options))
  }

  /// The position of the last element that meets a predicate: `try movies.lastIndex(where: "title == \(title)")`.
  ///
  /// - Parameters:
  ///   - format: The predicate. Interpolations are arguments with their types and never become text.
  ///   - variables: Values for its `$variables`.
  ///   - options: The functions, limits and time zone that the predicate is bound with.
  /// - Throws: The same issues as `filter` with a format.
  @_disfavoredOverload
  public func lastIndex(
    where format: QueryFormat, variables: QueryVariables = [:], options: BindingOptions = BindingOptions()
  ) throws(PredicateIssue) -> Index? {
    try lastIndex(where: BoundQuery(format, variables: variables, options: options))
  }
}

extension RangeReplaceableCollection {
  /// Removes the elements that meet a predicate: `try movies.removeAll(where: "year < 1950")`. If the call throws, nothing is removed.
  ///
  /// - Parameters:
  ///   - format: The predicate. Interpolations are arguments with their types and never become text.
  ///   - variables: Values for its `$variables`.
  ///   - options: The functions, limits and time zone that the predicate is bound with.
  /// - Throws: The same issues as `filter` with a format.
  @_disfavoredOverload
  public mutating func removeAll(
    where format: QueryFormat, variables: QueryVariables = [:], options: BindingOptions = BindingOptions()
  ) throws(PredicateIssue) {
    try removeAll(where: BoundQuery(format, variables: variables, options: options))
  }
}

/// Filtering and counting by a predicate, which is bound to the element type first.
extension Sequence {
  /// The elements that meet a predicate, in their order: `try movies.filter(predicate)`.
  ///
  /// - Parameters:
  ///   - predicate: The predicate.
  ///   - variables: Values for its `$variables`.
  ///   - options: The functions, limits and time zone that the predicate is bound with.
  /// - Throws: the issues of ``BoundQuery/init(_:variables:options:)``, and those of running it.
  @_disfavoredOverload
  public func filter(
    _ predicate: QueryPredicate, variables: QueryVariables = [:], options: BindingOptions = BindingOptions()
  ) throws(PredicateIssue) -> [Element] {
    try filter(BoundQuery(predicate, variables: variables, options: options))
  }

  /// The number of elements that meet a predicate: `try movies.count(where: predicate)`.
  ///
  /// - Parameters:
  ///   - predicate: The predicate.
  ///   - variables: Values for its `$variables`.
  ///   - options: The functions, limits and time zone that the predicate is bound with.
  /// - Throws: The same issues as `filter` with a predicate.
  @_disfavoredOverload
  public func count(
    where predicate: QueryPredicate, variables: QueryVariables = [:], options: BindingOptions = BindingOptions()
  ) throws(PredicateIssue) -> Int {
    try count(where: BoundQuery(predicate, variables: variables, options: options))
  }

  /// The first element that meets a predicate, or nil: `try movies.first(where: predicate)`.
  ///
  /// - Parameters:
  ///   - predicate: The predicate.
  ///   - variables: Values for its `$variables`.
  ///   - options: The functions, limits and time zone that the predicate is bound with.
  /// - Throws: The same issues as `filter` with a predicate.
  @_disfavoredOverload
  public func first(
    where predicate: QueryPredicate, variables: QueryVariables = [:], options: BindingOptions = BindingOptions()
  ) throws(PredicateIssue) -> Element? {
    try first(where: BoundQuery(predicate, variables: variables, options: options))
  }

  /// Whether some element meets a predicate: `try movies.contains(where: predicate)`.
  ///
  /// - Parameters:
  ///   - predicate: The predicate.
  ///   - variables: Values for its `$variables`.
  ///   - options: The functions, limits and time zone that the predicate is bound with.
  /// - Throws: The same issues as `filter` with a predicate.
  @_disfavoredOverload
  public func contains(
    where predicate: QueryPredicate, variables: QueryVariables = [:], options: BindingOptions = BindingOptions()
  ) throws(PredicateIssue) -> Bool {
    try contains(where: BoundQuery(predicate, variables: variables, options: options))
  }

  /// Whether every element meets a predicate: `try movies.allSatisfy(predicate)`.
  ///
  /// - Parameters:
  ///   - predicate: The predicate.
  ///   - variables: Values for its `$variables`.
  ///   - options: The functions, limits and time zone that the predicate is bound with.
  /// - Throws: The same issues as `filter` with a predicate.
  @_disfavoredOverload
  public func allSatisfy(
    _ predicate: QueryPredicate, variables: QueryVariables = [:], options: BindingOptions = BindingOptions()
  ) throws(PredicateIssue) -> Bool {
    try allSatisfy(BoundQuery(predicate, variables: variables, options: options))
  }
}

extension Collection {
  /// The positions of the elements that meet a predicate, ascending: `try movies.filterIndices(predicate)`.
  ///
  /// - Parameters:
  ///   - predicate: The predicate.
  ///   - variables: Values for its `$variables`.
  ///   - options: The functions, limits and time zone that the predicate is bound with.
  /// - Throws: The same issues as `filter` with a predicate.
  public func filterIndices(
    _ predicate: QueryPredicate, variables: QueryVariables = [:], options: BindingOptions = BindingOptions()
  ) throws(PredicateIssue) -> [Index] {
    try filterIndices(BoundQuery(predicate, variables: variables, options: options))
  }

  /// The position of the first element that meets a predicate, or nil: `try movies.firstIndex(where: predicate)`.
  ///
  /// - Parameters:
  ///   - predicate: The predicate.
  ///   - variables: Values for its `$variables`.
  ///   - options: The functions, limits and time zone that the predicate is bound with.
  /// - Throws: The same issues as `filter` with a predicate.
  @_disfavoredOverload
  public func firstIndex(
    where predicate: QueryPredicate, variables: QueryVariables = [:], options: BindingOptions = BindingOptions()
  ) throws(PredicateIssue) -> Index? {
    try firstIndex(where: BoundQuery(predicate, variables: variables, options: options))
  }
}

extension BidirectionalCollection {
  /// The last element that meets a predicate, or nil: `try movies.last(where: predicate)`.
  ///
  /// - Parameters:
  ///   - predicate: The predicate.
  ///   - variables: Values for its `$variables`.
  ///   - options: The functions, limits and time zone that the predicate is bound with.
  /// - Throws: The same issues as `filter` with a predicate.
  @_disfavoredOverload
  public func last(
    where predicate: QueryPredicate, variables: QueryVariables = [:], options: BindingOptions = BindingOptions()
  ) throws(PredicateIssue) -> Element? {
    try last(where: BoundQuery(predicate, variables: variables, options: options))
  }

  /// The position of the last element that meets a predicate, or nil: `try movies.lastIndex(where: predicate)`.
  ///
  /// - Parameters:
  ///   - predicate: The predicate.
  ///   - variables: Values for its `$variables`.
  ///   - options: The functions, limits and time zone that the predicate is bound with.
  /// - Throws: The same issues as `filter` with a predicate.
  @_disfavoredOverload
  public func lastIndex(
    where predicate: QueryPredicate, variables: QueryVariables = [:], options: BindingOptions = BindingOptions()
  ) throws(PredicateIssue) -> Index? {
    try lastIndex(where: BoundQuery(predicate, variables: variables, options: options))
  }
}

extension RangeReplaceableCollection {
  /// Removes the elements that meet a predicate: `try movies.removeAll(where: predicate)`. If the call throws, nothing is removed.
  ///
  /// - Parameters:
  ///   - predicate: The predicate.
  ///   - variables: Values for its `$variables`.
  ///   - options: The functions, limits and time zone that the predicate is bound with.
  /// - Throws: The same issues as `filter` with a predicate.
  @_disfavoredOverload
  public mutating func removeAll(
    where predicate: QueryPredicate, variables: QueryVariables = [:], options: BindingOptions = BindingOptions()
  ) throws(PredicateIssue) {
    try removeAll(where: BoundQuery(predicate, variables: variables, options: options))
  }
}
