import PredicateValues

extension QueryValue {
  /// The value that JSON stands for: an object is a dictionary.
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

  /// The value that the bytes of JSON stand for. Throws where they are not one value.
  init(json bytes: UnsafeBufferPointer<UInt8>) throws(JSONError) {
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
