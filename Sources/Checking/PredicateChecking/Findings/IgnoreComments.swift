import PredicateDocuments
import PredicateSyntax

/// The comments of a file that switch findings off: `# predicate:ignore` on the line of a finding or on the line before it, with codes or without, and
/// `predicate:ignore-file`. Words that are no codes are a reason. A comment next to a predicate of several lines covers all of them.
///
/// ```sh
/// # predicate:ignore unknown-key
/// log show --predicate 'subsytem == "x"'
/// ```
package struct IgnoreComments {
  private let bytes: [UInt8]
  private let starts: LineStarts
  /// The codes that each line ignores; empty for all.
  private var lines: [Int: Set<String>] = [:]
  private var coversFile = false

  private static let mark = Array("predicate:ignore".utf8)
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
      guard let found = line.firstRange(of: Self.mark) else { continue }
      let before = String(decoding: line[..<found.lowerBound], as: UTF8.self)
      guard Self.signs.contains(where: before.contains) else { continue }
      let rest = line[found.upperBound...]
      if rest.starts(with: "-file".utf8) { coversFile = true }
      let words = rest.split { !(ByteClass.isWord($0) || $0 == UInt8(ascii: "-")) }
      let codes = Self.codes(words.map { String(decoding: $0, as: UTF8.self) })
      lines[index + 1] = codes
      if before.allSatisfy({ !$0.isLetter && !$0.isNumber }) { lines[index + 2] = codes }
    }
  }

  /// The codes of a comment; empty if it has a reason only. A first word with a hyphen is meant as a code, although none has the name.
  private static func codes(_ words: [String]) -> Set<String> {
    let words = words.filter { $0.contains { $0.isLetter } }
    let codes = words.filter(CodeExample.exists)
    if codes.isEmpty, let first = words.first, first.contains("-") { return [first] }
    return Set(codes)
  }

  /// Whether a comment switches off findings of a code in a line of a predicate.
  package func cover(_ code: String, line: Int, of predicate: FoundPredicate) -> Bool {
    if coversFile || lines.isEmpty { return coversFile }
    return around(line, predicate).contains { lines[$0].map { $0.isEmpty || $0.contains(code) } ?? false }
  }

  /// The hint of a finding; a comment that covers it with a misspelled code is named.
  func hint(line: Int, of predicate: FoundPredicate, after hint: String?) -> String? {
    if lines.isEmpty { return hint }
    let word = around(line, predicate).lazy.compactMap { lines[$0]?.first { !CodeExample.exists($0) } }.first
    let own = word.map { "the comment names “\($0)”, which is no code" }
    return own.map { own in hint.map { "\($0); \(own)" } ?? own } ?? hint
  }

  /// The lines whose comments cover a finding: its own, those at the beginning and at the end of the predicate, and those of the code around a text that
  /// begins on a line of its own.
  private func around(_ line: Int, _ predicate: FoundPredicate) -> [Int] {
    let place = predicate.text.place(of: SourceRange(0, predicate.text.text.utf8.count))
    let (start, end) = (min(Int(place.lowerBound), bytes.count), min(Int(place.upperBound), bytes.count))
    guard start < end else { return [line] }
    let (first, last) = (starts.line(of: start) + 1, starts.line(of: end) + 1)
    let isBelow = bytes[starts[first - 1].lowerBound..<start].allSatisfy { " \t".utf8.contains($0) }
    guard first < last || isBelow else { return [line] }
    // The text of YAML and of Swift's """ begins below its key, and the quotes stand below the text.
    let rest = bytes[end...].drop { " \t\r\n".utf8.contains($0) }
    let isClosed = ["\"\"\"", "</"].contains { rest.starts(with: $0.utf8) }
    return [line, first, last] + (isBelow ? [first - 1] : []) + (isClosed ? [starts.line(of: rest.startIndex) + 1] : [])
  }
}
