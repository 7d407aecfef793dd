/// A statement in one line of a file: `\n` for its line ends, `\\` for backslashes.
enum StatementLine {
  /// The line of a statement.
  static func encoded(_ statement: String) -> String {
    var result = ""
    for scalar in statement.unicodeScalars {
      switch scalar {
      case "\\": result += "\\\\"
      case "\n": result += "\\n"
      default: result.unicodeScalars.append(scalar)
      }
    }
    return result
  }

  /// The statement of a line.
  static func decoded(_ line: String) -> String {
    var result = String.UnicodeScalarView()
    var isEscaped = false
    for scalar in line.unicodeScalars {
      if isEscaped {
        result.append(scalar == "n" ? "\n" : scalar)
        isEscaped = false
      } else if scalar == "\\" {
        isEscaped = true
      } else {
        result.append(scalar)
      }
    }
    return String(result)
  }
}
