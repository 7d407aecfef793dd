/// Reads JSON as RFC 8259 has it, from UTF-8 bytes, strictly: no comments, no trailing commas, no NaN, no byte order mark.
///
/// Invalid UTF-8 and lone surrogates are refused, never repaired. An integer is exact up to Int64, beyond it is the nearest double;
/// a number that no finite double is near to is refused. Linear in the length, without recursion.
public struct JSONReader {
  /// How deep arrays and objects may stand inside one another, unless told otherwise.
  public static let maximumDepth = 512

  private let bytes: [UInt8]
  private let maximumDepth: Int
  private var position = 0
  /// The arrays and objects that are not closed yet, the outermost first.
  private var open: [Container] = []

  /// An array or object while its elements are read.
  private struct Container {
    let isObject: Bool
    var elements: [JSONValue] = []
    var members: [JSONObject.Member] = []
    /// The name that was read last in an object.
    var name = ""
  }

  private init(_ bytes: [UInt8], _ maximumDepth: Int) {
    self.bytes = bytes
    self.maximumDepth = maximumDepth
  }

  /// The one value that the bytes are, with white space around it.
  public static func value(
    of bytes: [UInt8], maximumDepth: Int = JSONReader.maximumDepth
  ) throws(JSONError) -> JSONValue {
    var reader = JSONReader(bytes, maximumDepth)
    return try reader.document()
  }

  /// The one value that a text is.
  public static func value(
    of text: String, maximumDepth: Int = JSONReader.maximumDepth
  ) throws(JSONError) -> JSONValue {
    try value(of: Array(text.utf8), maximumDepth: maximumDepth)
  }

  private mutating func document() throws(JSONError) -> JSONValue {
    while true {
      guard var value = try valueOrOpening() else { continue }
      // A value may be the last of several containers.
      while true {
        guard let isObject = open.last?.isObject else {
          skipSpace()
          guard position == bytes.count else { throw JSONError(.trailingText, at: position) }
          return value
        }
        let container = open.count - 1
        if isObject {
          open[container].members.append((open[container].name, value))
        } else {
          open[container].elements.append(value)
        }
        let separator = try nextSymbol()
        if separator == UInt8(ascii: ",") {
          position += 1
          if isObject { open[container].name = try memberName() }
          break
        }
        guard separator == UInt8(ascii: isObject ? "}" : "]") else { throw unexpected() }
        position += 1
        value = close()
      }
    }
  }

  /// A value that is complete, or nil where a container was opened whose first element follows.
  private mutating func valueOrOpening() throws(JSONError) -> JSONValue? {
    switch try nextSymbol() {
    case UInt8(ascii: "{"), UInt8(ascii: "["): return try opening()
    case UInt8(ascii: "\""): return .string(try string())
    case UInt8(ascii: "-"), UInt8(ascii: "0")...UInt8(ascii: "9"): return try number()
    case UInt8(ascii: "t"): return try word("true", .boolean(true))
    case UInt8(ascii: "f"): return try word("false", .boolean(false))
    case UInt8(ascii: "n"): return try word("null", .null)
    default: throw unexpected()
    }
  }

  private mutating func opening() throws(JSONError) -> JSONValue? {
    guard open.count < maximumDepth else { throw JSONError(.depth, at: position) }
    let isObject = bytes[position] == UInt8(ascii: "{")
    position += 1
    open.append(Container(isObject: isObject))
    if try nextSymbol() == UInt8(ascii: isObject ? "}" : "]") {
      position += 1
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
    guard try nextSymbol() == UInt8(ascii: "\"") else { throw unexpected() }
    let name = try string()
    guard try nextSymbol() == UInt8(ascii: ":") else { throw unexpected() }
    position += 1
    return name
  }

  private mutating func word(_ text: StaticString, _ value: JSONValue) throws(JSONError) -> JSONValue {
    for offset in 0..<text.utf8CodeUnitCount {
      guard position < bytes.count else { throw JSONError(.unexpectedEnd, at: position) }
      guard bytes[position] == text.utf8Start[offset] else { throw unexpected() }
      position += 1
    }
    return value
  }

  private mutating func skipSpace() {
    while position < bytes.count {
      switch bytes[position] {
      case UInt8(ascii: " "), UInt8(ascii: "\t"), UInt8(ascii: "\n"), UInt8(ascii: "\r"): position += 1
      default: return
      }
    }
  }

  /// The first byte that is no white space; the position stays on it.
  private mutating func nextSymbol() throws(JSONError) -> UInt8 {
    skipSpace()
    guard position < bytes.count else { throw JSONError(.unexpectedEnd, at: position) }
    return bytes[position]
  }

  private func unexpected() -> JSONError { JSONError(.unexpectedCharacter, at: position) }
}

// Numbers.
extension JSONReader {
  private mutating func number() throws(JSONError) -> JSONValue {
    let start = position
    let isNegative = bytes[position] == UInt8(ascii: "-")
    if isNegative { position += 1 }
    let whole = try wholePart(isNegative: isNegative)
    var isWhole = true
    if position < bytes.count, bytes[position] == UInt8(ascii: ".") {
      isWhole = false
      position += 1
      try digits()
    }
    if position < bytes.count, bytes[position] | 0x20 == UInt8(ascii: "e") {
      isWhole = false
      position += 1
      if position < bytes.count, bytes[position] == UInt8(ascii: "+") || bytes[position] == UInt8(ascii: "-") {
        position += 1
      }
      try digits()
    }
    if isWhole, let whole { return .integer(whole) }
    guard let value = Double(String(decoding: bytes[start..<position], as: UTF8.self)), value.isFinite else {
      throw JSONError(.numberRange, at: start)
    }
    return .double(value)
  }

