import Foundation
import PredicateSessions
import PredicateModel
import PredicateStatements
import PredicateObjects
import PredicateValues

/// The unsaved changes of a session.
extension ShellSession {
  var hasUnsavedChanges: Bool { changes?.areUnsaved ?? false }

  /// The change history, to add changes. Throws if the database was opened for reading.
  func changesForWriting(at range: SourceRange) throws -> ChangeHistory {
    if let changes { return changes }
    if let refusal = database.kind.changeRefusal {
      throw PredicateIssue.error("read-only", range, refusal(database.displayName), kind: .unsupported)
    }
    guard database.isWritable else { throw PredicateIssue.readOnly(database.displayName, range: range) }
    if let file = database.path, !FileManager.default.isWritableFile(atPath: file) {
      throw PredicateIssue.unwritableFile(file, range: range)
    }
    let made = ChangeHistory(try NamedDatabase.makeContext(database))
    let others = try made.otherWriters()
    if !others.isEmpty {
      write(
        note:
          "\(others.joined(separator: ", ")) \(others.count == 1 ? "has" : "have") “\(database.displayName)” open for writing: "
          + ".commit reports rows that another process changes in the meantime")
    }
    changes = made
    return made
  }

  /// Runs statements that change data, as one undo step. At a terminal, the changes are shown for confirmation. Returns false if the user declines.
  func change(_ statements: [ChangeStatement], name: String?) throws -> Bool {
    guard let first = statements.first else { return true }
    let changes = try changesForWriting(at: first.verbRange)
    if settings.showsNotes {
      // The notes come first, so that the user reads them before the question whether to change the objects.
      for statement in statements {
        let days = DayNotes.notes(on: statement, model: database.model, variables: queryVariables)
        write(notes: days, in: statement.text)
      }
    }
    var run = ChangeRun(statements, variables: queryVariables)
    run.name = name
    run.checkCancellation = { [interrupts] in if interrupts.wasInterrupted { throw CancellationError() } }
    guard try run.run(on: changes, agrees: { try agrees(to: $0, at: first.verbRange) }) else { return false }
    if isTrial { try showPlans(of: statements) }
    lastQuery = statements.last.flatMap { $0.verb == .insert ? nil : $0.query } ?? lastQuery
    lastChanges = statements
    if isForPeople, changes.areUnsaved, !isTrial {
      tell(
        "The changes of \(changes.unsavedText) are not saved. Write .commit to save, or .undo to undo the last statement.",
        isQuiet: true)
    }
    return true
  }

  /// Shows the changes of statements. At a terminal, asks the user to confirm them. Without a terminal, throws if too many objects would change, and
  /// shows nothing.
  private func agrees(to preview: ChangePreview, at range: SourceRange) throws -> Bool {
    if !isTrial, case .upTo(let most) = confirmation, preview.objectCount > most {
      throw PredicateIssue.notConfirmed(preview.objectCount, most: most, range: range)
    }
    for line in preview.lines { tell(line) }
    // No question is needed if the statements only insert objects, because no existing data changes.
    guard !isTrial, case .ask(let ask) = confirmation, preview.objectCount > 0, preview.changesExisting else {
      return true
    }
    screen.progress?.finish()
    screen.flush()
    return ask("Go on? (y/N) ")
  }

  /// Shows how the database finds the objects that statements change.
  private func showPlans(of statements: [ChangeStatement]) throws {
    for statement in statements where statement.verb != .insert {
      let fetch = try BoundFetch(statement.selection, model: database.model, variables: queryVariables)
      let prepared = try database.prepare(fetch, as: fetch.entity.key.referenceColumn == nil ? .table : .keys)
      guard let sql = prepared.statement else { continue }
      for line in PlanText(tables: sql.tables).lines(for: try database.plan(of: sql)) {
        tell("  \(line)", isQuiet: true)
      }
    }
  }

  /// Throws if there are unsaved changes, because the command would lose them.
  func requireNoUnsavedChanges(at range: SourceRange) throws(PredicateIssue) {
    guard let changes, changes.areUnsaved else { return }
    throw PredicateIssue.error(
      "unsaved-changes", range, "“\(database.displayName)” has unsaved changes of \(changes.unsavedText)",
      hint: "write .commit to save the changes, or .revert to drop them", kind: .unsupported)
  }

