import PredicateValues

/// A value of every object of an entity, and its column.
///
/// ```swift
/// Attribute(name: "rating", type: .double, isOptional: true)
/// Attribute(name: "lentOn", column: "lent_on", type: .date, storage: .iso8601Text)
/// ```
public struct Attribute: Sendable {
  /// A shared reference, because attributes are copied wherever a name is looked up.
  private let shared: Shared<Parts>

  /// The name in predicates.
  public var name: String { shared.parts.name }
  /// The exact name of the column.
  public var column: String { shared.parts.column }
  /// The type: a scalar type, or any.
  public var type: QueryType { shared.parts.type }
  /// Whether the model allows nil.
  public var isOptional: Bool { shared.parts.isOptional }
  /// How the column stores the type.
  public var storage: AttributeStorage { shared.parts.storage }
  /// Whether the column is proven to have only values of the type's family (and nil if it is optional). A STRICT table, a CHECK or a statement in the
  /// model proves it. Otherwise values of other families read as nil.
  public var isTrusted: Bool { shared.parts.isTrusted }
  /// How the database compares the column's texts.
  public var textOrder: TextOrder { shared.parts.textOrder }
  /// The column's type in the words of the database: `int4`, `timestamptz`. Nil for a database whose columns ``storage`` describes.
  package var columnType: String? { shared.parts.columnType }
  /// What the column holds, if neither ``type`` nor ``storage`` tells; otherwise nil.
  package var columnContent: ColumnContent? { shared.parts.columnContent }
  /// Whether the database converts a text that looks like a number when it stores the text in the column, or compares the text with the column. In
  /// such a column `'5'` is the number 5, which is less than every text.
  public var convertsNumericTexts: Bool { shared.parts.convertsNumericTexts }
  /// The value in a new object; nil if there is none.
  public var defaultValue: QueryValue? { shared.parts.defaultValue }
  /// Conditions on the value, which is `SELF`: `SELF BETWEEN {0, 10}`, `SELF.length <= 80`, `SELF MATCHES "[0-9]{5}"`. A nil value fulfils them.
  public var validations: [QueryPredicate] { shared.parts.validations }
  /// Values of the application for the attribute: texts, numbers and booleans by their names. The library does not interpret them.
  public var userInfo: QueryDictionary { shared.parts.userInfo }

  /// An attribute. The defaults are a column of the same name and the standard storage of the type.
  ///
  /// - Parameters:
  ///   - textOrder: The default is the order of the language. Tables that are made for a model have this order. A database that is opened with
  ///     the model replaces the value by the order of its column.
  ///   - convertsNumericTexts: The default is a column that stores texts unchanged. A database replaces this value, too.
  public init(
    name: String, column: String? = nil, type: QueryType, isOptional: Bool = false, storage: AttributeStorage? = nil,
    isTrusted: Bool = false, textOrder: TextOrder = .scalars, convertsNumericTexts: Bool = false,
    defaultValue: QueryValue? = nil, validations: [QueryPredicate] = [],
    userInfo: QueryDictionary = QueryDictionary()
  ) {
    shared = Shared(
      Parts(
        name: name, column: column ?? name, type: type, isOptional: isOptional,
        storage: storage ?? .standard(for: type), isTrusted: isTrusted, textOrder: textOrder,
        convertsNumericTexts: convertsNumericTexts, defaultValue: defaultValue, validations: validations,
        userInfo: userInfo))
  }

  private init(_ parts: Parts) { shared = Shared(parts) }

  /// How a database compares the texts of a column: `Attribute(name: "code", type: .string, textOrder: .collation("NOCASE"))`.
  public enum TextOrder: Sendable {
    /// By their Unicode scalars, as predicates compare texts.
    case scalars
    /// By a collation, with the name that it has in the database. Different texts may be equal.
    case collation(String)
    /// By an unknown rule, so that a comparison in SQL has to name the order of the scalars.
    case unknown
  }

  package func named(_ name: String) -> Attribute {
    var parts = shared.parts
    parts.name = name
    return Attribute(parts)
  }

