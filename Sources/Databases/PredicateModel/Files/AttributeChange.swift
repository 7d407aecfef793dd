import PredicateValues

/// The changes of a model file to an attribute, such as `{"column": "made", "name": "madeOn", "storage": "secondsSince1970"}`. Missing parts stay unchanged.
public struct AttributeChange: Sendable, Codable {
  /// The column of the changed attribute.
  public let column: String
  /// The new name.
  public let name: String?
  /// Whether the attribute is removed.
  public let isHidden: Bool
  /// The new type.
  public private(set) var type: QueryType?
  /// The new storage. Without a new type, the type is that of the storage.
  public private(set) var storage: AttributeStorage?
  /// Whether the value may be nil.
  public let isOptional: Bool?
  /// Whether the file states that the column has no values of other families.
  public private(set) var isTrusted: Bool?

  private enum Key: String, CodingKey, CaseIterable { case column, name, hidden, type, storage, optional, trusted }

  /// A change of the type and the storage only.
  public init(column: String, type: QueryType, storage: AttributeStorage) {
    self.column = column
    self.type = type
    self.storage = storage
    name = nil
    isHidden = false
    isOptional = nil
  }

  /// The change with the type and the storage of another change of the same column.
  func with(_ other: AttributeChange) -> AttributeChange {
    var change = self
    change.type = other.type
    change.storage = other.storage
    // The earlier `isTrusted` was a statement about another type, so it no longer applies.
    change.isTrusted = nil
    return change
  }

  /// Reads an element of `attributes`.
  public init(from decoder: any Decoder) throws {
    let container = try decoder.container(knowingOnly: Key.self)
    column = try container[.column]
    name = try container[ifPresent: .name]
    isHidden = try container[.hidden, usual: false]
    type = try (container[ifPresent: .type] as String?).map { word in
      guard let type = QueryType(modelWord: word) else {
        throw container.fault(.type, "“\(word)” is not the name of an attribute type")
      }
      return type
    }
    storage = try (container[ifPresent: .storage] as String?).map { word in
      guard let storage = AttributeStorage(rawValue: word) else {
        let known = AttributeStorage.allCases.map(\.rawValue).joined(separator: ", ")
        throw container.fault(.storage, "“\(word)” is not the name of a storage; the names are \(known)")
      }
      return storage
    }
    isOptional = try container[ifPresent: .optional]
    isTrusted = try container[ifPresent: .trusted]
  }

  /// Writes an element of `attributes`, without unchanged parts.
  public func encode(to encoder: any Encoder) throws {
    try encoder.encode([
      Key.column: column, .name: name, .hidden: isHidden.ifTrue, .type: type?.modelWord, .storage: storage,
      .optional: isOptional, .trusted: isTrusted,
    ])
  }

  /// The attribute after the changes.
  func applied(to old: Attribute) -> Attribute {
    let newType = type ?? storage.map(\.type) ?? old.type
    let new = Attribute(
      name: name ?? old.name, column: old.column, type: newType, isOptional: isOptional ?? old.isOptional,
      storage: storage ?? (newType == old.type ? old.storage : .standard(for: newType)),
      isTrusted: isTrusted ?? (newType == old.type && (storage ?? old.storage) == old.storage && old.isTrusted),
      textOrder: old.textOrder, convertsNumericTexts: old.convertsNumericTexts, defaultValue: old.defaultValue,
      validations: old.validations, userInfo: old.userInfo)
    return new.inColumn(of: old)
  }
}
