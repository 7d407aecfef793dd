import PredicateValues

/// A value that every object of an entity has, and the column that holds it.
public struct Attribute: Sendable {
  /// One reference: attributes are copied wherever a name is looked up.
  private let shared: Shared<Parts>

  /// What predicates call it.
  public var name: String { shared.parts.name }
  /// The column, verbatim.
  public var column: String { shared.parts.column }
  /// The type: one of the scalar types, or any.
  public var type: QueryType { shared.parts.type }
  /// Whether the model allows nil.
  public var isOptional: Bool { shared.parts.isOptional }
  /// How the column stores the type.
  public var storage: AttributeStorage { shared.parts.storage }
  /// Whether it is proven that the column holds nothing but values of the type's family (and nil where it is optional): by a
  /// STRICT table, by a CHECK, by the model's word. Where it is not, whatever is of another family reads as nil.
  public var isTrusted: Bool { shared.parts.isTrusted }
  /// The column's collation (`BINARY`, `NOCASE`); nil where it is not known, so that a comparison has to state its own.
  public var collation: String? { shared.parts.collation }
  /// The column's type in the database's own words, `int4` or `timestamptz`; nil for a database whose columns ``storage`` describes.
  package var columnType: String? { shared.parts.columnType }
  /// Whether the column takes text that looks like a number for one, as SQLite does where it is declared `STRING` or `DATE`: beside it
  /// `'5'` is the number 5, which every text is greater than.
  public var hasNumericAffinity: Bool { shared.parts.hasNumericAffinity }
  /// What a new object has; nil for none.
  public var defaultValue: QueryValue? { shared.parts.defaultValue }
  /// Conditions on the value, which is `SELF`: `SELF BETWEEN {0, 10}`, `SELF.length <= 80`, `SELF MATCHES "[0-9]{5}"`. A value that is nil
  /// fulfils them.
  public var validations: [QueryPredicate] { shared.parts.validations }
  /// Values that programs keep with the attribute: texts, numbers and booleans by their names. The library gives them no meaning.
  public var userInfo: QueryDictionary { shared.parts.userInfo }

  /// An attribute. The column is named after it, and the storage is the type's usual one, unless told otherwise.
  public init(
    name: String, column: String? = nil, type: QueryType, isOptional: Bool = false, storage: AttributeStorage? = nil,
    isTrusted: Bool = false, collation: String? = "BINARY", hasNumericAffinity: Bool = false,
    defaultValue: QueryValue? = nil, validations: [QueryPredicate] = [],
    userInfo: QueryDictionary = QueryDictionary()
  ) {
    shared = Shared(
      Parts(
        name: name, column: column ?? name, type: type, isOptional: isOptional,
        storage: storage ?? .standard(for: type), isTrusted: isTrusted, collation: collation,
        hasNumericAffinity: hasNumericAffinity, defaultValue: defaultValue, validations: validations,
        userInfo: userInfo, columnType: nil))
  }

  private init(_ parts: Parts) { shared = Shared(parts) }

  /// The same attribute by another name.
  package func named(_ name: String) -> Attribute {
    var parts = shared.parts
    parts.name = name
    return Attribute(parts)
  }

  /// The same attribute in a column of a database's own type.
  package func inColumn(of type: String) -> Attribute {
    var parts = shared.parts
    parts.columnType = type
    return Attribute(parts)
  }

  /// Whether a row may read as nil here: the model allows it, or the column may hold a value of another family.
  public var mayBeNil: Bool { isOptional || !isTrusted }

  /// What a stored value means: nil where it is outside the attribute's family.
  public func value(of stored: StoredValue) -> QueryValue {
    storage.value(of: stored, as: type)
  }

  /// How a value is written to the column; nil where the column cannot hold it. Where the storage is text of a date, a decimal
  /// number or a UUID, the column may hold other texts of the same value.
  public func stored(_ value: QueryValue) -> StoredValue? {
    storage.stored(value)
  }

  /// A value as an object may hold it: of the attribute's type, and in a form that the column can hold. Nil for any other.
  ///
  ///     Attribute(name: "rating", type: .double).accepting(.integer(8))  // .double(8)
  package func accepting(_ value: QueryValue) -> QueryValue? {
    let accepted: QueryValue =
      switch (type, value) {
      case (.double, .integer(let number)): Double(exactly: number).map { .double($0) } ?? value
      case (.integer, .double(let number)): Int64(exactly: number).map { .integer($0) } ?? value
      case (.decimal, .integer(let number)): QueryDecimal("\(number)").map { .decimal($0) } ?? value
      default: value
      }
    guard accepted.isNull || type == .any || accepted.type == type, storage.stored(accepted) != nil else { return nil }
    return accepted
  }
}

/// What an attribute is made of.
extension Attribute {
  fileprivate struct Parts: Sendable {
    var name: String
    let column: String
    let type: QueryType
    let isOptional: Bool
    let storage: AttributeStorage
    let isTrusted: Bool
    let collation: String?
    let hasNumericAffinity: Bool
    let defaultValue: QueryValue?
    let validations: [QueryPredicate]
    let userInfo: QueryDictionary
    var columnType: String?
  }
}

/// What all copies of a value share: one reference, whatever the value is made of.
final class Shared<Parts: Sendable>: Sendable {
  let parts: Parts

  init(_ parts: Parts) { self.parts = parts }
}