  /// What a column holds, for types of a database that the language does not have.
  package enum ColumnContent: Sendable {
    /// Documents such as JSON. A path may continue into a document.
    case documents
    /// Times of a day as texts that have the order of the times: `09:30:00`.
    case timesOfDay
  }

  /// The same attribute in a column whose type is given in the words of the database.
  package func inColumn(of type: String, holding content: ColumnContent? = nil) -> Attribute {
    var parts = shared.parts
    (parts.columnType, parts.columnContent) = (type, content)
    return Attribute(parts)
  }

  /// The same attribute in a column that compares texts in another way.
  ///
  /// - Parameter convertsNumericTexts: Whether the column converts texts that look like numbers; nil if the attribute already states it.
  package func comparing(by order: TextOrder, convertsNumericTexts: Bool? = nil) -> Attribute {
    var parts = shared.parts
    parts.textOrder = order
    parts.convertsNumericTexts = convertsNumericTexts ?? parts.convertsNumericTexts
    return Attribute(parts)
  }

  /// Whether several rows of a sample have the same value in the column, as in `paid`, `shipped`. Then a value does not identify an object for people.
  package var isRepeated: Bool { shared.parts.isRepeated }

  /// The same attribute with ``isRepeated`` set.
  package var repeated: Attribute {
    var parts = shared.parts
    parts.isRepeated = true
    return Attribute(parts)
  }

  /// The same attribute with a written form: the form that sample values of the column have, and its declaration.
  package func written(like samples: [StoredValue], declared: DeclaredForm = []) -> Attribute {
    guard !samples.isEmpty || !declared.isEmpty else { return self }
    var parts = shared.parts
    parts.forms = WrittenForms(samples, declared: declared)
    return Attribute(parts)
  }

  /// The same attribute in the column of another attribute, with that column's type and written form.
  func inColumn(of other: Attribute) -> Attribute {
    var parts = shared.parts
    (parts.columnType, parts.columnContent) = (other.columnType, other.columnContent)
    parts.forms = other.shared.parts.forms
    return Attribute(parts)
  }

  /// The form in which the column's values are written, such as a date without a time. Nil if the storage has only one form, or if the values have no
  /// common form.
  package var writtenForm: WrittenForm? { shared.parts.forms?[storage] }

  /// Whether the column holds JSON, so that paths continue into the values.
  package var isJSON: Bool { storage == .json || columnContent == .documents }

  /// Whether the values are dates as texts without a fraction finer than microseconds. If a sample has texts of several forms, this is assumed.
  var isDateText: Bool {
    (storage == .iso8601Text || storage == .basicISO8601Text) && type == .date && writtenForm?.hasFineFractions != true
  }

  /// Whether the attribute of a row may read as nil: the model allows nil, or the column may have values of other families.
  public var mayBeNil: Bool { isOptional || !isTrusted }

  /// The value that a stored value represents; nil if it is outside the attribute's family.
  public func value(of stored: StoredValue) -> QueryValue {
    storage.value(of: stored, as: type)
  }

  /// The stored form of a value; nil if the column cannot store it. If all other values of the column have one form, a date or a boolean gets this form. In
  /// a column of integers a date is rounded to the unit. A column of dates, decimal numbers or UUIDs as text may contain other texts for the same value.
  public func stored(_ value: QueryValue) -> StoredValue? {
    writtenForm?.stored(value, in: storage) ?? storage.stored(value)
  }

  /// Whether the column can take the stored values of another column unchanged: both have the same type and storage, and this column has no other form.
  /// An assignment `at = madeAt` then keeps digits and characters that the value does not have.
  package func canCopy(from other: Attribute) -> Bool {
    type == other.type && storage == other.storage && (writtenForm == nil || writtenForm == other.writtenForm)
  }

  /// A date, shortened to the precision of the column's other texts: the day in a column of days, whole seconds in a column of whole seconds. Other
  /// values are unchanged. It is used for `now()`, whose time no user wrote. A time that a user wrote is not shortened.
  package func shortened(_ value: QueryValue) -> QueryValue {
    guard case .date(let seconds) = value else { return value }
    let form = storage == .basicISO8601Number ? .days : writtenForm
    guard let date = form?.shortened(seconds) else { return value }
    return .date(date)
  }

