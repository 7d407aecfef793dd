import PredicateValues

/// Default values are left out of a model file: a table or column named like its entity or attribute, a false flag.
extension Entity: Codable {
  enum FileKey: String, CodingKey, CaseIterable {
    case name, table, key, attributes, relationships, readOnly, validations, unique, indexes, fetched, transient,
      parent,
      abstract,
      entityColumn, entityNumber, userInfo
  }

  /// Reads the form that ``encode(to:)`` writes.
  public init(from decoder: any Decoder) throws {
    let container = try decoder.container(knowingOnly: FileKey.self)
    let parent: String? = try container[ifPresent: .parent]
    if parent != nil, let key = [FileKey.table, .key, .readOnly, .entityColumn].first(where: container.contains) {
      throw container.fault(key, "an entity with a parent has the parent's")
    }
    let transient: [TransientMember] = try container[.transient, usual: []]
    self = try Entity(
      name: container[.name], table: container[ifPresent: .table],
      key: parent == nil ? container[.key] : .integer("id"), attributes: container[.attributes],
      relationships: container[.relationships, usual: []], isReadOnly: container[.readOnly, usual: false],
      validations: container[.validations, usual: []], uniqueness: container[.unique, usual: []],
      indexes: container[.indexes, usual: []], fetchedProperties: container[.fetched, usual: []], parent: parent,
      isAbstract: container[.abstract, usual: false], entityColumn: container[ifPresent: .entityColumn],
      entityNumber: container[ifPresent: .entityNumber], userInfo: container.decodeUserInfo(forKey: .userInfo)
    ).with { $0.transientMembers = transient }
  }

  /// Writes the form of model files, without default values and inherited parts.
  public func encode(to encoder: any Encoder) throws { try encoder.encode(fileMembers) }

  /// The parts of the entity in a model file, in their order. Parts without a value are left out.
  var fileMembers: KeyValuePairs<FileKey, (any Encodable)?> {
    let own = declared
    let isRoot = parent == nil
    return [
      .name: name, .parent: parent, .abstract: isAbstract.ifTrue,
      .table: isRoot && !table.hasSameScalars(as: name) ? table : nil, .key: isRoot ? key : nil,
      .entityColumn: isRoot ? entityColumn : nil, .readOnly: (isRoot && isReadOnly).ifTrue,
      .entityNumber: entityNumber, .unique: own.uniqueness.nonEmpty, .indexes: own.indexes.nonEmpty,
      .validations: own.validations.nonEmpty,
      .userInfo: ModelValue.dictionary(userInfo).nonEmpty, .attributes: own.attributes,
      .relationships: own.relationships.nonEmpty, .fetched: own.fetchedProperties.nonEmpty,
      .transient: own.transientMembers.nonEmpty,
    ]
  }
}

extension EntityKey: Codable {
  private enum Key: String, CodingKey, CaseIterable { case columns, reference }

  /// Reads the form that ``encode(to:)`` writes.
  public init(from decoder: any Decoder) throws {
    let container = try decoder.container(knowingOnly: Key.self)
    try self.init(columns: container[.columns], referenceColumn: container[ifPresent: .reference])
  }

  /// Writes the form of model files, without default values.
  public func encode(to encoder: any Encoder) throws {
    try encoder.encode([Key.columns: columns, .reference: referenceColumn])
  }
}

/// Default values are left out of a model file: an ascending order, an empty list.
extension FetchedProperty: Codable {
  private enum Key: String, CodingKey, CaseIterable { case name, destination, predicate, sort, userInfo }

  /// Reads the JSON that ``encode(to:)`` writes.
  public init(from decoder: any Decoder) throws {
    let container = try decoder.container(knowingOnly: Key.self)
    try self.init(
      name: container[.name], destination: container[.destination], predicate: container[ifPresent: .predicate],
      sortedBy: container[.sort, usual: []], userInfo: container.decodeUserInfo(forKey: .userInfo))
  }

  /// Writes the form of model files, without default values.
  public func encode(to encoder: any Encoder) throws {
    try encoder.encode([
      Key.name: name, .destination: destination, .predicate: predicate, .sort: sortKeys.nonEmpty,
      .userInfo: ModelValue.dictionary(userInfo).nonEmpty,
    ])
  }
}

extension TransientMember: Codable {
  private enum Key: String, CodingKey, CaseIterable { case name, type, destination, inverse, cardinality }

  /// Reads the form that ``encode(to:)`` writes.
  package init(from decoder: any Decoder) throws {
    let container = try decoder.container(knowingOnly: Key.self)
    let name: String = try container[.name]
    if let destination: String = try container[ifPresent: .destination] {
      let cardinality = try container[.cardinality, usual: Relationship.Cardinality.toOne]
      self.init(
        name: name,
        content: .objects(
          destination: destination, inverse: try container[ifPresent: .inverse], isToMany: cardinality == .toMany))
    } else {
      let word: String = try container[.type]
      guard let type = QueryType(modelWord: word) else { throw container.fault(Key.type, "“\(word)” is no type") }
      self.init(name: name, content: .value(type))
    }
  }

  /// Writes the form of model files. A to-one relationship has no cardinality.
  package func encode(to encoder: any Encoder) throws {
    switch content {
    case .value(let type): try encoder.encode([Key.name: name, .type: type.modelWord])
    case .objects(let destination, let inverse, let isToMany):
      try encoder.encode([
        Key.name: name, .destination: destination, .inverse: inverse,
        .cardinality: isToMany ? Relationship.Cardinality.toMany : nil,
      ])
    }
  }
}

extension KeyedDecodingContainer {
  /// Reads user info; empty if the key is missing.
  func decodeUserInfo(forKey key: Key) throws -> QueryDictionary {
    let info: [String: ModelValue] = try self[key, usual: [:]]
    return QueryDictionary(userInfo: info.mapValues(\.value))
  }
}

extension QueryDictionary {
  /// User info, sorted by the bytes of the names.
  package init(userInfo: [String: QueryValue]) {
    let sorted = userInfo.sorted { $0.key.utf8.lexicographicallyPrecedes($1.key.utf8) }
    self.init(sorted.map { ($0.key, $0.value) })
  }
}
