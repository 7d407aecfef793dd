import PredicateSyntax

/// Texts as programming languages write them.
enum SourceLiteral {
  /// A text as Swift writes it: raw if that saves escapes.
  static func swift(_ text: String) -> String {
    let needsEscapes = text.unicodeScalars.contains { $0.value < 0x20 }
    if text.utf8.contains(where: { "\"\\".utf8.contains($0) }), !needsEscapes {
      var marks = "#"
      while text.contains("\"" + marks) || text.contains("\\" + marks) { marks += "#" }
      return "\(marks)\"\(text)\"\(marks)"
    }
    return escaped(text, controls: { "\\u{" + String($0, radix: 16) + "}" })
  }

  /// A text as Objective-C writes it: `@"…"`.
  static func objectiveC(_ text: String) -> String {
    // Three octal digits: a hexadecimal escape would go on with whatever digit follows.
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
