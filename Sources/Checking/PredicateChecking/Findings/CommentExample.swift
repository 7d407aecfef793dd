/// Recognizes predicates in documentation comments that the comment explains as wrong, or that are only the beginning of a predicate.
///
/// ```swift
/// // /// - Throws: An error for a text such as `NSPredicate(format: "name ==")`.
/// ```
enum CommentExample {
  /// The greatest number of bytes that are read before the predicate and after it.
  private static let reach = 1_000

  /// Whether the sentence, the heading or the line before the code block of a predicate explains a mistake, or a predicate between back quotes ends with
  /// an operator.
  static func isExplained(_ predicate: String, at part: Range<Int>, in source: [UInt8]) -> Bool {
    let start = max(part.lowerBound - reach, 0)
    let lines = commentLines(before: source[start..<part.lowerBound])
    let isInBlock = !lines.count(where: isFence).isMultiple(of: 2)
    if !isInBlock, isIncomplete(predicate) { return true }
    let rest = String(decoding: source[part.upperBound...].prefix(reach).prefix { $0 != 0x0A }, as: UTF8.self)
    if isInBlock { return explains(introduction(of: lines) + " " + rest) }
    let next = source[part.upperBound...].prefix(reach).drop { $0 != 0x0A }.dropFirst().prefix { $0 != 0x0A }
    let end = rest.contains(". ") || rest.hasSuffix(".") ? "" : String(content(String(decoding: next, as: UTF8.self)))
    let last = rest.firstRange(of: ". ").map { rest[..<$0.lowerBound] } ?? rest[...]
    return explains(sentence(in: lines) + last + " " + end)
  }

  /// The lines of a comment up to an offset, without the signs of the language. The last one ends at the offset.
  private static func commentLines(before text: ArraySlice<UInt8>) -> [Substring] {
    let all = String(decoding: text, as: UTF8.self).split(separator: "\n", omittingEmptySubsequences: false)
      .map { $0.drop { $0 == " " || $0 == "\t" } }
    let sign = ["///", "//!", "*", "#"].first { all.last?.hasPrefix($0) ?? false }
    let comment = all.reversed().prefix { line in sign.map { line.hasPrefix($0) } ?? true }.reversed()
    return comment.map(content)
  }

  /// The text of a line without the sign of a comment.
  private static func content(_ line: some StringProtocol) -> Substring {
    let text = Substring(line).drop { $0.isWhitespace }
    let sign = ["///", "//!", "/**", "/*!", "*"].first(where: text.hasPrefix) ?? ""
    return text.dropFirst(sign.count).drop { $0.isWhitespace }
  }

  private static func isFence(_ line: Substring) -> Bool { line.hasPrefix("```") }

  /// The paragraph or the heading before the last code block.
  private static func introduction(of lines: [Substring]) -> String {
    let before = lines.reversed().drop { !isFence($0) }.dropFirst().drop(while: \.isEmpty)
    return before.prefix { !$0.isEmpty }.reversed().joined(separator: " ")
  }

  /// The last line, with the beginning of its sentence in earlier lines. A line that ends with a colon before it belongs to it.
  private static func sentence(in lines: [Substring]) -> String {
    guard let last = lines.last else { return "" }
    let before = lines.dropLast().reversed()
    let paragraph = before.prefix { !$0.isEmpty && !isFence($0) }.reversed().joined(separator: " ")
    let leading = before.drop(while: { !$0.isEmpty }).drop(while: \.isEmpty).first.flatMap {
      $0.hasSuffix(":") ? $0 : nil
    }
    let start = paragraph.ranges(of: ". ").last?.upperBound ?? paragraph.startIndex
    let open = paragraph.hasSuffix(".") ? "" : paragraph[start...]
    return [leading ?? "", open, last].joined(separator: " ")
  }

  /// Whether a sentence has a word about mistakes.
  private static func explains(_ sentence: String) -> Bool {
    sentence.contains(
      /\b(?:throws?|thrown|raises?|raised|crash\w*|invalid|wrong|incorrect|malformed|avoid\w*|fix(?:e[sd])?|don['’]t|do not|never|quotes|escap\w+|parts?)\b/
        .ignoresCase())
  }

  /// Whether a text ends with an operator, because the program appends the rest.
  private static func isIncomplete(_ text: String) -> Bool {
    text.contains(
      /(?:[=<>]|&&|\|\||\b(?:and|or|not|in|like|contains|beginswith|endswith|matches|between)(?:\[\w*\])?)\s*$/
        .ignoresCase())
  }
}
