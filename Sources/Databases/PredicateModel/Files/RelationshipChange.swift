/// The changes of a model file to a relationship of the schema, such as `{"was": "orderDetails", "name": "lines"}`, or a new relationship.
public struct RelationshipChange: Sendable, Codable {
  /// The relationship's name in the schema; nil for a new relationship.
  public let was: String?
  /// The new name, or the name of a new relationship.
  public let name: String?
  /// Whether the relationship is removed. The relationship at the other end stays, without an inverse.
  public let isHidden: Bool
  /// Whether the relationship may have no object.
  public let isOptional: Bool?
  /// The action on the other end when an object is deleted.
  public let deleteRule: DeleteRule?
  /// Whether the file states that every foreign key has its row.
  public let isTrusted: Bool?
  /// The destination of a new relationship: an entity, or its table.
  public let destination: String?
  /// The name of the inverse relationship, which is added to the destination.
  public let inverse: String?
  /// The columns of a new relationship.
  public let storage: RelationshipStorage?
  /// The columns that ``storage`` refers to, if they are not the destination's key.
  public let references: [String]?
  /// The cardinality of a new relationship, if the columns do not determine it.
  public let cardinality: Relationship.Cardinality?
  /// The column that keeps the order of the objects.
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
        throw container.fault(
          key,
          "a relationship that “was” renames cannot change this member. Hide the relationship and add a new one")
      }
      return
    }
    for key in [Key.name, .destination, .storage] where !container.contains(key) {
      throw DecodingError.keyNotFound(
        key, .init(codingPath: container.codingPath, debugDescription: "a new relationship needs it"))
    }
  }

  /// Writes an element of `relationships`, without unchanged parts.
  public func encode(to encoder: any Encoder) throws {
    try encoder.encode([
      Key.was: was, .name: name, .hidden: isHidden.ifTrue, .optional: isOptional, .deleteRule: deleteRule,
      .trusted: isTrusted, .destination: destination, .inverse: inverse, .storage: storage, .references: references,
      .cardinality: cardinality, .orderedBy: orderColumn,
    ])
  }
}
