import PredicateSessions
import PredicateDatabases
import PredicateModel
import PredicateObjects
import PredicateValues

/// A database that a shell is open on: it answers, and it may be written and read again.
package protocol ShellDatabase: QueryBackend, ImportDestination {
  /// The model for whoever needs names and types alone, the prompt and completion: it is there at once, while ``QueryBackend/model`` may read
  /// rows first.
  var shownModel: DataModel { get }

  /// The same database, whose predicates read the properties of dates in a time zone.
  func inTimeZone(_ zone: QueryTimeZone) -> Self

  /// What of the schema was left out, guessed, or reads as nil, a sentence each that begins with the table.
  var notes: [String] { get }

  /// The attributes whose values look like dates or booleans, and whose columns are declared as texts or numbers.
  var suggestions: [TypeSuggestion] { get }

  /// The same database with another type of an attribute, stored in a form, or as its values show.
  func retyped(
    _ attribute: String, of entity: String, to type: QueryType, storedAs storage: AttributeStorage?
  ) throws -> Self

  /// Keeps the types of the session beside the database, for the next time that it is opened, and gives the file's path; nil where they
  /// are those of the schema.
  func keepTypes() throws -> String?

  /// What the database is called in the banner: its file's name.
  var displayName: String { get }

  /// What tells the database from all others, so that each has its own history: its absolute path.
  var identity: String { get }

  /// Does some work, and meanwhile tells again and again how many rows the statement that runs has looked through.
  func watching<Result>(_ report: @escaping @Sendable (Int) -> Void, _ work: () throws -> Result) rethrows -> Result

  /// Whether rows can be written.
  var isWritable: Bool { get }

  /// What statements change objects in. Throws where the database cannot be written so.
  func makeContext() throws -> ObjectContext

  /// Statements under names that the database brings along, for `.run`.
  var savedStatements: [(name: String, statement: String)] { get }

  /// The same database, looked at again after a table was made.
  func reloaded(withNew table: String) throws -> Self

  /// The same database read again, where another process changed its tables meanwhile; nil where they are as they were.
  func reloadedIfChanged() throws -> Self?

  /// Makes what runs at the moment fail soon. Called from another thread.
  func interrupt()
}

extension ShellDatabase {
  /// The same model.
  package var shownModel: DataModel { model }

  /// None.
  package var notes: [String] { [] }

  /// None.
  package var suggestions: [TypeSuggestion] { [] }

  /// Refuses.
  package func retyped(
    _ attribute: String, of entity: String, to type: QueryType, storedAs storage: AttributeStorage?
  ) throws -> Self {
    throw DatabaseIssue(.notPermitted, "the types of “\(displayName)” are fixed")
  }

  /// None are kept.
  package func keepTypes() throws -> String? { nil }

  /// The name alone.
  package var identity: String { displayName }

  /// The database itself, in UTC.
  package func inTimeZone(_ zone: QueryTimeZone) -> Self { self }

  /// Nothing is told.
  package func watching<Result>(
    _ report: @escaping @Sendable (Int) -> Void, _ work: () throws -> Result
  ) rethrows -> Result {
    try work()
  }

  /// They cannot.
  package var isWritable: Bool { false }

  /// Refuses.
  package func makeContext() throws -> ObjectContext {
    throw DatabaseIssue(.notPermitted, "“\(displayName)” cannot be written")
  }

  /// None.
  package var savedStatements: [(name: String, statement: String)] { [] }

  /// Refuses.
  package func write(
    _ rows: RowImport, next: () throws -> [StoredValue]?, refused: (String) throws -> Void
  ) throws {
    throw DatabaseIssue(.notPermitted, "“\(displayName)” cannot be written")
  }

  /// Nothing changes.
  package func reloaded(withNew table: String) throws -> Self { self }

  /// Nobody changes it.
  package func reloadedIfChanged() throws -> Self? { nil }

  /// Nothing can be interrupted.
  package func interrupt() {}
}
