import PredicateSyntax

/// The predicates of a class chain, which are in back quotes or between dollar signs.
enum ClassChain {
  private static let quote = UInt8(ascii: "`")
  private static let open = UInt8(ascii: "[")

  /// Each predicate as a text of the whole chain's length, with spaces around the predicate, so that offsets stay valid. Nil for a text that is not a
  /// class chain.
  ///
  /// ```swift
  /// ClassChain.predicates(in: "**/XCUIElementTypeCell[`label == 'A'`]")  // ["                        label == 'A'  "]
  /// ```
  static func predicates(in text: String) -> [String]? {
    let bytes = Array(text.utf8)
    // The program inserts the beginning: `_/XCUIElementTypeCell`.
    let isOpen = bytes.starts(with: "_/".utf8) && bytes.contains(quote)
    guard isOpen || bytes.starts(with: "**/".utf8) || bytes.starts(with: "XCUIElementType".utf8),
      !bytes.contains(UInt8(ascii: "=")) || bytes.contains(open) || bytes.contains(quote)
    else { return nil }
    return quoted(in: bytes).pairs.map { range in
      var alone = [UInt8](repeating: UInt8(ascii: " "), count: bytes.count)
      for index in range { alone[index] = bytes[index] }
      return String(decoding: alone, as: UTF8.self)
    }
  }

  /// The ranges between pairs of back quotes or dollar signs, and the offset of a mark that has no partner.
  private static func quoted(in bytes: [UInt8]) -> (pairs: [Range<Int>], single: Int?) {
    var pairs: [Range<Int>] = []
    var index = 0
    while index < bytes.count {
      let mark = bytes[index]
      guard mark == quote || mark == UInt8(ascii: "$") else {
        index += 1
        continue
      }
      guard let end = bytes[(index + 1)...].firstIndex(of: mark) else { return (pairs, index) }
      pairs.append(index + 1..<end)
      index = end + 1
    }
    return (pairs, nil)
  }

  /// Whether a text begins like a class chain: `**/XCUIElementTypeCell`, `XCUIElementTypeTable/XCUIElementTypeCell`, `XCUIElementTypeCell[2]`.
  static func begins(_ text: String) -> Bool {
    if text.hasPrefix("**/") { return true }
    guard text.hasPrefix("XCUIElementType") else { return false }
    return text.utf8.first { !ByteClass.isWord($0) }.map { "/[".utf8.contains($0) } ?? false
  }

  /// The beginning of a class chain that nothing else has.
  static let start = "**/XCUIElementType"

  /// Whether a text can only be a whole class chain: it begins with ``start``, has a predicate, and has all closing brackets. Its spaces are in
  /// predicates.
  static func isWhole(_ text: String) -> Bool {
    guard text.hasPrefix(start) else { return false }
    let bytes = Array(text.utf8)
    let (pairs, single) = quoted(in: bytes)
    let steps = bytes.indices.filter { index in !pairs.contains { $0.contains(index) } }.map { bytes[$0] }
    return !pairs.isEmpty && single == nil && !steps.contains(0x20)
      && steps.count { $0 == open } == steps.count { $0 == UInt8(ascii: "]") }
  }

  /// The issues about the chain itself: names of element types that do not exist, and missing or unpaired back quotes.
  ///
  /// - Parameter types: The names of all element types.
  static func issues(in text: String, types: [String]) -> [PredicateIssue] {
    let bytes = Array(text.utf8)
    let (pairs, single) = quoted(in: bytes)
    if let single {
      let isOpen = bytes[..<single].last { $0 != 0x20 } == open
      let mark = String(decoding: [bytes[single]], as: UTF8.self)
      return [
        .found(
          .chainQuotes, .error, SourceRange(single, single + 1),
          isOpen
            ? "the predicate in the class chain has no closing “\(mark)”"
            : "this “\(mark)” in the class chain does not begin or end a predicate",
          hint: isOpen ? "write \(mark)] after the predicate" : "leave \(mark) out")
      ]
    }
    var issues: [PredicateIssue] = []
    var index = 0
    var rest = pairs[...]
    while index < bytes.count {
      if let pair = rest.first, index >= pair.lowerBound - 1 {
        rest = rest.dropFirst()
        index = pair.upperBound + 1
        if let issue = openBracket(bytes, around: pair) { issues.append(issue) }
      } else if bytes[index] == open {
        let end = bytes[index...].firstIndex(of: UInt8(ascii: "]")) ?? bytes.count
        if let issue = unquoted(bytes, index + 1..<end) {
          issues.append(issue)
          index = end
        }
        index += 1
      } else if ByteClass.isWord(bytes[index]) {
        let end = bytes[index...].firstIndex { !ByteClass.isWord($0) } ?? bytes.count
        if let issue = unknownType(String(decoding: bytes[index..<end], as: UTF8.self), at: index, types) {
          issues.append(issue)
        }
        index = end
      } else {
        index += 1
      }
    }
    return issues
  }

  /// The issue for a predicate whose bracket is not closed behind the second back quote: ``Button[`label == "A"```.
  private static func openBracket(_ bytes: [UInt8], around pair: Range<Int>) -> PredicateIssue? {
    let close = pair.upperBound
    guard bytes[..<(pair.lowerBound - 1)].last(where: { $0 != 0x20 }) == open,
      bytes[(close + 1)...].first(where: { $0 != 0x20 }) != UInt8(ascii: "]")
    else { return nil }
    let mark = String(decoding: [bytes[close]], as: UTF8.self)
    return PredicateIssue.found(
      .chainQuotes, .error, SourceRange(close, close + 1), "the bracket before the predicate has no closing bracket",
      hint: "write \(mark)] after the predicate"
    ).replacing(with: "\(mark)]")
  }

  /// The issue for a comparison in brackets without back quotes. Nil for a position such as `[2]` and `[-1]`.
  private static func unquoted(_ bytes: [UInt8], _ range: Range<Int>) -> PredicateIssue? {
    let part = bytes[range]
    guard part.contains(where: { "=<>".utf8.contains($0) }), !part.contains(quote), !part.contains(UInt8(ascii: "$"))
    else { return nil }
    let text = String(decoding: part, as: UTF8.self)
    return PredicateIssue.found(
      .chainQuotes, .error, SourceRange(range.lowerBound, range.upperBound),
      "a predicate in a class chain must be between back quotes", hint: "write [`\(text)`]"
    ).replacing(with: "`\(text)`")
  }

  private static func unknownType(_ name: String, at start: Int, _ types: [String]) -> PredicateIssue? {
    let prefix = "XCUIElementType"
    guard !types.isEmpty, !types.contains(name), name.utf8.count > prefix.utf8.count else { return nil }
    let nearest = NearestSpelling.of(name, among: types)
    guard name.hasPrefix(prefix) || nearest != nil else { return nil }
    return PredicateIssue.found(
      .valueUnknown, .error, SourceRange(start, start + name.utf8.count),
      "“\(name)” is not an element type of XCUITest",
      hint: nearest.map { "the nearest name is \($0)" }, suggestion: nearest
    ).replacing(with: nearest)
  }
}
