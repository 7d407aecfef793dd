/// Issues about conditions that are used as values, and values that are used as conditions.
extension PredicateIssue {
  static func bareValue(_ text: String, _ range: SourceRange, hint: String) -> PredicateIssue {
    error(
      .bareValue, range, "expected a condition, found only the value “\(text)”. A comparison is missing", hint: hint)
  }

  static func conditionAsValue(_ text: String, _ range: SourceRange) -> PredicateIssue {
    let isShort = text.unicodeScalars.count < 38
    return error(
      .conditionAsValue, range, "expected a value, found the condition “\(text)”",
      hint: isShort
        ? "write TERNARY(\(bare(text)), YES, NO) to use the condition as a value"
        : "write TERNARY(condition, YES, NO) to use the condition as a value")
  }

  /// The text without parentheses that enclose the whole text.
  private static func bare(_ text: String) -> String {
    guard text.first == "(", text.last == ")", !text.dropFirst().dropLast().contains(where: { $0 == "(" || $0 == ")" })
    else { return text }
    return String(text.dropFirst().dropLast())
  }

  static func conditionCompared(_ sign: String, _ range: SourceRange) -> PredicateIssue {
    error(
      .conditionCompared, range, "expected a value before “\(sign)”, found a condition",
      hint: "write AND or OR between the two conditions")
  }

  static func chainedComparison(
    _ first: String, _ second: String, _ range: SourceRange, isOr: Bool
  ) -> PredicateIssue {
    error(
      .chainedComparison, range,
      "a comparison must have only two sides, found “\(second)” after the comparison with “\(first)”",
      hint: "join two comparisons by \(isOr ? "OR" : "AND")")
  }

  static func notIn(
    _ word: String, _ text: String?, _ range: SourceRange, whole: SourceRange
  ) -> PredicateIssue {
    let isIn = word.uppercased().utf8.elementsEqual("IN".utf8)
    return error(
      isIn ? .notIn : .notOperator, range, "expected an operator, found NOT, which must be before the whole comparison",
      hint: text.map { "write \($0)" } ?? "write NOT x \(word) y"
    ).replacing(with: text, at: whole)
  }

  static func isNull(_ isNegated: Bool, _ text: String?, _ range: SourceRange) -> PredicateIssue {
    let form = isNegated ? "!= nil" : "== nil"
    return error(
      .isNull, range, "expected an operator, found IS", hint: "write \(text.map { "\($0) " } ?? "")\(form)"
    ).replacing(with: form)
  }

  static func unknownOperator(_ word: String, _ range: SourceRange, suggestion: String?) -> PredicateIssue {
    if let suggestion {
      return error(
        .unknownOperator, range, "expected an operator, found “\(word)”", hint: "\(suggestion) may be meant"
      ).replacing(with: suggestion)
    }
    return error(.operatorExpected, range, "expected an operator, found “\(word)”")
  }

  /// - Parameter bounds: The range of both bounds, with the word between them.
  static func betweenAnd(
    _ low: String, _ high: String, _ range: SourceRange, bounds: SourceRange
  ) -> PredicateIssue {
    error(
      .betweenAnd, range,
      "expected a condition, found the value “\(high)”. The bounds of BETWEEN must be a list in braces",
      hint: "write BETWEEN {\(low), \(high)}"
    ).replacing(with: "{\(low), \(high)}", at: bounds)
  }

  static func doubleQuantifier(_ first: String, _ second: String, _ range: SourceRange) -> PredicateIssue {
    error(
      .doubleQuantifier, range,
      "expected a collection after \(first), found \(second). A comparison can have only one of ANY, ALL and NONE",
      hint: "for a collection inside a collection, write SUBQUERY(loans, $l, ANY $l.tags == \"x\").@count > 0")
  }

  static func quantifiedCondition(_ word: String, _ range: SourceRange, _ inner: String) -> PredicateIssue {
    error(
      .quantifiedCondition, range, "expected a collection after \(word), found a condition in parentheses",
      hint: inner.unicodeScalars.count < 38 ? "write \(word) \(bare(inner))" : "write \(word) inside the parentheses")
  }

  static func quantifierAlone(_ word: String, _ range: SourceRange) -> PredicateIssue {
    error(
      .quantifierAlone, range, "expected a comparison after \(word)", hint: "the syntax is: \(word) collection == value"
    )
  }

  static func quantifierRight(_ word: String, _ range: SourceRange, isKey: Bool) -> PredicateIssue {
    error(
      .quantifierRight, range, "expected a value, found \(word), which must be before the left side of a comparison",
      hint: isKey ? "write #\(word) to use the word as a key" : "exchange the two sides")
  }

  static func assignmentTarget(_ text: String, _ range: SourceRange) -> PredicateIssue {
    error(
      .assignmentTarget, range, "expected a variable before “:=”, found “\(text)”",
      hint: "the syntax is: $name := value")
  }

  static func unknownOption(_ letter: String, _ range: SourceRange, hint: String) -> PredicateIssue {
    error(.unknownOption, range, "expected one of the option letters c, d, n, l, found “\(letter)”", hint: hint)
  }

  static func emptyOptions(_ range: SourceRange) -> PredicateIssue {
    error(
      .emptyOptions, range, "expected option letters (c, d, n, l) between the brackets", hint: "leave out the brackets")
  }

  static func squareBrackets(_ range: SourceRange, _ list: String?) -> PredicateIssue {
    error(
      .squareBrackets, range, "expected a value, found a list in square brackets",
      hint: list.map { "write {\($0)}" } ?? "a list must be in braces: {1, 2}")
  }
}
