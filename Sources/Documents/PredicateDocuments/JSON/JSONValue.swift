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
