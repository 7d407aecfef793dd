import PredicateSyntax
import PredicateValues

/// The parts of a predicate's text that a program inserts outside of quotes. The text around them is known and is checked.
///
/// The parser reads each part as a key. An issue is reported only if it holds whatever text the program inserts.
///
/// ```swift
/// // processID == $PID ADN category == "x"    $PID is an operand, so the misspelled AND is certain
/// // $KEYS ADN category == "x"                certain, too: no text of $KEYS makes the rest readable
/// // name $SIGN 'x'                           $SIGN may be an operator, so nothing is reported
/// ```
struct UnknownParts {
  /// The text with a name of the same length for each operand, so that the parser reads `%(pid)d` as a key.
  let text: String
  private let bytes: [UInt8]
  /// The parts that are one operand of a comparison: `$PID` in `processID == $PID`.
  private let operands: [Range<Int>]
  /// The other parts. Each may be a key, an operator, or several conditions.
  private let others: [Range<Int>]

  init(_ text: String, at parts: [Range<Int>]) {
    var bytes = Array(text.utf8)
    let places = parts.isEmpty ? [] : OperandPlaces(in: bytes, without: parts).operands(of: parts)
    for place in places { bytes.replaceSubrange(place, with: repeatElement(UInt8(ascii: "_"), count: place.count)) }
    self.bytes = bytes
    self.text = places.isEmpty ? text : String(decoding: bytes, as: UTF8.self)
    operands = places
    others = parts.filter { !places.contains($0) }
  }

  var isEmpty: Bool { operands.isEmpty && others.isEmpty }

  /// The issues that hold whatever text replaces the parts. Errors after the first one that a part may cause are left out.
  func certain(_ issues: [PredicateIssue], by check: ProfileCheck) -> [PredicateIssue] {
    if isEmpty { return issues }
    // A condition that the program may append decides whether the whole holds always or never.
    let isOpen = others.contains(where: \.isEmpty)
    let issues = issues.filter { !Self.isOfLogic($0) || $0.severity == .error && !isOpen }.inTextOrder()
    let end = issues.first { $0.severity == .error && $0.kind == .syntax && isUncertain($0) }
    let reach = end.map { $0.range.map { $0.isNone ? 0 : $0.lowerBound } ?? 0 }
    let certain = issues.filter { issue in
      guard let range = issue.range, reach.map({ range.lowerBound < $0 }) ?? true, !isUncertain(issue) else {
        return false
      }
      if others.isEmpty { return true }
      // The inserted text may declare a variable.
      if issue.code == CheckCode.unknownVariable.rawValue, check.profile.unknownVariables == .unnoted { return false }
      return issue.severity == .error || reach == nil && (issue.has(.unknownKey) || issue.has(.quotedSpecifier))
    }
    return certain + (end.map { isWrong($0, by: check) ? [$0] : [] } ?? [])
  }

  /// Whether an issue is about conditions that always or never hold. A condition that the program appends decides about it.
  static func isOfLogic(_ issue: PredicateIssue) -> Bool {
    [CheckCode.alwaysTrue, .alwaysFalse, .neverMatters].contains { $0.rawValue == issue.code }
  }

  /// Whether an issue is at an unknown part, or directly follows one that is not an operand, perhaps after a dot.
  private func isUncertain(_ issue: PredicateIssue) -> Bool {
    guard let range = issue.range, !range.isNone else { return true }
    let lower = Int(range.lowerBound)
    let upper = Int(range.upperBound)
    // A bracket issue is uncertain, because the inserted text may open or close a bracket.
    if issue.has(.unmatchedBracket) { return (operands + others).contains { $0.lowerBound < lower } }
    if issue.has(.missingBracket), let last = (operands + others).map(\.upperBound).max() {
      return TextQuotes.depth(of: bytes[last...]) <= 0
    }
    // The inserted text may have a comma and the missing argument: `TERNARY(a == $B, 1)`.
    if issue.has(.argumentExpected),
      operands.contains(where: { $0.upperBound <= lower && TextQuotes.depth(of: bytes[$0.upperBound..<lower]) == 0 })
    {
      return true
    }
    if operands.contains(where: { $0.lowerBound < upper && $0.upperBound > lower }) { return true }
    return others.contains { part in
      part.lowerBound <= upper
        && bytes[min(part.upperBound, lower)..<lower].allSatisfy { " \t\r\n.".utf8.contains($0) }
    }
  }

