extension Lexer {
  /// Reads a specifier, `%@`, `%K`, `%ld`: a percent sign, letters for the length, and a letter for the conversion.
  mutating func specifier(_ start: Int) -> Token {
    var end = start + 1
    while Self.isLength(byte(end)) { end += 1 }
    let conversion = byte(end)
    if end == start + 1, conversion == UInt8(ascii: "%") { return bad(start, end + 1, .percentPercent) }
    if let token = templateRemnant(start) { return token }
    let isObject = conversion == UInt8(ascii: "@") || conversion == UInt8(ascii: "K")
    guard isObject ? end == start + 1 : SpecifierFamily(conversion) != nil else {
      let isMissing = conversion == 0 || ByteClass.isSpace(conversion) || conversion == UInt8(ascii: "(")
      // A percent sign without a letter after it may be meant as the operator of the remainder. `%z` is meant as a specifier.
      if isMissing { return end == start + 1 ? bad(start, end, .modulo) : bad(start, end, .unknownSpecifier) }
      return bad(start, min(end + 1, count), .unknownSpecifier)
    }
    end += 1
    // `%lud` is a common mistake. The letter after the conversion is ignored, with a note.
    var detail = Token.Detail.plain
    if end > start + 2, conversion != byte(end), Self.isInteger(conversion), Self.isInteger(byte(end)),
      !ByteClass.isWord(byte(end + 1))
    {
      end += 1
      detail = .marked
    }
    position = end
    return Token(.specifier, start, end, detail)
  }

  private static func isLength(_ byte: UInt8) -> Bool {
    switch byte {
    case UInt8(ascii: "h"), UInt8(ascii: "l"), UInt8(ascii: "q"), UInt8(ascii: "z"), UInt8(ascii: "t"),
      UInt8(ascii: "j"), UInt8(ascii: "L"):
      true
    default: false
    }
  }

  private static func isInteger(_ byte: UInt8) -> Bool { SpecifierFamily(byte) == .integer }

  /// Reads `%name%`, a placeholder of a template that was not filled in.
  private mutating func templateRemnant(_ start: Int) -> Token? {
    var end = start + 1
    while end < count, ByteClass.isWord(base[end]) { end += 1 }
    guard end > start + 3, byte(end) == UInt8(ascii: "%"), !ByteClass.isWord(byte(end + 1)),
      byte(end + 1) != UInt8(ascii: "@")
    else { return nil }
    return bad(start, end + 1, .templateRemnant)
  }
}

/// The type of the argument of a conversion letter of C, such as `d`, `f` or `s`. The letters `@` and `K` do not have such a type.
enum SpecifierFamily {
  case integer
  case float
  case character
  case text

  init?(_ conversion: UInt8) {
    switch conversion {
    case UInt8(ascii: "d"), UInt8(ascii: "D"), UInt8(ascii: "i"), UInt8(ascii: "u"), UInt8(ascii: "U"),
      UInt8(ascii: "x"), UInt8(ascii: "X"), UInt8(ascii: "o"), UInt8(ascii: "O"), UInt8(ascii: "p"):
      self = .integer
    case UInt8(ascii: "f"), UInt8(ascii: "F"), UInt8(ascii: "e"), UInt8(ascii: "E"), UInt8(ascii: "g"),
      UInt8(ascii: "G"), UInt8(ascii: "a"), UInt8(ascii: "A"):
      self = .float
    case UInt8(ascii: "c"), UInt8(ascii: "C"): self = .character
    case UInt8(ascii: "s"), UInt8(ascii: "S"): self = .text
    default: return nil
    }
  }
}
