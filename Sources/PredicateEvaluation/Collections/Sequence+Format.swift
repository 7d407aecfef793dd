import PredicateBinding
import PredicateValues

/// Asking a sequence with a format and its arguments.
extension Sequence {
  /// The elements of which a predicate holds: `try movies.filter("year > 1990 AND rating >= %@", 7.5)`.
  ///
  /// - Throws: what reading the format throws, what binding it to the element type throws (an unknown property lists those that
  ///   exist), and what running it throws.
  public func filter(
    _ format: String, _ arguments: any QueryArgumentConvertible...
  ) throws(PredicateIssue) -> [Element] {
    try filter(BoundQuery(format: format, arguments))
  }

  /// How many elements a predicate holds of: `try movies.count(where: "lent == YES")`.
  public func count(
    where format: String, _ arguments: any QueryArgumentConvertible...
  ) throws(PredicateIssue) -> Int {
    try count(where: BoundQuery(format: format, arguments))
  }

  /// The first element of which a predicate holds; nil where there is none.
  public func first(
    where format: String, _ arguments: any QueryArgumentConvertible...
  ) throws(PredicateIssue) -> Element? {
    try first(where: BoundQuery(format: format, arguments))
  }

  /// Whether a predicate holds of some element.
  public func contains(
    where format: String, _ arguments: any QueryArgumentConvertible...
  ) throws(PredicateIssue) -> Bool {
    try contains(where: BoundQuery(format: format, arguments))
  }
}

extension Collection {
  /// The positions of the elements of which a predicate holds, ascending.
  public func filterIndices(
    _ format: String, _ arguments: any QueryArgumentConvertible...
  ) throws(PredicateIssue) -> [Index] {
    try filterIndices(BoundQuery(format: format, arguments))
  }
}

extension BoundQuery {
  /// Variadic arguments, handed on.
  init(format: String, _ arguments: [any QueryArgumentConvertible]) throws(PredicateIssue) {
    try self.init(QueryPredicate(format: format, arguments: arguments.map { $0.queryArgument }))
  }
}
