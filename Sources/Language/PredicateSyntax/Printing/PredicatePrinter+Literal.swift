extension PredicatePrinter {
  mutating func write(_ literal: QueryLiteral) {
    switch literal {
    case .null: text += "nil"
    case .boolean(let value):
      switch style {
      case .canonical: text += value ? "1" : "0"
      case .shown: text += value ? "YES" : "NO"
      case .exact: text += value ? "TRUE" : "FALSE"
      }
    case .integer(let value): text += String(value)
    case .double(let value) where value.isFinite: value.write(to: &text)
    case .string(let value): write(quoted: value)
    case .date(let seconds) where seconds.isFinite: write(date: seconds)
    default: write(typed: literal)
    }
  }

  private mutating func write(date seconds: Double) {
    text += "CAST("
    if style == .exact { seconds.write(to: &text) } else { FixedPoint.write(seconds, to: &text) }
    text += ", \"NSDate\")"
  }

  private mutating func write(typed literal: QueryLiteral) {
    if case .decimal(let value) = literal, let digits = value.wideIntegerText {
      text += digits
    } else if let (value, type) = literal.typedText {
      text += "CAST("
      write(quoted: value)
      text += ", \""
      text += type
      text += "\")"
    }
  }

  /// Writes a string in double quotes. The canonical form escapes only the quote and the backslash, as Apple's printer does. The exact form also
  /// escapes control characters and line separators, so the text is one line and harmless on a terminal.
  mutating func write(quoted value: String) {
    text += "\""
    if Self.mayNeedEscapes(value) {
      for scalar in value.unicodeScalars { write(escaped: scalar) }
    } else {
      text += value
    }
    text += "\""
  }

  /// Whether the string may contain a scalar that one of the forms escapes. True also for other scalars with the same first byte.
  private static func mayNeedEscapes(_ value: String) -> Bool {
    var value = value
    return value.withUTF8 { bytes in
      for byte in bytes {
        switch byte {
        case 0..<0x20, UInt8(ascii: "\""), UInt8(ascii: "\\"), 0x7F, 0xC2, 0xE2: return true
        default: break
        }
      }
      return false
    }
  }

  private mutating func write(escaped scalar: Unicode.Scalar) {
    switch scalar {
    case "\"": text += "\\\""
    case "\\": text += "\\\\"
    case "\n" where style == .exact: text += "\\n"
    case "\r" where style == .exact: text += "\\r"
    case "\t" where style == .exact: text += "\\t"
    case "\0"..."\u{1F}", "\u{7F}"..."\u{9F}", "\u{2028}", "\u{2029}":
      if style != .exact { fallthrough }
      write(escape: UInt16(truncatingIfNeeded: scalar.value))
    default: text += scalar
    }
  }

  /// `\uHHHH`.
  mutating func write(escape unit: UInt16) {
    let digits = String(unit, radix: 16)
    text += "\\u"
    for _ in digits.utf8.count..<4 { text += "0" }
    text += digits
  }
}
