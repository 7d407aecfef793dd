import PredicateDocuments
import PredicateSyntax

/// The literals of Objective-C.
extension ObjectiveCSource {
  /// Reads consecutive literals as one text; nil if there is none.
  mutating func literals() -> MappedText? {
    var text: MappedText?
    while true {
      skipSpace()
      let start = position
      if has("@") {
        position += 1
        skipSpace()
      }
      guard has("\""), let part = literal() else {
        position = start
        if var whole = text, whole.text.hasSuffix("%"), let letters = numberMacro() {
          whole.append(letters, from: start..<position)
          text = whole
          continue
        }
        break
      }
      var whole = text ?? MappedText()
      whole.append(part)
      text = whole
    }
    return text
  }

  /// Reads a macro of `inttypes.h` between literals, `@"id == %" PRId64`, as the letters of its specifier; nil for another text.
  private mutating func numberMacro() -> String? {
    let start = position
    let name = word()
    let letter = name.dropFirst(3).first
    guard name.hasPrefix("PRI"), let letter, "diuoxX".contains(letter) else {
      position = start
      return nil
    }
    return ["64", "MAX", "PTR"].contains { name.hasSuffix($0) } ? "ll\(letter)" : String(letter)
  }

  mutating func literal() -> MappedText? {
    let start = position
    position += 1
    var text = MappedText()
    var plain = position
    while position < bytes.count, bytes[position] != 0x0A {
      if bytes[position] == UInt8(ascii: "\"") {
        text.append(bytes[plain..<position])
        position += 1
        return text
      }
      guard bytes[position] == UInt8(ascii: "\\") else {
        position += 1
        continue
      }
      text.append(bytes[plain..<position])
      let escape = position
      let part = self.escape()
      text.append(part, from: escape..<position)
      plain = position
    }
    position = start
    return nil
  }

  private mutating func escape() -> String {
    position += 1
    guard position < bytes.count else { return "" }
    let letter = bytes[position]
    position += 1
    switch letter {
    case 0x0A: return ""
    case UInt8(ascii: "x"): return number(16, 2)
    case UInt8(ascii: "u"): return number(16, 4)
    case UInt8(ascii: "U"): return number(16, 8)
    case UInt8(ascii: "0")...UInt8(ascii: "7"):
      position -= 1
      return number(8, 3)
    default: return EscapeLetter.meaning(letter, among: "ntr") ?? String(decoding: [letter], as: UTF8.self)
    }
  }

  private mutating func number(_ radix: Int, _ length: Int) -> String {
    String(Character(digits(radix, atMost: length).flatMap(Unicode.Scalar.init) ?? "\u{FFFD}"))
  }
}
