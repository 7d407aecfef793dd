import PredicateDocuments

/// Recognizes predicates that are wrong on purpose: a test expects that the predicate cannot be parsed, or a comment calls it wrong. The check hides
/// the errors of such a predicate, so only forms that are about the predicate itself count.
///
/// ```swift
/// expect { _ = NSPredicate(format: "year >") }.to(raiseException())
/// ```
enum ExpectedFailure {
  /// The greatest number of bytes that are read before the predicate and after it.
  private static let reach = 1_000
  /// The greatest number of lines before the predicate that an expectation may begin in.
  private static let mostLines = 4

  /// Whether a test expects that a part of a source cannot be parsed, or the comment on the line before calls the part wrong.
  static func surrounds(_ part: Range<Int>, in source: [UInt8], comment: String) -> Bool {
    let lines = lines(before: part, in: source)
    return Remark.isAbove(lines, comments: [comment]) || isExpected(lines, rest: text(after: part, in: source))
  }

  /// Whether a page calls a part of it wrong: with a mark before the code span or the cell of a table, in a comment of a code block, or in the line
  /// before a code block.
  static func isCalledWrong(_ part: Range<Int>, in page: [UInt8]) -> Bool {
    let lines = lines(before: part, in: page)
    // Only the first line of a block has a language: ```swift
    let fence = lines.lastIndex { $0.hasPrefix("```") }
    guard let fence, lines[fence].count > 3 else { return lines.last.map(Remark.isMarked) ?? false }
    let code = Array(lines[(fence + 1)...])
    if Remark.isAbove(code, comments: ["//", "#"]) { return true }
    // A remark before the block is about the code up to the first comment.
    if code.contains(where: { $0.hasPrefix("//") || $0.hasPrefix("#") }) { return false }
    let before = lines[..<fence].reversed().drop(while: \.isEmpty)
    guard let line = before.first, before.dropFirst().first?.isEmpty ?? true else { return false }
    return Remark.introduces(line)
  }

  /// The lines up to the part, without blanks at their beginnings and ends. The last one ends where the part begins.
  private static func lines(before part: Range<Int>, in source: [UInt8]) -> [String] {
    let start = max(part.lowerBound - reach, 0)
    let lines = source[start..<part.lowerBound].split(separator: 0x0A, omittingEmptySubsequences: false)
      .map { String(String(decoding: $0, as: UTF8.self).trimming(while: \.isWhitespace)) }
    // The first line may be incomplete.
    return start == 0 ? lines : Array(lines.dropFirst())
  }

  private static func text(after part: Range<Int>, in source: [UInt8]) -> String {
    String(decoding: source[part.upperBound..<min(part.upperBound + reach, source.count)], as: UTF8.self)
  }

  /// Whether the statement around a predicate is an expectation that the predicate cannot be parsed. The statement begins in the predicate's line or
  /// before it. Each line of the statement before the predicate's line ends with an open bracket, an arrow, a comma or a colon.
  private static func isExpected(_ lines: [String], rest: String) -> Bool {
    var statement = ""
    for line in lines.reversed().prefix(mostLines) {
      if !statement.isEmpty, !["{", "(", ",", ":", "->", "=>"].contains(where: line.hasSuffix) { return false }
      statement = statement.isEmpty ? line : line + " " + statement
      // A semicolon or a brace may end the expectation.
      if statement.contains(";") || statement.contains("}") { return false }
      if expects(statement, rest: rest) { return true }
    }
    return false
  }

  /// Words of every statement that is an expectation.
  private static let words = ["hrows", "aises", "xpect", "theBlock", "FailsWith"].map { Array($0.utf8) }

