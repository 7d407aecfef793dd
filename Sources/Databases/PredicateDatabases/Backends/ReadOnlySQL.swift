import PredicateSyntax

/// The issues of a statement that is written in a database's own SQL (``QueryDatabase/forEachBatch(of:ofSQL:_:)``), with places in its text.
///
/// The first word decides whether a statement may run at all. The database refuses a statement that begins with a word such as SELECT and would write.
/// A back end whose SELECT can write a file must refuse that itself.
package enum ReadOnlySQL {
  /// Throws unless a statement begins with one of some words in capitals. Comments and parentheses may precede the word. The code is `sql` for a
  /// misspelt word, and `sql-writes` for any other word.
  ///
  /// - Parameter hints: For words that are refused, what the database offers instead. The keys are in capitals.
  package static func check(
    _ statement: String, beginsWith words: [String], hints: [String: String] = [:]
  ) throws(PredicateIssue) {
    let bytes = Array(statement.utf8)
    let start = beginning(of: bytes)
    let end = bytes[start...].firstIndex { !isLetter($0) } ?? bytes.count
    let word = String(decoding: bytes[start..<end], as: UTF8.self)
    guard !words.contains(word.uppercased()) else { return }
    let (list, last) = (words.dropLast().joined(separator: ", "), words.last ?? "")
    // A misspelt word has the code `sql`, because it is a mistake in the text and not a statement that writes.
    if let near = NearestSpelling.of(word, among: words) {
      throw .error(
        "sql", SourceRange(start, end), "expected \(list) or \(last), found \(word)",
        hint: "the nearest word is \(near)")
    }
    throw .error(
      "sql-writes", SourceRange(start, max(end, min(start + 1, bytes.count))),
      "expected an SQL statement that only reads: \(list) or \(last)\(word.isEmpty ? "" : ", found \(word)")",
      hint: hints[word.uppercased()],
      kind: .unsupported)
  }

  /// The issue for a statement that the database refuses. `offset` is the byte of the error, or nil if it is unknown.
  package static func issue(_ message: String, in statement: String, at offset: Int?) -> PredicateIssue {
    let bytes = Array(statement.utf8)
    guard let offset, bytes.indices.contains(offset) else {
      return .error("sql", SourceRange(0, bytes.count), message)
    }
    let end = bytes[offset...].firstIndex { !isLetter($0) && !(0x30...0x39).contains($0) } ?? bytes.count
    return .error("sql", SourceRange(offset, max(end, offset + 1)), message)
  }

  /// The issue for a statement that would write.
  package static func writes(_ message: String, in statement: String) -> PredicateIssue {
    .error("sql-writes", SourceRange(0, statement.utf8.count), message, kind: .unsupported)
  }

  /// The issue for a second statement, which begins at a byte.
  package static func several(_ statement: String, at offset: Int) -> PredicateIssue {
    .error(
      "sql-several", SourceRange(offset, statement.utf8.count),
      "expected a single SQL statement, found a second statement after it",
      kind: .unsupported)
  }

  /// The issue for a parameter, which has no value.
  package static func parameter(in statement: String) -> PredicateIssue {
    .error(
      "sql-parameter", SourceRange(0, statement.utf8.count),
      "a parameter of the SQL statement has no value",
      hint: "write constants in place of the parameters, as the command .as sql does", kind: .unboundVariable)
  }

  /// The offset of the first word.
  private static func beginning(of bytes: [UInt8]) -> Int {
    var place = 0
    while place < bytes.count {
      let rest = bytes[place...]
      if rest.starts(with: "--".utf8) {
        place = rest.firstIndex(of: UInt8(ascii: "\n")) ?? bytes.count
      } else if rest.starts(with: "/*".utf8) {
        place += 2
        while place < bytes.count, !bytes[place...].starts(with: "*/".utf8) { place += 1 }
        place = min(place + 2, bytes.count)
      } else if bytes[place] <= 0x20 || bytes[place] == UInt8(ascii: "(") {
        place += 1
      } else {
        break
      }
    }
    return place
  }

  private static func isLetter(_ byte: UInt8) -> Bool {
    switch byte {
    case UInt8(ascii: "a")...UInt8(ascii: "z"), UInt8(ascii: "A")...UInt8(ascii: "Z"), UInt8(ascii: "_"), 0x80...: true
    default: false
    }
  }
}
