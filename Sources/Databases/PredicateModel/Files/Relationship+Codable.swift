import PredicateSyntax

extension Relationship: Codable {
  private enum Key: String, CodingKey, CaseIterable {
    case name, destination, inverse, cardinality, optional, deleteRule, storage, trusted, references, guessed,
      minimum, maximum, orderedBy, userInfo
  }

  /// Reads what ``encode(to:)`` writes.
  public init(from decoder: any Decoder) throws {
    let container = try decoder.container(knowingOnly: Key.self)
    self.init(
      name: try container.decode(String.self, forKey: .name),
      destination: try container.decode(String.self, forKey: .destination),
      inverse: try container.decodeIfPresent(String.self, forKey: .inverse),
      cardinality: try container.decode(Cardinality.self, forKey: .cardinality),
      isOptional: try container.decodeIfPresent(Bool.self, forKey: .optional) ?? false,
      deleteRule: try container.decodeIfPresent(DeleteRule.self, forKey: .deleteRule) ?? .nullify,
      storage: try container.decode(RelationshipStorage.self, forKey: .storage),
      isTrusted: try container.decodeIfPresent(Bool.self, forKey: .trusted) ?? false,
      referencedColumns: try container.decodeIfPresent([String].self, forKey: .references),
      isGuessed: try container.decodeIfPresent(Bool.self, forKey: .guessed) ?? false,
      minimumCount: try container.decodeIfPresent(Int.self, forKey: .minimum) ?? 0,
      maximumCount: try container.decodeIfPresent(Int.self, forKey: .maximum),
      orderColumn: try container.decodeIfPresent(String.self, forKey: .orderedBy),
      userInfo: try container.decodeUserInfo(forKey: .userInfo))
  }

  /// Writes the form of model files; what equals the usual is left out.
  public func encode(to encoder: any Encoder) throws {
    var container = encoder.container(keyedBy: Key.self)
    try container.encode(name, forKey: .name)
    try container.encode(destination, forKey: .destination)
    try container.encodeIfPresent(inverse, forKey: .inverse)
    try container.encode(cardinality, forKey: .cardinality)
    if isOptional { try container.encode(true, forKey: .optional) }
    if deleteRule != .nullify { try container.encode(deleteRule, forKey: .deleteRule) }
    try container.encode(storage, forKey: .storage)
    if isTrusted { try container.encode(true, forKey: .trusted) }
    try container.encodeIfPresent(referencedColumns, forKey: .references)
    if isGuessed { try container.encode(true, forKey: .guessed) }
    if minimumCount != 0 { try container.encode(minimumCount, forKey: .minimum) }
    try container.encodeIfPresent(maximumCount, forKey: .maximum)
    try container.encodeIfPresent(orderColumn, forKey: .orderedBy)
    try container.encode(userInfo: userInfo, forKey: .userInfo)
  }
}

extension RelationshipStorage: Codable {
  private enum Key: String, CodingKey, CaseIterable { case foreignKey, foreignKeyOfDestination, joinTable, from, to }

  /// Reads what ``encode(to:)`` writes.
  public init(from decoder: any Decoder) throws {
    let container = try decoder.container(knowingOnly: Key.self)
    if let columns = try container.decodeIfPresent([String].self, forKey: .foreignKey) {
      self = .foreignKey(columns: columns)
    } else if let columns = try container.decodeIfPresent([String].self, forKey: .foreignKeyOfDestination) {
      self = .foreignKeyOfDestination(columns: columns)
    } else {
      self = .joinTable(
        JoinTable(
          table: try container.decode(String.self, forKey: .joinTable),
          sourceColumns: try container.decode([String].self, forKey: .from),
          destinationColumns: try container.decode([String].self, forKey: .to)))
    }
  }

  /// Writes the form of model files; what equals the usual is left out.
  public func encode(to encoder: any Encoder) throws {
    var container = encoder.container(keyedBy: Key.self)
    switch self {
    case .foreignKey(let columns): try container.encode(columns, forKey: .foreignKey)
    case .foreignKeyOfDestination(let columns): try container.encode(columns, forKey: .foreignKeyOfDestination)
    case .joinTable(let table):
      try container.encode(table.table, forKey: .joinTable)
      try container.encode(table.sourceColumns, forKey: .from)
      try container.encode(table.destinationColumns, forKey: .to)
    }
  }
}