  private static func expects(_ statement: String, rest: String) -> Bool {
    // The patterns below cost much more than this test, which most statements do not pass.
    let bytes = Array(statement.utf8)
    guard words.contains(where: { bytes.holds($0) }) else { return false }
    // Swift cannot catch an exception of NSPredicate. Only bridges to Objective-C can.
    let bridge = /XCTAssertThrowsError\(\s*try (?:\w+\.)?catchException\s*\{/
    let objectiveC = /XCTAssertThrows(?:Specific(?:Named)?)?\s*\(/
    // Other exceptions of Appium, such as NoSuchElementException, are about the element.
    let appium =
      /(?:with )?(?:\w+\.)?(?:raises|assertRaises|assertThrows|assertFailsWith|Throws(?:Async)?)\s*[(<]\s*(?:\w+\.)*InvalidSelectorException(?!\w)/
    if statement.prefixMatch(of: bridge) != nil || statement.prefixMatch(of: objectiveC) != nil
      || statement.prefixMatch(of: appium) != nil
    {
      return true
    }
    let nimble = /[^{};\n]*\s*\}\s*\.to\(raiseException\(/
    if statement.prefixMatch(of: /expect\s*\{/) != nil, rest.prefixMatch(of: nimble) != nil { return true }
    let kiwi = /[^{};\n]*;\s*\}\)\s*should\]\s*raise/
    if statement.hasPrefix("[[theBlock(^{"), rest.prefixMatch(of: kiwi) != nil { return true }
    let raised = /[^{};\n]*[)}]\s*\.(?:rejects\.toThrow|to raise_error)\([^)\n]*invalid ?selector/.ignoresCase()
    return statement.prefixMatch(of: /(?:await )?expect\s*[({]/) != nil && rest.prefixMatch(of: raised) != nil
  }
}

/// Remarks that call the code next to them wrong.
private enum Remark {
  private static let marks = ["❌", "🚫"]

  /// Whether the line before the last one is a comment of a single line that calls the last line's statement wrong.
  static func isAbove(_ lines: [String], comments: [String]) -> Bool {
    guard lines.count > 1, let code = lines.last, !code.isEmpty, !code.contains(where: { "{};".contains($0) }) else {
      return false
    }
    func isComment(_ line: String) -> Bool { comments.contains(where: line.hasPrefix) }
    let line = lines[lines.count - 2]
    let isSingle = lines.count < 3 || !isComment(lines[lines.count - 3])
    return isSingle && isComment(line) && isVerdict(line)
  }

  /// Whether a comment or a sentence consists only of the verdict that the code is wrong: "This format crashes:", "Wrong: no operator", "❌".
  private static func isVerdict(_ line: some StringProtocol) -> Bool {
    if marks.contains(where: line.contains) { return !line.contains("✅") }
    let verdict = /(?:wrong|incorrect)(?:: [^.]*)?/
    let statement =
      /this(?: one| predicate| format| format string| command)? (?:crashes|throws an exception|raises an exception|does not work|doesn't work|is (?:wrong|incorrect|invalid))(?: because [^.]*)?/
    let noun = /(?:an? )?(?:wrong|incorrect|invalid|malformed) (?:predicate|format)(?: string)?/
    let sentence = line.trimming { !$0.isLetter }.lowercased().replacing("’", with: "'")
    return sentence.wholeMatch(of: verdict) != nil || sentence.wholeMatch(of: statement) != nil
      || sentence.wholeMatch(of: noun) != nil
  }

  /// Whether a line of a page calls the code block after it wrong: "This one crashes:", "**Wrong:**". Only the line's last sentence counts.
  static func introduces(_ line: String) -> Bool {
    if marks.contains(where: line.contains) { return !line.contains("✅") }
    guard !line.hasPrefix("#"), line.trimming(while: { "*_ ".contains($0) }).hasSuffix(":") else { return false }
    let start = line.ranges(of: ". ").last?.upperBound ?? line.startIndex
    return isVerdict(line[start...])
  }

  /// Whether a line up to a code span or a cell begins with a mark, perhaps after the sign of a list or of a table: `- ❌ …`. The mark is about the
  /// first code span or cell after it.
  static func isMarked(_ line: String) -> Bool {
    let text = line.drop { "-*|>+. ".contains($0) || $0.isNumber }
    return marks.contains(where: text.hasPrefix) && !text.contains("|") && text.split(separator: "`").count < 3
  }
}

extension StringProtocol {
  /// The text without the characters at both ends that a condition is true for.
  fileprivate func trimming(while isOuter: (Character) -> Bool) -> SubSequence {
    guard let end = lastIndex(where: { !isOuter($0) }) else { return self[endIndex...] }
    return self[...end].drop(while: isOuter)
  }
}
