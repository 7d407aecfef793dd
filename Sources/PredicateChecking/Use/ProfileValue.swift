/// A value that a profile lists for a key: a text or an integer.
public enum ProfileValue: Sendable, Hashable {
  /// A value in quotes: `"arm64"`.
  case text(String)
  /// A whole number: `14`.
  case integer(Int64)
}

extension ProfileValue: Decodable {
  /// Reads a JSON string or integer.
  public init(from decoder: any Decoder) throws {
    let container = try decoder.singleValueContainer()
    do {
      self = .text(try container.decode(String.self))
    } catch DecodingError.typeMismatch {
      self = .integer(try container.decode(Int64.self))
    }
  }
}

extension ProfileValue: CustomStringConvertible {
  /// The value as it stands in a message: the text itself, or the digits.
  public var description: String {
    switch self {
    case .text(let text): text
    case .integer(let number): String(number)
    }
  }
}
