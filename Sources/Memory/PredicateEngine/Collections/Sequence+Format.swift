import PredicateBinding
import PredicateValues

/// Asking a sequence with a format and its arguments.
///
/// ```swift
/// try movies.filter("year > 1990 AND rating >= %@", 7.5)
/// try movies.filter("year > $minimum", variables: ["minimum": minimum])
/// ```
///
/// Each throws what reading the format throws, what binding it to the element type throws (an unknown property lists those that exist), and
/// what running it throws.
extension Sequence {
  /// The elements of which a predicate holds: `try movies.filter("year > 1990 AND rating >= %@", 7.5)`.
  public func filter(
    _ format: String, _ arguments: any QueryArgumentConvertible..., variables: QueryVariables = [:]
  ) throws(PredicateIssue) -> [Element] {
    try filter(BoundQuery(format: format, arguments, variables))
  }

  /// How many elements a predicate holds of: `try movies.count(where: "lent == YES")`.
  public func count(
    where format: String, _ arguments: any QueryArgumentConvertible..., variables: QueryVariables = [:]
  ) throws(PredicateIssue) -> Int {
    try count(where: BoundQuery(format: format, arguments, variables))
  }

  /// The first element of which a predicate holds, nil where there is none: `try movies.first(where: "year > 1990")`.
  public func first(
    where format: String, _ arguments: any QueryArgumentConvertible..., variables: QueryVariables = [:]
  ) throws(PredicateIssue) -> Element? {
    try first(where: BoundQuery(format: format, arguments, variables))
  }

  /// Whether a predicate holds of some element: `try movies.contains(where: "lent == YES")`.
  public func contains(
    where format: String, _ arguments: any QueryArgumentConvertible..., variables: QueryVariables = [:]
  ) throws(PredicateIssue) -> Bool {
    try contains(where: BoundQuery(format: format, arguments, variables))
  }

  /// Whether a predicate holds of every element: `try movies.allSatisfy("year > 1900")`.
  public func allSatisfy(
    _ format: String, _ arguments: any QueryArgumentConvertible..., variables: QueryVariables = [:]
  ) throws(PredicateIssue) -> Bool {
    try allSatisfy(BoundQuery(format: format, arguments, variables))
  }
}

extension Collection {
  /// The positions of the elements of which a predicate holds, ascending: `try movies.filterIndices("lent == YES")`.
  public func filterIndices(
    _ format: String, _ arguments: any QueryArgumentConvertible..., variables: QueryVariables = [:]
  ) throws(PredicateIssue) -> [Index] {
    try filterIndices(BoundQuery(format: format, arguments, variables))
  }

  /// The position of the first element of which a predicate holds: `try movies.firstIndex(where: "title == %@", title)`.
  public func firstIndex(
    where format: String, _ arguments: any QueryArgumentConvertible..., variables: QueryVariables = [:]
  ) throws(PredicateIssue) -> Index? {
    try firstIndex(where: BoundQuery(format: format, arguments, variables))
  }
}

extension BidirectionalCollection {
  /// The last element of which a predicate holds, nil where there is none: `try movies.last(where: "year > 1990")`.
  public func last(
    where format: String, _ arguments: any QueryArgumentConvertible..., variables: QueryVariables = [:]
  ) throws(PredicateIssue) -> Element? {
    try last(where: BoundQuery(format: format, arguments, variables))
  }

  /// The position of the last element of which a predicate holds: `try movies.lastIndex(where: "title == %@", title)`.
  public func lastIndex(
    where format: String, _ arguments: any QueryArgumentConvertible..., variables: QueryVariables = [:]
  ) throws(PredicateIssue) -> Index? {
    try lastIndex(where: BoundQuery(format: format, arguments, variables))
  }
}

extension RangeReplaceableCollection {
  /// Removes the elements of which a predicate holds: `try movies.removeAll(where: "year < 1950")`. Where it throws nothing is removed.
  public mutating func removeAll(
    where format: String, _ arguments: any QueryArgumentConvertible..., variables: QueryVariables = [:]
  ) throws(PredicateIssue) {
    try removeAll(where: BoundQuery(format: format, arguments, variables))
  }
}

extension BoundQuery {
  /// Variadic arguments and variables, handed on.
  init(
    format: String, _ arguments: [any QueryArgumentConvertible], _ variables: QueryVariables
  ) throws(PredicateIssue) {
    try self.init(QueryPredicate(format: format, arguments: arguments), variables: variables)
  }
}

/// Asking a sequence with a predicate: bound to the element type first, then run.
extension Sequence {
  /// The elements of which a predicate holds, in their order.
  ///
  /// - Throws: what ``BoundQuery/init(_:variables:options:)`` throws, and what running it throws.
  public func filter(
    _ predicate: QueryPredicate, variables: QueryVariables = [:]
  ) throws(PredicateIssue) -> [Element] {
    try filter(BoundQuery(predicate, variables: variables))
  }

  /// How many elements a predicate holds of.
  public func count(
    where predicate: QueryPredicate, variables: QueryVariables = [:]
  ) throws(PredicateIssue) -> Int {
    try count(where: BoundQuery(predicate, variables: variables))
  }

  /// The first element of which a predicate holds; nil where there is none.
  public func first(
    where predicate: QueryPredicate, variables: QueryVariables = [:]
  ) throws(PredicateIssue) -> Element? {
    try first(where: BoundQuery(predicate, variables: variables))
  }

  /// Whether a predicate holds of some element.
  public func contains(
    where predicate: QueryPredicate, variables: QueryVariables = [:]
  ) throws(PredicateIssue) -> Bool {
    try contains(where: BoundQuery(predicate, variables: variables))
  }

  /// Whether a predicate holds of every element.
  public func allSatisfy(
    _ predicate: QueryPredicate, variables: QueryVariables = [:]
  ) throws(PredicateIssue) -> Bool {
    try allSatisfy(BoundQuery(predicate, variables: variables))
  }
}

extension Collection {
  /// The positions of the elements of which a predicate holds, ascending.
  public func filterIndices(
    _ predicate: QueryPredicate, variables: QueryVariables = [:]
  ) throws(PredicateIssue) -> [Index] {
    try filterIndices(BoundQuery(predicate, variables: variables))
  }

  /// The position of the first element of which a predicate holds; nil where there is none.
  public func firstIndex(
    where predicate: QueryPredicate, variables: QueryVariables = [:]
  ) throws(PredicateIssue) -> Index? {
    try firstIndex(where: BoundQuery(predicate, variables: variables))
  }
}

extension BidirectionalCollection {
  /// The last element of which a predicate holds; nil where there is none.
  public func last(
    where predicate: QueryPredicate, variables: QueryVariables = [:]
  ) throws(PredicateIssue) -> Element? {
    try last(where: BoundQuery(predicate, variables: variables))
  }

  /// The position of the last element of which a predicate holds; nil where there is none.
  public func lastIndex(
    where predicate: QueryPredicate, variables: QueryVariables = [:]
  ) throws(PredicateIssue) -> Index? {
    try lastIndex(where: BoundQuery(predicate, variables: variables))
  }
}

extension RangeReplaceableCollection {
  /// Removes the elements of which a predicate holds. Where it throws nothing is removed.
  public mutating func removeAll(
    where predicate: QueryPredicate, variables: QueryVariables = [:]
  ) throws(PredicateIssue) {
    try removeAll(where: BoundQuery(predicate, variables: variables))
  }
}
