import PredicateSyntax

/// A fetch in a file; what equals the usual is left out:
///
/// ```json
/// {"entity": "Movie", "where": "year > 1990", "sort": [{"by": "rating", "descending": true}], "limit": 10}
/// ```
extension EntityFetch: Codable {
  private enum Key: String, CodingKey, CaseIterable {
    case entity, columns, groupBy, having, sort, firstOfEach, limit, offset
    case predicate = "where"
    case isDistinct = "distinct"
  }

  /// Reads ``encode(to:)``.
  ///
  /// Whether the entity and its properties exist is known where the fetch runs. A fetch that somebody else wrote is the developer's own
  /// where it runs: a policy is for ``predicate`` and ``sortKeys``, which go in as its text and order.
  ///
  /// - Throws: `DecodingError` at an unknown key, a negative number, a text that is no predicate.
  public init(from decoder: any Decoder) throws {
    let container = try decoder.container(knowingOnly: Key.self)
    self.init(
      try container.decode(String.self, forKey: .entity),
      where: try container.decodeIfPresent(QueryPredicate.self, forKey: .predicate),
      columns: try container.decodeIfPresent([FetchedColumn].self, forKey: .columns) ?? [],
      isDistinct: try container.decodeIfPresent(Bool.self, forKey: .isDistinct) ?? false,
      groupBy: try container.decodeIfPresent([FetchedColumn].self, forKey: .groupBy) ?? [],
      having: try container.decodeIfPresent(QueryPredicate.self, forKey: .having),
      sortedBy: try container.decodeIfPresent([SortKey].self, forKey: .sort) ?? [],
      firstOfEach: try container.decodeIfPresent(FirstOfEach.self, forKey: .firstOfEach),
      limit: try container.decodeCountIfPresent(forKey: .limit),
      offset: try container.decodeCountIfPresent(forKey: .offset) ?? 0)
  }

  /// Writes the parts that say something. A negative number is read as 0 where a fetch runs, and written so.
  ///
  /// - Throws: `EncodingError.invalidValue` of a predicate or a value that no text says.
  public func encode(to encoder: any Encoder) throws {
    var container = encoder.container(keyedBy: Key.self)
    try container.encode(entity, forKey: .entity)
    try container.encodeIfPresent(predicate, forKey: .predicate)
    if !columns.isEmpty { try container.encode(columns, forKey: .columns) }
    if isDistinct { try container.encode(true, forKey: .isDistinct) }
    if !groupBy.isEmpty { try container.encode(groupBy, forKey: .groupBy) }
    try container.encodeIfPresent(having, forKey: .having)
    if !sortKeys.isEmpty { try container.encode(sortKeys, forKey: .sort) }
    try container.encodeIfPresent(firstOfEach, forKey: .firstOfEach)
    try container.encodeIfPresent(limit.map { max(0, $0) }, forKey: .limit)
    if offset > 0 { try container.encode(offset, forKey: .offset) }
  }
}
