import PredicateValues

/// A JSON value. It distinguishes integers from doubles, as the line protocol does: `1` is an integer, `1.0` a double.
public enum JSONValue: Sendable {
  /// `null`.
  case null
  /// `true`, `false`.
  case boolean(Bool)
  /// A number without fraction and exponent, within Int64.
  case integer(Int64)
  /// A number without fraction and exponent, beyond Int64.
  case decimal(QueryDecimal)
  /// Every other number. Always finite if it was read.
  case double(Double)
  /// A text without escapes.
  case string(String)
  /// `[…]`.
  case array([JSONValue])
  /// `{…}` with its members in order.
  case object(JSONObject)
}

/// The members of a JSON object in order, repeated names included.
public struct JSONObject: Sendable {
  /// A name and its value.
  public typealias Member = (name: String, value: JSONValue)

  /// The members in order.
  public private(set) var members: [Member]

  /// An object with some members.
  public init(_ members: [Member] = []) {
    self.members = members
  }

  /// The value of a name, compared by scalars. If a name occurs twice, the last value counts. Linear in the number of members.
  public subscript(name: String) -> JSONValue? {
    members.last { $0.name.hasSameScalars(as: name) }?.value
  }

  /// Appends a member.
  public mutating func append(_ name: String, _ value: JSONValue) {
    members.append((name, value))
  }
}

extension QueryValue {
  /// The value of JSON in the language. A JSON object becomes a dictionary.
  public init(_ json: JSONValue) {
    switch json {
    case .null: self = .null
    case .boolean(let value): self = .boolean(value)
    case .integer(let value): self = .integer(value)
    case .decimal(let value): self = .decimal(value)
    case .double(let value): self = .double(value)
    case .string(let value): self = .string(value)
    case .array(let elements): self = .array(elements.map { QueryValue($0) })
    case .object(let object):
      self = .dictionary(QueryDictionary(object.members.map { ($0.name, QueryValue($0.value)) }))
    }
  }

  /// The value of JSON in a column; white space may surround it. Nil if the bytes are not exactly one value, or are nested too deeply.
  package init?(storedJSON bytes: [UInt8]) {
    do throws(JSONError) { self.init(try JSONReader.value(of: bytes)) } catch { return nil }
  }

  /// The value of JSON bytes. Throws if they are not exactly one value.
  package init(json bytes: UnsafeBufferPointer<UInt8>) throws(JSONError) {
    guard let start = bytes.baseAddress, let first = bytes.first, first != UInt8(ascii: "{"),
      first != UInt8(ascii: "[")
    else {
      self.init(try JSONReader.value(of: bytes))
      return
    }
    var scanner = JSONScanner(start: start, end: start + bytes.count)
    self.init(try scanner.scalar(first))
    guard scanner.isAtEnd else { throw JSONError(.trailingText, at: scanner.offset) }
  }
}

extension JSONValue {
  /// The JSON of a value, from which an equal value can be read. Nil for a value that JSON cannot express, such as a date or an infinite number, and
  /// for a collection that contains such a value.
  package init?(exactly value: QueryValue) {
    switch value {
    case .null: self = .null
    case .boolean(let value): self = .boolean(value)
    case .integer(let value): self = .integer(value)
    case .double(let value) where value.isFinite: self = .double(value)
    case .decimal(let value) where value.wideIntegerText != nil: self = .decimal(value)
    case .string(let value): self = .string(value)
    case .array(let elements):
      let parts = elements.compactMap { JSONValue(exactly: $0) }
      guard parts.count == elements.count else { return nil }
      self = .array(parts)
    case .dictionary(let dictionary):
      let parts = dictionary.values.compactMap { JSONValue(exactly: $0) }
      guard parts.count == dictionary.count else { return nil }
      self = .object(JSONObject(Array(zip(dictionary.keys, parts))))
    default: return nil
    }
  }
}

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
  public var message: String { "Expected JSON, \(found) at byte \(offset)." }

  /// The message as a part of a sentence, without the offset.
  public var clause: String { "expected JSON, \(found)" }

  private var found: String { reason == .unexpectedEnd ? "but \(what)" : "found \(what)" }

  private var what: String {
    switch reason {
    case .unexpectedEnd: "the text ends inside a value"
    case .unexpectedCharacter: "an unexpected character"
    case .trailingText: "text after the value"
    case .escape: "an escape sequence that is not allowed in JSON"
    case .surrogate: "half of a surrogate pair"
    case .encoding: "bytes that are not UTF-8"
    case .numberRange: "a number beyond the range of a double"
    case .depth: "values nested deeper than the limit"
    }
  }
}

/// Writes JSON without white space, on one line.
///
/// A double is written with the fewest digits that read back as the same double, and never as an integer: `1.0`, `1e+20`. JSON lacks NaN and
/// infinities, so they are written as `null`. A protocol that needs them has to wrap them.
public enum JSONWriter {
  /// The text of a value. Linear in its size. Recurses as deep as the value is nested.
  public static func text(of value: JSONValue) -> String {
    var output: [UInt8] = []
    append(value, to: &output)
    return String(decoding: output, as: UTF8.self)
  }

  /// Appends the text of a value.
  public static func append(_ value: JSONValue, to output: inout [UInt8]) {
    switch value {
    case .null: output.append(contentsOf: "null".utf8)
    case .boolean(let value): output.append(contentsOf: (value ? "true" : "false").utf8)
    case .integer(let value): output.append(contentsOf: String(value).utf8)
    case .decimal(let value): output.append(contentsOf: (value.wideIntegerText ?? value.description).utf8)
    case .double(let value): output.append(contentsOf: (value.isFinite ? "\(value)" : "null").utf8)
    case .string(let value): append(value, to: &output)
    case .array(let elements):
      output.append(UInt8(ascii: "["))
      for (position, element) in elements.enumerated() {
        if position > 0 { output.append(UInt8(ascii: ",")) }
        append(element, to: &output)
      }
      output.append(UInt8(ascii: "]"))
    case .object(let object):
      output.append(UInt8(ascii: "{"))
      for (position, member) in object.members.enumerated() {
        if position > 0 { output.append(UInt8(ascii: ",")) }
        append(member.name, to: &output)
        output.append(UInt8(ascii: ":"))
        append(member.value, to: &output)
      }
      output.append(UInt8(ascii: "}"))
    }
  }

  private static func append(_ text: String, to output: inout [UInt8]) {
    output.append(UInt8(ascii: "\""))
    for byte in text.utf8 {
      switch byte {
      case UInt8(ascii: "\""), UInt8(ascii: "\\"): output.append(contentsOf: [UInt8(ascii: "\\"), byte])
      case 0x0A: output.append(contentsOf: "\\n".utf8)
      case 0x0D: output.append(contentsOf: "\\r".utf8)
      case 0x09: output.append(contentsOf: "\\t".utf8)
      case 0..<0x20:
        let digits = String(byte, radix: 16)
        output.append(contentsOf: ("\\u" + String(repeating: "0", count: 4 - digits.count) + digits).utf8)
      default: output.append(byte)
      }
    }
    output.append(UInt8(ascii: "\""))
  }
}
