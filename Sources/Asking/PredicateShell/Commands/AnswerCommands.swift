import Foundation
import PredicateDatabases
import PredicateSessions
import PredicateStatements
import PredicateSyntax

extension ShellCommand {
  /// `.count [STATEMENT]`
  static let count = ShellCommand(
    "count", .optional(.statement), summary: "counts the objects of a statement",
    details: "Without a statement, all objects of the current entity are counted."
  ) { arguments, session in
    guard var query = try arguments.statement() ?? session.parser.everything else {
      throw PredicateIssue.noEntity
    }
    query.isCount = true
    try AnswerWriter(session: session).run(query)
  }

  /// `.raw SQL`
  static let raw = ShellCommand(
    CommandCall.sqlName, .required(.sql), summary: "runs one SQL statement that only reads, and shows its rows",
    details: """
      The text is SQL of the database. It uses the names of tables and columns, and shows values as they are stored. Statements that only read are accepted, such as SELECT and EXPLAIN; a statement that would write is refused.
      .last and .export work with its rows like with any other answer. Pasted lines are one statement up to a semicolon.
      \(NamedDatabase.help(\.rawSQL))
      """
  ) { arguments, session in
    do {
      try AnswerWriter(session: session).run(sql: arguments[.sql] ?? "")
    } catch let issue as PredicateIssue {
      // The issue's range is relative to the SQL, so the start of the SQL is added.
      let start = arguments.place(.sql).lowerBound
      throw issue.at(issue.range.map { SourceRange(Int(start + $0.lowerBound), Int(start + $0.upperBound)) } ?? .none)
    }
  }

  /// `.last [MODE]`
  static let last = ShellCommand(
    "last", .mode, summary: "shows the last answer again in any mode, without running the statement again"
  ) { arguments, session in
    guard let answer = session.lastAnswer else { throw session.withoutAnswer(arguments.call.nameRange) }
    guard answer.isKept else { throw PredicateIssue.answerNotKept(answer.total, range: arguments.call.nameRange) }
    AnswerWriter(session: session).show(answer, mode: arguments.mode ?? session.mode)
  }

  /// `.output [FILE]`
  static let output = ShellCommand(
    "output", .optional(.file),
    summary: "writes all later answers to a file; without FILE, shows answers on the screen again",
    details: "An existing file is emptied first."
  ) { arguments, session in
    session.screen.redirection = nil
    if let file = arguments[.file] {
      session.screen.redirection = try Redirection(path: file, isOnce: false, place: arguments.place(.file))
    }
  }

  /// `.once FILE`
  static let once = ShellCommand(
    "once", .required(.file), summary: "writes the next answer to a file"
  ) { arguments, session in
    session.screen.redirection = try Redirection(
      path: arguments[.file] ?? "", isOnce: true, place: arguments.place(.file))
  }

  /// `.export [--force] FILE [STATEMENT]`
  static let export = ShellCommand(
    "export", .option("--force"), .required(.file), .optional(.statement),
    summary: "writes the last answer, or the answer of a statement, to a file",
    details: """
      The ending of the name selects the format: .csv, .tsv, .json, .ndjson, .md or .html. All rows are written. The file appears when
      it is complete. An existing file is replaced only with --force. A name with spaces is written in quotes.
      \(NamedDatabase.help(\.copying))
      """
  ) { arguments, session in
    let (file, place) = (arguments[.file] ?? "", arguments.place(.file))
    if try session.copiesDatabase(arguments) { return }
    guard let mode = OutputMode(fileName: file) else { throw PredicateIssue.exportName(file, range: place) }
    let path = NSString(string: file).expandingTildeInPath
    guard arguments.has("--force") || !FileManager.default.fileExists(atPath: path) else {
      throw PredicateIssue.fileExists(file, range: place)
    }
    let statement = try arguments.statement()
    let prepared = try statement.map { try session.prepared($0) }
    guard (statement ?? session.lastQuery).map({ !$0.isCount }) ?? true,
      let answer = try prepared?.answer() ?? session.wholeAnswer()
    else {
      guard let text = arguments[.statement] else { throw session.withoutAnswer(arguments.call.nameRange) }
      throw PredicateIssue.commandArgument(
        expected: "a statement that returns rows, after the name of the file", found: text,
        range: arguments.place(.statement))
    }
    let shown = session.shown(answer.table, titles: answer.titles, in: mode)
    try ExportFile(path: path, name: file, place: place).write(shown, mode: mode)
    session.output.write(
      "\(answer.noun.counted(answer.table.rows.count)) written to \(CellText.escaped(file))\n")
    if session.settings.showsNotes, let bound = try prepared?.statement ?? session.boundSource() {
      let notes = SurpriseNotes(bound, on: session.answers)
      session.write(notes: try notes.misfitNotes(showing: answer.table), in: bound.query.text)
    }
  }
}

