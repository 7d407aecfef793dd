import PredicateValues

/// Walks over the bytes of JSON in place: reads a value, or steps over one without keeping anything of it.
///
/// What it reads and what it steps over is judged as RFC 8259 has it.
struct JSONScanner {
  let start: UnsafePointer<UInt8>
  let end: UnsafePointer<UInt8>
  /// The next byte.
  var position: UnsafePointer<UInt8>

  /// A scanner at the first of some bytes, which outlive it.
  init(start: UnsafePointer<UInt8>, end: UnsafePointer<UInt8>) {
    self.start = start
    self.end = end
    position = start
  }

  /// How many bytes lie behind the position.
  @inline(__always) var offset: Int { position - start }

  @inline(__always) var isAtEnd: Bool { position == end }

  /// Steps over white space.
  @inline(__always)
  mutating func skipSpace() {
    while position < end, JSONByte.isSpace(position.pointee) { position += 1 }
  }

  /// The first byte that is no white space; the position stays on it.
  @inline(__always)
  mutating func nextSymbol() throws(JSONError) -> UInt8 {
    skipSpace()
    guard position < end else { throw JSONError(.unexpectedEnd, at: offset) }
    return position.pointee
  }

  func unexpected() -> JSONError { JSONError(.unexpectedCharacter, at: offset) }

  /// Takes `true`, `false` or `null`.
  mutating func take(_ word: StaticString) throws(JSONError) {
    for index in 0..<word.utf8CodeUnitCount {
      guard position < end else { throw JSONError(.unexpectedEnd, at: offset) }
      guard position.pointee == word.utf8Start[index] else { throw unexpected() }
      position += 1
    }
  }

  /// The value that is neither array nor object and starts at the position, which `first` is.
  mutating func scalar(_ first: UInt8) throws(JSONError) -> JSONValue {
    switch first {
    case UInt8(ascii: "\""):
      position += 1
      return .string(try string())
    case UInt8(ascii: "t"):
      try take("true")
      return .boolean(true)
    case UInt8(ascii: "f"):
      try take("false")
      return .boolean(false)
    case UInt8(ascii: "n"):
      try take("null")
      return .null
    default: return try number()
    }
  }
}
