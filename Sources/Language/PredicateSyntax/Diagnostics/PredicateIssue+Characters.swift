/// Issues about characters and tokens.
extension PredicateIssue {
  /// The text between two typographic quotes, in straight quotes. Nil for a single quote, and for a text that contains a straight quote or a
  /// backslash.
  private static func straightQuotes(_ text: String) -> String? {
    let inner = text.dropFirst().dropLast()
    guard text.count > 1, text.last.map({ "‘’‚‛“”„‟".contains($0) }) == true,
      !inner.contains(where: { "\"\\".contains($0) })
    else { return nil }
    return "\"\(inner)\""
  }

  /// The error for a token of the kind `bad`.
  static func flaw(_ token: Token, _ text: String) -> PredicateIssue {
    let range = token.range
    switch token.detail {
    case .comment:
      return error(
        .comment, range, "expected a condition or a value, found a comment. A predicate cannot contain comments")
    case .unterminatedString:
      return error(
        .unterminatedString, range,
        "expected a closing \(text.first.map { String($0) } ?? "quote") for the string, but the text ends")
    case .smartQuote:
      return error(
        .smartQuote, range, "expected a string in straight quotes, found a typographic quote",
        hint: "write straight quotes (\" or ') in place of the typographic quotes"
      ).replacing(with: straightQuotes(text))
    case .tripleEquals:
      let isEqual = text.utf8.first == UInt8(ascii: "=")
      return error(
        .tripleEquals, range, "expected an operator, found “\(text)”", hint: "write \(isEqual ? "==" : "!=")"
      ).replacing(with: isEqual ? "==" : "!=")
    case .numberSuffix:
      return error(.numberSuffix, range, "expected a number, found “\(text)”. A number cannot have a suffix")
    case .numberDigits:
      return error(.numberDigits, range, "expected digits after “\(text)”")
    case .unknownSpecifier:
      return error(
        .unknownSpecifier, range, "expected a placeholder such as %@, %K, %d or %f, found “\(text)”",
        hint: specifierHint(text))
    case .percentPercent:
      return error(
        .percentPercent, range,
        "expected a placeholder such as %@, found “%%”. A percent sign is possible only in strings and placeholders"
      )
    case .templateRemnant:
      return error(
        .templateRemnant, range,
        "expected a placeholder such as %@, found “\(text)”, which a template engine has not replaced")
    case .modulo:
      return error(
        .modulo, range, "expected an operator or a placeholder such as %@, found “%”",
        hint: "write modulus:by:(a, b) for the remainder")
    default:
      return character(text, range)
    }
  }

  private static func specifierHint(_ text: String) -> String? {
    switch text {
    case "%k": "write %K for a key"
    case "%n", "%N": nil
    default:
      text.utf8.dropFirst().first.map { ByteClass.isDigit($0) || $0 == UInt8(ascii: ".") } ?? false
        ? "a placeholder such as %d cannot have a width or a precision" : nil
    }
  }

  private static func character(_ text: String, _ range: SourceRange) -> PredicateIssue {
    let hint: String? =
      switch text {
      case "~":
        "write MATCHES to compare with a regular expression, or onesComplement(x) to invert the bits of x"
      case "?": "write %@ for an argument"
      case ";": "a predicate must be one condition. Join two conditions with AND"
      case "`": "write a key without quotes, or write %K and pass the key as an argument"
      case "\\": "a backslash is possible only in strings and in escaped names"
      case "#": "a name follows #"
      case "$": "a name follows $. A property of the element has only its name"
      case "@": "@ must be followed by a name; a placeholder for an argument is %@"
      case "…": "write the omitted text"
      default: signs[text].map { "write \($0)" }
      }
    return error(.strangeCharacter, range, "“\(text)” is not part of the predicate language", hint: hint)
      .replacing(with: signs[text])
  }

  /// Signs of mathematics and typography, and the operators that correspond to them.
  private static let signs = ["≤": "<=", "≥": ">=", "≠": "!=", "−": "-", "–": "-", "×": "*", "÷": "/"]

  static func numberTooLarge(_ range: SourceRange) -> PredicateIssue {
    error(
      .numberTooLarge, range,
      "expected a number of at most \(QueryDecimal.maximumDigits) digits within the range of a double")
  }

  static func idleOption(_ options: StringOptions, _ spelling: String, _ range: SourceRange) -> PredicateIssue {
    note(.idleOption, range, "[\(options.letters)] has no effect on \(spelling)")
  }

  static func reservedWordAsKey(_ word: String, _ range: SourceRange) -> PredicateIssue {
    note(.reservedWord, range, "“\(word)” is a reserved word, but it is used as a key here", hint: "write #\(word)")
  }

  static func nonASCIIName(_ name: String, _ range: SourceRange) -> PredicateIssue {
    note(
      .nonASCIIName, range, "Apple's parser refuses “\(name)”, because the name has characters beyond ASCII",
      hint: "pass the key by %K")
  }

  static func unknownEscape(_ range: SourceRange) -> PredicateIssue {
    note(
      .unknownEscape, range,
      "the backslash is ignored, because the predicate language does not have this escape sequence",
      hint: "for a backslash in the text, write two backslashes")
  }

  static func surplusConversion(_ text: String, _ range: SourceRange) -> PredicateIssue {
    note(.surplusConversion, range, "“\(text)” is read as one specifier", hint: "leave out the last letter")
  }
}
