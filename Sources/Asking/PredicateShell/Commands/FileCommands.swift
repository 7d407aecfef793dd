import Foundation
import PredicateSessions
import PredicateStatements
import PredicateSyntax

extension ShellCommand {
  /// The greatest depth of files that read one another. A deeper `.read` is an error, which ends files that read themselves.
  private static let maximumReadDepth = 16

  /// `.read FILE`
  static let read = ShellCommand(
    names: ["read"], parameters: [.required(.file)],
    summary: "runs the statements in a file, and stops at the first that fails"
  ) { arguments, session in
    let (file, place) = (arguments[.file] ?? "", arguments.place(.file))
    guard session.readDepth < maximumReadDepth else {
      throw PredicateIssue.readDepth(maximumReadDepth, range: place)
    }
    let path = NSString(string: file).expandingTildeInPath
    let descriptor = Foundation.open(path, O_RDONLY | O_CLOEXEC)
    guard descriptor >= 0 else {
      throw PredicateIssue.unreadableFile(file, String(cString: strerror(errno)), range: place)
    }
    session.readDepth += 1
    defer {
      session.readDepth -= 1
      close(descriptor)
    }
    let reader = StatementReader(PlainLines(descriptor: descriptor))
    while case .statement(let text, let line, let tree) = try reader.next(session.parser) {
      let outcome = session.run(text, line: line, read: tree)
      if outcome != .done { return outcome }
    }
    return .done
  }

  /// `.open [--write] [FILE]`
  static let open = ShellCommand(
    "open", .option("--write"), .optional(.file),
    summary: "opens another database; without a file, opens the demo database",
    details: "The file is opened only for reading. With --write, insert, update, delete and .import can change it."
  ) { arguments, session in
    try session.requireNoUnsavedChanges(at: arguments.call.nameRange)
    let path = arguments[.file].map { NSString(string: $0).expandingTildeInPath }
    session.database = try session.opener(path, arguments.has("--write"))
    session.currentEntity = session.database.model.firstEntity?.name
    session.endWalk()
    session.lastQuery = nil
    session.lastAnswer = nil
    session.lastSource = nil
    if let saved = session.savedReader?(session.database) { session.saved = saved }
  }

  /// `.import FILE INTO Entity [--skip]`
  static let importing = ShellCommand(
    names: ["import"],
    parameters: [.required(.file), .required(nil, or: ["INTO"]), .required(.entity), .option("--skip")],
    summary: "imports the records of a file into an entity",
    details: """
      The file is .csv, .tsv, .json, .ndjson or .xml, in UTF-8. Its columns are matched with attributes by name; a missing entity
      is created, with types guessed from the first records. Cells of CSV are separated by commas, or by semicolons or tabs if all
      records agree. A record that does not fit cancels the whole import; with --skip only
      that record is left out. The database has to be open for writing: predicate --write FILE, .open --write FILE.
      The file may be larger than memory, so an import does not wait for .commit: it is saved at once, as a whole, and .undo does not
      take it back. At a terminal it asks first.
      """
  ) { arguments, session in
    let file = arguments[.file] ?? ""
    let entity = (arguments[.entity] ?? "").withoutNameQuotes
    guard session.database.isWritable else {
      throw PredicateIssue.readOnly(session.database.displayName, range: arguments.call.nameRange)
    }
    if session.isTrial {
      throw PredicateIssue.error(
        "dry-run", arguments.call.nameRange,
        "an import writes while it reads the file, so it is not possible with --dry-run, which writes nothing",
        hint: "import the file into a copy of the database", kind: .unsupported)
    }
    if let refusal = session.database.importRefusal(into: entity) {
      throw refusal.at(arguments.call.nameRange)
    }
    try session.requireNoUnsavedChanges(at: arguments.call.nameRange)
    let path = NSString(string: file).expandingTildeInPath
    if case .ask(let ask) = session.confirmation {
      session.tell("An import is saved at once, and .undo cannot undo it.")
      session.screen.flush()
      guard ask("Go on? (y/N) ") else {
        session.tell("Nothing is changed.", isQuiet: true)
        return .refused
      }
    }
    let start = ContinuousClock.now
    let run = ImportRun(
      database: session.database, skips: arguments.has("--skip"), name: file,
      tell: { session.screen.errors.write(CellText.escaped($0) + "\n") },
      checkCancellation: { if session.interrupts.wasInterrupted { throw CancellationError() } })
    do {
      let result = try run.run(path: path, into: entity)
      if let table = result.newTable { session.database = try session.database.reloaded(withNew: table) }
      let left = result.refused == 0 ? "" : ", \(result.refused) left out"
      let time = AnswerWriter.time(ContinuousClock.now - start, layout: session.layout)
      session.output.write("\(EntityNoun(result.entity).counted(result.written)) imported and saved\(left)\(time)\n")
      return .done
    } catch let issue as ImportIssue {
      throw PredicateIssue.error(issue.code, arguments.place(.file), issue.message, hint: issue.hint, kind: .domain)
    }
  }
}
