import PredicateSyntax

/// `{"show": "lentToFriend.friendName", "as": "borrower"}`.
extension FetchedColumn: Codable {
  private enum Key: String, CodingKey, CaseIterable {
    case expression = "show"
    case name = "as"
  }

  /// Reads ``encode(to:)``.
  ///
  /// - Throws: `DecodingError` at an unknown key, and for a text that is no value of the language.
  public init(from decoder: any Decoder) throws {
    let container = try decoder.container(knowingOnly: Key.self)
    self.init(
      try container.decode(QueryExpression.self, forKey: .expression),
      as: try container.decodeIfPresent(String.self, forKey: .name))
  }

  /// Writes the value, and the name where it is not what the value prints as.
  public func encode(to encoder: any Encoder) throws {
    var container = encoder.container(keyedBy: Key.self)
    try container.encode(expression, forKey: .expression)
    if !name.hasSameScalars(as: expression.canonicalFormat) { try container.encode(name, forKey: .name) }
  }
}
