import Foundation
import PredicateStatements
import PredicateSyntax

extension ShellCommand {
  /// `.export FILE [STATEMENT]`
  static let export = ShellCommand(
    "export", arguments: "[--force] FILE [STATEMENT]", summary: "writes the last answer, or a statement's, to a file",
    details: """
      The file's name says how: .csv, .tsv, .json, .ndjson, .md or .html. All rows are written, and the file is there when it is
      complete. A file that is there stays as it is unless --force is given. A name with spaces stands in quotes.
      """,
    completes: .file
  ) { call, session in
    var words = ExportWords(call)
    let isForced = words.takeForce()
    guard let file = words.takeFile() else { throw call.unexpectedArgument(expected: "a file", among: []) }
    guard let mode = OutputMode(fileName: file) else {
      throw PredicateIssue.exportName(file, range: call.argumentPlace)
    }
    let path = NSString(string: file).expandingTildeInPath
    guard isForced || !FileManager.default.fileExists(atPath: path) else {
      throw PredicateIssue.fileExists(file, range: call.argumentPlace)
    }
    let query: QueryStatement
    if words.isAtEnd {
      guard let last = session.lastQuery, !last.isCount else { throw PredicateIssue.noAnswer(call.nameRange) }
      query = last
    } else {
      guard case .query(let parsed) = try session.parser.parse(call.text, from: words.position).get(), !parsed.isCount
      else {
        throw call.unexpectedArgument(expected: "a statement that gives rows behind the file", among: [])
      }
      query = parsed
    }
    let answer: Answer
    if words.isAtEnd, let last = session.lastAnswer, last.isKept, last.table.rows.count == last.total {
      answer = last
    } else {
      answer = try AnswerRun(session: session).answer(query, rowLimit: nil)
    }
    try ExportFile(path: path, name: file, place: call.argumentPlace).write(answer, mode: mode)
    session.output.write(
      "\(answer.noun.counted(answer.table.rows.count)) written to \(CellText.escaped(file))\n")
    return .done
  }
}

/// The words before the statement of `.export`.
private struct ExportWords {
  private let bytes: [UInt8]
  private let end: Int
  /// The offset of what was not taken.
  private(set) var position: Int

  init(_ call: CommandCall) {
    bytes = Array(call.text.utf8)
    position = call.argumentRange.lowerBound
    end = call.argumentRange.upperBound
  }

  var isAtEnd: Bool { position >= end }

  mutating func takeForce() -> Bool {
    guard bytes[position..<end].starts(with: "--force".utf8) else { return false }
    _ = takeWord()
    return true
  }

  mutating func takeFile() -> String? {
    guard position < end else { return nil }
    let quote = bytes[position]
    if quote == UInt8(ascii: "\"") || quote == UInt8(ascii: "'"),
      let closing = bytes[(position + 1)..<end].firstIndex(of: quote)
    {
      let file = String(decoding: bytes[(position + 1)..<closing], as: UTF8.self)
      position = closing + 1
      skipSpace()
      return file.isEmpty ? nil : file
    }
    return takeWord()
  }

  private mutating func takeWord() -> String {
    let start = position
    while position < end, bytes[position] != UInt8(ascii: " "), bytes[position] != UInt8(ascii: "\n") { position += 1 }
    defer { skipSpace() }
    return String(decoding: bytes[start..<position], as: UTF8.self)
  }

  private mutating func skipSpace() {
    while position < end, bytes[position] == UInt8(ascii: " ") || bytes[position] == UInt8(ascii: "\n") {
      position += 1
    }
  }
}

extension OutputMode {
  /// The mode that the name of a file says; nil where it says none.
  init?(fileName: String) {
    switch fileName.lowercased().split(separator: ".", omittingEmptySubsequences: false).last {
    case "csv"?: self = .csv
    case "tsv"?, "tab"?: self = .tsv
    case "json"?: self = .json
    case "ndjson"?, "jsonl"?: self = .ndjson
    case "md"?, "markdown"?: self = .markdown
    case "html"?, "htm"?: self = .html
    default: return nil
    }
  }
}

extension PredicateIssue {
  fileprivate static func exportName(_ file: String, range: SourceRange) -> PredicateIssue {
    PredicateIssue(
      kind: .syntax, code: "export-name",
      message: "expected a file whose name ends in .csv, .tsv, .json, .ndjson, .md or .html, found “\(file)”",
      range: range)
  }

  fileprivate static func fileExists(_ file: String, range: SourceRange) -> PredicateIssue {
    PredicateIssue(
      kind: .domain, code: "file-exists", message: "“\(file)” is there already", range: range,
      hint: ".export --force FILE replaces it")
  }
}