  /// Digits without a leading zero, and their value where Int64 holds it.
  private mutating func wholePart(isNegative: Bool) throws(JSONError) -> Int64? {
    if position < bytes.count, bytes[position] == UInt8(ascii: "0") {
      position += 1
      return 0
    }
    let start = position
    try digits()
    // Int64 holds 19 digits; counted first, so that a number of a million digits costs no more than its bytes.
    guard position - start <= 19 else { return nil }
    var value: Int64 = 0
    for digit in bytes[start..<position] {
      let step = value.multipliedReportingOverflow(by: 10)
      let amount = Int64(digit - UInt8(ascii: "0"))
      let sum = step.partialValue.addingReportingOverflow(isNegative ? -amount : amount)
      if step.overflow || sum.overflow { return nil }
      value = sum.partialValue
    }
    return value
  }

  /// At least one digit.
  private mutating func digits() throws(JSONError) {
    guard position < bytes.count else { throw JSONError(.unexpectedEnd, at: position) }
    let start = position
    while position < bytes.count, (0x30...0x39).contains(bytes[position]) { position += 1 }
    if position == start { throw unexpected() }
  }
}

// Strings.
extension JSONReader {
  /// The string whose opening quote is at the position.
  private mutating func string() throws(JSONError) -> String {
    position += 1
    let start = position
    var isASCII = true
    while position < bytes.count {
      let byte = bytes[position]
      switch byte {
      case UInt8(ascii: "\""):
        position += 1
        return try text(bytes[start..<position - 1], isASCII: isASCII, at: start)
      case UInt8(ascii: "\\"):
        return try string(resumingFrom: start)
      case 0..<0x20:
        throw unexpected()
      default:
        if byte >= 0x80 { isASCII = false }
        position += 1
      }
    }
    throw JSONError(.unexpectedEnd, at: position)
  }

  /// The rest of a string with escapes; the position is on the first backslash.
  private mutating func string(resumingFrom start: Int) throws(JSONError) -> String {
    var content = Array(bytes[start..<position])
    while position < bytes.count {
      let byte = bytes[position]
      switch byte {
      case UInt8(ascii: "\""):
        position += 1
        return try text(content[...], isASCII: false, at: start)
      case UInt8(ascii: "\\"):
        position += 1
        try escape(into: &content)
      case 0..<0x20:
        throw unexpected()
      default:
        content.append(byte)
        position += 1
      }
    }
    throw JSONError(.unexpectedEnd, at: position)
  }

  private func text(_ content: ArraySlice<UInt8>, isASCII: Bool, at start: Int) throws(JSONError) -> String {
    let text = String(decoding: content, as: UTF8.self)
    // Decoding replaces what is not UTF-8; then the bytes differ.
    guard isASCII || text.utf8.elementsEqual(content) else { throw JSONError(.encoding, at: start) }
    return text
  }

  /// What an escape stands for; the position is behind its backslash.
  private mutating func escape(into content: inout [UInt8]) throws(JSONError) {
    guard position < bytes.count else { throw JSONError(.unexpectedEnd, at: position) }
    let letter = bytes[position]
    position += 1
    switch letter {
    case UInt8(ascii: "\""), UInt8(ascii: "\\"), UInt8(ascii: "/"): content.append(letter)
    case UInt8(ascii: "b"): content.append(0x08)
    case UInt8(ascii: "f"): content.append(0x0C)
    case UInt8(ascii: "n"): content.append(0x0A)
    case UInt8(ascii: "r"): content.append(0x0D)
    case UInt8(ascii: "t"): content.append(0x09)
    case UInt8(ascii: "u"): content.append(contentsOf: String(try scalar()).utf8)
    default: throw JSONError(.escape, at: position - 2)
    }
  }

  /// The scalar of `\uXXXX` or of a pair of them; the position is behind the first `\u`.
  private mutating func scalar() throws(JSONError) -> Unicode.Scalar {
    let start = position - 2
    let first = try hexadecimal()
    if let scalar = Unicode.Scalar(first) { return scalar }
    guard first < 0xDC00, position + 1 < bytes.count,
      bytes[position] == UInt8(ascii: "\\"), bytes[position + 1] == UInt8(ascii: "u")
    else { throw JSONError(.surrogate, at: start) }
    position += 2
    let second = try hexadecimal()
    guard (0xDC00...0xDFFF).contains(second),
      let scalar = Unicode.Scalar(0x10000 + (first - 0xD800) << 10 + (second - 0xDC00))
    else { throw JSONError(.surrogate, at: start) }
    return scalar
  }

  private mutating func hexadecimal() throws(JSONError) -> UInt32 {
    var value: UInt32 = 0
    for _ in 0..<4 {
      guard position < bytes.count else { throw JSONError(.unexpectedEnd, at: position) }
      let byte = bytes[position]
      let digit: UInt8
      switch byte {
      case 0x30...0x39: digit = byte - 0x30
      case 0x41...0x46: digit = byte - 0x41 + 10
      case 0x61...0x66: digit = byte - 0x61 + 10
      default: throw JSONError(.escape, at: position)
      }
      value = value << 4 | UInt32(digit)
      position += 1
    }
    return value
  }
}
