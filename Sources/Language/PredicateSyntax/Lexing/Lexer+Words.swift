extension Lexer {
  /// Reads a name, a reserved word, or a selector.
  mutating func word(_ start: Int) -> Token {
    var end = start + 1
    while end < count, OperatorIndex.isWord(signs, base[end]) { end += 1 }
    if end < count, base[end] != 0x20 {
      let next = base[end]
      if next >= 0x80 || next == UInt8(ascii: "\\") { return markedWord(start) }
      if next == UInt8(ascii: ":"), byte(end + 1) != UInt8(ascii: "=") { return selector(start, end) }
      if next == UInt8(ascii: "-"), base[start] | 0x20 == UInt8(ascii: "u"), let token = hyphenated(start, end) {
        return token
      }
    }
    position = end
    return Token(WordIndex.kind(base + start, end - start, slots: words), start, end)
  }

  /// Reads `UTI-CONFORMS-TO` and similar operators: words with hyphens. In any other word the hyphen is a minus.
  private mutating func hyphenated(_ start: Int, _ firstEnd: Int) -> Token? {
    var end = firstEnd
    while end < count, ByteClass.isWord(base[end]) || base[end] == UInt8(ascii: "-"),
      end - start <= WordIndex.longestWord
    {
      end += 1
    }
    let kind = WordIndex.kind(base + start, end - start, slots: words)
    guard kind != .word else { return nil }
    position = end
    return Token(kind, start, end)
  }

  /// Reads a selector, `modulus:by:`. A name after a colon belongs to the selector only if another colon follows the name.
  mutating func selector(_ start: Int, _ firstColon: Int, marked: Bool = false) -> Token {
    var end = firstColon + 1
    var isMarked = marked
    while true {
      var next = end
      guard let part = scanName(&next), byte(next) == UInt8(ascii: ":"), byte(next + 1) != UInt8(ascii: "=")
      else { break }
      isMarked = isMarked || part.isMarked
      end = next + 1
    }
    position = end
    return Token(.selector, start, end, isMarked ? .marked : .plain)
  }

  /// Reads `$name` or `@name`.
  mutating func sigilWord(_ kind: TokenKind, _ start: Int) -> Token {
    var end = start + 1
    guard let name = scanName(&end) else { return bad(start, start + 1, .character) }
    position = end
    return Token(kind, start, end, name.isMarked ? .marked : .plain)
  }

  /// Reads a name that begins with `#`, or that contains an escape or a letter beyond ASCII.
  mutating func markedWord(_ start: Int) -> Token {
    var end = start
    guard let name = scanName(&end) else { return strangeCharacter(start) }
    if byte(end) == UInt8(ascii: ":"), byte(end + 1) != UInt8(ascii: "=") {
      return selector(start, end, marked: name.isMarked)
    }
    position = end
    if name.isMarked { return Token(.markedWord, start, end, .marked) }
    return Token(WordIndex.kind(base + start, end - start, slots: words), start, end)
  }

  /// Moves the position past a name; nil if there is no name. `isMarked` means that the text of the name differs from its bytes.
  func scanName(_ position: inout Int) -> (isMarked: Bool, Void)? {
    var end = position
    var isMarked = false
    if byte(end) == UInt8(ascii: "#") {
      isMarked = true
      end += 1
    }
    let first = end
    while end < count {
      let byte = base[end]
      if ByteClass.isWord(byte) {
        if end == first, ByteClass.isDigit(byte) { break }
        end += 1
      } else if byte == UInt8(ascii: "\\") {
        guard let escape = Escape(base + end, count - end, inName: true) else { break }
        end += escape.length
        isMarked = true
      } else if byte >= 0x80 {
        guard let (scalar, length) = scalar(at: end),
          end == first ? scalar.properties.isXIDStart : scalar.properties.isXIDContinue
        else { break }
        end += length
        isMarked = true
      } else {
        break
      }
    }
    guard end > first else { return nil }
    position = end
    return (isMarked, ())
  }

  /// The scalar whose first byte is at an offset, and its length.
  func scalar(at offset: Int) -> (Unicode.Scalar, length: Int)? {
    let rest = UnsafeBufferPointer(start: base + offset, count: min(4, count - offset))
    var decoder = UTF8()
    var iterator = rest.makeIterator()
    guard case .scalarValue(let scalar) = decoder.decode(&iterator) else { return nil }
    return (scalar, UTF8.width(scalar))
  }

  /// Reads a character that cannot begin a token. After a typographic quote, the token includes the text up to the next typographic quote on the
  /// line.
  private mutating func strangeCharacter(_ start: Int) -> Token {
    guard let (scalar, length) = scalar(at: start) else { return bad(start, start + 1, .character) }
    guard Self.isSmartQuote(scalar) else { return bad(start, start + length, .character) }
    var end = start + length
    while end < count, base[end] != 0x0A {
      if base[end] == 0xE2, let (other, width) = self.scalar(at: end), Self.isSmartQuote(other) {
        return bad(start, end + width, .smartQuote)
      }
      end += 1
    }
    return bad(start, start + length, .smartQuote)
  }

  private static func isSmartQuote(_ scalar: Unicode.Scalar) -> Bool {
    (0x2018...0x201F).contains(scalar.value)
  }
}
