import PredicateDocuments

/// Recognizes predicates that are wrong on purpose: a test expects an exception from a predicate, or a comment calls it wrong. Only forms that are
/// beyond doubt count, because the check reports no errors of such a predicate.
///
/// ```swift
/// XCTAssertThrowsError(try films(matching: NSPredicate(format: "year >")))
/// ```
enum ExpectedFailure {
  /// Calls that expect an exception from the code in their brackets.
  private static let calls = words([
    "AssertThrows", "assertThrows", "Assert.Throws", "assertFails", "assertRaises", "shouldThrow", "expectException",
  ])
  /// Calls and annotations that expect an exception from the block after their brackets.
  private static let heads = words([
    "#expect(throws", "#require(throws", "@Test(expected", "pytest.raises(", "assertRaises(",
  ])
  /// The greatest number of bytes between the expectation and the predicate.
  private static let reach = 400

  private static func words(_ words: [String]) -> [[UInt8]] { words.map { Array($0.utf8) } }

  /// Whether the code around a part of a source expects an exception from it, or a comment calls it wrong.
  ///
  /// - Parameter hasHashComments: Whether a comment begins with `#`, not with `//`.
  static func surrounds(_ part: Range<Int>, in bytes: [UInt8], hasHashComments: Bool) -> Bool {
    let source = BlankedSource(around: part, reach: reach, in: bytes, hasHashComments: hasHashComments)
    let before = Array(source.code[..<source.part.lowerBound])
    if calls.contains(where: { ends(of: $0, in: before).contains { isInCall(before[$0...]) } }) { return true }
    if heads.contains(where: { ends(of: $0, in: before).contains { isInBlock(after: $0, in: before) } }) { return true }
    return isInExpectation(source.code[source.part.upperBound...]) || source.comments.contains(where: Remark.isMade)
  }

  /// The offset after each occurrence of a word.
  private static func ends(of word: [UInt8], in code: [UInt8]) -> [Int] {
    var found: [Int] = []
    while let place = code.offset(of: word, from: found.last ?? 0) { found.append(place + word.count) }
    return found
  }

  /// Whether some code begins in the name of a call, and ends within the call's brackets: `Error<E>(try find(`.
  private static func isInCall(_ code: ArraySlice<UInt8>) -> Bool {
    let brackets = code.drop { NameByte.isPart($0) || "<>,.? ".utf8.contains($0) }
    guard let first = brackets.first, "({".utf8.contains(first) else { return false }
    return isOpen(brackets)
  }

  /// Whether the bracket at the beginning of some code is open at the end.
  private static func isOpen(_ code: ArraySlice<UInt8>) -> Bool {
    var depth = 0
    for byte in code {
      depth += Bracket.change(byte)
      if depth <= 0 { return false }
    }
    return depth > 0
  }

  /// Whether some code ends in the block that an expectation begins, as in `#expect(throws: E.self) { try find(`. The offset is within the
  /// expectation's round brackets.
  private static func isInBlock(after start: Int, in code: [UInt8]) -> Bool {
    let end = closing(code[start...])
    // No exception is expected: #expect(throws: Never.self)
    if code.offset(of: Array("Never.self".utf8), from: start, to: end ?? code.count) != nil { return false }
    guard let end else { return true }
    let rest = code[(end + 1)...]
    let head = rest.prefix { $0 != 0x0A && $0 != UInt8(ascii: "{") }
    if head.last(where: { !" \t\r".utf8.contains($0) }) == UInt8(ascii: ":") {
      let line = code[..<start].lastIndex(of: 0x0A).map { $0 + 1 } ?? 0
      return isIndented(rest[head.endIndex...], beyond: indentation(of: code[line...]))
    }
    // The head of a method comes before its block: @Test(expected = E.class) public void find() {
    guard let brace = rest.firstIndex(where: { "{;".utf8.contains($0) }), rest[brace] == UInt8(ascii: "{") else {
      return false
    }
    return isOpen(rest[brace...])
  }

  /// The number of blanks and tabs at the beginning of a line.
  private static func indentation(of line: ArraySlice<UInt8>) -> Int { line.prefix { $0 == 0x20 || $0 == 0x09 }.count }

  /// Whether all lines of some code are in a block of Python whose first line has an indentation. Blank lines do not count.
  private static func isIndented(_ code: ArraySlice<UInt8>, beyond indent: Int) -> Bool {
    code.split(separator: 0x0A).filter { $0.contains { !" \t\r".utf8.contains($0) } }
      .allSatisfy { indentation(of: $0) > indent }
  }

  /// The offset of the bracket that closes the one before some code; nil if it is open at the end.
  private static func closing(_ code: ArraySlice<UInt8>) -> Int? {
    var depth = 1
    for index in code.indices {
      depth += Bracket.change(code[index])
      if depth == 0 { return index }
    }
    return nil
  }

  /// Whether an expectation of an exception comes directly after one of the brackets that some code closes: `}.to(raiseException())`. The brackets
  /// are in the line, or at the beginnings of the next lines.
  private static func isInExpectation(_ code: ArraySlice<UInt8>) -> Bool {
    var depth = 0
    var least = 0
    for index in code.indices {
      if code[index] == 0x0A {
        let next = code[index...].first { !" \t\r\n".utf8.contains($0) }
        guard let next, "})]".utf8.contains(next) else { return false }
      }
      depth += Bracket.change(code[index])
      if depth < least {
        least = depth
        if expectsException(code[(index + 1)...].prefix(60)) { return true }
      }
    }
    return false
  }

