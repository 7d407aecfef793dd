/// Finds the message for a mistake. These functions run only for formats with mistakes.
extension FormatParser {
  mutating func operandExpected() -> PredicateIssue {
    let found = text(token.range)
    switch token.kind {
    case .bad: return .flaw(token, found)
    case .end:
      if previousEnd == 0 || lexer.count == 0 {
        return .error(.empty, token.range, "expected a condition or a value, but the predicate is empty")
      }
      return .error(.operandExpected, token.range, "expected a value, but the text ends")
    case .any, .all, .some, .none:
      return .quantifierRight(found, token.range, isKey: !peek().kind.mayFollowModifier)
    case .leftBracket where modifierBefore == nil: return bracketList()
    case .rightParenthesis, .rightBracket, .rightBrace:
      return .error(.operandExpected, token.range, "expected a value, found “\(found)”")
    case .not where found == "!" && isAfterSingleEqualsSign && peek().kind != .leftParenthesis:
      return .unknownOperator("=!", SourceRange(start - 1, Int(token.end)), suggestion: "!=")
    default:
      return .error(.operandExpected, token.range, "expected a value, found “\(found)”", hint: operandHint())
    }
  }

  /// Whether the current token directly follows `=`, and not the end of `==` or `>=`.
  private var isAfterSingleEqualsSign: Bool {
    let before = text(SourceRange(max(0, start - 2), start))
    return start == previousEnd && before.hasSuffix("=") && !["==", "!=", ">=", "<="].contains(before)
  }

  /// The error for `SUBQUERY(tags, $t, $t.name == 'x'.@count > 0`: no bracket closes SUBQUERY. Nil if the operand before the current token does not
  /// end with a collection operator, no SUBQUERY is open, or a later bracket closes it.
  func subqueryBracket() -> PredicateIssue? {
    let before = tokens(from: formatStart, to: start)
    guard let last = before.last, last.kind == .atWord, before.count > 1, before[before.count - 2].kind == .dot else {
      return nil
    }
    var openers: [Token] = []
    for (index, token) in before.enumerated() {
      switch token.kind {
      case .leftParenthesis: openers.append(index > 0 ? before[index - 1] : token)
      case .rightParenthesis: _ = openers.popLast()
      default: break
      }
    }
    guard openers.last?.kind == .subquery, let opener = openers.last, !isClosed(at: start) else { return nil }
    let place = before[before.count - 2]
    let range = SourceRange(Int(place.start), Int(last.end))
    // Only after a literal it is certain that the collection operator does not belong to the operand: $t.n == tags.@count
    let isCertain = before.count > 2 && [.string, .number].contains(before[before.count - 3].kind)
    return PredicateIssue.error(
      .missingBracket, range,
      "expected “)” for the “(” of SUBQUERY at character \(characterNumber(Int(opener.end))), but found “\(text(range))”",
      hint: "add “)” before \(text(range))"
    ).replacing(with: isCertain ? ")" : nil, at: SourceRange(Int(place.start), Int(place.start)))
  }

  /// Whether the text from an offset on closes a bracket that it does not open.
  private func isClosed(at start: Int) -> Bool {
    var depth = 0
    return tokens(from: start, to: lexer.count).contains { token in
      switch token.kind {
      case .leftParenthesis: depth += 1
      case .rightParenthesis: depth -= 1
      default: break
      }
      return depth < 0
    }
  }

  private func operandHint() -> String? {
    if isCountOfRows {
      return "write count() for the number of rows in a group, or tags.@count for the number of elements in tags"
    }
    switch token.kind {
    case .not:
      return "write NOT before the whole comparison. To use the condition as a value, write TERNARY(NOT …, YES, NO)"
    case .plus: return "a number has no plus sign"
    case .dot, .leftBracket:
      return modifierBefore.map { "write #\($0) to use the word as a key" }
        ?? (token.kind == .dot ? dotHint() : nil)
    default:
      guard token.kind.isReservedWord, token.kind != .and, token.kind != .or else { return nil }
      return "write #\(text(token.range)) to use the word as a key"
    }
  }

