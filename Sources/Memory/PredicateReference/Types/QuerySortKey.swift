import PredicateValues

/// One line of an order: what is compared, and which way.
///
/// ```swift
/// try movies.sorted(by: "genre", .descending("rating"), .ascending("title", .caseInsensitive))
/// ```
///
/// Nils come first where the order ascends, last where it descends.
///
/// The order of an `EntityFetch` is told by `SortKey`, which is another type for a reason: it names columns and groups, too, and has
/// only what a database can do. This one is read and bound where the elements are sorted, so that it can be written as a string, and knows
/// the order of people.
public struct QuerySortKey: Sendable, Hashable, Codable, ExpressibleByStringLiteral {
  /// What is compared: `year`, `lentToFriend.friendName`, `tags.@count`.
  public var format: String
  /// From small to large.
  public var isAscending: Bool
  /// How strings are compared: `[c]` and `[d]` fold, `[l]` uses the root collation.
  public var options: StringOptions
  /// Whether strings are compared as people sort names: by the root collation, digits by their number. `options` then do not count.
  public var isLocalizedStandard: Bool

  /// A key.
  public init(
    _ format: String, isAscending: Bool = true, options: StringOptions = [], isLocalizedStandard: Bool = false
  ) {
    self.format = format
    self.isAscending = isAscending
    self.options = options
    self.isLocalizedStandard = isLocalizedStandard
  }

  /// A key as `NSSortDescriptor(key:ascending:)` has it: `QuerySortKey("year", ascending: false)`.
  public init(_ format: String, ascending: Bool) {
    self.init(format, isAscending: ascending)
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

  /// As people sort names: “Part 9” before “Part 10”, “émile” beside “Emile”. Sorting throws `unsupported` where the platform has no
  /// collation.
  public static func localizedStandard(_ format: String, isAscending: Bool = true) -> QuerySortKey {
    QuerySortKey(format, isAscending: isAscending, isLocalizedStandard: true)
  }

  /// Formats by their scalars.
  public static func == (left: QuerySortKey, right: QuerySortKey) -> Bool {
    left.isAscending == right.isAscending && left.options == right.options
      && left.isLocalizedStandard == right.isLocalizedStandard
      && left.format.hasSameScalars(as: right.format)
  }

  /// Hashes the format's bytes, the direction and the options.
  public func hash(into hasher: inout Hasher) {
    hasher.combine(Array(format.utf8))
    hasher.combine(isAscending)
    hasher.combine(options)
    hasher.combine(isLocalizedStandard)
  }
}
