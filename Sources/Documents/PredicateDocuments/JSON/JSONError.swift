/// Why a text is no JSON that can be used, and where.
public struct JSONError: Error, Sendable, Hashable {
  /// The closed list of reasons.
  public enum Reason: String, Sendable, Hashable, CaseIterable {
    /// The text ends inside a value.
    case unexpectedEnd = "json-end"
    /// A character that cannot stand where it stands.
    case unexpectedCharacter = "json-character"
    /// More text behind the value.
    case trailingText = "json-trailing-text"
    /// A backslash before a letter that is no escape, or `\u` without four hexadecimal digits.
    case escape = "json-escape"
    /// Half of a surrogate pair, which is no character.
    case surrogate = "json-surrogate"
    /// Bytes that are not UTF-8.
    case encoding = "json-encoding"
    /// A number beyond the range of a double.
    case numberRange = "json-number-range"
    /// Arrays and objects inside one another past the limit.
    case depth = "json-depth"
  }

  /// What is wrong.
  public let reason: Reason
  /// The offset in bytes at which it was seen.
  public let offset: Int

  /// An error at an offset.
  public init(_ reason: Reason, at offset: Int) {
    self.reason = reason
    self.offset = offset
  }

  /// One sentence for people.
  public var message: String { "Expected JSON, found \(what) at byte \(offset)." }

  /// The same as a part of a sentence, without the place.
  public var clause: String { "expected JSON, found \(what)" }

  private var what: String {
    switch reason {
    case .unexpectedEnd: "the text ends inside a value"
    case .unexpectedCharacter: "a character that cannot stand there"
    case .trailingText: "text behind the value"
    case .escape: "an escape that JSON does not have"
    case .surrogate: "half of a surrogate pair"
    case .encoding: "bytes that are not UTF-8"
    case .numberRange: "a number beyond the range of a double"
    case .depth: "values nested deeper than the limit"
    }
  }
}
