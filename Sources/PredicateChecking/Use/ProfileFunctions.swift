import PredicateModel

/// The functions that a consumer has, where it has few.
public struct ProfileFunctions: Sendable, Hashable {
  /// The selectors: `distanceToLocation:fromLocation:`.
  public var only: [String]
  /// What is wrong with another one.
  public var message: String
  /// The name of the source.
  public var source: String
}

extension ProfileFunctions: Decodable {
  private enum Key: String, CodingKey, CaseIterable { case only, message, source }

  /// Reads the JSON object.
  public init(from decoder: any Decoder) throws {
    let container = try decoder.container(knowingOnly: Key.self)
    only = try container.decode([String].self, forKey: .only)
    message = try container.decode(String.self, forKey: .message)
    source = try container.decode(String.self, forKey: .source)
  }
}
