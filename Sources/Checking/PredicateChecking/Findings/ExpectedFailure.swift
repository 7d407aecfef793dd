import PredicateDocuments

/// Recognizes predicates that are wrong on purpose: a test expects an exception from a wrong predicate, or a page shows a mistake.
///
/// ```swift
/// XCTAssertThrowsError(try films(matching: NSPredicate(format: "year >")))
/// ```
enum ExpectedFailure {
  /// Calls and blocks that expect an exception from the code in their first brackets.
  private static let calls = words([
    "AssertThrows", "assertThrows", "Assert.Throws", "assertFails", "assertRaises", "shouldThrow", "catchException",
    "expectException", "tryRun", "tryBlock", "catchObjC", "@try",
  ])
  /// Calls and annotations that expect an exception from the block after their brackets.
  private static let heads = words([
    "#expect(throws", "#require(throws", "@Test(expected", "pytest.raises(", "assertRaises(",
  ])
  /// Expectations after the code that is to throw an exception.
  private static let endings = words([
    "raiseException", "throwError", "throwAssertion", "raise_error", "should] raise", "toThrow", ".rejects",
    "rejectedWith",
    "@catch",
  ])
  /// Words that introduce a mistake, in a comment or on a page.
  private static let remarks = [
    "❌", "🚫", "wrong", "incorrect", "invalid", "crash", "exception", "not work", "n't work",
  ]
  /// The greatest number of bytes between the expectation and the predicate.
  private static let reach = 400

  private static func words(_ words: [String]) -> [[UInt8]] { words.map { Array($0.utf8) } }

  /// Whether the code around a part of a source expects an exception from it, or a comment calls it wrong.
  static func surrounds(_ part: Range<Int>, in bytes: [UInt8]) -> Bool {
    let before = bytes[max(part.lowerBound - reach, 0)..<part.lowerBound]
    if calls.contains(where: { occurrences(of: $0, in: before).contains(where: isOpen) }) { return true }
    if heads.contains(where: { occurrences(of: $0, in: before).contains(where: isBlockOpen) }) { return true }
    let end = statementEnd(from: part.upperBound, in: bytes)
    if endings.contains(where: { bytes.offset(of: $0, from: part.upperBound, to: end) != nil }) { return true }
    let rest = bytes[part.upperBound...].prefix(reach).prefix { $0 != 0x0A }
    return isRemarked(by: before.split(separator: 0x0A, omittingEmptySubsequences: false).dropLast().suffix(1) + [rest])
  }

  /// Whether the lines before a part of a page call it wrong.
  static func isShown(_ part: Range<Int>, in page: [UInt8]) -> Bool {
    let before = page[max(part.lowerBound - reach, 0)..<part.lowerBound].split(separator: 0x0A)
    let rest = page[part.upperBound...].prefix(reach).prefix { $0 != 0x0A }
    return isRemarked(by: before.suffix(4) + [rest], needsComment: false)
  }

  /// Whether one of the lines has a remark. In code only comments count.
  private static func isRemarked(by lines: [ArraySlice<UInt8>], needsComment: Bool = true) -> Bool {
    lines.contains { line in
      let text = String(decoding: line, as: UTF8.self).lowercased()
      if !needsComment { return remarks.contains(where: text.contains) }
      guard let comment = text.firstRange(of: /\/\/|\/\*|#\s/)?.lowerBound else { return false }
      return remarks.contains(where: text[comment...].contains)
    }
  }

  /// The code after each occurrence of a word.
  private static func occurrences(of word: [UInt8], in code: ArraySlice<UInt8>) -> [ArraySlice<UInt8>] {
    let bytes = Array(code)
    var found: [ArraySlice<UInt8>] = []
    var start = 0
    while let place = bytes.offset(of: word, from: start) {
      start = place + word.count
      found.append(bytes[start...])
    }
    return found
  }

  /// Whether the first bracket of some code is still open at its end.
  private static func isOpen(_ code: ArraySlice<UInt8>) -> Bool {
    var depth = 0
    for byte in code {
      depth += Bracket.change(byte)
      if depth <= 0, Bracket.change(byte) < 0 { return false }
    }
    return depth > 0
  }

  /// Whether code that begins inside of round brackets ends in the block after these brackets, `expected = X.class) void f() {`, or in the first lines
  /// of a block of Python, `X):`.
  private static func isBlockOpen(_ code: ArraySlice<UInt8>) -> Bool {
    guard let end = closing(code) else { return true }
    let rest = code[(end + 1)...]
    let head = rest.prefix { $0 != 0x0A && $0 != UInt8(ascii: "{") }
    if head.last(where: { !" \t\r".utf8.contains($0) }) == UInt8(ascii: ":") {
      return rest.count(where: { $0 == 0x0A }) < 3
    }
    guard let brace = rest.firstIndex(where: { "{;".utf8.contains($0) }), rest[brace] == UInt8(ascii: "{") else {
      return false
    }
    return isOpen(rest[brace...])
  }

  /// The offset of the bracket that closes the one before some code.
  private static func closing(_ code: ArraySlice<UInt8>) -> Int? {
    var depth = 1
    for index in code.indices {
      depth += Bracket.change(code[index])
      if depth == 0 { return index }
    }
    return nil
  }

  /// The end of the line with an offset, and of the next line if that one closes a bracket: `}.to(raiseException())`.
  private static func statementEnd(from offset: Int, in bytes: [UInt8]) -> Int {
    let limit = min(offset + reach, bytes.count)
    let end = bytes[offset..<limit].firstIndex(of: 0x0A) ?? limit
    let next = bytes[end..<limit].drop { " \t\r\n".utf8.contains($0) }
    guard let first = next.first, "})].".utf8.contains(first) else { return end }
    return next.firstIndex(of: 0x0A) ?? limit
  }
}