  /// The hint for a dot directly before a name, if the parser expects a value there. Nil if the tokens before the dot do not show what the dot means.
  private func dotHint() -> String? {
    guard ByteClass.isWordStart(lexer.byte(Int(token.end))) else { return nil }
    var before = tokens(from: formatStart, to: start)
    // The option letters of an operator: `==[cd]`.
    if before.last?.kind == .rightBracket, before.count > 3, before[before.count - 3].kind == .leftBracket,
      before[before.count - 4].kind.isComparison
    {
      before.removeLast(3)
    }
    if let sign = before.last?.kind, [.equal, .notEqual].contains(sign) || isInList(before) {
      return "write the case of an enum in quotes, without the dot"
    }
    while before.last?.kind == .leftParenthesis { before.removeLast() }
    guard let sign = before.last?.kind else { return "leave out the dot before a property" }
    return sign == .and || sign == .or || sign == .not || sign.isQuantifier
      ? "leave out the dot before a property" : nil
  }

  /// Whether the place after some tokens is an element of a list after IN.
  private func isInList(_ tokens: [Token]) -> Bool {
    guard let last = tokens.last?.kind, last == .leftBrace || last == .comma,
      let brace = tokens.lastIndex(where: { $0.kind == .leftBrace }), brace > 0
    else { return false }
    return tokens[brace - 1].kind == .in
      && !tokens[brace...].contains { [.rightBrace, .leftParenthesis].contains($0.kind) }
  }

  /// The tokens of a part of the text.
  private func tokens(from start: Int, to end: Int) -> [Token] {
    var reader = lexer
    reader.position = start
    var tokens: [Token] = []
    while true {
      let next = reader.next()
      if next.kind == .end || Int(next.start) >= end { return tokens }
      tokens.append(next)
    }
  }

  /// Whether the current token is a sign of Swift in a path, such as the `?` of `owner?.name`.
  private var isOptionalChaining: Bool {
    start == previousEnd && start > 0 && ByteClass.isWord(lexer.base[start - 1])
      && lexer.byte(start + 1) == UInt8(ascii: ".")
  }

  /// The hint for a method of Swift whose name is an operator: `name.contains('a')`. Nil if the receiver is not a simple path.
  private func methodHint(_ operand: Int?) -> String? {
    guard let operand, previousEnd - operand <= 60 else { return nil }
    let callee = tokens(from: operand, to: previousEnd)
    // A path is names with dots between them.
    guard callee.count > 2, callee.count % 2 == 1, let name = callee.last,
      callee.indices.allSatisfy({ ($0 % 2 == 1) == (callee[$0].kind == .dot) })
    else { return nil }
    let word = text(name.range).uppercased()
    let receiver = SourceRange(operand, Int(callee[callee.count - 3].end))
    guard ["CONTAINS", "MATCHES", "LIKE", "BEGINSWITH", "ENDSWITH"].contains(word) else { return nil }
    return "write \(text(receiver)) \(word) and then the value"
  }

  /// Whether the current token is the `*` of SQL's `COUNT(*)`.
  private var isCountOfRows: Bool {
    text(token.range).utf8.elementsEqual("*".utf8)
      && text(SourceRange(max(0, start - 6), start)).lowercased().filter { $0 != " " }.hasSuffix("count(")
  }

  /// The quantifier that ends directly before the current token, as in `any.name`; nil if there is none.
  private var modifierBefore: String? {
    var begin = previousEnd
    while begin > 0, ByteClass.isLetter(lexer.base[begin - 1]) { begin -= 1 }
    let word = text(SourceRange(begin, previousEnd))
    return start == previousEnd && ["any", "some", "all", "none"].contains(word.lowercased()) ? word : nil
  }

  /// The error for `[20, 21]` in the place of a value, or after an operator.
  private func bracketList() -> PredicateIssue {
    var end = Int(token.end)
    var open = 1
    while end < lexer.count, open > 0 {
      if lexer.base[end] == UInt8(ascii: "[") { open += 1 }
      if lexer.base[end] == UInt8(ascii: "]") { open -= 1 }
      end += 1
    }
    let range = SourceRange(start, end)
    let isShort = open == 0 && end - start <= 40
    return .squareBrackets(range, isShort ? text(SourceRange(start + 1, end - 1)) : nil)
  }

