import PredicateSyntax
import PredicateValues

/// What equals the usual is left out of a model file: an order that descends not, an empty list.
extension FetchedProperty: Codable {
  private enum Key: String, CodingKey, CaseIterable { case name, destination, predicate, sort, userInfo }

  /// Reads what ``encode(to:)`` writes.
  public init(from decoder: any Decoder) throws {
    let container = try decoder.container(knowingOnly: Key.self)
    self.init(
      name: try container.decode(String.self, forKey: .name),
      destination: try container.decode(String.self, forKey: .destination),
      predicate: try container.decodeIfPresent(QueryPredicate.self, forKey: .predicate),
      sortedBy: try container.decodeIfPresent([SortKey].self, forKey: .sort) ?? [],
      userInfo: try container.decodeUserInfo(forKey: .userInfo))
  }

  /// Writes the form of model files; what equals the usual is left out.
  public func encode(to encoder: any Encoder) throws {
    var container = encoder.container(keyedBy: Key.self)
    try container.encode(name, forKey: .name)
    try container.encode(destination, forKey: .destination)
    try container.encodeIfPresent(predicate, forKey: .predicate)
    if !sortKeys.isEmpty { try container.encode(sortKeys, forKey: .sort) }
    try container.encode(userInfo: userInfo, forKey: .userInfo)
  }
}
