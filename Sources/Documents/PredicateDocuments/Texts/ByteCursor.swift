/// Reads the bytes of a text from the beginning: the common part of the readers of documents, sources and scripts.
package protocol ByteCursor {
  var bytes: [UInt8] { get }
  var position: Int { get set }
}

extension ByteCursor {
  /// The byte at the position; nil at the end.
  @inlinable package var byte: UInt8? { position < bytes.count ? bytes[position] : nil }

  /// Skips the given byte.
  ///
  /// - Throws: ``DocumentIssue`` if the next byte is a different one. The issue is at `place`; for nil, at the position.
  @inlinable
  package mutating func take(_ byte: UInt8, or message: String, at place: Int? = nil) throws(DocumentIssue) {
    guard self.byte == byte else { throw DocumentIssue(message, at: place ?? position) }
    position += 1
  }

  /// Whether a text begins at the position.
  @inlinable package func has(_ text: String) -> Bool { bytes[position...].starts(with: text.utf8) }

  /// Steps over blanks, tabs and line ends.
  @inlinable
  package mutating func skipSpace() {
    while position < bytes.count, " \t\r\n".utf8.contains(bytes[position]) { position += 1 }
  }

  /// Goes to the end of the line.
  @inlinable
  package mutating func skipLine() {
    while position < bytes.count, bytes[position] != 0x0A { position += 1 }
  }

  /// Reads up to `limit` digits of a number in a base. Nil if there is no digit.
  package mutating func digits(_ radix: Int, atMost limit: Int) -> UInt32? {
    let start = position
    while position < bytes.count, position - start < limit,
      UInt32(String(decoding: [bytes[position]], as: UTF8.self), radix: radix) != nil
    { position += 1 }
    return UInt32(String(decoding: bytes[start..<position], as: UTF8.self), radix: radix)
  }
}

/// The meaning of letters after a backslash.
package enum EscapeLetter {
  private static let meanings: [UInt8: String] = [
    UInt8(ascii: "0"): "\0", UInt8(ascii: "a"): "\u{07}", UInt8(ascii: "b"): "\u{08}", UInt8(ascii: "t"): "\t",
    UInt8(ascii: "n"): "\n", UInt8(ascii: "v"): "\u{0B}", UInt8(ascii: "f"): "\u{0C}", UInt8(ascii: "r"): "\r",
    UInt8(ascii: "e"): "\u{1B}", UInt8(ascii: "N"): "\u{85}", UInt8(ascii: "_"): "\u{A0}",
    UInt8(ascii: "L"): "\u{2028}", UInt8(ascii: "P"): "\u{2029}",
  ]

  /// The meaning of a letter in a language that has the given letters. Nil for any other letter. Most punctuation means itself.
  package static func meaning(_ letter: UInt8, among letters: String) -> String? {
    guard letters.utf8.contains(letter) else { return nil }
    return meanings[letter] ?? String(decoding: [letter], as: UTF8.self)
  }
}