  /// The value of an object's property after `value` is assigned to it: converted to the attribute's type, and with the precision of the column. Nil
  /// if it cannot be converted without loss, or if the column cannot store it.
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
    if accepted.isNotANumber { return nil }
    guard accepted.isNull || type == .any || accepted.type == type, storage.stored(accepted) != nil else { return nil }
    // The object gets the date that reading its row would give.
    guard case .date = accepted, let form = isDateText ? stored(accepted) : writtenForm?.stored(accepted, in: storage)
    else { return accepted }
    return self.value(of: form)
  }
}

extension Attribute.TextOrder: Equatable {
  /// Compares the names of collations as SQL compares names.
  public static func == (left: Self, right: Self) -> Bool {
    switch (left, right) {
    case (.scalars, .scalars), (.unknown, .unknown): true
    case (.collation(let name), .collation(let other)): name.isSameSQLName(as: other)
    default: false
    }
  }
}

extension QueryValue {
  /// Whether the value is NaN, or the date of NaN, which no column can hold.
  package var isNotANumber: Bool {
    switch self {
    case .double(let number), .date(let number): number.isNaN
    default: false
    }
  }
}

/// The parts of an attribute.
extension Attribute {
  fileprivate struct Parts: Sendable {
    var name: String
    let column: String
    let type: QueryType
    let isOptional: Bool
    let storage: AttributeStorage
    let isTrusted: Bool
    var textOrder: TextOrder
    var convertsNumericTexts: Bool
    let defaultValue: QueryValue?
    let validations: [QueryPredicate]
    let userInfo: QueryDictionary
    var columnType: String?
    var columnContent: ColumnContent?
    var forms: WrittenForms?
    var isRepeated = false
  }
}

/// A reference to properties that all copies of a value share.
final class Shared<Parts: Sendable>: Sendable {
  let parts: Parts

  init(_ parts: Parts) { self.parts = parts }
}

/// A value in a model file that does not belong to a column: a text, a number, a boolean.
struct ModelValue: Codable {
  let value: QueryValue

  init(_ value: QueryValue) { self.value = value }

  init(from decoder: any Decoder) throws {
    let container = try decoder.singleValueContainer()
    // Integers are tried before doubles, so that they stay integers.
    if let truth = try? container.decode(Bool.self) {
      value = .boolean(truth)
    } else if let integer = try? container.decode(Int64.self) {
      value = .integer(integer)
    } else if let number = try? container.decode(Double.self) {
      value = .double(number)
    } else {
      value = .string(try container.decode(String.self))
    }
  }

  /// The values of user info.
  static func dictionary(_ info: QueryDictionary) -> [String: ModelValue] {
    Dictionary(zip(info.keys, info.values).map { ($0, ModelValue($1)) }) { $1 }
  }

  /// Whether model files can contain a value.
  static func holds(_ value: QueryValue) -> Bool {
    switch value {
    case .boolean, .integer, .string: true
    case .double(let number): number.isFinite
    default: false
    }
  }

  func encode(to encoder: any Encoder) throws {
    var container = encoder.singleValueContainer()
    switch value {
    case .boolean(let truth): try container.encode(truth)
    case .integer(let number): try container.encode(number)
    case .double(let number): try container.encode(number)
    case .string(let text): try container.encode(text)
    default:
      throw EncodingError.invalidValue(
        value,
        .init(
          codingPath: encoder.codingPath, debugDescription: "a model file cannot contain a default value of this type"))
    }
  }
}

/// A member of objects in memory only: it is in the model but has no column. Conditions cannot use it.
///
/// ```json
/// {"name": "isOverdue", "type": "boolean"}
/// {"name": "nextLoan", "destination": "Loan", "inverse": "nextOf"}
/// ```
package struct TransientMember: Sendable {
  package enum Content: Sendable {
    /// A value; `any` for a value without a type.
    case value(QueryType)
    /// One object of an entity, or several.
    case objects(destination: String, inverse: String?, isToMany: Bool)
  }

  package let name: String
  package let content: Content

  package init(name: String, content: Content) {
    self.name = name
    self.content = content
  }
}
