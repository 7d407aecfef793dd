import PredicateSyntax

/// What equals the usual is left out of a model file: a table or column named like its entity or attribute, a false flag.
extension Entity: Codable {
  private enum Key: String, CodingKey, CaseIterable {
    case name, table, key, attributes, relationships, readOnly, validations, unique, fetched
  }

  /// Reads what ``encode(to:)`` writes.
  public init(from decoder: any Decoder) throws {
    let container = try decoder.container(knowingOnly: Key.self)
    self.init(
      name: try container.decode(String.self, forKey: .name),
      table: try container.decodeIfPresent(String.self, forKey: .table),
      key: try container.decode(EntityKey.self, forKey: .key),
      attributes: try container.decode([Attribute].self, forKey: .attributes),
      relationships: try container.decodeIfPresent([Relationship].self, forKey: .relationships) ?? [],
      isReadOnly: try container.decodeIfPresent(Bool.self, forKey: .readOnly) ?? false,
      validations: try container.decodeIfPresent([QueryPredicate].self, forKey: .validations) ?? [],
      uniqueness: try container.decodeIfPresent([[String]].self, forKey: .unique) ?? [],
      fetchedProperties: try container.decodeIfPresent([FetchedProperty].self, forKey: .fetched) ?? [])
  }

  /// Writes the form of model files; what equals the usual is left out.
  public func encode(to encoder: any Encoder) throws {
    var container = encoder.container(keyedBy: Key.self)
    try container.encode(name, forKey: .name)
    if !table.hasSameScalars(as: name) { try container.encode(table, forKey: .table) }
    try container.encode(key, forKey: .key)
    try container.encode(attributes, forKey: .attributes)
    if !relationships.isEmpty { try container.encode(relationships, forKey: .relationships) }
    if isReadOnly { try container.encode(true, forKey: .readOnly) }
    if !validations.isEmpty { try container.encode(validations, forKey: .validations) }
    if !uniqueness.isEmpty { try container.encode(uniqueness, forKey: .unique) }
    if !fetchedProperties.isEmpty { try container.encode(fetchedProperties, forKey: .fetched) }
  }
}

extension EntityKey: Codable {
  private enum Key: String, CodingKey, CaseIterable { case columns, reference }

  /// Reads what ``encode(to:)`` writes.
  public init(from decoder: any Decoder) throws {
    let container = try decoder.container(knowingOnly: Key.self)
    self.init(
      columns: try container.decode([String].self, forKey: .columns),
      referenceColumn: try container.decodeIfPresent(String.self, forKey: .reference))
  }

  /// Writes the form of model files; what equals the usual is left out.
  public func encode(to encoder: any Encoder) throws {
    var container = encoder.container(keyedBy: Key.self)
    try container.encode(columns, forKey: .columns)
    try container.encodeIfPresent(referenceColumn, forKey: .reference)
  }
}
