import PredicateValues

/// The type of the language that a value in SQL has. Several types of the language share one representation in SQL. A function that calls the
/// language's own code receives one letter for each argument.
enum SQLValueTag: String, Sendable, CaseIterable {
  /// 0 and 1.
  case boolean = "b"
  /// Stored numbers.
  case integer = "i"
  /// Numbers as doubles, including whole ones.
  case double = "r"
  case string = "s"
  /// Seconds since 2001.
  case date = "d"
  case data = "x"
  /// 16 bytes.
  case uuid = "g"
  /// Text that is a URL.
  case url = "u"
  /// Text that is a decimal number.
  case decimal = "n"
  /// A value of a column. Its storage class is its type.
  case stored = "v"
  /// Text or bytes that are JSON, or a number.
  case json = "j"
  /// A value that carries its own type; see ``SQLBox``.
  case box = "o"

  init?(letter: UInt8) { self.init(rawValue: String(UnicodeScalar(letter))) }

  /// The tag of the representation that a type has in SQL; nil for a type without one.
  init?(_ type: QueryType) {
    switch type {
    case .boolean: self = .boolean
    case .integer: self = .integer
    case .double: self = .double
    case .string: self = .string
    case .date: self = .date
    case .data: self = .data
    case .uuid: self = .uuid
    case .url: self = .url
    case .any, .decimal, .object, .collection, .dictionary: return nil
    }
  }
}
