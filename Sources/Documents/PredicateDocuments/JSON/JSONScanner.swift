import PredicateValues

/// Scans JSON bytes in place: reads values, or skips them without keeping anything.
///
/// Values are checked by RFC 8259, whether they are read or skipped.
package struct JSONScanner {
  package let start: UnsafePointer<UInt8>
  package let end: UnsafePointer<UInt8>
  /// The address of the next byte.
  package var position: UnsafePointer<UInt8>

  /// A scanner at the first of some bytes. The caller keeps the bytes as long as the scanner.
  @inlinable
  package init(start: UnsafePointer<UInt8>, end: UnsafePointer<UInt8>) {
    self.start = start
    self.end = end
    position = start
  }

  /// The number of bytes before the position.
  @inlinable @inline(__always) package var offset: Int { position - start }

  @inlinable @inline(__always) package var isAtEnd: Bool { position == end }

  /// Steps over white space.
  @inlinable @inline(__always)
  package mutating func skipSpace() {
    while position < end, JSONByte.isSpace(position.pointee) { position += 1 }
  }

  /// The first byte that is not white space. The position moves to it.
  @inlinable @inline(__always)
  package mutating func nextSymbol() throws(JSONError) -> UInt8 {
    skipSpace()
    guard position < end else { throw JSONError(.unexpectedEnd, at: offset) }
    return position.pointee
  }

  package func unexpected() -> JSONError { JSONError(.unexpectedCharacter, at: offset) }

  /// Skips `true`, `false` or `null`.
  package mutating func take(_ word: StaticString) throws(JSONError) {
    for index in 0..<word.utf8CodeUnitCount {
      guard position < end else { throw JSONError(.unexpectedEnd, at: offset) }
      guard position.pointee == word.utf8Start[index] else { throw unexpected() }
      position += 1
    }
  }

  /// Reads a value other than an array or object. `first` is its first byte, at the position.
  package mutating func scalar(_ first: UInt8) throws(JSONError) -> JSONValue {
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

// Skipping checks values as strictly as reading, so that a record's validity does not depend on the members that the predicate reads.
extension JSONScanner {
  /// Skips a value. The position is on its first byte. `depth` is the nesting of the value in the record.
  @inlinable @inline(__always)
  package mutating func skipValue(depth: Int) throws(JSONError) {
    guard position < end else { throw JSONError(.unexpectedEnd, at: offset) }
    switch position.pointee {
    case UInt8(ascii: "\""):
      position += 1
      try skipString()
    case UInt8(ascii: "{"), UInt8(ascii: "["): try skipContainer(depth: depth)
    case UInt8(ascii: "t"): try take("true")
    case UInt8(ascii: "f"): try take("false")
    case UInt8(ascii: "n"): try take("null")
    default: _ = try numberParts()
    }
  }

  /// Steps over the rest of a string, including the closing quote. Returns whether it has escapes.
  @inlinable @inline(__always)
  @discardableResult
  package mutating func skipString() throws(JSONError) -> Bool {
    let first = position
    position = JSONByte.quoteOrBackslash(from: first, to: end)
    if position < end, position.pointee == UInt8(ascii: "\""),
      JSONByte.arePlain(UnsafeBufferPointer(start: first, count: position - first))
    {
      position += 1
      return false
    }
    position = first
    return try skipAnyString()
  }

  /// Steps over a string byte by byte. Returns whether it has escapes.
  @usableFromInline package mutating func skipAnyString() throws(JSONError) -> Bool {
    let first = position
    var hasEscapes = false
    while position < end {
      let byte = position.pointee
      switch byte {
      case UInt8(ascii: "\""):
        position += 1
        return hasEscapes
      case UInt8(ascii: "\\"):
        hasEscapes = true
        position += 1
        _ = try escaped()
      case 0..<0x20: throw unexpected()
      case 0x20..<0x80: position += 1
      default:
        let length = JSONByte.lengthOfScalar(at: position, to: end)
        guard length > 0 else { throw JSONError(.encoding, at: first - start) }
        position += length
      }
    }
    throw JSONError(.unexpectedEnd, at: offset)
  }

  /// Skips an array or object. The position is at its bracket. The limit on nesting bounds the recursion.
  @usableFromInline package mutating func skipContainer(depth: Int) throws(JSONError) {
    guard depth <= JSONReader.maximumDepth else { throw JSONError(.depth, at: offset) }
    let isObject = position.pointee == UInt8(ascii: "{")
    let closing = UInt8(ascii: isObject ? "}" : "]")
    position += 1
    var symbol = try nextSymbol()
    while symbol != closing {
      if isObject {
        guard symbol == UInt8(ascii: "\"") else { throw unexpected() }
        position += 1
        try skipString()
        guard try nextSymbol() == UInt8(ascii: ":") else { throw unexpected() }
        position += 1
        symbol = try nextSymbol()
      }
      if symbol == UInt8(ascii: "{") || symbol == UInt8(ascii: "[") {
        try skipContainer(depth: depth + 1)
      } else {
        try skipValue(depth: depth + 1)
      }
      symbol = try nextSymbol()
      if symbol == UInt8(ascii: ",") {
        position += 1
        symbol = try nextSymbol()
        guard symbol != closing else { throw unexpected() }
      } else if symbol != closing {
        throw unexpected()
      }
    }
    position += 1
  }
}