  /// The error for a missing key after a dot.
  mutating func stepExpected() -> PredicateIssue {
    let found = text(token.range)
    switch token.kind {
    case .bad where token.detail != .character: return .flaw(token, found)
    case .number:
      return .error(
        .digitKey, token.range, "expected a key after the dot, found “\(found)”",
        hint: "to get an element of a collection, write [\(found)] without the dot")
    case .end: return .error(.keyExpected, token.range, "expected a key after the dot, but the text ends")
    default: return .error(.keyExpected, token.range, "expected a key after the dot, found “\(found)”")
    }
  }

  /// The error for a token after an operand, if the token neither continues the operand nor may follow it.
  mutating func unexpected(after operand: Int?, inList: Bool = false, isCondition: Bool = false) -> PredicateIssue {
    let found = text(token.range)
    switch token.kind {
    case .bad:
      let issue = PredicateIssue.flaw(token, found)
      return found == "?" && isOptionalChaining
        ? issue.withHint("a path needs no ?, because a property of nil is nil") : issue
    case .not where found == "!" && isOptionalChaining:
      return .error(
        .operatorExpected, token.range, "expected an operator, found “!”",
        hint: "a path needs no !, because a property of nil is nil")
    case .and, .or:
      let whole = operand.map { text(SourceRange($0, previousEnd)) } ?? ""
      return .error(
        .conditionAsValue, token.range,
        "expected a value, found “\(whole)” and “\(found)”. Only conditions can be joined",
        hint: "write TERNARY(condition, YES, NO) to use the condition as a value")
    case .word, .markedWord:
      return .unknownOperator(found, token.range, suggestion: OperatorSuggestion.operatorLike(found))
    case .specifier:
      return .error(
        .modulo, token.range, "expected an operator, found “\(found)”",
        hint: "write modulus:by:(a, b) for the remainder of a division. Pass a pattern as a single argument %@")
    case .leftParenthesis:
      return .error(
        .operatorExpected, token.range, "expected an operator, found “\(found)”", hint: methodHint(operand))
    case .leftBrace, .string, .number, .variable, .atWord:
      return .error(.operatorExpected, token.range, "expected an operator, found “\(found)”", hint: nil)
    default:
      if token.kind.comparesOperands {
        if inList, let operand {
          return .error(
            .conditionAsValue, token.range,
            "expected a value, found the comparison “\(text(SourceRange(operand, previousEnd))) \(found)”",
            hint: "write TERNARY(condition, YES, NO) to use the condition as a value")
        }
        return .conditionCompared(found, token.range)
      }
      if isCondition {
        return .error(.operatorExpected, token.range, "expected AND or OR, found “\(found)”")
      }
      return .error(.operatorExpected, token.range, "expected an operator, found “\(found)”")
    }
  }

  /// The error for a value that is used as a condition.
  func bareValue(_ expression: QueryExpression, _ start: Int, behind earlier: QueryPredicate? = nil) -> PredicateIssue {
    let range = expression.range.isNone ? range(from: start) : expression.range
    let text = text(range)
    if case .comparison(let comparison)? = earlier?.node, comparison.operator == .between {
      switch comparison.right.node {
      case .aggregate: break
      default:
        let low = comparison.right.range
        return .betweenAnd(
          self.text(low), text, range, bounds: SourceRange(Int(low.lowerBound), Int(range.upperBound)))
      }
    }
    let hint: String =
      switch expression.node {
      case .literal(.boolean(let value)): value ? "write TRUEPREDICATE" : "write FALSEPREDICATE"
      case .keyPath(let path), .path(_, let path):
        comparison(of: path.components.last, range) ?? booleanHint(text)
      case .variable, .index, .evaluatedObject: booleanHint(text)
      case .literal(.string) where text.utf8.first == UInt8(ascii: "%"):
        "an argument can be only a value, not a condition. For a condition from a trusted source, use QueryFormat(raw:). For untrusted text, use filter(text:policy:)"
      default: "compare it with something"
      }
    return .bareValue(text, range, hint: hint)
  }

  /// The hint for a value that is perhaps a boolean.
  private func booleanHint(_ text: String) -> String {
    NearestSpelling.of(text, among: ["TRUEPREDICATE", "FALSEPREDICATE"]).map { "\($0) may be meant" }
      ?? (text.unicodeScalars.count < 38
        ? "if \(text) is a boolean, write \(text) == YES" : "if the value is a boolean, compare it with YES")
  }

