import Foundation
import PredicateAnswers
import PredicateStatements
import PredicateSyntax

extension ShellCommand {
  /// `.export [--force] FILE [STATEMENT]`
  static let export = ShellCommand(
    "export", .option("--force"), .required(.file), .optional(.statement),
    summary: "writes the last answer, or a statement's, to a file",
    details: """
      The file's name says how: .csv, .tsv, .json, .ndjson, .md or .html. All rows are written, and the file is there when it is
      complete. A file that is there stays as it is unless --force is given. A name with spaces stands in quotes.
      """
  ) { arguments, session in
    let (file, place) = (arguments[.file] ?? "", arguments.place(.file))
    guard let mode = OutputMode(fileName: file) else { throw PredicateIssue.exportName(file, range: place) }
    let path = NSString(string: file).expandingTildeInPath
    guard arguments.has("--force") || !FileManager.default.fileExists(atPath: path) else {
      throw PredicateIssue.fileExists(file, range: place)
    }
    let statement = try arguments.statement()
    guard let query = statement ?? session.lastQuery, !query.isCount else {
      guard let text = arguments[.statement] else { throw PredicateIssue.noAnswer(arguments.call.nameRange) }
      throw PredicateIssue.commandArgument(
        expected: "a statement that gives rows behind the file", found: text, range: arguments.place(.statement))
    }
    let answer: Answer
    if statement == nil, let last = session.lastAnswer, last.isKept, last.table.rows.count == last.total {
      answer = last
    } else {
      answer = try session.run(query.fetch)
        .answer(rowLimit: nil)
    }
    let shown = session.shown(answer.table, titles: answer.titles, in: mode)
    try ExportFile(path: path, name: file, place: place).write(shown, mode: mode)
    session.output.write(
      "\(answer.noun.counted(answer.table.rows.count)) written to \(CellText.escaped(file))\n")
    return .done
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