extension ShellSession {
  /// The issue for a command on the last answer if there is none, because no statement has run or the last one was a `count`.
  func withoutAnswer(_ range: SourceRange, otherwise issue: PredicateIssue? = nil) -> PredicateIssue {
    guard var query = lastQuery, query.isCount else { return issue ?? .noAnswer(range) }
    query.isCount = false
    return .countHasNoRows(query.canonicalText, range: range)
  }

  /// Copies the database if the first argument is an address of a kind of database with schemas. Returns false otherwise.
  fileprivate func copiesDatabase(_ arguments: CommandArguments) throws -> Bool {
    let target = arguments[.file] ?? ""
    let kind = NamedDatabase.kind(at: target)
    guard let copy = kind.copy else { return false }
    guard database.isWritable else { throw PredicateIssue.copyNeedsWrite(to: kind, arguments.call.nameRange) }
    let written = arguments[.statement] ?? ""
    let schema = written.withoutNameQuotes
    // A name in quotes may contain spaces.
    guard !schema.isEmpty, schema != written || !schema.contains(where: \.isWhitespace) else {
      throw PredicateIssue.commandArgument(
        expected: "the name of a new schema after the \(kind.isServer ? "server" : "database")",
        found: arguments[.statement] ?? "",
        range: arguments.place(arguments[.statement] == nil ? .file : .statement))
    }
    let (rows, notes) = try copy(database, target, schema)
    for note in notes { write(note: note) }
    output.write("\(rows) \(rows == 1 ? "row" : "rows") written to the schema \(CellText.escaped(schema))\n")
    return true
  }
}

extension OutputMode {
  /// The output mode that belongs to the ending of a file name; nil for an unknown ending.
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
    .error(
      "export-name", range,
      "expected a file whose name ends in .csv, .tsv, .json, .ndjson, .md or .html, found “\(file)”",
      hint: withCSV(file).map { "for a spreadsheet, write .export \($0)" })
  }

  /// For the name of a spreadsheet file, the same name with the ending `.csv`; otherwise nil.
  private static func withCSV(_ file: String) -> String? {
    let endings = [".xlsx", ".xlsm", ".xls", ".ods", ".numbers"]
    guard let ending = endings.first(where: file.lowercased().hasSuffix) else { return nil }
    let name = file.dropLast(ending.count) + ".csv"
    return name.contains(" ") ? "\"\(name)\"" : String(name)
  }

  static func copyNeedsWrite(to kind: DatabaseKind, _ range: SourceRange) -> PredicateIssue {
    let target = kind.isServer ? "a server" : "another database"
    return .error(
      "export-write", range, "to copy a database to \(target), the shell must be opened with --write",
      hint: "open the database with the command: predicate --write DATABASE", kind: .domain)
  }

  fileprivate static func fileExists(_ file: String, range: SourceRange) -> PredicateIssue {
    .error(
      "file-exists", range, "“\(file)” exists already",
      hint: "to replace the existing file, write .export --force FILE", kind: .domain
    )
  }
}

/// A file that appears only when it is complete: it is first written under a temporary name in the same folder.
struct ExportFile {
  /// The path of the finished file.
  let path: String
  /// The file's name in messages.
  let name: String
  /// The range of the file's name in the command.
  let place: SourceRange

  /// Writes the rows of an answer. Replaces an existing file. If the system refuses, throws and leaves no file.
  func write(_ table: ShownTable, mode: OutputMode) throws(PredicateIssue) {
    let temporary = path + ".\(getpid()).part"
    let descriptor = open(temporary, O_WRONLY | O_CREAT | O_EXCL | O_CLOEXEC, 0o644)
    guard descriptor >= 0 else { throw failure(errno) }
    let output = FileOutput(descriptor: descriptor)
    _ = mode.renderer.render(table, layout: .plain, to: output)
    output.flush()
    let isComplete = !output.hasFailed && fsync(descriptor) == 0
    let code = isComplete ? 0 : errno
    close(descriptor)
    guard isComplete, rename(temporary, path) == 0 else {
      let code = isComplete ? errno : code
      unlink(temporary)
      throw failure(code)
    }
  }

  private func failure(_ code: Int32) -> PredicateIssue {
    .unreadableFile(name, String(cString: strerror(code)), range: place)
  }
}
