import PredicateSyntax
import PredicateValues

/// What equals the usual is left out of a model file: an order that descends not, an empty list.
extension FetchedProperty: Codable {
  private enum Key: String, CodingKey, CaseIterable { case name, destination, predicate, sort, userInfo }

  /// Reads what ``encode(to:)`` writes.
  public init(from decoder: any Decoder) throws {
    let container = try decoder.container(knowingOnly: Key.self)
    let info = try container.decodeIfPresent([String: ModelValue].self, forKey: .userInfo) ?? [:]
    self.init(
      name: try container.decode(String.self, forKey: .name),
      destination: try container.decode(String.self, forKey: .destination),
      predicate: try container.decodeIfPresent(QueryPredicate.self, forKey: .predicate),
      sortedBy: try container.decodeIfPresent([SortKey].self, forKey: .sort) ?? [],
      userInfo: QueryDictionary(
        info.sorted { $0.key.utf8.lexicographicallyPrecedes($1.key.utf8) }.map { ($0.key, $0.value.value) }))
  }

  /// Writes the form of model files; what equals the usual is left out.
  public func encode(to encoder: any Encoder) throws {
    var container = encoder.container(keyedBy: Key.self)
    try container.encode(name, forKey: .name)
    try container.encode(destination, forKey: .destination)
    try container.encodeIfPresent(predicate, forKey: .predicate)
    if !sortKeys.isEmpty { try container.encode(sortKeys, forKey: .sort) }
    if userInfo.count > 0 {
      let info = zip(userInfo.keys, userInfo.values).map { ($0, ModelValue($1)) }
      try container.encode(Dictionary(info) { $1 }, forKey: .userInfo)
    }
  }
}
