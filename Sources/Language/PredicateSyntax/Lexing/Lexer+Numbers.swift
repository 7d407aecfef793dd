extension Lexer {
  /// Reads a number that begins with a digit, or with a point before a digit.
  mutating func number(_ start: Int) -> Token {
    if base[start] == UInt8(ascii: "0"), let radix = Self.radix(byte(start + 1)) {
      return radixNumber(start, radix)
    }
    var end = skipDigits(start)
    var detail = Token.Detail.plain
    if byte(end) == UInt8(ascii: "."), isFraction(end + 1) {
      detail = .fraction
      end = skipDigits(end + 1)
    }
    if byte(end) | 0x20 == UInt8(ascii: "e") {
      let sign = byte(end + 1)
      let digits = sign == UInt8(ascii: "+") || sign == UInt8(ascii: "-") ? end + 2 : end + 1
      if ByteClass.isDigit(byte(digits)) {
        detail = .fraction
        end = skipDigits(digits)
      }
    }
    if ByteClass.isWordStart(byte(end)) { return numberBeforeWord(start, end, detail) }
    position = end
    return Token(.number, start, end, detail)
  }

  /// The base that the letter after a 0 selects.
  static func radix(_ letter: UInt8) -> UInt8? {
    switch letter | 0x20 {
    case UInt8(ascii: "x"): 16
    case UInt8(ascii: "o"): 8
    case UInt8(ascii: "b"): 2
    default: nil
    }
  }

  @inline(__always)
  private func skipDigits(_ start: Int) -> Int {
    var end = start
    while end < count, ByteClass.isDigit(base[end]) { end += 1 }
    return end
  }

  /// Whether the text after a point continues the number. It does if it begins with a digit, with an exponent, or with a character that cannot begin
  /// a key.
  private func isFraction(_ offset: Int) -> Bool {
    let next = byte(offset)
    if ByteClass.isDigit(next) { return true }
    if next | 0x20 == UInt8(ascii: "e"), isExponent(offset) { return true }
    switch next {
    case UInt8(ascii: "@"), UInt8(ascii: "%"), UInt8(ascii: "$"), UInt8(ascii: "#"), UInt8(ascii: "\""),
      UInt8(ascii: "'"), UInt8(ascii: "\\"), 0x80...0xFF:
      return false
    default:
      return !ByteClass.isWordStart(next)
    }
  }

  private func isExponent(_ offset: Int) -> Bool {
    let sign = byte(offset + 1)
    let digits = sign == UInt8(ascii: "+") || sign == UInt8(ascii: "-") ? offset + 2 : offset + 1
    return ByteClass.isDigit(byte(digits))
  }

  private mutating func radixNumber(_ start: Int, _ radix: UInt8) -> Token {
    var end = start + 2
    while end < count, ByteClass.digit(base[end], base: radix) != nil { end += 1 }
    if end == start + 2 { return bad(start, end, .numberDigits) }
    if ByteClass.isWord(byte(end)) { return numberBeforeWord(start, end, .radix) }
    position = end
    return Token(.number, start, end, .radix)
  }

  /// Reads a number that a word follows directly. `1AND` is two tokens. Any word that is not an operator is a flaw.
  private mutating func numberBeforeWord(_ start: Int, _ end: Int, _ detail: Token.Detail) -> Token {
    var wordEnd = end
    while wordEnd < count, ByteClass.isWord(base[wordEnd]) { wordEnd += 1 }
    let word = WordIndex.kind(base + end, wordEnd - end, slots: words)
    guard word.isWithin(.or, .power) else { return bad(start, wordEnd, .numberSuffix) }
    position = end
    return Token(.number, start, end, detail)
  }
}
