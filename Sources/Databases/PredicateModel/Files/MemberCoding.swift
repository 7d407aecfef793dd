import PredicateSyntax
import PredicateValues

extension Attribute: Codable {
  private enum Key: String, CodingKey, CaseIterable {
    case name, column, type, optional, storage, trusted, collation, numeric, validations, userInfo
    case defaultValue = "default"
  }

  /// Reads the form that ``encode(to:)`` writes.
  public init(from decoder: any Decoder) throws {
    let container = try decoder.container(knowingOnly: Key.self)
    let word = try container.decode(String.self, forKey: .type)
    guard let type = QueryType(modelWord: word) else {
      throw container.fault(.type, "“\(word)” is not the name of an attribute type")
    }
    // A missing collation means the order of the scalars. A null means that the order is unknown.
    let order: TextOrder =
      container.contains(.collation)
      ? try container.decode(String?.self, forKey: .collation).map { .collation($0) } ?? .unknown : .scalars
    let storage = try container[.storage, usual: AttributeStorage.standard(for: type)]
    try self.init(
      name: container[.name], column: container[ifPresent: .column], type: type,
      isOptional: container[.optional, usual: false], storage: storage, isTrusted: container[.trusted, usual: false],
      textOrder: order, convertsNumericTexts: container[.numeric, usual: false],
      defaultValue: (container[ifPresent: .defaultValue] as ModelScalar?).map {
        Self.formOfDefault(storage, type).value(of: $0.stored, as: type)
      }, validations: container[.validations, usual: []], userInfo: container.decodeUserInfo(forKey: .userInfo))
  }

  /// Writes the form of model files, without default values.
  public func encode(to encoder: any Encoder) throws {
    let collation: String? = if case .collation(let name) = textOrder { name } else { nil }
    try encoder.encode([
      Key.name: name, .column: column.hasSameScalars(as: name) ? nil : column, .type: type.modelWord,
      .optional: isOptional.ifTrue, .storage: storage == .standard(for: type) ? nil : storage,
      .trusted: isTrusted.ifTrue, .collation: textOrder == .scalars ? nil : collation as any Encodable,
      // The conversion only affects columns that store texts.
      .numeric: (convertsNumericTexts && storage == .text).ifTrue,
      .defaultValue: defaultValue.flatMap(Self.formOfDefault(storage, type).stored).map(ModelScalar.init),
      .validations: validations.nonEmpty,
      .userInfo: ModelValue.dictionary(userInfo).nonEmpty,
    ])
  }

  /// The storage in which a default value is written in model files. It is the column's storage, except that a UUID in bytes is written as text.
  private static func formOfDefault(_ storage: AttributeStorage, _ type: QueryType) -> AttributeStorage {
    storage == .uuidBytes ? .standard(for: type) : storage
  }
}

extension QueryType {
  /// The possible types of attributes, and their words in model files.
  private static let modelWords: [(type: QueryType, word: String)] = [
    (.any, "any"), (.boolean, "boolean"), (.integer, "integer"), (.double, "double"), (.decimal, "decimal"),
    (.string, "string"), (.date, "date"), (.data, "data"), (.uuid, "uuid"), (.url, "url"),
  ]

  /// The type that a word in model files means: `date`, `boolean`. Nil for any other word.
  public init?(modelWord: String) {
    guard let type = Self.modelWords.first(where: { $0.word.hasSameScalars(as: modelWord) })?.type else { return nil }
    self = type
  }

  /// The type's word in model files; `any` for a type that attributes cannot have.
  public var modelWord: String { Self.modelWords.first { $0.type == self }?.word ?? "any" }
}

/// A default value in a model file, written as the column stores it: a number or a text.
struct ModelScalar: Codable {
  let stored: StoredValue

  init(stored: StoredValue) { self.stored = stored }

  init(from decoder: any Decoder) throws {
    switch try ModelValue(from: decoder).value {
    case .integer(let number): stored = .integer(number)
    case .double(let number): stored = .real(number)
    default: stored = .text(try decoder.singleValueContainer().decode(String.self))
    }
  }

  func encode(to encoder: any Encoder) throws {
    var container = encoder.singleValueContainer()
    switch stored {
    case .null: try container.encodeNil()
    case .integer(let value): try container.encode(value)
    case .real(let value): try container.encode(value)
    case .text(let value): try container.encode(value)
    case .blob:
      throw EncodingError.invalidValue(
        stored,
        .init(codingPath: encoder.codingPath, debugDescription: "a model file cannot contain bytes as a default value"))
    }
  }
}

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
      throw container.fault(
        key, "an entity that inherits must not declare this key, because it uses the one of its parent entity")
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

extension Relationship: Codable {
  private enum Key: String, CodingKey, CaseIterable {
    case name, destination, inverse, cardinality, optional, deleteRule, storage, trusted, references, guessed,
      minimum, maximum, orderedBy, userInfo
  }

  /// Reads the form that ``encode(to:)`` writes.
  public init(from decoder: any Decoder) throws {
    let container = try decoder.container(knowingOnly: Key.self)
    try self.init(
      name: container[.name], destination: container[.destination], inverse: container[ifPresent: .inverse],
      cardinality: container[.cardinality], isOptional: container[.optional, usual: false],
      deleteRule: container[.deleteRule, usual: .nullify], storage: container[.storage],
      isTrusted: container[.trusted, usual: false], referencedColumns: container[ifPresent: .references],
      isGuessed: container[.guessed, usual: false], minimumCount: container[.minimum, usual: 0],
      maximumCount: container[ifPresent: .maximum], orderColumn: container[ifPresent: .orderedBy],
      userInfo: container.decodeUserInfo(forKey: .userInfo))
  }

  /// Writes the form of model files, without default values.
  public func encode(to encoder: any Encoder) throws {
    try encoder.encode([
      Key.name: name, .destination: destination, .inverse: inverse, .cardinality: cardinality,
      .optional: isOptional.ifTrue, .deleteRule: deleteRule == .nullify ? nil : deleteRule, .storage: storage,
      .trusted: isTrusted.ifTrue, .references: referencedColumns, .guessed: isGuessed.ifTrue,
      .minimum: minimumCount == 0 ? nil : minimumCount, .maximum: maximumCount, .orderedBy: orderColumn,
      .userInfo: ModelValue.dictionary(userInfo).nonEmpty,
    ])
  }
}

extension RelationshipStorage: Codable {
  private enum Key: String, CodingKey, CaseIterable { case foreignKey, foreignKeyOfDestination, joinTable, from, to }

  /// Reads the form that ``encode(to:)`` writes.
  public init(from decoder: any Decoder) throws {
    let container = try decoder.container(knowingOnly: Key.self)
    if let columns: [String] = try container[ifPresent: .foreignKey] {
      self = .foreignKey(columns: columns)
    } else if let columns: [String] = try container[ifPresent: .foreignKeyOfDestination] {
      self = .foreignKeyOfDestination(columns: columns)
    } else {
      self = try .joinTable(
        JoinTable(
          table: container[.joinTable], sourceColumns: container[.from], destinationColumns: container[.to]))
    }
  }

  /// Writes the form of model files.
  public func encode(to encoder: any Encoder) throws {
    switch self {
    case .foreignKey(let columns): try encoder.encode([Key.foreignKey: columns])
    case .foreignKeyOfDestination(let columns): try encoder.encode([Key.foreignKeyOfDestination: columns])
    case .joinTable(let table):
      try encoder.encode([
        Key.joinTable: table.table, .from: table.sourceColumns, .to: table.destinationColumns,
      ])
    }
  }
}
