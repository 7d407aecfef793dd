import PredicateSyntax

/// Writes texts as literals of programming languages.
enum SourceLiteral {
  /// A text as a Swift literal. It is a raw literal if that saves escapes.
  static func swift(_ text: String) -> String {
    let needsEscapes = text.unicodeScalars.contains { $0.value < 0x20 }
    if text.utf8.contains(where: { "\"\\".utf8.contains($0) }), !needsEscapes {
      var marks = "#"
      while text.contains("\"" + marks) || text.contains("\\" + marks) { marks += "#" }
      return "\(marks)\"\(text)\"\(marks)"
    }
    return escaped(text, controls: { "\\u{" + String($0, radix: 16) + "}" })
  }

  /// A text as an Objective-C literal: `@"…"`.
  static func objectiveC(_ text: String) -> String {
    // Control characters have three octal digits, because a hexadecimal escape would include any hexadecimal digit that follows it.
    "@"
      + escaped(text) { control in
        let digits = String(control, radix: 8)
        return "\\" + String(repeating: "0", count: 3 - digits.count) + digits
      }
  }

  private static func escaped(_ text: String, controls: (UInt32) -> String) -> String {
    let escaped = text.replacingScalars { scalar in
      switch scalar {
      case "\"": "\\\""
      case "\\": "\\\\"
      case "\n": "\\n"
      case _ where scalar.value < 0x20: controls(scalar.value)
      default: nil
      }
    }
    return "\"" + escaped + "\""
  }
}
