/// The reason why a text is not usable JSON, and the place.
public struct JSONError: Error, Sendable, Hashable {
  /// The closed list of reasons.
  public enum Reason: String, Sendable, Hashable, CaseIterable {
    /// The text ends inside a value.
    case unexpectedEnd = "json-end"
    /// A character that is not valid in its place.
    case unexpectedCharacter = "json-character"
    /// Text after the value.
    case trailingText = "json-trailing-text"
    /// A backslash before a letter that is not an escape, or `\u` without four hexadecimal digits.
    case escape = "json-escape"
    /// An unpaired surrogate, which is not a character.
    case surrogate = "json-surrogate"
    /// Bytes that are not UTF-8.
    case encoding = "json-encoding"
    /// A number beyond the range of a double.
    case numberRange = "json-number-range"
    /// Arrays and objects nested deeper than the limit.
    case depth = "json-depth"
  }

  /// The kind of error.
  public let reason: Reason
  /// The offset of the error in bytes.
  public let offset: Int

  /// An error at an offset.
  public init(_ reason: Reason, at offset: Int) {
    self.reason = reason
    self.offset = offset
  }

  /// One sentence for people, with the offset of the error.
  public var message: String { "Expected JSON, found \(what) at byte \(offset)." }

  /// The message as a part of a sentence, without the offset.
  public var clause: String { "expected JSON, found \(what)" }

  private var what: String {
    switch reason {
    case .unexpectedEnd: "the text ends inside a value"
    case .unexpectedCharacter: "an unexpected character"
    case .trailingText: "text after the value"
    case .escape: "an escape that JSON does not have"
    case .surrogate: "half of a surrogate pair"
    case .encoding: "bytes that are not UTF-8"
    case .numberRange: "a number beyond the range of a double"
    case .depth: "values nested deeper than the limit"
    }
  }
}
