import PredicateSyntax

/// A query: the objects of an entity that meet a predicate, with an order and a limit. The rows can also be values of these objects, or groups of
/// them with aggregates.
///
/// A fetch may contain `$variables`. It then is a template, and each caller supplies the values.
///
/// A fetch is *grouped* if it has `groupBy`, or if a column or `having` contains an aggregate (then all objects are one group). Its rows are groups,
/// and every name outside of an aggregate must be a key or a column. The aggregates are:
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
/// Objects without a value for a key form one group. Without an order, groups are in the order of their keys.
public struct EntityFetch: Sendable, Hashable {
  /// The entity's name.
  public var entity: String {
    get { name.text }
    set { name = ScalarString(newValue) }
  }
  private var name: ScalarString
  /// The condition on objects; nil for all objects.
  public var predicate: QueryPredicate?
  /// The values to return. Empty for all values of an object, or for the keys and the count of a group.
  public var columns: [FetchedColumn]
  /// Whether rows that are equal in all columns are returned once. Objects are never equal.
  public var isDistinct: Bool
  /// The keys of the groups.
  public var groupBy: [FetchedColumn]
  /// The condition on groups: it may use keys, names of columns, and aggregates.
  public var having: QueryPredicate?
  /// The order; the first key has the highest priority. Objects with equal keys, or without an order, are in the order of their primary keys, and
  /// groups in the order of their keys.
  public var sortKeys: [QuerySortKey]
  /// The limit on rows with the same values for some keys, applied before ``offset`` and ``limit``; nil for all rows.
  public var firstOfEach: FirstOfEach?
  /// The most rows; nil for all rows.
  public var limit: Int?
  /// The number of rows to skip at the beginning.
  public var offset: Int
  /// Whether the fetch was stored by version 1, in which `Friend[3]` was the friend at position 3, and contains such an expression.
  package private(set) var isFormer = false

  /// A fetch of objects.
  ///
  /// - Parameters:
  ///   - entity: The name of the entity.
  ///   - predicate: The condition; nil for all objects.
  ///   - sortKeys: The order; without keys the objects come in the order of their keys.
  ///   - firstOfEach: The limit on rows with the same values of some keys; nil for all rows.
  ///   - limit: The greatest number of rows; nil for all.
  ///   - offset: The number of rows to leave out at the beginning.
  public init(
    _ entity: String, where predicate: QueryPredicate? = nil, sortedBy sortKeys: [QuerySortKey] = [],
    firstOfEach: FirstOfEach? = nil, limit: Int? = nil, offset: Int = 0
  ) {
    self.init(
      entity, where: predicate, columns: [], sortedBy: sortKeys, firstOfEach: firstOfEach, limit: limit, offset: offset)
  }

  /// A fetch of values or of groups.
  ///
  /// - Parameters:
  ///   - entity: The name of the entity.
  ///   - predicate: The condition; nil for all objects.
  ///   - columns: The values of each row.
  ///   - isDistinct: Whether equal rows are one row.
  ///   - groupBy: The keys of the groups; empty for rows of objects.
  ///   - having: The condition on groups; nil for all groups.
  ///   - sortKeys: The order; without keys the objects come in the order of their keys.
  ///   - firstOfEach: The limit on rows with the same values of some keys; nil for all rows.
  ///   - limit: The greatest number of rows; nil for all.
  ///   - offset: The number of rows to leave out at the beginning.
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

  /// A fetch of objects that meet a format: `try EntityFetch("Movie", where: "year > \(minimum)", sortedBy: ["title"])`.
  ///
  /// - Throws: The issues of reading the format.
  public init(
    _ entity: String, where format: QueryFormat, sortedBy sortKeys: [QuerySortKey] = [],
    firstOfEach: FirstOfEach? = nil, limit: Int? = nil, offset: Int = 0
  ) throws(PredicateIssue) {
    self.init(
      entity, where: try QueryPredicate(format), sortedBy: sortKeys, firstOfEach: firstOfEach, limit: limit,
      offset: offset)
  }

  /// A fetch of values of objects, or of groups, that meet formats.
  ///
  /// - Throws: The issues of reading a format.
  public init(
    _ entity: String, where format: QueryFormat, columns: [FetchedColumn], isDistinct: Bool = false,
    groupBy: [FetchedColumn] = [], having groups: QueryFormat? = nil, sortedBy sortKeys: [QuerySortKey] = [],
    firstOfEach: FirstOfEach? = nil, limit: Int? = nil, offset: Int = 0
  ) throws(PredicateIssue) {
    self.init(
      entity, where: try QueryPredicate(format), columns: columns, isDistinct: isDistinct, groupBy: groupBy,
      sortedBy: sortKeys, firstOfEach: firstOfEach, limit: limit, offset: offset)
    if let groups { having = try QueryPredicate(groups) }
  }

  /// A fetch of groups of all objects; the groups meet a format: `having: "count() > 3"`.
  ///
  /// - Throws: The issues of reading the format.
  public init(
    _ entity: String, columns: [FetchedColumn], isDistinct: Bool = false, groupBy: [FetchedColumn] = [],
    having groups: QueryFormat, sortedBy sortKeys: [QuerySortKey] = [], firstOfEach: FirstOfEach? = nil,
    limit: Int? = nil, offset: Int = 0
  ) throws(PredicateIssue) {
    self.init(
      entity, columns: columns, isDistinct: isDistinct, groupBy: groupBy, having: try QueryPredicate(groups),
      sortedBy: sortKeys, firstOfEach: firstOfEach, limit: limit, offset: offset)
  }

  /// Every variable that needs a value. The order of the parts is: predicate, keys of groups, columns, condition on groups, order, keys of `first … of each`.
  public var freeVariables: [VariableUse] {
    let inColumns = (groupBy + columns).flatMap(\.expression.freeVariables)
    return (predicate?.freeVariables ?? []) + inColumns + (having?.freeVariables ?? [])
      + sortKeys.flatMap(\.expression.freeVariables) + (firstOfEach?.keys.flatMap(\.freeVariables) ?? [])
  }
}

/// A fetch in a file. Default values are left out:
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

  /// The version of stored fetches since which `Friend[3]` means the friend with the key 3. A fetch without such an expression is stored without a version.
  private static let version = 2

  /// Reads the JSON that ``encode(to:)`` writes.
  ///
  /// Binding refuses a fetch that has `Friend[3]` with its former meaning, if `Friend` is an entity. Binding also checks that the entity and its
  /// properties exist. A decoded fetch runs with the rights of the application. For untrusted parts use a policy: pass ``predicate`` and ``sortKeys``
  /// as its text and order.
  ///
  /// - Throws: `DecodingError` for an unknown key, a negative number, or a text that is not a predicate.
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
      throw container.fault(.version, "expected a fetch of version \(Self.version) or lower, found version \(version)")
    }
    isFormer = version < Self.version && objectByKey() != nil
  }

  /// Writes the parts that differ from the defaults. A negative number is written as 0, because it counts as 0 when a fetch runs.
  ///
  /// - Throws: `EncodingError.invalidValue` for a predicate or a value that has no text.
  public func encode(to encoder: any Encoder) throws {
    try encoder.encode([
      Key.entity: entity, .predicate: predicate, .columns: columns.nonEmpty, .isDistinct: isDistinct.ifTrue,
      .groupBy: groupBy.nonEmpty, .having: having, .sort: sortKeys.nonEmpty, .firstOfEach: firstOfEach,
      .limit: limit.map { max(0, $0) }, .offset: offset > 0 ? offset : nil,
      .version: isFormer || objectByKey() == nil ? nil : Self.version,
    ])
  }
}
