import PredicateSyntax
import PredicateValues

/// Makes text safe for one line of a terminal: line ends and control characters are escaped.
package enum CellText {
  /// The text with control characters, line ends and direction marks as escapes of the language: `\n`, `\x1B`, `\u202E`.
  package static func escaped(_ text: String) -> String {
    guard text.unicodeScalars.contains(where: isHidden) else { return text }
    return text.replacingScalars { isHidden($0) ? escape($0) : nil }
  }

  /// The text of ``escaped(_:)`` and its width in columns of the screen. Printable ASCII is neither escaped nor measured: it has a column per byte.
  package static func measured(_ text: String) -> (text: String, width: Int) {
    if !text.containsByte(where: { !(0x20...0x7E ~= $0) }) { return (text, text.utf8.count) }
    let shown = escaped(text)
    return (shown, DisplayWidth.columns(of: shown))
  }

  private static func isHidden(_ scalar: Unicode.Scalar) -> Bool {
    switch scalar.value {
    case 0x00..<0x20, 0x7F..<0xA0: true
    // Line and paragraph separators, and direction overrides, which could make a line look like another text.
    case 0x2028...0x202E, 0x2066...0x2069: true
    default: false
    }
  }

  private static func escape(_ scalar: Unicode.Scalar) -> String {
    switch scalar {
    case "\n": return "\\n"
    case "\r": return "\\r"
    case "\t": return "\\t"
    default:
      let digits = String(scalar.value, radix: 16, uppercase: true)
      let length = scalar.value < 0x80 ? 2 : 4
      let padded = String(repeating: "0", count: max(0, length - digits.count)) + digits
      return (length == 2 ? "\\x" : "\\u") + padded
    }
  }

  /// The longest prefix of a text that takes at most `columns` columns. If the text is longer, the prefix ends with `…`.
  package static func shortened(_ text: String, to columns: Int) -> String {
    // A short text is not measured, because a scalar takes at most two columns.
    if text.utf8.count * 2 <= columns || DisplayWidth.columns(of: text) <= columns { return text }
    guard columns > 0 else { return "" }
    var result = ""
    var used = 0
    for character in text {
      let width = DisplayWidth.columns(of: character)
      if used + width > columns - 1 { break }
      used += width
      result.append(character)
    }
    return result + "…"
  }

  /// The text, padded with spaces to `columns` columns.
  package static func padded(_ text: String, to columns: Int, right: Bool = false) -> String {
    let missing = columns - DisplayWidth.columns(of: text)
    guard missing > 0 else { return text }
    let spaces = String(repeating: " ", count: missing)
    return right ? spaces + text : text + spaces
  }
}

package enum HTMLText {
  /// The text with the characters that have a meaning in HTML written as entities.
  package static func escaped(_ text: String) -> String {
    text.replacingScalars { scalar in
      switch scalar {
      case "&": "&amp;"
      case "<": "&lt;"
      case ">": "&gt;"
      case "\"": "&quot;"
      default: nil
      }
    }
  }
}
