import PredicateDocuments
import PredicateSyntax

extension ByteCursor {
  /// Whether `passed` bytes alone precede the next byte of `ends`, or the end of the text.
  func endsStatement(after passed: String, at ends: String) -> Bool {
    let next = bytes[position...].first { !passed.utf8.contains($0) }
    return next.map { ends.utf8.contains($0) } ?? true
  }

  /// Reads a name. Returns an empty text if no name begins at the position.
  mutating func word() -> String {
    let start = position
    while position < bytes.count, NameByte.isPart(bytes[position]) { position += 1 }
    return String(decoding: bytes[start..<position], as: UTF8.self)
  }

  /// The names in a part of the text.
  func names(in range: Range<Int>) -> [String] {
    bytes[range].split { !NameByte.isPart($0) }.map { String(decoding: $0, as: UTF8.self) }
  }
}

/// The brackets of sources.
enum Bracket {
  /// 1 for a bracket that opens, -1 for one that closes, 0 for any other byte.
  static func change(_ byte: UInt8) -> Int {
    switch byte {
    case UInt8(ascii: "("), UInt8(ascii: "["), UInt8(ascii: "{"): 1
    case UInt8(ascii: ")"), UInt8(ascii: "]"), UInt8(ascii: "}"): -1
    default: 0
    }
  }

  /// The offset of the last bracket that some bytes open and do not close; nil if there is none.
  static func opening(in bytes: ArraySlice<UInt8>) -> Int? {
    var depth = 0
    for index in bytes.indices.reversed() {
      let change = change(bytes[index])
      if depth == 0, change > 0 { return index }
      depth -= change
    }
    return nil
  }
}

/// The bytes of names in sources.
enum NameByte {
  /// Whether a byte is a part of a name: a digit, an ASCII letter, `_`, or a byte of a character outside of ASCII.
  static func isPart(_ byte: UInt8) -> Bool { ByteClass.isWord(byte) || byte >= 0x80 }
}
