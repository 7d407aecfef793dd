/// The type of a key, in the words of profiles.
public enum ProfileType: String, Sendable, Hashable, Decodable {
  /// A string.
  case text
  /// A whole number.
  case integer
  /// Any number.
  case number
  /// True or false.
  case boolean
  /// A moment.
  case date
  /// Bytes.
  case data
  /// Several values of the type ``ProfileKey/element``.
  case list
  /// Something with members.
  case object
  /// A type that no document says.
  case any

  /// The type as a message says it: `a text`.
  var phrase: String {
    switch self {
    case .text: "a text"
    case .integer: "an integer"
    case .number: "a number"
    case .boolean: "a boolean"
    case .date: "a date"
    case .data: "data"
    case .list: "a list"
    case .object: "an object"
    case .any: "a value"
    }
  }
}