  /// Texts that a program may insert: a key, a condition, a condition with an operator after it, a key with an operator, an operator, nothing.
  private static let insertions = ["_ ", "TRUEPREDICATE ", "TRUEPREDICATE AND ", "_ == ", "== ", ""]

  /// Whether a misspelled operator after an unknown part is an error whatever the part is: `$P ADN category == "x"`.
  private func isWrong(_ issue: PredicateIssue, by check: ProfileCheck) -> Bool {
    guard issue.has(.unknownOperator), issue.hint != nil, let range = issue.range, others.count == 1,
      let part = others.first, part.upperBound <= Int(range.lowerBound), !part.isEmpty
    else { return false }
    let after = SourceToken.all(in: Array(bytes[part.upperBound...]), from: 0)
    // The error is at the word or at the token after it. A later error has another cause.
    guard after.count > 1 else { return false }
    let reach = after[1].range.upperBound
    return Self.insertions.allSatisfy { insertion in
      let head = bytes[..<part.lowerBound] + insertion.utf8
      let tried = String(decoding: head + bytes[part.upperBound...], as: UTF8.self)
      let first = check.issues(in: tried).filter { $0.severity == .error && $0.kind == .syntax }.inTextOrder().first
      return first?.range.map { Int($0.lowerBound) < head.count + reach } ?? false
    }
  }
}

/// Finds the inserted parts that are one operand: they follow an operator of a comparison, no other text touches them, and no value follows them.
///
/// If a value follows, the inserted text may complete the operator or be empty: `date >\(isInclusive ? "=" : "") %@`.
private struct OperandPlaces {
  private let bytes: [UInt8]
  private let tokens: [SourceToken]
  /// The index of the bracket that is open before each token.
  private let openings: [Int?]
  /// The offsets at which parts begin.
  private let starts: Set<Int>
  /// The end of the last bracket that closes no other one. A part before it may open the bracket: `BETWEEN \(low), 9}`.
  private let endOfUnmatched: Int

  /// Reads the tokens of a text. A name replaces each inserted part.
  init(in text: [UInt8], without parts: [Range<Int>]) {
    bytes = text
    var names = text
    for part in parts {
      names.replaceSubrange(part, with: repeatElement(UInt8(ascii: "_"), count: part.count))
    }
    tokens = SourceToken.all(in: names, from: 0)
    openings = Self.openings(of: tokens)
    starts = Set(parts.map(\.lowerBound))
    var end = 0
    for (token, opening) in zip(tokens, openings) where opening == nil && Self.isClosing(token) {
      end = token.range.upperBound
    }
    endOfUnmatched = end
  }

  /// The operands among the parts. O(parts × log tokens).
  func operands(of parts: [Range<Int>]) -> [Range<Int>] {
    parts.filter { part in
      guard !part.isEmpty, part.lowerBound >= endOfUnmatched, isApart(part), !holdsCondition(part),
        let index = index(before: part.lowerBound)
      else {
        return false
      }
      return isOperand(after: index) && isEnd(after: part.upperBound, from: index + 1)
    }
  }

  /// Whether no name, quote or dot touches a part. In `\(prefix)Name` and `user.\(key)`, the program inserts only a part of a key.
  private func isApart(_ part: Range<Int>) -> Bool {
    let before = bytes[..<part.lowerBound].last.map { " \t\r\n({,=<>!+-*/]".utf8.contains($0) } ?? true
    let after = bytes[part.upperBound...].first.map { " \t\r\n),}=<>!+-*/&|".utf8.contains($0) } ?? true
    return before && after
  }

