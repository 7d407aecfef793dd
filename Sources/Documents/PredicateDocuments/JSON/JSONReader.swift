/// Reads JSON strictly by RFC 8259 from UTF-8 bytes: no comments, no trailing commas, no NaN, no byte order mark.
///
/// Invalid UTF-8 and unpaired surrogates are errors and never repaired. An integer is exact up to 300 digits. Other numbers become the nearest
/// double; one beyond the range of doubles is an error. Linear in the length, without recursion.
public struct JSONReader {
  /// The deepest nesting of arrays and objects, unless a call sets another limit.
  public static let maximumDepth = 512

  private var scanner: JSONScanner
  private let maximumDepth: Int
  /// The arrays and objects that are still open, outermost first.
  private var open: [Container] = []

  /// An array or object whose elements are being read.
  private struct Container {
    let isObject: Bool
    var elements: [JSONValue] = []
    var members: [JSONObject.Member] = []
    /// The last name read in an object.
    var name = ""
  }

  private init(_ scanner: JSONScanner, _ maximumDepth: Int) {
    self.scanner = scanner
    self.maximumDepth = maximumDepth
  }

  /// Reads the only value in the bytes. White space may surround it.
  public static func value(
    of bytes: [UInt8], maximumDepth: Int = JSONReader.maximumDepth
  ) throws(JSONError) -> JSONValue {
    try bytes.withUnsafeBufferPointer { bytes throws(JSONError) in
      try value(of: bytes, maximumDepth: maximumDepth)
    }
  }

  /// Reads the only value in bytes in memory.
  public static func value(
    of bytes: UnsafeBufferPointer<UInt8>, maximumDepth: Int = JSONReader.maximumDepth
  ) throws(JSONError) -> JSONValue {
    guard let start = bytes.baseAddress else { throw JSONError(.unexpectedEnd, at: 0) }
    var reader = JSONReader(JSONScanner(start: start, end: start + bytes.count), maximumDepth)
    return try reader.document()
  }

  /// Reads the only value in a text.
  public static func value(
    of text: String, maximumDepth: Int = JSONReader.maximumDepth
  ) throws(JSONError) -> JSONValue {
    try value(of: Array(text.utf8), maximumDepth: maximumDepth)
  }

  private mutating func document() throws(JSONError) -> JSONValue {
    while true {
      guard var value = try valueOrOpening() else { continue }
      // The loop is needed because one value may end several containers.
      while true {
        guard let isObject = open.last?.isObject else {
          scanner.skipSpace()
          guard scanner.isAtEnd else { throw JSONError(.trailingText, at: scanner.offset) }
          return value
        }
        let container = open.count - 1
        if isObject {
          open[container].members.append((open[container].name, value))
        } else {
          open[container].elements.append(value)
        }
        let separator = try scanner.nextSymbol()
        if separator == UInt8(ascii: ",") {
          scanner.position += 1
          if isObject { open[container].name = try memberName() }
          break
        }
        guard separator == UInt8(ascii: isObject ? "}" : "]") else { throw scanner.unexpected() }
        scanner.position += 1
        value = close()
      }
    }
  }

  /// Reads a complete value; nil if a container was opened and its first element follows.
  private mutating func valueOrOpening() throws(JSONError) -> JSONValue? {
    let first = try scanner.nextSymbol()
    if first == UInt8(ascii: "{") || first == UInt8(ascii: "[") { return try opening(first) }
    return try scanner.scalar(first)
  }

  private mutating func opening(_ bracket: UInt8) throws(JSONError) -> JSONValue? {
    guard open.count < maximumDepth else { throw JSONError(.depth, at: scanner.offset) }
    let isObject = bracket == UInt8(ascii: "{")
    scanner.position += 1
    open.append(Container(isObject: isObject))
    if try scanner.nextSymbol() == UInt8(ascii: isObject ? "}" : "]") {
      scanner.position += 1
      return close()
    }
    if isObject { open[open.count - 1].name = try memberName() }
    return nil
  }

  private mutating func close() -> JSONValue {
    let container = open.removeLast()
    return container.isObject ? .object(JSONObject(container.members)) : .array(container.elements)
  }

  private mutating func memberName() throws(JSONError) -> String {
    guard try scanner.nextSymbol() == UInt8(ascii: "\"") else { throw scanner.unexpected() }
    scanner.position += 1
    let name = try scanner.string()
    guard try scanner.nextSymbol() == UInt8(ascii: ":") else { throw scanner.unexpected() }
    scanner.position += 1
    return name
  }
}
