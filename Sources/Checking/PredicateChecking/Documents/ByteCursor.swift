import PredicateSyntax

/// A reader that goes over the bytes of a text from its beginning. What readers of sources, scripts and documents share.
protocol ByteCursor {
  var bytes: [UInt8] { get }
  var position: Int { get set }
}

extension ByteCursor {
  /// Whether a text stands at this place.
  func has(_ text: String) -> Bool { bytes[position...].starts(with: text.utf8) }

  /// Goes over blanks, tabs and line ends.
  mutating func skipSpace() {
    while position < bytes.count, " \t\r\n".utf8.contains(bytes[position]) { position += 1 }
  }

  /// Goes to the end of the line.
  mutating func skipLine() {
    while position < bytes.count, bytes[position] != 0x0A { position += 1 }
  }

  /// Reads a name; empty where none begins.
  mutating func word() -> String {
    let start = position
    while position < bytes.count, NameByte.isPart(bytes[position]) { position += 1 }
    return String(decoding: bytes[start..<position], as: UTF8.self)
  }

  /// The names in a part of the text.
  func names(in range: Range<Int>) -> [String] {
    bytes[range].split { !NameByte.isPart($0) }.map { String(decoding: $0, as: UTF8.self) }
  }

  /// Reads the digits of a number in some base, as many as there are up to a limit; nil where none stands here.
  mutating func digits(_ radix: Int, atMost limit: Int) -> UInt32? {
    let start = position
    while position < bytes.count, position - start < limit,
      UInt32(String(decoding: [bytes[position]], as: UTF8.self), radix: radix) != nil
    { position += 1 }
    return UInt32(String(decoding: bytes[start..<position], as: UTF8.self), radix: radix)
  }
}

/// The bytes of names in sources.
enum NameByte {
  /// Whether a byte is a part of a name: a digit, an ASCII letter, `_`, or a byte of a character outside of ASCII.
  static func isPart(_ byte: UInt8) -> Bool { ByteClass.isWord(byte) || byte >= 0x80 }
}
