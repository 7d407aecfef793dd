import Foundation
import PredicateModel
import PredicateStore
import PredicateSyntax
import PredicateValues

/// What a session has changed and not saved.
extension ShellSession {
  /// The changes of the session; nil before the first statement that changes data.
  var changes: ShellChanges? { (database as? ChangedDatabase)?.changes }

  /// Whether something is not saved.
  var hasUnsavedChanges: Bool { changes?.areUnsaved ?? false }

  /// The changes, to make more of them. Throws where the database was opened for reading.
  func changesForWriting(at range: SourceRange) throws -> ShellChanges {
    if let changes { return changes }
    guard database.isWritable else { throw PredicateIssue.readOnly(database.displayName, range: range) }
    let file = database.identity
    guard !file.hasPrefix("/") || FileManager.default.isWritableFile(atPath: file) else {
      throw PredicateIssue.unwritableFile(file, range: range)
    }
    let changes = ShellChanges(try database.makeContext())
    database = ChangedDatabase(base: database, changes: changes)
    return changes
  }

  /// Throws where something is not saved: what follows would lose it.
  func requireNoUnsavedChanges(at range: SourceRange) throws(PredicateIssue) {
    guard let changes, changes.areUnsaved else { return }
    throw PredicateIssue(
      kind: .unsupported, code: "unsaved-changes",
      message: "“\(database.displayName)” has unsaved changes of \(changes.unsavedText)", range: range,
      hint: ".commit saves them, .revert drops them")
  }

  /// Tells what happens to data. Programs that read the answers do not get it among them.
  func tell(_ text: String, isQuiet: Bool = false) {
    let isForPrograms = mode.isForPrograms
    let style = isForPrograms ? screen.errorStyle : layout.style
    let shown = CellText.escaped(text)
    (isForPrograms ? screen.errors : output).write((isQuiet ? style.quiet(shown) : shown) + "\n")
  }

  /// An answer as it is shown: new objects have no key yet.
  func shown(_ table: ResultTable, titles: [ObjectReference: String]) -> ShownTable {
    let keys = hasUnsavedChanges ? changes?.temporaryKeys ?? [] : []
    guard !keys.isEmpty else { return ShownTable(table, titles: titles, timeZone: settings.timeZone) }
    let mark: QueryValue = mode.isForPrograms ? .null : .string("new")
    let rows = table.rows.map { row in
      row.map { value in
        if case .integer(let number) = value, keys.contains(number) { mark } else { value }
      }
    }
    return ShownTable(
      ResultTable(columns: table.columns, rows: rows), titles: titles, timeZone: settings.timeZone)
  }

  // MARK: Saved statements

  /// The statements under names: those that were saved, and those that the database brings along.
  var savedStatements: [(name: String, statement: String)] {
    saved.entries
      + database.savedStatements.filter { brought in
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
    PredicateIssue(
      kind: .unsupported, code: "read-only", message: "the system does not allow to write “\(path)”", range: range,
      hint: "the permissions of the file and of its folder decide")
  }

  /// The database was opened for reading.
  static func readOnly(_ name: String, range: SourceRange) -> PredicateIssue {
    PredicateIssue(
      kind: .unsupported, code: "read-only", message: "“\(name)” is open for reading only", range: range,
      hint: "predicate --write FILE, or .open --write FILE, opens it for writing")
  }
}