  /// The comparison that a user means by a number of elements or by a call of another language: `tags.@count > 0`, `name BEGINSWITH 'x'` for
  /// `name.hasPrefix('x')`.
  private func comparison(of step: QueryKeyPath.Component?, _ range: SourceRange) -> String? {
    switch step {
    case .collectionOperator("count"): return "compare the number: @count > 0"
    case .call(let selector, let arguments) where arguments.count == 1:
      let name = selector.lowercased().filter(\.isLetter)
      let word = [
        "hasprefix": "BEGINSWITH", "startswith": "BEGINSWITH", "beginswith": "BEGINSWITH", "hassuffix": "ENDSWITH",
        "endswith": "ENDSWITH", "contains": "CONTAINS", "includes": "CONTAINS", "matches": "MATCHES",
      ][name]
      guard let word, let argument = arguments.first?.range, !argument.isNone else { return nil }
      // The call's bracket is the last one before its argument.
      let head = text(SourceRange(Int(range.lowerBound), Int(argument.lowerBound)))
      guard let open = head.lastIndex(of: "("), let point = head[..<open].lastIndex(of: "."),
        !head.contains("()"), !head.hasSuffix("…")
      else { return nil }
      return "write \(head[..<point]) \(word) \(text(argument))"
    default: return nil
    }
  }

  /// The error for option letters without a closing bracket: `BEGINSWITH[cd "x"`; nil if other text is in the brackets.
  private func unclosedOptions(_ opener: Int) -> PredicateIssue? {
    var place = opener + 1
    while "cdnl".utf8.contains(lexer.byte(place) | 0x20) { place += 1 }
    guard (2...5).contains(place - opener), !ByteClass.isLetter(lexer.byte(place)) else { return nil }
    while ByteClass.isSpace(lexer.byte(place)) { place += 1 }
    let next = place < lexer.count ? Token(.bad, place, place + 1) : Token(.end, lexer.count, lexer.count)
    return .missingBracket(.rightBracket, next, opener: characterNumber(opener), found: text(next.range))
  }

  /// The error for brackets after an operator that contain something else than option letters.
  mutating func badOptions(_ sign: Token) -> Failure {
    let opener = start
    var end = Int(token.end)
    while end < lexer.count, lexer.base[end] != UInt8(ascii: "]"), end - opener < 40 { end += 1 }
    guard lexer.byte(end) == UInt8(ascii: "]") else {
      if let issue = unclosedOptions(opener) { return fail(issue) }
      let issue = bracketList()
      return fail(issue)
    }
    let whole = SourceRange(opener, end + 1)
    let letters = (opener + 1..<end).filter { !ByteClass.isSpace(lexer.base[$0]) }
    if letters.isEmpty { return fail(.emptyOptions(whole)) }
    let base = lexer.base
    let isOption: (Int) -> Bool = { "cdnl".utf8.contains(base[$0] | 0x20) }
    let separators = letters.filter { base[$0] == UInt8(ascii: ",") }
    if !separators.isEmpty, letters.allSatisfy({ isOption($0) || base[$0] == UInt8(ascii: ",") }) {
      let joined = letters.filter(isOption).map { String(Unicode.Scalar(base[$0])) }.joined()
      return fail(.unknownOption(",", SourceRange(separators[0], separators[0] + 1), hint: "write [\(joined)]"))
    }
    guard letters.count <= 4, letters.allSatisfy({ ByteClass.isLetter(base[$0]) }),
      let wrong = letters.first(where: { !isOption($0) })
    else { return fail(bracketList()) }
    let letter = String(Unicode.Scalar(lexer.base[wrong]))
    return fail(
      .unknownOption(
        letter, SourceRange(wrong, wrong + 1),
        hint: letter == "w" ? "w belongs to Spotlight's queries" : "c ignores case, d diacritics"))
  }
}

extension TokenKind {
  /// Whether a quantifier word before this token is a quantifier. Otherwise ANY, SOME, ALL or NONE is a key.
  fileprivate var mayFollowModifier: Bool {
    switch self {
    case .end, .and, .or, .dot, .comma, .leftBracket, .rightParenthesis, .rightBracket, .rightBrace: false
    default: !comparesOperands && !joinsValues
    }
  }
}
