import PredicateModel
import PredicateValues

/// A database that is open: it answers, it may be written, and it is followed when another process changes it.
///
/// Only ``name`` and what a ``QueryBackend`` needs have to be there.
package protocol QueryDatabase: QueryBackend {
  /// What messages call it: the path, or the name of one without a file.
  var name: String { get }

  /// The absolute path of its file; nil if it has none.
  var path: String? { get }

  /// The model for whoever needs names and types alone, the prompt and completion: it is there at once, while ``QueryBackend/model`` may read
  /// rows first.
  var declaredModel: DataModel { get }

  /// What of the schema was left out, guessed, or reads as nil, a sentence each that begins with the table.
  var notes: [String] { get }

  /// The attributes whose values look like dates or booleans, and whose columns are declared as texts or numbers.
  var suggestions: [TypeSuggestion] { get }

  /// The same database, whose predicates read the properties of dates in a time zone.
  func inTimeZone(_ zone: QueryTimeZone) -> Self

  /// The same database with another type of an attribute, stored in a form, or as its values show.
  func retyped(
    _ attribute: String, of entity: String, to type: QueryType, storedAs storage: AttributeStorage?
  ) throws -> Self

  /// How some values of an attribute's column fit another type, stored in a form or in the one that fits best; nil if that is unknown.
  /// Reads a bounded number of values.
  func evidence(
    _ attribute: String, of entity: String, as type: QueryType, storedAs storage: AttributeStorage?
  ) throws -> TypeEvidence?

  /// The types that were chosen, as a model file; nil where they are those of the schema.
  func modelFileText() throws -> String?

  /// Does some work, and meanwhile tells again and again how many rows the statement that runs has looked through.
  func watching<Result>(_ report: @escaping @Sendable (Int) -> Void, _ work: () throws -> Result) rethrows -> Result

  /// Makes what runs at the moment fail soon. Called from another thread.
  func interrupt()

  /// Numbers that differ after another connection changed the schema or wrote.
  func version() throws -> DatabaseVersion

  /// The same database read again, where another process changed its tables meanwhile; nil where they are as they were.
  func reloadedIfChanged() throws -> Self?

  /// Whether rows can be written.
  var isWritable: Bool { get }

  /// Writes rows in one transaction: all, or where something is thrown, none. `next` gives rows, nil behind the last; `refused` is told
  /// why the row that came last was not taken.
  func write(_ rows: RowImport, next: () throws -> [StoredValue]?, refused: (String) throws -> Void) throws

  /// The same in batches of at most ``RowImport/batchSize`` rows. `refusing` gets the reason why a row was not taken, and how many rows `next` has given
  /// since. After the last row `next` is called again once these reasons were given.
  func write(_ rows: RowImport, next: () throws -> [StoredValue]?, refusing: (String, Int) throws -> Void) throws

  /// The same database, looked at again after a table was made.
  func reloaded(withNew table: String) throws -> Self
}

extension QueryDatabase {
  /// What the database is called in the banner: its file's name.
  package var displayName: String { path == nil ? name : name.split(separator: "/").last.map(String.init) ?? name }

  /// What tells the database from all others, so that each has its own history.
  package var identity: String { path ?? name }
}

/// What a database does that has no file, does not change, and cannot be written.
extension QueryDatabase {
  package var path: String? { nil }
  package var declaredModel: DataModel { model }
  package var notes: [String] { [] }
  package var suggestions: [TypeSuggestion] { [] }

  /// The database itself, in UTC.
  package func inTimeZone(_ zone: QueryTimeZone) -> Self { self }

  /// Default: throws `notPermitted`.
  package func retyped(
    _ attribute: String, of entity: String, to type: QueryType, storedAs storage: AttributeStorage?
  ) throws -> Self {
    throw DatabaseIssue(.notPermitted, "the types of “\(displayName)” are fixed")
  }

  package func evidence(
    _ attribute: String, of entity: String, as type: QueryType, storedAs storage: AttributeStorage?
  ) throws -> TypeEvidence? { nil }

  package func modelFileText() throws -> String? { nil }

  /// Does the work, and reports nothing.
  package func watching<Result>(
    _ report: @escaping @Sendable (Int) -> Void, _ work: () throws -> Result
  ) rethrows -> Result {
    try work()
  }

  package func interrupt() {}
  package func version() throws -> DatabaseVersion { DatabaseVersion(schema: 0, data: 0) }
  package func reloadedIfChanged() throws -> Self? { nil }
  package var isWritable: Bool { false }

  /// Default: throws `notPermitted`.
  package func write(_ rows: RowImport, next: () throws -> [StoredValue]?, refused: (String) throws -> Void) throws {
    throw DatabaseIssue(.notPermitted, "“\(displayName)” cannot be written")
  }

  /// Row by row.
  package func write(
    _ rows: RowImport, next: () throws -> [StoredValue]?, refusing: (String, Int) throws -> Void
  ) throws {
    try write(rows, next: next) { try refusing($0, 0) }
  }

  package func reloaded(withNew table: String) throws -> Self { self }
}
