/// What a model file changes of a relationship that the schema gives, or a new one.
public struct RelationshipChange: Sendable, Codable {
  /// What the schema calls it; nil for a new one.
  public let was: String?
  /// Its new name, or the name of the new one.
  public let name: String?
  /// Whether it is left out. The other end stays, without an inverse.
  public let isHidden: Bool
  /// Whether there may be no object.
  public let isOptional: Bool?
  /// What becomes of the other end.
  public let deleteRule: DeleteRule?
  /// Whether the file vouches for it that every key has its row.
  public let isTrusted: Bool?
  /// Where a new one leads: an entity, or its table.
  public let destination: String?
  /// What the other end calls a new one; it is made there too.
  public let inverse: String?
  /// Which columns hold a new one.
  public let storage: RelationshipStorage?
  /// What these refer to, where that is not the key.
  public let references: [String]?
  /// How many objects a new one leads to, where the columns leave it open.
  public let cardinality: Relationship.Cardinality?
  /// The column that keeps the order of its objects.
  public let orderColumn: String?

  private enum Key: String, CodingKey, CaseIterable {
    case was, name, hidden, optional, deleteRule, trusted, destination, inverse, storage, references, cardinality,
      orderedBy
  }

  /// Reads an element of `relationships`.
  public init(from decoder: any Decoder) throws {
    let container = try decoder.container(knowingOnly: Key.self)
    was = try container.decodeIfPresent(String.self, forKey: .was)
    name = try container.decodeIfPresent(String.self, forKey: .name)
    isHidden = try container.decodeIfPresent(Bool.self, forKey: .hidden) ?? false
    isOptional = try container.decodeIfPresent(Bool.self, forKey: .optional)
    deleteRule = try container.decodeIfPresent(DeleteRule.self, forKey: .deleteRule)
    isTrusted = try container.decodeIfPresent(Bool.self, forKey: .trusted)
    destination = try container.decodeIfPresent(String.self, forKey: .destination)
    inverse = try container.decodeIfPresent(String.self, forKey: .inverse)
    storage = try container.decodeIfPresent(RelationshipStorage.self, forKey: .storage)
    references = try container.decodeIfPresent([String].self, forKey: .references)
    cardinality = try container.decodeIfPresent(Relationship.Cardinality.self, forKey: .cardinality)
    orderColumn = try container.decodeIfPresent(String.self, forKey: .orderedBy)
    guard was == nil else {
      if let key = [Key.destination, .inverse, .storage, .references, .cardinality].first(where: container.contains) {
        throw container.fault(key, "a relationship that “was” there keeps it; hide it and add one")
      }
      return
    }
    for key in [Key.name, .destination, .storage] where !container.contains(key) {
      throw DecodingError.keyNotFound(
        key, .init(codingPath: container.codingPath, debugDescription: "a new relationship needs it"))
    }
  }

  /// Writes an element of `relationships`, without what stays.
  public func encode(to encoder: any Encoder) throws {
    var container = encoder.container(keyedBy: Key.self)
    try container.encodeIfPresent(was, forKey: .was)
    try container.encodeIfPresent(name, forKey: .name)
    if isHidden { try container.encode(true, forKey: .hidden) }
    try container.encodeIfPresent(isOptional, forKey: .optional)
    try container.encodeIfPresent(deleteRule, forKey: .deleteRule)
    try container.encodeIfPresent(isTrusted, forKey: .trusted)
    try container.encodeIfPresent(destination, forKey: .destination)
    try container.encodeIfPresent(inverse, forKey: .inverse)
    try container.encodeIfPresent(storage, forKey: .storage)
    try container.encodeIfPresent(references, forKey: .references)
    try container.encodeIfPresent(cardinality, forKey: .cardinality)
    try container.encodeIfPresent(orderColumn, forKey: .orderedBy)
  }
}
