import Foundation
import PredicateModel
import PredicateSyntax
import PredicateValues

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
    /// The file exists, but its content is not a database.
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
    /// The statement took longer than its time limit.
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
  /// Advice that is certain to help; nil if there is none.
  public let hint: String?

  /// An issue.
  public init(_ kind: Kind, _ message: String, hint: String? = nil) {
    self.kind = kind
    self.message = message
    self.hint = hint
  }

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

/// Rows to write to a table, which may have to be created first: `RowImport(table: "movie", columns: ["title", "year"])`.
public struct RowImport: Sendable {
  /// A column of a table that is created.
  public struct NewColumn: Sendable {
    /// The name of the column in the table.
    public let name: String
    /// The type of its values. Any type other than boolean, integer, double and date counts as string.
    public let type: QueryType

    /// A column.
    public init(_ name: String, _ type: QueryType) {
      self.name = name
      self.type = type
    }
  }

  /// The number of rows in a batch, for databases that write batches.
  package static let batchSize = 1_000

  /// The exact name of the table.
  public let table: String
  /// The columns that get values, in the order of a row.
  public let columns: [String]
  /// The columns of the table to create; nil for an existing table.
  public let newTable: [NewColumn]?
  /// The column that names the entity of a row in a hierarchy, and its value; nil if the table has one entity.
  public let entity: (column: String, value: StoredValue)?

  /// An import into an existing table, or, with types of columns, into a new table.
  ///
  /// - Parameter entity: The column that names the entity of a row in a hierarchy, and its value; nil if the table has one entity.
  public init(
    table: String, columns: [String], newTable: [NewColumn]? = nil, entity: (column: String, value: StoredValue)? = nil
  ) {
    self.entity = entity
    self.table = table
    self.columns = columns
    self.newTable = newTable
  }
}
