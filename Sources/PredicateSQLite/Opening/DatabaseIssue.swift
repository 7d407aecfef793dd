import GRDB
import PredicateModel

/// Why a database cannot be opened, read or written.
public struct DatabaseIssue: Error, Sendable {
  /// The closed list of reasons.
  public enum Kind: String, Sendable, CaseIterable {
    /// There is no file at the path.
    case fileMissing = "file-missing"
    /// There is a file already where one was to be made.
    case fileExists = "file-exists"
    /// The path leads to a directory.
    case isDirectory = "is-directory"
    /// The file holds something else than a SQLite database, or a damaged one.
    case notADatabase = "not-a-database"
    /// Another process is writing to it.
    case locked
    /// The system does not allow to read or write the file.
    case notPermitted = "not-permitted"
    /// The tables of the database do not make a model.
    case unusableSchema = "unusable-schema"
    /// SQLite reports something else.
    case failed
  }

  /// The reason.
  public let kind: Kind
  /// One sentence for people, with the path where one is known.
  public let message: String

  /// An issue.
  public init(_ kind: Kind, _ message: String) {
    self.kind = kind
    self.message = message
  }

  /// What an error of SQLite means for the database at a path.
  public init(_ error: DatabaseError, path: String) {
    switch error.resultCode {
    case .SQLITE_NOTADB:
      self.init(.notADatabase, "'\(path)' is not a SQLite database.")
    case .SQLITE_CORRUPT:
      self.init(.notADatabase, "'\(path)' is a damaged SQLite database: \(error.message ?? "no details").")
    case .SQLITE_BUSY, .SQLITE_LOCKED:
      self.init(.locked, "'\(path)' is locked: another process is writing to it.")
    case .SQLITE_PERM, .SQLITE_READONLY, .SQLITE_AUTH, .SQLITE_CANTOPEN:
      self.init(.notPermitted, "'\(path)' cannot be opened: \(error.message ?? "no details").")
    default:
      self.init(
        .failed, "'\(path)' cannot be read: \(error.message ?? "no details") (SQLite \(error.resultCode.rawValue)).")
    }
  }

  /// Any error that came out of work on the database at a path.
  init(anyError error: any Error, path: String) {
    switch error {
    case let issue as DatabaseIssue: self = issue
    case let error as DatabaseError: self.init(error, path: path)
    case let issue as ModelIssue: self.init(.unusableSchema, "'\(path)': \(issue)")
    default: self.init(.failed, "'\(path)': \(error)")
    }
  }
}

extension DatabaseIssue: CustomStringConvertible {
  /// The message.
  public var description: String { message }
}
