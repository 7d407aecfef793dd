import PredicateSyntax

/// At most so many of the rows that are alike in some values, the first ones in the order of their fetch: `first 3 of each genre`.
///
/// ```swift
/// var fetch = EntityFetch("Movie", sortedBy: [SortKey(try QueryExpression("rating"), isAscending: false)])
/// fetch.firstOfEach = FirstOfEach(3, of: [try QueryExpression("genre")])  // the three best films of each genre
/// ```
public struct FirstOfEach: Sendable, Hashable {
  /// How many rows.
  public var count: Int
  /// What the rows have in common, nil equal to nil: values of an object, or of a group. One may name a column.
  public var keys: [QueryExpression]

  /// So many rows of those that are alike in all keys.
  public init(_ count: Int, of keys: [QueryExpression]) {
    self.count = count
    self.keys = keys
  }
}
