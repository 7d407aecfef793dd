/// The type of a value, as far as it is known before evaluation.
///
/// Types belong to families (``ValueFamily``). A bound predicate compares values of one family only.
///
/// ```swift
/// QueryType.integer.canMeet(.double)                 // true
/// QueryType.integer.canMeet(.string)                 // false
/// QueryType.collection(.object("Tag")).description   // a collection of objects of Tag
/// ```
public indirect enum QueryType: Sendable, Hashable {
  /// Unknown until the predicate runs.
  case any
  /// `YES`, `NO`.
  case boolean
  /// A whole number in the range of Int64.
  case integer
  /// A floating-point number.
  case double
  /// An exact decimal number.
  case decimal
  /// A text.
  case string
  /// Seconds since 2001-01-01 00:00:00 UTC.
  case date
  /// Bytes.
  case data
  /// A UUID of 16 bytes. A column may store it in other forms.
  case uuid
  /// A URL, represented by its text.
  case url
  /// An object of the named entity.
  case object(String)
  /// An array or set.
  case collection(QueryType)
  /// Names and values.
  case dictionary

  /// The family; nil if the type is unknown.
  public var family: ValueFamily? {
    switch self {
    case .any: nil
    case .boolean, .integer, .double, .decimal: .number
    case .string: .string
    case .date: .date
    case .data: .data
    case .uuid: .uuid
    case .url: .url
    case .object(let entity): .object(entity)
    case .collection: .collection
    case .dictionary: .dictionary
    }
  }

  /// Whether values of these types can be compared. True if one type is unknown.
  public func canMeet(_ other: QueryType) -> Bool {
    switch (self, other) {
    case (.any, _), (_, .any): true
    case (.collection(let a), .collection(let b)): a.canMeet(b)
    default: family == other.family
    }
  }

  /// The type in a message: `a string`, `an object of Friend`.
  public var description: String {
    switch self {
    case .any: "a value of any type"
    case .boolean: "a boolean"
    case .integer: "an integer"
    case .double: "a number"
    case .decimal: "a decimal number"
    case .string: "a string"
    case .date: "a date"
    case .data: "data"
    case .uuid: "a UUID"
    case .url: "a URL"
    case .object(""): "an object"
    case .object(let entity): "an object of \(entity)"
    case .collection(.any): "a collection"
    case .collection(let element): "a collection of \(element.pluralNoun)"
    case .dictionary: "a dictionary"
    }
  }

  /// The plural of the type for messages: `strings`, `objects of Friend`.
  private var pluralNoun: String {
    switch self {
    case .any: "values"
    case .data: "data"
    case .object(let entity): entity.isEmpty ? "objects" : "objects of \(entity)"
    case .collection: "collections"
    case .dictionary: "dictionaries"
    default: description.drop { $0 != " " }.dropFirst() + "s"
    }
  }
}

/// The families of values. Only values of one family can be compared.
public enum ValueFamily: Sendable, Hashable {
  /// Booleans, integers, doubles and decimals compare by value.
  case number
  /// Strings compare by their scalars.
  case string
  /// Dates compare by their time.
  case date
  /// Data compares by its bytes.
  case data
  /// UUIDs compare by their bytes.
  case uuid
  /// URLs compare by their scalars.
  case url
  /// Objects of one entity compare by identity. The empty name means an object of no declared entity.
  case object(String)
  /// Collections are equal by their elements, and have no order.
  case collection
  /// Dictionaries are equal by their names and values, and have no order.
  case dictionary
}
