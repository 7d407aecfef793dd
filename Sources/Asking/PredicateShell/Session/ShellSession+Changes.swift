import Foundation
import PredicateSessions
import PredicateModel
import PredicateStatements
import PredicateObjects
import PredicateValues

/// What a session has changed and not saved.
extension ShellSession {
  /// Whether something is not saved.
  var hasUnsavedChanges: Bool { changes?.areUnsaved ?? false }

  /// The changes, to make more of them. Throws where the database was opened for reading.
  func changesForWriting(at range: SourceRange) throws -> ChangeHistory {
    if let changes { return changes }
    if NamedDatabase.isServer(database) { throw PredicateIssue.server(database.displayName, range: range) }
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
          + ".commit reports the rows that change meanwhile")
    }
    changes = made
    return made
  }

  /// Runs statements that change data, as one step of undoing. Shows their changes for confirmation. False if the user declines.
  func change(_ statements: [ChangeStatement], name: String?) throws -> Bool {
    guard let first = statements.first else { return true }
    let changes = try changesForWriting(at: first.verbRange)
    var run = ChangeRun(statements, variables: queryVariables)
    run.name = name
    run.checkCancellation = { [interrupts] in if interrupts.wasInterrupted { throw CancellationError() } }
    guard try run.run(on: changes, agrees: { try agrees(to: $0, at: first.verbRange) }) else { return false }
    if isTrial { try showPlans(of: statements) }
    lastQuery = statements.last.flatMap { $0.verb == .insert ? nil : $0.query } ?? lastQuery
    lastChanges = statements
    if isForPeople, changes.areUnsaved, !isTrial {
      tell("Unsaved: \(changes.unsavedText). .commit saves, .undo takes the last statement back.", isQuiet: true)
    }
    return true
  }

  /// Shows the changes of statements, and asks for consent at a terminal. Without a terminal, throws before showing if there are too many changes.
  private func agrees(to preview: ChangePreview, at range: SourceRange) throws -> Bool {
    if !isTrial, case .upTo(let most) = confirmation, preview.objectCount > most {
      throw PredicateIssue.notConfirmed(preview.objectCount, most: most, range: range)
    }
    for line in preview.lines { tell(line) }
    // An insertion changes nothing that is there.
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

  /// Throws if there are unsaved changes, which the next step of the command would lose.
  func requireNoUnsavedChanges(at range: SourceRange) throws(PredicateIssue) {
    guard let changes, changes.areUnsaved else { return }
    throw PredicateIssue.error(
      "unsaved-changes", range, "“\(database.displayName)” has unsaved changes of \(changes.unsavedText)",
      hint: ".commit saves them, .revert drops them", kind: .unsupported)
  }

  /// Tells what happens to data. Programs that read the answers do not get it among them.
  func tell(_ text: String, isQuiet: Bool = false) {
    let isForPrograms = mode.isForPrograms
    let style = isForPrograms ? screen.errors.style : layout.style
    let shown = CellText.escaped(text)
    (isForPrograms ? screen.errors : output).write((isQuiet ? style.quiet(shown) : shown) + "\n")
  }

  /// An answer as it is shown in a mode: new objects have no key yet.
  ///
  /// - Parameters:
  ///   - naming: The column that people know a row by.
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
      // People read what the object is called.
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

  /// The statements under names: those that were saved, and those that the database brings along.
  var savedStatements: [(name: String, statement: String)] {
    saved.entries
      + NamedDatabase.savedStatements(of: database.declaredModel).filter { brought in
        !saved.entries.contains { $0.name.hasSameScalars(as: brought.name) }
      }
  }

  /// The statement under a name, compared by scalars.
  func savedStatement(named name: String) -> String? {
    savedStatements.first { $0.name.hasSameScalars(as: name) }?.statement
  }
}

extension PredicateIssue {
  /// The system protects the file.
  fileprivate static func unwritableFile(_ path: String, range: SourceRange) -> PredicateIssue {
    .error(
      "read-only", range, "the system does not allow to write “\(path)”",
      hint: "the permissions of the file and of its folder decide", kind: .unsupported)
  }

  fileprivate static func notConfirmed(_ count: Int, most: Int, range: SourceRange) -> PredicateIssue {
    .error(
      "not-confirmed", range, "the statement changes \(count) objects, and there is no terminal to ask on",
      hint: "--yes allows statements that change more than \(most) objects", kind: .limit)
  }

  /// The database is on a server.
  fileprivate static func server(_ name: String, range: SourceRange) -> PredicateIssue {
    .error(
      "read-only", range, "the rows of “\(name)” are read and imported, and statements do not change them",
      kind: .unsupported)
  }

  /// The database was opened for reading.
  static func readOnly(_ name: String, range: SourceRange) -> PredicateIssue {
    .error(
      "read-only", range, "“\(name)” is open for reading only",
      hint: "predicate --write FILE, or .open --write FILE, opens it for writing", kind: .unsupported)
  }
}

/// Who agrees to what a statement is about to change.
enum ChangeConfirmation {
  /// No confirmation is needed.
  case always
  /// Without a terminal: statements that change at most this many objects run, all others are refused.
  case upTo(Int)
  /// The user at a terminal answers a question.
  case ask((String) -> Bool)

  /// How many objects a statement may change without a terminal.
  static let unaskedObjects = 100
}