  /// Writes a message about a change. In modes for programs, it is written to the output for errors, so that it is not part of an answer.
  func tell(_ text: String, isQuiet: Bool = false) {
    let isForPrograms = mode.isForPrograms
    let style = isForPrograms ? screen.errors.style : layout.style
    for line in layout.lines(of: CellText.escaped(text)) {
      (isForPrograms ? screen.errors : output).write((isQuiet ? style.quiet(line) : line) + "\n")
    }
  }

  /// An answer as text for a mode. New objects have only a temporary key, so a mark is shown instead of it.
  ///
  /// - Parameters:
  ///   - naming: The column that identifies a row for people.
  ///   - keyColumns: The positions of the keys of groups; nil if the rows are not groups.
  func shown(
    _ table: ResultTable, titles: [ObjectReference: String], naming: String? = nil, keyColumns: [Int]? = nil,
    in mode: OutputMode
  ) -> ShownTable {
    let keys = hasUnsavedChanges ? changes?.temporaryKeys ?? [] : []
    guard !keys.isEmpty else {
      return ShownTable(
        table, titles: titles, naming: naming, keyColumns: keyColumns, timeZone: settings.timeZone,
        nilText: settings.nilText)
    }
    let mark: QueryValue = mode.isForPrograms ? .null : .string("new")
    func shown(_ value: QueryValue) -> QueryValue {
      switch value {
      case .integer(let number) where keys.contains(number): mark
      // In modes for people, a new object with a title shows the title instead of the mark.
      case .reference(let reference) where keys.contains(reference.key):
        mode.isForPrograms || titles[reference] == nil ? mark : value
      case .array(let elements): .array(elements.map(shown))
      case .set(let elements): .set(elements.map(shown))
      default: value
      }
    }
    let rows = table.rows.map { $0.map(shown) }
    return ShownTable(
      ResultTable(columns: table.columns, rows: rows), titles: titles, naming: naming, keyColumns: keyColumns,
      timeZone: settings.timeZone,
      nilText: settings.nilText)
  }

  // MARK: Saved statements

  /// The named statements: those that the user saved, and those that the database supplies.
  var savedStatements: [(name: String, statement: String)] {
    saved.entries
      + NamedDatabase.savedStatements(of: database.declaredModel).filter { brought in
        !saved.entries.contains { $0.name.hasSameScalars(as: brought.name) }
      }
  }

  /// The statement with a name. Names are compared by Unicode scalars.
  func savedStatement(named name: String) -> String? {
    savedStatements.first { $0.name.hasSameScalars(as: name) }?.statement
  }
}

extension PredicateIssue {
  /// The error for a file that the system protects against writing.
  fileprivate static func unwritableFile(_ path: String, range: SourceRange) -> PredicateIssue {
    .error(
      "read-only", range, "“\(path)” cannot be written, because the system does not allow it",
      hint: "check the permissions of the file and of its folder", kind: .unsupported)
  }

  fileprivate static func notConfirmed(_ count: Int, most: Int, range: SourceRange) -> PredicateIssue {
    .error(
      "not-confirmed", range,
      "the statement would change \(count) objects, and the shell can ask for permission only in a terminal",
      hint: "to change more than \(most) objects without a question, use the option --yes", kind: .limit)
  }

  /// The error for a change of a database that was opened for reading.
  static func readOnly(_ name: String, range: SourceRange) -> PredicateIssue {
    .error(
      "read-only", range, "“\(name)” is open for reading only",
      hint: "open the database with predicate --write FILE, or with .open --write FILE", kind: .unsupported)
  }
}

/// How changes of statements are confirmed.
enum ChangeConfirmation {
  /// Changes are not confirmed.
  case always
  /// Without a terminal: statements that change at most this many objects run. All others are refused.
  case upTo(Int)
  /// At a terminal: the closure shows a question and returns the user's answer.
  case ask((String) -> Bool)

  /// The number of objects that a statement may change without a terminal.
  static let unaskedObjects = 100
}
