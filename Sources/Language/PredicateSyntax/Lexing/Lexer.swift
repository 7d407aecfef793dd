/// Splits UTF-8 bytes into tokens, one at a time, without allocating. Time is linear in the length.
///
/// The lexer finds only the ends of tokens. The parser reads the value of a token when it needs the value. A flaw is a token too, so a predicate that
/// ends before the flaw does not report it.
struct Lexer {
  let base: UnsafePointer<UInt8>
  let count: Int
  let words: UnsafePointer<WordIndex.Slot>
  let signs: UnsafePointer<UInt8>
  var position: Int

  /// The byte at an offset; 0 past the end.
  @inline(__always)
  func byte(_ offset: Int) -> UInt8 { offset < count ? base[offset] : 0 }

  mutating func next() -> Token {
    var start = position
    if start < count, base[start] == 0x20 { start += 1 }
    while start < count, ByteClass.isSpace(base[start]) { start += 1 }
    guard start < count else {
      position = count
      return Token(.end, count, count)
    }
    let first = base[start]
    if ByteClass.isWordStart(first) { return word(start) }
    switch first {
    case UInt8(ascii: "0")...UInt8(ascii: "9"): return number(start)
    case UInt8(ascii: "\""), UInt8(ascii: "'"): return string(start, quote: first)
    case UInt8(ascii: "("): return sign(.leftParenthesis, start)
    case UInt8(ascii: ")"): return sign(.rightParenthesis, start)
    case UInt8(ascii: "{"): return sign(.leftBrace, start)
    case UInt8(ascii: "}"): return sign(.rightBrace, start)
    case UInt8(ascii: "["): return sign(.leftBracket, start)
    case UInt8(ascii: "]"): return sign(.rightBracket, start)
    case UInt8(ascii: ","): return sign(.comma, start)
    case UInt8(ascii: "."): return sign(.dot, start)
    case UInt8(ascii: "%"): return specifier(start)
    case UInt8(ascii: "$"): return sigilWord(.variable, start)
    case UInt8(ascii: "@"): return sigilWord(.atWord, start)
    case UInt8(ascii: "#"), UInt8(ascii: "\\"), 0x80...0xFF: return markedWord(start)
    default: return operatorSign(start, first)
    }
  }

  @inline(__always)
  private mutating func sign(_ kind: TokenKind, _ start: Int) -> Token {
    position = start + 1
    return Token(kind, start, start + 1)
  }

  private mutating func operatorSign(_ start: Int, _ first: UInt8) -> Token {
    guard let (kind, length) = OperatorIndex.kind(signs, first, byte(start + 1)) else {
      return bad(start, start + 1, .character)
    }
    let end = start + length
    switch kind {
    case .equal where length == 2, .notEqual where first == UInt8(ascii: "!"):
      if byte(end) == UInt8(ascii: "=") { return bad(start, end + 1, .tripleEquals) }
    case .divide:
      if byte(end) == UInt8(ascii: "*") || byte(end) == UInt8(ascii: "/") { return comment(start) }
    default: break
    }
    position = end
    return Token(kind, start, end)
  }

  mutating func bad(_ start: Int, _ end: Int, _ flaw: Token.Detail) -> Token {
    position = end
    return Token(.bad, start, end, flaw)
  }

  /// Reads a whole comment as one bad token, because the language has no comments.
  private mutating func comment(_ start: Int) -> Token {
    let isBlock = byte(start + 1) == UInt8(ascii: "*")
    var end = start + 2
    while end < count {
      if isBlock, base[end] == UInt8(ascii: "*"), byte(end + 1) == UInt8(ascii: "/") {
        return bad(start, end + 2, .comment)
      }
      if !isBlock, base[end] == 0x0A { break }
      end += 1
    }
    return bad(start, end, .comment)
  }

  /// Reads a string up to its closing quote. A backslash includes the byte after it.
  private mutating func string(_ start: Int, quote: UInt8) -> Token {
    var end = start + 1
    var detail = Token.Detail.plain
    while end < count {
      let byte = base[end]
      if byte == quote {
        position = end + 1
        return Token(.string, start, end + 1, detail)
      }
      if byte == UInt8(ascii: "\\") {
        detail = .marked
        end += 1
      }
      end += 1
    }
    return bad(start, count, .unterminatedString)
  }
}
