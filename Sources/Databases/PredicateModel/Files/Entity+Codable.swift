import PredicateValues

/// What equals the usual is left out of a model file: a table or column named like its entity or attribute, a false flag.
extension Entity: Codable {
  private enum Key: String, CodingKey, CaseIterable {
    case name, table, key, attributes, relationships, readOnly, validations, unique, fetched, parent, abstract,
      entityColumn, entityNumber, userInfo
  }

  /// Reads what ``encode(to:)`` writes.
  public init(from decoder: any Decoder) throws {
    let container = try decoder.container(knowingOnly: Key.self)
    let parent = try container.decodeIfPresent(String.self, forKey: .parent)
    if parent != nil, let key = [Key.table, .key, .readOnly, .entityColumn].first(where: container.contains) {
      throw container.fault(key, "an entity with a parent has the parent's")
    }
    self.init(
      name: try container.decode(String.self, forKey: .name),
      table: try container.decodeIfPresent(String.self, forKey: .table),
      key: try parent == nil ? container.decode(EntityKey.self, forKey: .key) : .integer("id"),
      attributes: try container.decode([Attribute].self, forKey: .attributes),
      relationships: try container.decodeIfPresent([Relationship].self, forKey: .relationships) ?? [],
      isReadOnly: try container.decodeIfPresent(Bool.self, forKey: .readOnly) ?? false,
      validations: try container.decodeIfPresent([QueryPredicate].self, forKey: .validations) ?? [],
      uniqueness: try container.decodeIfPresent([[String]].self, forKey: .unique) ?? [],
      fetchedProperties: try container.decodeIfPresent([FetchedProperty].self, forKey: .fetched) ?? [],
      parent: parent, isAbstract: try container.decodeIfPresent(Bool.self, forKey: .abstract) ?? false,
      entityColumn: try container.decodeIfPresent(String.self, forKey: .entityColumn),
      entityNumber: try container.decodeIfPresent(Int64.self, forKey: .entityNumber),
      userInfo: try container.decodeUserInfo(forKey: .userInfo))
  }

  /// Writes the form of model files; what equals the usual, and what is inherited, is left out.
  public func encode(to encoder: any Encoder) throws {
    let (attributes, relationships) = (declared.attributes, declared.relationships)
    let (validations, uniqueness) = (declared.validations, declared.uniqueness)
    let fetchedProperties = declared.fetchedProperties
    var container = encoder.container(keyedBy: Key.self)
    try container.encode(name, forKey: .name)
    try container.encodeIfPresent(parent, forKey: .parent)
    if isAbstract { try container.encode(true, forKey: .abstract) }
    if parent == nil {
      if !table.hasSameScalars(as: name) { try container.encode(table, forKey: .table) }
      try container.encode(key, forKey: .key)
      try container.encodeIfPresent(entityColumn, forKey: .entityColumn)
      if isReadOnly { try container.encode(true, forKey: .readOnly) }
    }
    try container.encodeIfPresent(entityNumber, forKey: .entityNumber)
    try container.encode(attributes, forKey: .attributes)
    if !relationships.isEmpty { try container.encode(relationships, forKey: .relationships) }
    if !validations.isEmpty { try container.encode(validations, forKey: .validations) }
    if !uniqueness.isEmpty { try container.encode(uniqueness, forKey: .unique) }
    if !fetchedProperties.isEmpty { try container.encode(fetchedProperties, forKey: .fetched) }
    try container.encode(userInfo: userInfo, forKey: .userInfo)
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

extension KeyedDecodingContainer {
  /// Reads user info, sorted by the bytes of the names; none where the key is missing.
  func decodeUserInfo(forKey key: Key) throws -> QueryDictionary {
    let info = try decodeIfPresent([String: ModelValue].self, forKey: key) ?? [:]
    let sorted = info.sorted { $0.key.utf8.lexicographicallyPrecedes($1.key.utf8) }
    return QueryDictionary(sorted.map { ($0.key, $0.value.value) })
  }
}

extension KeyedEncodingContainer {
  /// Writes user info; nothing where there is none.
  ///
  /// - Throws: `EncodingError.invalidValue` of a value that is neither a text nor a number nor a boolean.
  mutating func encode(userInfo: QueryDictionary, forKey key: Key) throws {
    guard userInfo.count > 0 else { return }
    try encode(ModelValue.dictionary(userInfo), forKey: key)
  }
}
