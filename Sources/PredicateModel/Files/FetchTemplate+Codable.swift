/// `{"name": "lentTo", "fetch": {"entity": "Movie", "where": "lentToFriend.friendName == $name"}}`
extension FetchTemplate: Codable {
  private enum Key: String, CodingKey, CaseIterable { case name, fetch }

  /// Reads ``encode(to:)``.
  ///
  /// - Throws: `DecodingError` at an unknown key, and what reading an ``EntityFetch`` throws.
  public init(from decoder: any Decoder) throws {
    let container = try decoder.container(knowingOnly: Key.self)
    self.init(
      name: try container.decode(String.self, forKey: .name),
      fetch: try container.decode(EntityFetch.self, forKey: .fetch))
  }

  /// Writes the name and the fetch.
  public func encode(to encoder: any Encoder) throws {
    var container = encoder.container(keyedBy: Key.self)
    try container.encode(name, forKey: .name)
    try container.encode(fetch, forKey: .fetch)
  }
}
