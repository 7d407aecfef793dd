import PredicateBinding
import PredicateValues

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
