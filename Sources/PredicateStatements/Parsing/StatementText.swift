import PredicateSyntax

/// What the texts of statements are made of below their tokens.
package enum StatementText {
  /// Whether a byte separates words.
  package static func isSpace(_ byte: UInt8) -> Bool { byte == 0x20 || (0x09...0x0D).contains(byte) }

  static func isSpaceOrSemicolon(_ byte: UInt8) -> Bool { isSpace(byte) || byte == UInt8(ascii: ";") }

  /// Without spaces around it.
  static func trimmed(_ bytes: some BidirectionalCollection<UInt8>) -> String {
    var bytes = bytes[...]
    while let first = bytes.first, isSpace(first) { bytes = bytes.dropFirst() }
    while let last = bytes.last, isSpace(last) { bytes = bytes.dropLast() }
    return String(decoding: bytes, as: UTF8.self)
  }
}

extension String {
  /// The name that stands in quotes, read as the language reads a string; the text itself where it is no such name.
  package var withoutNameQuotes: String {
    let tokens = SourceToken.all(in: Array(utf8), from: 0)
    guard tokens.count == 1, let name = tokens[0].stringValue, tokens[0].range == 0..<utf8.count else { return self }
    return name
  }

  /// The name as statements write that of a property: in quotes where it is no plain word.
  package var asStatementName: String {
    let tokens = SourceToken.all(in: Array(utf8), from: 0)
    return tokens.count == 1 && tokens[0].kind == .word && tokens[0].name == self ? self : inNameQuotes
  }

  /// The name in the quotes that statements take.
  package var inNameQuotes: String {
    "\"" + unicodeScalars.map { $0 == "\"" || $0 == "\\" ? "\\\($0)" : "\($0)" }.joined() + "\""
  }
}

extension SourceToken {
  /// The name of an entity or a column that the token is: a word without `#`, escapes and colons, or a text in quotes.
  var name: String? {
    if let stringValue { return stringValue }
    let isPlain = kind == .word && !text.utf8.contains { "#\\:-".utf8.contains($0) }
    return isPlain ? text : nil
  }
}
