import Foundation
import GRDB
import PredicateDatabases
import PredicateModel

extension DatabaseIssue {
  /// The issue for an error of SQLite, for the database at a path.
  public init(_ error: DatabaseError, path: String) {
    self.init(error, path: path, isWritable: FileManager.default.isWritableFile(atPath:))
  }

  /// - Parameter isWritable: Whether this process may write to a folder.
  init(_ error: DatabaseError, path: String, isWritable: (String) -> Bool) {
    let details = error.message ?? "SQLite reports \(error.extendedResultCode.rawValue)"
    switch error.resultCode {
    case .SQLITE_NOTADB:
      self.init(.notADatabase, "“\(path)” is not a SQLite database")
    case .SQLITE_CORRUPT:
      self.init(
        .damaged, "“\(path)” is damaged: \(details)",
        hint: "to save the readable rows in another file, use the command “.recover” of sqlite3")
    case .SQLITE_BUSY, .SQLITE_LOCKED:
      self.init(
        .locked, "“\(path)” is locked, because another process is writing to it", hint: "try again when that is done")
    case let code
    where (code == .SQLITE_READONLY || code == .SQLITE_CANTOPEN) && Self.lacksRoomForLog(path, isWritable):
      self.init(
        .notPermitted,
        "“\(path)” cannot be read, because it has a write-ahead log (WAL) and SQLite cannot create a file in the same folder",
        hint: "copy the file, and “\(path)-wal” if it exists, into a folder with write permission")
    case .SQLITE_READONLY where Self.asksForRecovery(error.extendedResultCode):
      self.init(
        .unfinishedWrite,
        "“\(path)” has a journal of an unfinished write. SQLite cannot undo the write, because the file is open only for reading",
        hint: "open the file for writing, in a folder with write permission. SQLite then undoes the write")
    case .SQLITE_READONLY:
      self.init(.notPermitted, "“\(path)” can only be read: \(details)")
    case .SQLITE_PERM, .SQLITE_AUTH, .SQLITE_CANTOPEN:
      self.init(.notPermitted, "“\(path)” cannot be opened: \(details)")
    case .SQLITE_ERROR where SQLiteFunctions.isMissingFunction(error):
      self.init(
        .failed, "the connection to “\(path)” does not have the SQL functions that predicates need",
        hint: "call SQLiteFunctions.prepare with the configuration before the database is opened")
    case .SQLITE_ERROR where details.hasPrefix(Self.missingInSchema):
      self.init(
        .failed,
        "“\(path)” uses the table “\(details.dropFirst(Self.missingInSchema.count))”, which does not exist",
        hint: "a foreign key, a trigger or a view refers to the table. Create the table, and run the statement again")
    case .SQLITE_ERROR where Self.speaksOfMissing(details), .SQLITE_SCHEMA:
      self.init(
        .schemaChanged, "“\(path)” has changed since it was opened: \(details)",
        hint: "open the file again, so that its tables are read again")
    default:
      self.init(.failed, "“\(path)” cannot be read: \(details)")
    }
  }

  /// The beginning of SQLite's message about a table that a foreign key, a trigger or a view refers to. Queries name their tables without
  /// `main`.
  private static let missingInSchema = "no such table: main."

  /// Whether SQLite must recover from a journal or a write-ahead log before it can read.
  private static func asksForRecovery(_ code: ResultCode) -> Bool {
    code == .SQLITE_READONLY_ROLLBACK || code == .SQLITE_READONLY_RECOVERY || code == .SQLITE_READONLY_CANTINIT
      || code == .SQLITE_READONLY_DIRECTORY
  }

  /// Whether a file is in WAL mode, but its folder cannot be written. False for a file that cannot be read, because SQLite's own error is then more
  /// precise.
  private static func lacksRoomForLog(_ path: String, _ isWritable: (String) -> Bool) -> Bool {
    guard let file = FileHandle(forReadingAtPath: path), let header = try? file.read(upToCount: 20), header.count == 20
    else { return false }
    // Byte 19 is the read version of the file format, which is 2 for WAL.
    return header[19] == 2 && !isWritable(URL(fileURLWithPath: path).deletingLastPathComponent().path)
  }

  /// Whether SQLite reports that a table or a column of a statement is missing. Statements only use tables and columns that the schema had when it
  /// was read.
  private static func speaksOfMissing(_ message: String) -> Bool {
    message.hasPrefix("no such table: ") || message.hasPrefix("no such column: ")
  }

  /// The issue for any error of work on the database at a path.
  package init(anyError error: any Error, path: String) {
    switch error {
    case let issue as DatabaseIssue: self = issue
    case let error as DatabaseError: self.init(error, path: path)
    case let issue as ModelIssue: self.init(.unusableSchema, "“\(path)”: \(issue)")
    default: self.init(.failed, "“\(path)”: \(error)")
    }
  }

  /// Runs work on the database at a path, and converts its errors to issues about that database.
  package static func convertingErrors<Result>(
    path: String, _ body: () throws -> Result
  ) throws(DatabaseIssue) -> Result {
    do {
      return try body()
    } catch {
      throw DatabaseIssue(anyError: error, path: path)
    }
  }
}

extension DatabaseReader {
  /// Runs a body that handles damaged tables itself, by catching `SQLITE_CORRUPT`, as one read transaction.
  ///
  /// If a statement of a transaction found damage, SQLite repeats the error when the transaction ends. That error is ignored: nothing was written, so
  /// the result of the reads is valid.
  func readPastDamage<Result>(_ body: (Database) throws -> Result) throws -> Result {
    var result: Result?
    do {
      return try read { database in
        let found = try body(database)
        result = found
        return found
      }
    } catch let error as DatabaseError where error.resultCode == .SQLITE_CORRUPT {
      guard let result else { throw error }
      return result
    }
  }

  /// Reads past damage, and converts errors to issues about the database with a name.
  func readPastDamage<Result>(of name: String, _ body: (Database) throws -> Result) throws(DatabaseIssue) -> Result {
    try DatabaseIssue.convertingErrors(path: name) { try readPastDamage(body) }
  }
}
