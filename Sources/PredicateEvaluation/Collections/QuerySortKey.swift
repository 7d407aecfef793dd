import PredicateValues

/// One line of an order: what is compared, and which way.
///
///     try movies.sorted(by: "genre", .descending("rating"), .ascending("title", .caseInsensitive))
///
/// Nils come first where the order ascends, last where it descends.
public struct QuerySortKey: Sendable, Hashable, ExpressibleByStringLiteral {
  /// What is compared: `year`, `lentToFriend.friendName`, `tags.@count`.
  public var format: String
  /// From small to large.
  public var isAscending: Bool
  /// How strings are compared: `[c]` and `[d]` fold, `[l]` uses the root collation.
  public var options: StringOptions

  /// A key.
  public init(_ format: String, isAscending: Bool = true, options: StringOptions = []) {
    self.format = format
    self.isAscending = isAscending
    self.options = options
  }

  /// Ascending, by scalars.
  public init(stringLiteral format: String) {
    self.init(format)
  }

  /// From small to large.
  public static func ascending(_ format: String, _ options: StringOptions = []) -> QuerySortKey {
    QuerySortKey(format, options: options)
  }

  /// From large to small.
  public static func descending(_ format: String, _ options: StringOptions = []) -> QuerySortKey {
    QuerySortKey(format, isAscending: false, options: options)
  }

  /// Formats by their scalars.
  public static func == (left: QuerySortKey, right: QuerySortKey) -> Bool {
    left.isAscending == right.isAscending && left.options == right.options
      && left.format.hasSameScalars(as: right.format)
  }

  /// Hashes the format's bytes, the direction and the options.
  public func hash(into hasher: inout Hasher) {
    hasher.combine(Array(format.utf8))
    hasher.combine(isAscending)
    hasher.combine(options)
  }
}
