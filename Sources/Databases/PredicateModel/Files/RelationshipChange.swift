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
    was = try container[ifPresent: .was]
    name = try container[ifPresent: .name]
    isHidden = try container[.hidden, usual: false]
    isOptional = try container[ifPresent: .optional]
    deleteRule = try container[ifPresent: .deleteRule]
    isTrusted = try container[ifPresent: .trusted]
    destination = try container[ifPresent: .destination]
    inverse = try container[ifPresent: .inverse]
    storage = try container[ifPresent: .storage]
    references = try container[ifPresent: .references]
    cardinality = try container[ifPresent: .cardinality]
    orderColumn = try container[ifPresent: .orderedBy]
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
    try encoder.encode([
      Key.was: was, .name: name, .hidden: isHidden.ifTrue, .optional: isOptional, .deleteRule: deleteRule,
      .trusted: isTrusted, .destination: destination, .inverse: inverse, .storage: storage, .references: references,
      .cardinality: cardinality, .orderedBy: orderColumn,
    ])
  }
}
