import PredicateModel

/// What people should know of a consumer, and no rule finds in a predicate.
public struct ProfileNote: Sendable, Hashable {
  /// The fact.
  public var about: String
  /// The name of the source.
  public var source: String
}

extension ProfileNote: Decodable {
  private enum Key: String, CodingKey, CaseIterable { case about, source }

  /// Reads the JSON object of a note.
  public init(from decoder: any Decoder) throws {
    let container = try decoder.container(knowingOnly: Key.self)
    about = try container.decode(String.self, forKey: .about)
    source = try container.decode(String.self, forKey: .source)
  }
}
