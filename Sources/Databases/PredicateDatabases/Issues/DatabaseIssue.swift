import Foundation
import PredicateSyntax

/// The error of a database that cannot be opened, read or written.
///
/// ```swift
/// do {
///   _ = try PredicateDatabase.open(path: "missing.sqlite", file: nil)
/// } catch let issue as DatabaseIssue {
///   print(issue.kind)  // fileMissing
/// }
/// ```
public struct DatabaseIssue: Error, Sendable {
  /// The closed list of reasons.
  public enum Kind: String, Sendable, CaseIterable {
    /// The path has no file.
    case fileMissing = "file-missing"
    /// A file that should be created exists already.
    case fileExists = "file-exists"
    /// The path is that of a directory.
    case isDirectory = "is-directory"
    /// The content of the file is not a database.
    case notADatabase = "not-a-database"
    /// The file is a database that is damaged: cut off, or overwritten in places.
    case damaged
    /// Another process is writing to it.
    case locked
    /// Another process ended in the middle of a write. That write must be undone first.
    case unfinishedWrite = "unfinished-write"
    /// The system does not allow reading or writing the file.
    case notPermitted = "not-permitted"
    /// The tables of the database do not form a model, or do not fit the model.
    case unusableSchema = "unusable-schema"
    /// A table or column that existed when the database was opened does not exist any more.
    case schemaChanged = "schema-changed"
    /// The server does not exist, or does not accept connections at the moment.
    case unreachable
    /// The connection to the server ended.
    case disconnected
    /// The time that a statement may take is over.
    case timedOut = "timed-out"
    /// The database reports an error of another kind.
    case failed
  }

  /// The reason.
  public let kind: Kind
  /// The reason as a stable, hyphenated name: `timed-out`.
  public var code: String { kind.rawValue }
  /// The error for people, with the path if it is known.
  public let message: String
  /// Advice that helps; nil if no advice is sure to help.
  public let hint: String?

  /// An issue.
  public init(_ kind: Kind, _ message: String, hint: String? = nil) {
    self.kind = kind
    self.message = message
    self.hint = hint
  }

  /// The path of a database is that of a directory.
  package static func directory(_ path: String) -> DatabaseIssue {
    DatabaseIssue(.isDirectory, "“\(path)” is a directory")
  }
}

extension DatabaseIssue: CustomStringConvertible {
  /// The message, then the hint in brackets.
  public var description: String { hint.map { "\(message) (\($0))" } ?? message }
}

extension DatabaseIssue: LocalizedError {
  /// The message as a sentence.
  public var errorDescription: String? { message.asSentence }

  /// The hint as a sentence.
  public var recoverySuggestion: String? { hint?.asSentence }
}
