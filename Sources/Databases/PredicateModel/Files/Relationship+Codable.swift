import PredicateSyntax

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
