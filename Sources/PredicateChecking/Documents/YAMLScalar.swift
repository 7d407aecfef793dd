import PredicateSyntax
import PredicateValues

/// What a text of YAML without quotes stands for, by the core schema of YAML 1.2.
enum YAMLScalar {
  /// `14` is an integer, `14.2` a number, `true` a boolean, `~` nothing; everything else is the text itself: `14.2.1`, `yes`, `2024-01-31`.
  static func value(of text: String) -> QueryValue {
    switch text {
    case "", "~", "null", "Null", "NULL": return .null
    case "true", "True", "TRUE": return .boolean(true)
    case "false", "False", "FALSE": return .boolean(false)
    default: return number(text) ?? .string(text)
    }
  }

  private static func number(_ text: String) -> QueryValue? {
    if text.hasPrefix("0x") { return Int64(text.dropFirst(2), radix: 16).map { .integer($0) } }
    if text.hasPrefix("0o") { return Int64(text.dropFirst(2), radix: 8).map { .integer($0) } }
    return PlainDigits.number(text, allowsPlus: true, allowsBarePoint: true)
  }
}