  /// Whether some code begins with an expectation of an exception. `.toNot(raiseException())` and `.rejects.not` expect none.
  private static func expectsException(_ code: ArraySlice<UInt8>) -> Bool {
    guard let first = code.first(where: { !" \t\r\n".utf8.contains($0) }), ".s".utf8.contains(first) else {
      return false
    }
    let quick = /\s*\.to(?:\(|\s+)(?:raiseException|throwError|throwAssertion|raise_error)(?!\w)/
    let script = /\s*\.(?:toThrow|rejects(?!\.not|\w)|(?:should|to)\.(?:eventually\.)?be\.rejected)/
    let kiwi = /\s*should\] raise/
    let text = String(decoding: code, as: UTF8.self)
    return text.prefixMatch(of: quick) != nil || text.prefixMatch(of: script) != nil
      || text.prefixMatch(of: kiwi) != nil
  }

  /// Whether a page calls a part of it wrong: at the beginning of its line, in a comment on the line before, or in the line before its code block.
  static func isCalledWrong(_ part: Range<Int>, in page: [UInt8]) -> Bool {
    let before = page[max(part.lowerBound - reach, 0)..<part.lowerBound]
    var lines = before.split(separator: 0x0A, omittingEmptySubsequences: false)
      .map { String(String(decoding: $0, as: UTF8.self).trimming(while: \.isWhitespace)) }
    guard let head = lines.popLast() else { return false }
    if Remark.beginsWithMark(head) { return true }
    if let line = lines.last, Remark.isComment(line), Remark.isMade(in: line) { return true }
    // Only the first line of a block has a language: ```swift
    guard let fence = lines.lastIndex(where: { $0.hasPrefix("```") }), lines[fence].count > 3 else { return false }
    return lines[..<fence].last { !$0.isEmpty }.map(Remark.introduces) ?? false
  }
}

/// Remarks that call the code next to them wrong.
private enum Remark {
  private static let marks = ["❌", "🚫"]
  /// The first words of the sentences that call the code wrong. Most comments begin with another word, and need no search.
  private static let openings: Set<String> = [
    "wrong", "incorrect", "not", "common", "mistake", "do", "don't", "this", "that", "the", "a", "an", "invalid",
    "malformed", "broken",
  ]

  /// Whether the last sentence of a comment or of a line calls the code wrong: "This format crashes:", "Wrong: no operator", "❌". Sentences about
  /// anything else do not count: "Finds the invalid records."
  static func isMade(in line: String) -> Bool {
    if marks.contains(where: line.contains) { return !line.contains("✅") }
    let text = line.lowercased().replacing("’", with: "'")
    let start = text.ranges(of: ". ").last { $0.upperBound < text.endIndex }?.upperBound ?? text.startIndex
    let sentence = text[start...].trimming { !$0.isLetter }
    guard openings.contains(String(sentence.prefix { $0.isLetter || $0 == "'" })) else { return false }
    let verdict = /(?:wrong|incorrect|not valid|(?:common )?mistake)(?::.*)?|(?:do not|don't) (?:do|write|use) this/
    let statement =
      /(?:this|that|the following)(?: one| predicate| format| query| filter| code| line| call| string| expression| example| command| chain)? (?:crashes|fails|throws(?: an exception)?|raises(?: an exception)?|does not work|doesn't work|(?:will|would) (?:crash|fail|throw|not work)|won't work|is (?:wrong|incorrect|invalid|a mistake))(?: because .*)?/
    let noun =
      /(?:an? |the )?(?:wrong|incorrect|invalid|malformed|broken) (?:predicate|format|syntax|query|expression)(?: string| syntax)?/
    return sentence.wholeMatch(of: verdict) != nil || sentence.wholeMatch(of: statement) != nil
      || sentence.wholeMatch(of: noun) != nil
  }

  /// Whether a line of a page calls the code block after it wrong: "This one crashes:", "**Wrong:**".
  static func introduces(_ line: String) -> Bool {
    (marks.contains(where: line.contains) || line.trimming { "*_ ".contains($0) }.hasSuffix(":")) && isMade(in: line)
  }

  /// Whether a line begins with a mark, perhaps after the sign of a list or of a table: `- ❌ …`. False if ✅ follows in the line.
  static func beginsWithMark(_ line: String) -> Bool {
    let text = line.drop { "-*|>+. ".contains($0) || $0.isNumber }
    return marks.contains(where: text.hasPrefix) && !text.contains("✅")
  }

  /// Whether a line is only a comment.
  static func isComment(_ line: String) -> Bool { ["//", "/*", "# ", "<!--"].contains(where: line.hasPrefix) }
}

extension StringProtocol {
  /// The text without the characters at both ends that a condition is true for.
  fileprivate func trimming(while isOuter: (Character) -> Bool) -> SubSequence {
    guard let end = lastIndex(where: { !isOuter($0) }) else { return self[endIndex...] }
    return self[...end].drop(while: isOuter)
  }
}
