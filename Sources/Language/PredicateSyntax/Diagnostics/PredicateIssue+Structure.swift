/// Issues about brackets, commas, and the end of the format.
extension PredicateIssue {
  static func distinctExtension(_ range: SourceRange) -> PredicateIssue {
    note(
      .extension, range, "“distinct” before a value is an extension: Apple's systems refuse it",
      hint: "write distinct(x), which works on every platform, where x is a collection")
  }

  static func missingBracket(_ closer: TokenKind, _ token: Token, opener: Int, found: String) -> PredicateIssue {
    let (opening, sign) = brackets(closer)
    let place = token.kind == .end ? "the text ends" : "found “\(found)”"
    return error(
      .missingBracket, token.range,
      "expected “\(sign)” for the “\(opening)” at character \(opener), but \(place)", hint: "add “\(sign)”"
    ).replacing(with: token.kind == .end ? sign : nil)
  }

  private static func brackets(_ closer: TokenKind) -> (opening: String, closing: String) {
    switch closer {
    case .rightBracket: ("[", "]")
    case .rightBrace: ("{", "}")
    default: ("(", ")")
    }
  }

  static func strayToken(_ token: Token, _ found: String) -> PredicateIssue {
    switch token.kind {
    case .comma:
      error(
        .strayComma, token.range, "expected the end of the predicate, found a comma",
        hint: "a list must be in braces: {1, 2}")
    case .rightParenthesis, .rightBracket, .rightBrace:
      error(.unmatchedBracket, token.range, "there is no opening bracket for “\(found)”")
    default:
      error(.trailingText, token.range, "expected the end of the predicate, found “\(found)”")
    }
  }

  static func parenthesisedList(_ comma: SourceRange, _ opener: Int) -> PredicateIssue {
    error(
      .parenthesisedList, comma, "expected “)” for the “(” at character \(opener), found a comma",
      hint: "a list must be in braces: {1, 2}")
  }

  static func emptyParentheses(_ range: SourceRange) -> PredicateIssue {
    error(.emptyParentheses, range, "expected a condition or a value between the parentheses")
  }

  static func emptyIndex(_ range: SourceRange) -> PredicateIssue {
    error(.emptyIndex, range, "expected an index between the brackets, such as a number, a key, FIRST, LAST or SIZE")
  }

  static func argumentExpected(_ form: String, _ range: SourceRange, found: String) -> PredicateIssue {
    let place = found.isEmpty ? "the text ends" : "found “\(found)”"
    return error(
      .argumentExpected, range, "expected a comma and another argument, but \(place)", hint: "the syntax is: \(form)")
  }

  static func surplusArgument(_ form: String, _ range: SourceRange) -> PredicateIssue {
    error(.surplusArgument, range, "expected “)”, found a further argument", hint: "the syntax is: \(form)")
  }

  static func subqueryVariable(_ range: SourceRange, found: String) -> PredicateIssue {
    let place = found.isEmpty ? "the end" : "“\(found)”"
    return error(
      .subqueryVariable, range, "expected a variable as the second argument of SUBQUERY, found \(place)",
      hint: "the syntax is: SUBQUERY(collection, $variable, condition)")
  }

  static func selectorLiteral(_ range: SourceRange, found: String) -> PredicateIssue {
    error(
      .selectorLiteral, range, "expected the function name in FUNCTION as a string literal, found “\(found)”",
      hint: "the syntax is: FUNCTION(receiver, \"selector:\", argument)")
  }

  static func selectorWithoutCall(_ name: String, _ range: SourceRange) -> PredicateIssue {
    error(.selectorWithoutCall, range, "expected “(” after the function name “\(name)”")
  }

  static func specifierAsKey(_ specifier: String, _ range: SourceRange) -> PredicateIssue {
    error(
      .specifierAsKey, range, "expected a key after the dot, found “\(specifier)”", hint: "write %K for a key")
  }
}
