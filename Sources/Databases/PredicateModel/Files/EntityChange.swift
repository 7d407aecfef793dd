/// What a model file changes of an entity. What it does not mention stays.
public struct EntityChange: Sendable, Codable {
  /// The table or view, or the entity's name as the schema gives it.
  public let table: String
  /// Its new name.
  public let name: String?
  /// Whether it is left out, with every relationship that leads to it.
  public let isHidden: Bool
  /// What identifies a row: for a view, or a table that declares no key.
  public let key: EntityKey?
  /// What changes of its attributes.
  public private(set) var attributes: [AttributeChange]
  /// What changes of its relationships, and new ones.
  public let relationships: [RelationshipChange]

  private enum Key: String, CodingKey, CaseIterable { case table, name, hidden, key, attributes, relationships }

  /// Changes of attributes alone.
  public init(table: String, attributes: [AttributeChange]) {
    self.table = table
    self.attributes = attributes
    name = nil
    isHidden = false
    key = nil
    relationships = []
  }

  /// Changes the type of one more attribute.
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

  /// Writes an element of `entities`, without what stays.
  public func encode(to encoder: any Encoder) throws {
    try encoder.encode([
      Key.table: table, .name: name, .hidden: isHidden.ifTrue, .key: key, .attributes: attributes.nonEmpty,
      .relationships: relationships.nonEmpty,
    ])
  }
}
