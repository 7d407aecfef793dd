import PredicateSyntax

/// A reader that moves forward over the bytes of a text. The readers of sources, scripts and documents conform.
protocol ByteCursor {
  var bytes: [UInt8] { get }
  var position: Int { get set }
}

extension ByteCursor {
  /// The byte at the current position; nil at the end.
  var byte: UInt8? { position < bytes.count ? bytes[position] : nil }

  /// Moves past a byte.
  ///
  /// - Throws: ``DocumentIssue`` if the next byte is another one. The issue is at `place`, or at the current position without one.
  mutating func take(_ byte: UInt8, or message: String, at place: Int? = nil) throws(DocumentIssue) {
    guard self.byte == byte else { throw DocumentIssue(message, at: place ?? position) }
    position += 1
  }

  /// Whether the next byte that is not in `passed` is in `ends`. Also true at the end of the text.
  func endsStatement(after passed: String, at ends: String) -> Bool {
    let next = bytes[position...].first { !passed.utf8.contains($0) }
    return next.map { ends.utf8.contains($0) } ?? true
  }

  /// Whether a text begins at the current position.
  func has(_ text: String) -> Bool { bytes[position...].starts(with: text.utf8) }

  /// Moves past blanks, tabs and line ends.
  mutating func skipSpace() {
    while position < bytes.count, " \t\r\n".utf8.contains(bytes[position]) { position += 1 }
  }

  /// Moves to the end of the line.
  mutating func skipLine() {
    while position < bytes.count, bytes[position] != 0x0A { position += 1 }
  }

  /// Reads a name; empty if none begins here.
  mutating func word() -> String {
    let start = position
    while position < bytes.count, NameByte.isPart(bytes[position]) { position += 1 }
    return String(decoding: bytes[start..<position], as: UTF8.self)
  }

  /// The names in a part of the text.
  func names(in range: Range<Int>) -> [String] {
    bytes[range].split { !NameByte.isPart($0) }.map { String(decoding: $0, as: UTF8.self) }
  }

  /// Reads the digits of a number in some base, up to a limit; nil if there are none.
  mutating func digits(_ radix: Int, atMost limit: Int) -> UInt32? {
    let start = position
    while position < bytes.count, position - start < limit,
      UInt32(String(decoding: [bytes[position]], as: UTF8.self), radix: radix) != nil
    { position += 1 }
    return UInt32(String(decoding: bytes[start..<position], as: UTF8.self), radix: radix)
  }
}

/// The meaning of letters after a backslash.
enum EscapeLetter {
  private static let meanings: [UInt8: String] = [
    UInt8(ascii: "0"): "\0", UInt8(ascii: "a"): "\u{07}", UInt8(ascii: "b"): "\u{08}", UInt8(ascii: "t"): "\t",
    UInt8(ascii: "n"): "\n", UInt8(ascii: "v"): "\u{0B}", UInt8(ascii: "f"): "\u{0C}", UInt8(ascii: "r"): "\r",
    UInt8(ascii: "e"): "\u{1B}", UInt8(ascii: "N"): "\u{85}", UInt8(ascii: "_"): "\u{A0}",
    UInt8(ascii: "L"): "\u{2028}", UInt8(ascii: "P"): "\u{2029}",
  ]

  /// The meaning of an escape letter, if `letters` has it; nil for any other letter. A letter without a special meaning means itself.
  static func meaning(_ letter: UInt8, among letters: String) -> String? {
    guard letters.utf8.contains(letter) else { return nil }
    return meanings[letter] ?? String(decoding: [letter], as: UTF8.self)
  }
}

enum Bracket {
  /// 1 for a bracket that opens, -1 for one that closes, 0 for any other byte.
  static func change(_ byte: UInt8) -> Int {
    switch byte {
    case UInt8(ascii: "("), UInt8(ascii: "["), UInt8(ascii: "{"): 1
    case UInt8(ascii: ")"), UInt8(ascii: "]"), UInt8(ascii: "}"): -1
    default: 0
    }
  }
}

/// The bytes of names in sources.
enum NameByte {
  /// Whether a byte is a part of a name: a digit, an ASCII letter, `_`, or a byte of a character outside of ASCII.
  static func isPart(_ byte: UInt8) -> Bool { ByteClass.isWord(byte) || byte >= 0x80 }
}
