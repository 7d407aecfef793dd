import PredicateSyntax

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
    self.init(count, of: try container.decode([QueryExpression].self, forKey: .keys))
  }

  /// Writes the number and the values.
  public func encode(to encoder: any Encoder) throws {
    var container = encoder.container(keyedBy: Key.self)
    try container.encode(max(0, count), forKey: .count)
    try container.encode(keys, forKey: .keys)
  }
}
