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
      throw container.fault(.type, "“\(word)” is not a type of an attribute")
    }
    // A missing collation means BINARY. A null means that the collation is unknown.
    let collation: String? =
      container.contains(.collation) ? try container.decode(String?.self, forKey: .collation) : "BINARY"
    let storage = try container[.storage, usual: AttributeStorage.standard(for: type)]
    try self.init(
      name: container[.name], column: container[ifPresent: .column], type: type,
      isOptional: container[.optional, usual: false], storage: storage, isTrusted: container[.trusted, usual: false],
      collation: collation, hasNumericAffinity: container[.numeric, usual: false],
      defaultValue: (container[ifPresent: .defaultValue] as ModelScalar?).map {
        Self.formOfDefault(storage, type).value(of: $0.stored, as: type)
      }, validations: container[.validations, usual: []], userInfo: container.decodeUserInfo(forKey: .userInfo))
  }

  /// Writes the form of model files, without default values.
  public func encode(to encoder: any Encoder) throws {
    let isBinary = collation?.hasSameScalars(as: "BINARY") == true
    try encoder.encode([
      Key.name: name, .column: column.hasSameScalars(as: name) ? nil : column, .type: type.modelWord,
      .optional: isOptional.ifTrue, .storage: storage == .standard(for: type) ? nil : storage,
      .trusted: isTrusted.ifTrue, .collation: isBinary ? nil : collation as any Encodable,
      // Numeric affinity matters for texts only.
      .numeric: (hasNumericAffinity && storage == .text).ifTrue,
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
        stored, .init(codingPath: encoder.codingPath, debugDescription: "a model file has no form for bytes"))
    }
  }
}
