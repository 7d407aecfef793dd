import PredicateDocuments
import PredicateSyntax

/// The comments of a file that switch findings off: `# predicate:ignore`, with or without codes, on the line of a finding or on the line before it,
/// and `predicate:ignore-file`. A comment without codes covers all codes; other words in it are a reason. A comment next to a predicate of several
/// lines covers all its lines.
///
/// A misspelled comment switches nothing off. The hint of the finding then mentions the comment.
///
/// ```sh
/// # predicate:ignore unknown-key
/// log show --predicate 'subsytem == "x"'
/// ```
package struct IgnoreComments {
  /// The codes that a comment switches off: `codes`, or all codes if `codes` is empty and nothing is misspelled.
  private struct Comment {
    var codes: Set<String> = []
    /// The remark about a misspelled word in the comment; nil without one.
    var mistake: String?

    func covers(_ code: String) -> Bool { codes.isEmpty ? mistake == nil : codes.contains(code) }
  }

  private let bytes: [UInt8]
  private let starts: LineStarts
  private var lines: [Int: Comment] = [:]
  /// The comment `predicate:ignore-file`; nil if the file has none.
  private var ofFile: Comment?

  private static let mark = Array("predicate".utf8)
  private static let signs = ["#", "//", "/*", "<!--", "--", ";"]

  /// Reads the comments of a file. Linear.
  package init(_ bytes: [UInt8]) {
    guard bytes.holds(Self.mark) else {
      self.bytes = []
      starts = LineStarts([])
      return
    }
    self.bytes = bytes
    starts = LineStarts(bytes)
    for (index, line) in bytes.split(separator: 0x0A, omittingEmptySubsequences: false).enumerated() {
      guard let (before, command, words) = Self.command(in: line) else { continue }
      let comment =
        switch command {
        case "predicate:ignore", "predicate:ignore-file": Self.comment(words)
        default:
          Comment(
            mistake: "“\(command)” has no effect. The comment must begin with predicate:ignore or predicate:ignore-file"
          )
        }
      if command == "predicate:ignore-file" {
        ofFile = comment
        continue
      }
      lines[index + 1] = comment
      if before.allSatisfy({ !$0.isLetter && !$0.isNumber }) { lines[index + 2] = comment }
    }
  }

  /// Finds a comment that is or resembles `predicate:ignore` in a line: the text before it, its command, and the words after it.
  private static func command(in line: ArraySlice<UInt8>) -> (before: String, command: String, words: [String])? {
    var rest = line
    while let mark = rest.firstRange(of: mark) {
      rest = rest[mark.upperBound...]
      let spaced = rest.drop { $0 == UInt8(ascii: " ") }
      guard spaced.first == UInt8(ascii: ":") else { continue }
      let word = spaced.dropFirst().drop { $0 == UInt8(ascii: " ") }
      let end = word.firstIndex { !isOfWord($0) } ?? word.endIndex
      let name = String(decoding: word[..<end], as: UTF8.self)
      let commands = ["ignore", "ignore-file"]
      // With a space after the colon it may be a sentence: “predicate: ignores case”.
      let isSentence = word.startIndex > rest.startIndex + 1 && name.hasPrefix("ignore")
      let isNear = name.hasPrefix("ignore") || NearestSpelling.of(name, among: commands) != nil
      guard commands.contains(name) || isNear && !isSentence else { continue }
      let before = String(decoding: line[..<mark.lowerBound], as: UTF8.self)
      guard signs.contains(where: before.contains) else { return nil }
      let words = word[end...].split { !isOfWord($0) }.map { String(decoding: $0, as: UTF8.self) }
      return (before, String(decoding: line[mark.lowerBound..<end], as: UTF8.self), words)
    }
    return nil
  }

  private static func isOfWord(_ byte: UInt8) -> Bool { ByteClass.isWord(byte) || byte == UInt8(ascii: "-") }

  /// Finds the codes among the words of a comment. If there is none, a first word that has a hyphen or resembles a code is a misspelled code. Other
  /// words are a reason.
  private static func comment(_ words: [String]) -> Comment {
    let words = words.filter { $0.contains { $0.isLetter } }
    let codes = words.filter(CodeExample.exists)
    var comment = Comment(codes: Set(codes))
    // Next to a valid code, any word that resembles a code may be a misspelled one.
    for word in codes.isEmpty ? words.prefix(1) : words[...] where !codes.contains(word) {
      let nearest = NearestSpelling.of(word, among: CodeExample.all)
      guard nearest != nil || codes.isEmpty && word.contains("-") else { continue }
      let remark = nearest.map { "; the nearest code is \($0)" } ?? ""
      comment.mistake = "the comment contains “\(word)”, which is not the code of a finding\(remark)"
      break
    }
    return comment
  }

  /// Whether a comment switches off the findings with a code in a line of a predicate.
  package func cover(_ code: String, line: Int, of predicate: FoundPredicate) -> Bool {
    if let ofFile, ofFile.covers(code) { return true }
    if lines.isEmpty { return false }
    return around(line, predicate).compactMap { lines[$0] }.contains { $0.covers(code) }
  }

  /// The hint of a finding, with a remark about a misspelled comment that would cover the finding.
  package func hint(line: Int, of predicate: FoundPredicate, after hint: String?) -> String? {
    if lines.isEmpty && ofFile == nil { return hint }
    let mistake = around(line, predicate).lazy.compactMap { lines[$0]?.mistake }.first ?? ofFile?.mistake
    guard let mistake else { return hint }
    return hint.map { "\($0); \(mistake)" } ?? mistake
  }

  /// The lines whose comments cover a finding: the finding's own line, and the first and last line of the predicate. If the predicate begins a line,
  /// the line before it counts, too, and the line with the closing quotes after it.
  private func around(_ line: Int, _ predicate: FoundPredicate) -> [Int] {
    let place = predicate.text.place(of: SourceRange(0, predicate.text.text.utf8.count))
    let (start, end) = (min(Int(place.lowerBound), bytes.count), min(Int(place.upperBound), bytes.count))
    guard start < end else { return [line] }
    let (first, last) = (starts.line(of: start) + 1, starts.line(of: end) + 1)
    let isBelow = bytes[starts[first - 1].lowerBound..<start].allSatisfy { " \t".utf8.contains($0) }
    guard first < last || isBelow else { return [line] }
    // A text in YAML or in Swift's """ begins below its key, and the closing quotes are in a line below the text.
    let rest = bytes[end...].drop { " \t\r\n".utf8.contains($0) }
    let isClosed = ["\"\"\"", "</"].contains { rest.starts(with: $0.utf8) }
    return [line, first, last] + (isBelow ? [first - 1] : []) + (isClosed ? [starts.line(of: rest.startIndex) + 1] : [])
  }
}