  /// Whether the expression of a part has an operator in a literal, which may be a part of the predicate: `$(echo "$NAME AND")`.
  private func holdsCondition(_ part: Range<Int>) -> Bool {
    guard let quote = bytes[part].first(where: { "'\"".utf8.contains($0) }) else { return false }
    let texts = bytes[part].split(separator: quote, omittingEmptySubsequences: false).enumerated()
    // Every second text is between two quotes.
    return texts.contains { index, text in
      !index.isMultiple(of: 2) && SourceToken.all(in: Array(text), from: 0).contains(where: Self.isOfCondition)
    }
  }

  /// The index of the last token before an offset.
  private func index(before offset: Int) -> Int? {
    let count = BinarySearch.place(in: tokens.count) { tokens[$0].range.upperBound <= offset }
    return count > 0 ? count - 1 : nil
  }

  private static let comparisons: Set<String> = ["=", "==", "!=", "<>", "<", ">", "<=", ">=", "=<", "=>"]
  private static let calculations: Set<String> = ["+", "-", "*", "/", "**"]

  /// Whether an operand follows a token. Brackets around the operand are skipped.
  private func isOperand(after start: Int) -> Bool {
    var index = start
    while tokens[index].isMark("("), index > 0 { index -= 1 }
    if isOperator(tokens[index]) { return true }
    if tokens[index].isMark("]"), let open = openings[index], open > 0, isOperator(tokens[open - 1]) {
      return true
    }
    // A list: IN {$A, $B}.
    if tokens[index].isMark("{") { return index > 0 && isOperator(tokens[index - 1]) }
    guard tokens[index].isMark(","), let open = openings[index] else { return false }
    return tokens[open].isMark("{")
  }

  private func isOperator(_ token: SourceToken) -> Bool {
    token.isComparisonWord
      || token.kind == .sign && (Self.comparisons.contains(token.text) || Self.calculations.contains(token.text))
  }

  /// Whether a token joins conditions or compares values.
  private static func isOfCondition(_ token: SourceToken) -> Bool {
    token.isJunction || token.isComparisonWord || token.kind == .sign && comparisons.contains(token.text)
  }

  /// Whether an operand may end at an offset: a bracket, a comma, an operator of values or of conditions, or a misspelled AND or OR follows. The first
  /// token after the operand is one of those from `first` on.
  private func isEnd(after offset: Int, from first: Int) -> Bool {
    guard let index = tokens[first...].firstIndex(where: { $0.range.lowerBound >= offset }) else { return true }
    let token = tokens[index]
    if starts.contains(token.range.lowerBound) { return false }
    if [")", "}", ","].contains(where: token.isMark) || token.isJunction { return true }
    if token.kind == .sign { return Self.calculations.contains(token.text) }
    return isMisspelledJunction(at: index)
  }

  /// Whether a word resembles AND or OR, and the name or the variable after it shows that the word is not a value: `ADN subsystem == "x"`. Before
  /// another inserted part only a word in capitals counts: `ADN $REST`.
  private func isMisspelledJunction(at index: Int) -> Bool {
    // ANY resembles AND.
    guard tokens[index].kind == .word, !tokens[index].isWord("any"),
      NearestSpelling.of(tokens[index].text, among: ["AND", "OR"]) != nil, let next = tokens[(index + 1)...].first
    else { return false }
    if starts.contains(next.range.lowerBound) {
      return !tokens[index].isComparisonWord && tokens[index].text.utf8.allSatisfy { $0 < 0x61 }
    }
    return next.kind == .variable || next.kind == .word && !next.isJunction && !isOperator(next)
  }

  private static func isClosing(_ token: SourceToken) -> Bool {
    token.kind == .mark && [")", "]", "}"].contains(token.text)
  }

  /// The index of the bracket that is open before each token. Linear.
  private static func openings(of tokens: [SourceToken]) -> [Int?] {
    var open: [Int] = []
    return tokens.enumerated().map { index, token in
      if isClosing(token) {
        // A closing bracket has the index of the bracket that it closes.
        return open.popLast()
      }
      let outer = open.last
      if token.kind == .mark, ["(", "[", "{"].contains(token.text) { open.append(index) }
      return outer
    }
  }
}
