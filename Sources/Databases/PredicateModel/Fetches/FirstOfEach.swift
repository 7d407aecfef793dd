import PredicateSyntax

/// A limit on the rows that have the same values for some keys. Only the first of these rows, in the fetch's order, are returned: `first 3 of each genre`.
///
/// ```swift
/// var fetch = EntityFetch("Movie", sortedBy: [QuerySortKey(try QueryExpression("rating"), isAscending: false)])
/// fetch.firstOfEach = FirstOfEach(3, of: [try QueryExpression("genre")])  // the three best films of each genre
/// ```
public struct FirstOfEach: Sendable, Hashable {
  /// The number of rows to keep.
  public var count: Int
  /// The keys: values of an object or of a group, or names of columns. Nil equals nil.
  public var keys: [QueryExpression]

  /// Keeps at most `count` of the rows that are equal in all keys.
  ///
  /// - Parameters:
  ///   - count: The greatest number of rows.
  ///   - keys: The values that the rows have in common.
  public init(_ count: Int, of keys: [QueryExpression]) {
    self.count = count
    self.keys = keys
  }
}

/// `{"count": 3, "of": ["genre"]}`.
extension FirstOfEach: Codable {
  private enum Key: String, CodingKey, CaseIterable {
    case count
    case keys = "of"
  }

  /// Reads the JSON that ``encode(to:)`` writes.
  ///
  /// - Throws: `DecodingError` for an unknown key, a missing or negative number, and a text that is not a value of the language.
  public init(from decoder: any Decoder) throws {
    let container = try decoder.container(knowingOnly: Key.self)
    guard let count = try container.decodeCountIfPresent(forKey: .count) else {
      throw DecodingError.keyNotFound(
        Key.count, .init(codingPath: container.codingPath, debugDescription: "the number of rows is missing"))
    }
    try self.init(count, of: container[.keys])
  }

  /// Writes the number and the values.
  public func encode(to encoder: any Encoder) throws {
    try encoder.encode([Key.count: max(0, count), .keys: keys])
  }
}
