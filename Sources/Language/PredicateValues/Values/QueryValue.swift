import PredicateSyntax

/// A value at run time: the result of an expression, the operand of a comparison.
///
/// The type deliberately lacks `==`. The language's equality is ``QueryValue/equals(_:)``: it never mixes families, and compares numbers by value and strings
/// by scalars.
///
/// ```swift
/// let variables: QueryVariables = ["year": 1990, "names": ["Anna", "Ben"]]
/// QueryValue.integer(1).equals(1.0)  // true
/// QueryValue.integer(1).type         // .integer
/// ```
public enum QueryValue: Sendable {
  /// No value.
  case null
  /// `YES`, `NO`. As a number it is 1 or 0.
  case boolean(Bool)
  /// A whole number.
  case integer(Int64)
  /// Operations of the language never give NaN: NaN is nil.
  case double(Double)
  /// An exact decimal number.
  indirect case decimal(QueryDecimal)
  /// A text.
  case string(String)
  /// Seconds since 2001-01-01 00:00:00 UTC.
  case date(Double)
  /// Bytes.
  case data([UInt8])
  /// 16 bytes that identify an object.
  case uuid(QueryUUID)
  /// A URL as its text.
  case url(String)
  /// An ordered collection: an array, a to-many relationship, `{1, 2}`.
  case array([QueryValue])
  /// Distinct elements, without an order.
  case set([QueryValue])
  /// Names and values.
  case dictionary(QueryDictionary)
  /// An object with properties.
  indirect case object(any QueryObject)
  /// A row with a known key; its values are not loaded.
  indirect case reference(ObjectReference)

  /// The value of a constant. NaN gives nil.
  public init(_ literal: QueryLiteral) {
    switch literal {
    case .null: self = .null
    case .boolean(let value): self = .boolean(value)
    case .integer(let value): self = .integer(value)
    case .double(let value): self = value.isNaN ? .null : .double(value)
    case .decimal(let value): self = .decimal(value)
    case .string(let value): self = .string(value)
    case .date(let value): self = value.isNaN ? .null : .date(value)
    case .data(let value): self = .data(value)
    case .uuid(let value): self = .uuid(value)
    case .url(let value): self = .url(value)
    case .object(let value): self = .reference(value)
    }
  }

  /// Whether the value is nil.
  public var isNull: Bool {
    if case .null = self { true } else { false }
  }

  /// The value's type. For a collection, the type of the elements is `any`.
  public var type: QueryType {
    switch self {
    case .null: .any
    case .boolean: .boolean
    case .integer: .integer
    case .double: .double
    case .decimal: .decimal
    case .string: .string
    case .date: .date
    case .data: .data
    case .uuid: .uuid
    case .url: .url
    case .array, .set: .collection(.any)
    case .dictionary: .dictionary
    case .object(let object): .object(object.entityName)
    case .reference(let reference): .object(reference.entity)
    }
  }
}

/// Swift literals as values of the language: `variables: ["year": 1990, "name": "Anna"]`.
extension QueryValue: ExpressibleByIntegerLiteral, ExpressibleByFloatLiteral, ExpressibleByStringLiteral,
  ExpressibleByBooleanLiteral, ExpressibleByArrayLiteral
{
  /// An integer.
  public init(integerLiteral value: Int64) { self = .integer(value) }

  /// A double.
  public init(floatLiteral value: Double) { self = .double(value) }

  /// A string.
  public init(stringLiteral value: String) { self = .string(value) }

  /// A boolean.
  public init(booleanLiteral value: Bool) { self = .boolean(value) }

  /// An array.
  public init(arrayLiteral elements: QueryValue...) { self = .array(elements) }
}
