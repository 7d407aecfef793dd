import PredicateSyntax

/// What to get: the objects of an entity that a predicate is true of, in an order, so many of them; or values of theirs; or groups
/// of them with what is computed of each group.
///
/// A fetch may hold `$variables` anywhere and be kept as a template: whoever runs it gives them their values.
///
/// A fetch is *grouped* when it has `groupBy`, or when a column or `having` asks for an aggregate (then all objects are one group). Its
/// rows are groups, and every name outside of an aggregate has to be one of the groups' keys or columns. Aggregates are
///
/// | form | is |
/// |---|---|
/// | `count()`, `@count` | how many objects the group has |
/// | `count(x)` | how many have an `x` |
/// | `count(distinct x)` | how many different `x` they have |
/// | `sum(x)`, `@sum.x` | the sum; 0 of nothing; doubles are added exactly, and the sum is rounded once |
/// | `average(x)`, `avg(x)` | the mean of those that have an `x`; nil of nothing |
/// | `@avg.x` | the mean with nil as 0; 0 of nothing |
/// | `min(x)`, `max(x)`, `@min.x`, `@max.x` | the least and the greatest; nil of nothing |
///
/// Objects without a value for a key are one group. Without an order groups come by their keys.
public struct EntityFetch: Sendable, Hashable {
  /// The entity's name.
  public var entity: String {
    get { name.text }
    set { name = ScalarString(newValue) }
  }
  private var name: ScalarString
  /// What must be true of an object; nil for all objects.
  public var predicate: QueryPredicate?
  /// The values to get; empty for all that an object holds, and of groups for the keys and the number of objects.
  public var columns: [FetchedColumn]
  /// Whether rows that are alike in all columns are given once. Objects are never alike.
  public var isDistinct: Bool
  /// What the objects of a group have in common.
  public var groupBy: [FetchedColumn]
  /// What must be true of a group: a condition on its keys, its columns by their names, and aggregates.
  public var having: QueryPredicate?
  /// The order, the first key deciding first; objects that are alike in all keys, and all where there is none, come by their
  /// primary key, groups by theirs.
  public var sortKeys: [QuerySortKey]
  /// How many of the rows that are alike in some values are kept, before ``offset`` and ``limit``; nil for all.
  public var firstOfEach: FirstOfEach?
  /// At most so many; nil for all.
  public var limit: Int?
  /// How many of the first to leave out.
  public var offset: Int
  /// Whether the fetch was stored when `Friend[3]` was the friend at place 3, and has such a form.
  package private(set) var isFormer = false

  /// A fetch of objects.
  public init(
    _ entity: String, where predicate: QueryPredicate? = nil, sortedBy sortKeys: [QuerySortKey] = [],
    firstOfEach: FirstOfEach? = nil, limit: Int? = nil, offset: Int = 0
  ) {
    self.init(
      entity, where: predicate, columns: [], sortedBy: sortKeys, firstOfEach: firstOfEach, limit: limit, offset: offset)
  }

  /// A fetch of values or of groups.
  public init(
    _ entity: String, where predicate: QueryPredicate? = nil, columns: [FetchedColumn], isDistinct: Bool = false,
    groupBy: [FetchedColumn] = [], having: QueryPredicate? = nil, sortedBy sortKeys: [QuerySortKey] = [],
    firstOfEach: FirstOfEach? = nil, limit: Int? = nil, offset: Int = 0
  ) {
    name = ScalarString(entity)
    self.predicate = predicate
    self.columns = columns
    self.isDistinct = isDistinct
    self.groupBy = groupBy
    self.having = having
    self.sortKeys = sortKeys
    self.firstOfEach = firstOfEach
    self.limit = limit
    self.offset = offset
  }

  /// Every use of a variable that has to be given a value, in the order in which the parts are written: the predicate, the groups' keys,
  /// the columns, the condition on groups, the order, the values of which the first rows are kept.
  public var freeVariables: [VariableUse] {
    let inColumns = (groupBy + columns).flatMap(\.expression.freeVariables)
    return (predicate?.freeVariables ?? []) + inColumns + (having?.freeVariables ?? [])
      + sortKeys.flatMap(\.expression.freeVariables) + (firstOfEach?.keys.flatMap(\.freeVariables) ?? [])
  }
}

/// A fetch in a file; what equals the usual is left out:
///
/// ```json
/// {"entity": "Movie", "where": "year > 1990", "sort": [{"by": "rating", "descending": true}], "limit": 10}
/// ```
extension EntityFetch: Codable {
  private enum Key: String, CodingKey, CaseIterable {
    case entity, columns, groupBy, having, sort, firstOfEach, limit, offset, version
    case predicate = "where"
    case isDistinct = "distinct"
  }

  /// The version of stored fetches in which `Friend[3]` is the friend with the key 3. Fetches without such a form have no version.
  private static let version = 2

  /// Reads ``encode(to:)``.
  ///
  /// A fetch of a version in which `Friend[3]` was a place is refused when it is bound, if `Friend` is an entity then. Whether the entity and its properties exist is known where the fetch runs. A fetch that somebody else wrote is the developer's own
  /// where it runs: a policy is for ``predicate`` and ``sortKeys``, which go in as its text and order.
  ///
  /// - Throws: `DecodingError` at an unknown key, a negative number, a text that is no predicate.
  public init(from decoder: any Decoder) throws {
    let container = try decoder.container(knowingOnly: Key.self)
    try self.init(
      container[.entity], where: container[ifPresent: .predicate], columns: container[.columns, usual: []],
      isDistinct: container[.isDistinct, usual: false], groupBy: container[.groupBy, usual: []],
      having: container[ifPresent: .having], sortedBy: container[.sort, usual: []],
      firstOfEach: container[ifPresent: .firstOfEach], limit: container.decodeCountIfPresent(forKey: .limit),
      offset: container.decodeCountIfPresent(forKey: .offset) ?? 0)
    let version = try container.decodeCountIfPresent(forKey: .version) ?? 1
    if version > Self.version {
      throw container.fault(.version, "expected a version up to \(Self.version), found \(version)")
    }
    isFormer = version < Self.version && objectByKey() != nil
  }

  /// Writes the parts that say something. A negative number is read as 0 where a fetch runs, and written so.
  ///
  /// - Throws: `EncodingError.invalidValue` of a predicate or a value that no text says.
  public func encode(to encoder: any Encoder) throws {
    try encoder.encode([
      Key.entity: entity, .predicate: predicate, .columns: columns.nonEmpty, .isDistinct: isDistinct.ifTrue,
      .groupBy: groupBy.nonEmpty, .having: having, .sort: sortKeys.nonEmpty, .firstOfEach: firstOfEach,
      .limit: limit.map { max(0, $0) }, .offset: offset > 0 ? offset : nil,
      .version: isFormer || objectByKey() == nil ? nil : Self.version,
    ])
  }
}
