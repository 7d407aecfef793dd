import PredicateSyntax

/// Reads the words around a predicate. What is inside one is the predicate parser's.
struct StatementScanner {
  /// A piece of the text.
  struct Word {
    let text: String
    let range: SourceRange

    /// Whether it is that word, in any case of its ASCII letters.
    func isWord(_ other: String) -> Bool {
      text.utf8.count == other.utf8.count && zip(text.utf8, other.utf8).allSatisfy { $0 | 0x20 == $1 | 0x20 }
    }
  }

  let bytes: [UInt8]
  var position: Int

  init(_ text: String, from position: Int = 0) {
    bytes = Array(text.utf8)
    self.position = position
  }

  init(_ bytes: [UInt8], from position: Int) {
    self.bytes = bytes
    self.position = position
  }

  /// The byte at a distance from here, nil past the end.
  func byte(at distance: Int = 0) -> UInt8? {
    position + distance < bytes.count ? bytes[position + distance] : nil
  }

  mutating func skipSpaces() {
    while let byte = byte(), Self.isSpace(byte) { position += 1 }
  }

  /// Skips spaces and the semicolons that may end a statement, and tells whether nothing is left.
  mutating func skipToEnd() -> Bool {
    while let byte = byte(), Self.isSpaceOrSemicolon(byte) { position += 1 }
    return position == bytes.count
  }

  /// Whether a statement may end here.
  var isAtEnd: Bool {
    var ahead = self
    return ahead.skipToEnd()
  }

  /// Whether a line of nothing but a comment stands here: two minus signs with a space, or nothing, behind them. A value with two signs
  /// before it is written without the space.
  var isComment: Bool {
    guard byte() == UInt8(ascii: "-"), byte(at: 1) == UInt8(ascii: "-") else { return false }
    return (byte(at: 2).map { Self.isSpace($0) || $0 == UInt8(ascii: "-") } ?? true)
      && !bytes[position...].contains(UInt8(ascii: "\n"))
  }

  /// Takes one byte where it is the next.
  mutating func take(_ character: Unicode.Scalar) -> Bool {
    guard let next = byte(), UInt32(next) == character.value else { return false }
    position += 1
    return true
  }

  /// Takes a name: letters of any script, digits, underscores; no digit first. Nil where there is none.
  mutating func takeName() -> Word? {
    let start = position
    let rest = String(decoding: bytes[start...], as: UTF8.self)
    var length = 0
    for scalar in rest.unicodeScalars {
      let fits = length == 0 ? Self.startsName(scalar) : Self.startsName(scalar) || scalar.properties.isXIDContinue
      guard fits else { break }
      length += String(scalar).utf8.count
    }
    guard length > 0 else { return nil }
    position += length
    return word(from: start)
  }

  private static func startsName(_ scalar: Unicode.Scalar) -> Bool {
    scalar == "_" || scalar.properties.isXIDStart
  }

  /// Takes a name in quotes, with a backslash before a quote or a backslash in it; the text is without them. Nil where there is none,
  /// or where it does not end.
  mutating func takeQuotedName() -> Word? {
    guard let quote = byte(), quote == UInt8(ascii: "\"") || quote == UInt8(ascii: "'") else { return nil }
    var text: [UInt8] = []
    var offset = position + 1
    while offset < bytes.count, bytes[offset] != quote {
      if bytes[offset] == UInt8(ascii: "\\"), offset + 1 < bytes.count { offset += 1 }
      text.append(bytes[offset])
      offset += 1
    }
    guard offset < bytes.count else { return nil }
    let range = SourceRange(position, offset + 1)
    position = offset + 1
    return Word(text: String(decoding: text, as: UTF8.self), range: range)
  }

  /// Takes whatever stands up to the next space: for messages. Empty at the end.
  mutating func takeAnything() -> Word {
    let start = position
    if let name = takeName() { return name }
    while let byte = byte(), !Self.isSpace(byte) { position += 1 }
    return word(from: start)
  }

  /// The next name, without taking it.
  func peekName() -> Word? {
    var ahead = self
    ahead.skipSpaces()
    return ahead.takeName()
  }

  /// The place from an offset up to here.
  func range(from start: Int) -> SourceRange { SourceRange(start, position) }

  private func word(from start: Int) -> Word {
    Word(text: String(decoding: bytes[start..<position], as: UTF8.self), range: range(from: start))
  }

  /// The text of a name in quotes, where nothing else stands there; else the text itself.
  static func unquotedName(_ text: String) -> String {
    var scanner = StatementScanner(text)
    guard let name = scanner.takeQuotedName(), scanner.position == scanner.bytes.count else { return text }
    return name.text
  }

  static func isSpaceOrSemicolon(_ byte: UInt8) -> Bool {
    isSpace(byte) || byte == UInt8(ascii: ";")
  }

  static func isSpace(_ byte: UInt8) -> Bool {
    byte == 0x20 || (0x09...0x0D).contains(byte)
  }
}

extension String {
  /// A name as it is: `"Movie"` is Movie.
  var withoutNameQuotes: String { StatementScanner.unquotedName(self) }

  /// The name in the quotes that the statement scanner takes.
  var inNameQuotes: String {
    "\"" + unicodeScalars.map { $0 == "\"" || $0 == "\\" ? "\\\($0)" : "\($0)" }.joined() + "\""
  }
}
