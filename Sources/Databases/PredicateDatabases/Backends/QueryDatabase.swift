import PredicateModel
import PredicateSQL
import PredicateValues

/// An open database. It answers, may be written, and is reloaded when another process changes it.
///
/// Only ``name`` and the requirements of ``QueryBackend`` have no default.
package protocol QueryDatabase: QueryBackend {
  /// The name in messages: the path, or the name of a database without a file.
  var name: String { get }

  /// The absolute path of its file; nil if it has none.
  var path: String? { get }

  /// The model for the prompt and completion, which need only names and types. It is available at once, while ``QueryBackend/model`` may read rows
  /// first.
  var declaredModel: DataModel { get }

  /// The parts of the schema that were left out, guessed, or read as nil: a sentence for each that begins with the table.
  var notes: [String] { get }

  /// The tables that the user may not read, which are left out.
  var unreadableTables: [String] { get }

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

  /// The types that were chosen, as a model file; nil if they are those of the schema.
  func modelFileText() throws -> String?

  /// Runs one statement in the database's own SQL, which only reads, and hands over its rows in tables of at most `size` rows. A statement
  /// without rows gives one empty table. Values are as the database stores them: the model of the schema does not apply.
  ///
  /// - Throws: A `PredicateIssue` with a place in the text if the statement is wrong, would write, or is more than one (``ReadOnlySQL``).
  func forEachBatch(of size: Int, ofSQL statement: String, _ body: (ResultTable) throws -> Void) throws

  /// How the database runs a statement, with the numbers of rows of the steps: it runs the statement.
  func measuredPlan(of statement: SQLStatement) throws -> [PlanNode]

  /// Does some work, and meanwhile reports again and again how many rows the current statement has scanned.
  func watching<Result>(_ report: @escaping @Sendable (Int) -> Void, _ work: () throws -> Result) rethrows -> Result

  /// Makes the running statement fail soon. Called from another thread.
  func interrupt()

  /// Numbers that differ after another connection changed the schema or wrote.
  func version() throws -> DatabaseVersion

  /// The same database read again, if another process changed its tables meanwhile; nil if they are unchanged.
  func reloadedIfChanged() throws -> Self?

  var isWritable: Bool { get }

  /// Writes rows in one transaction: all, or none if an error is thrown. `next` returns rows, and nil after the last. `refused` gets the reason why
  /// the last row was not taken.
  func write(_ rows: RowImport, next: () throws -> [StoredValue]?, refused: (String) throws -> Void) throws

  /// The same in batches of at most ``RowImport/batchSize`` rows. `refusing` gets the reason why a row was not taken, and how many rows `next` has given
  /// since. After the last row `next` is called again once these reasons were given.
  func write(_ rows: RowImport, next: () throws -> [StoredValue]?, refusing: (String, Int) throws -> Void) throws

  /// The same database, read again after a table was made.
  func reloaded(withNew table: String) throws -> Self
}

extension QueryDatabase {
  /// The name of the database in the banner: its file's name.
  package var displayName: String { path == nil ? name : name.split(separator: "/").last.map(String.init) ?? name }

  /// Identifies the database, so that each has its own history.
  package var identity: String { path ?? name }
}

/// The defaults for a database that has no file, does not change, and cannot be written.
extension QueryDatabase {
  package var path: String? { nil }
  package var declaredModel: DataModel { model }
  package var notes: [String] { [] }
  package var unreadableTables: [String] { [] }
  package var suggestions: [TypeSuggestion] { [] }

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

  /// Default: throws `notPermitted`.
  package func forEachBatch(of size: Int, ofSQL statement: String, _ body: (ResultTable) throws -> Void) throws {
    throw DatabaseIssue(.notPermitted, "“\(displayName)” has no SQL")
  }

  /// Does the work, and reports nothing.
  package func watching<Result>(
    _ report: @escaping @Sendable (Int) -> Void, _ work: () throws -> Result
  ) rethrows -> Result {
    try work()
  }

  /// The plan without numbers: the statement does not run.
  package func measuredPlan(of statement: SQLStatement) throws -> [PlanNode] { try plan(of: statement) }
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
