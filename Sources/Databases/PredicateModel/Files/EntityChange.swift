/// The changes of a model file to an entity, such as `{"table": "orders", "name": "Sale"}`. Missing parts stay unchanged.
public struct EntityChange: Sendable, Codable {
  /// The table or view; also the entity's name in the schema.
  public let table: String
  /// The new name.
  public let name: String?
  /// Whether the entity is removed, with every relationship to it.
  public let isHidden: Bool
  /// The key, for a view or a table without a declared key.
  public let key: EntityKey?
  /// The changes to attributes.
  public private(set) var attributes: [AttributeChange]
  /// The changes to relationships, and new relationships.
  public let relationships: [RelationshipChange]

  private enum Key: String, CodingKey, CaseIterable { case table, name, hidden, key, attributes, relationships }

  /// Changes to attributes only.
  public init(table: String, attributes: [AttributeChange]) {
    self.table = table
    self.attributes = attributes
    name = nil
    isHidden = false
    key = nil
    relationships = []
  }

  /// Adds a change of an attribute's type.
  mutating func add(_ change: AttributeChange) {
    if let position = attributes.firstIndex(where: { $0.column.isSameSQLName(as: change.column) }) {
      attributes[position] = attributes[position].with(change)
    } else {
      attributes.append(change)
    }
  }

  /// Reads an element of `entities`.
  public init(from decoder: any Decoder) throws {
    let container = try decoder.container(knowingOnly: Key.self)
    table = try container[.table]
    name = try container[ifPresent: .name]
    isHidden = try container[.hidden, usual: false]
    key = try container[ifPresent: .key]
    attributes = try container[.attributes, usual: []]
    relationships = try container[.relationships, usual: []]
  }

  /// Writes an element of `entities`, without unchanged parts.
  public func encode(to encoder: any Encoder) throws {
    try encoder.encode([
      Key.table: table, .name: name, .hidden: isHidden.ifTrue, .key: key, .attributes: attributes.nonEmpty,
      .relationships: relationships.nonEmpty,
    ])
  }
}
