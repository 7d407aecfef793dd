import PredicateSyntax

/// At most so many of the rows that are alike in some values, the first ones in the order of their fetch: `first 3 of each genre`.
///
/// ```swift
/// var fetch = EntityFetch("Movie", sortedBy: [QuerySortKey(try QueryExpression("rating"), isAscending: false)])
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

/// `{"count": 3, "of": ["genre"]}`.
extension FirstOfEach: Codable {
  private enum Key: String, CodingKey, CaseIterable {
    case count
    case keys = "of"
  }

  /// Reads ``encode(to:)``.
  ///
  /// - Throws: `DecodingError` at an unknown key, for a number that is missing or negative, and for a text that is no value of the language.
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
