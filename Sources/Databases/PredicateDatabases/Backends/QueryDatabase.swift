import PredicateModel
import PredicateSQL
import PredicateSyntax
import PredicateValues

/// An open database. It runs fetches, may be writable, and is reloaded after another process has changed it.
///
/// Only ``kind``, ``name``, ``inTimeZone(_:)``, ``interrupt()``, ``version()``, ``reloadedIfChanged()`` and the requirements of ``QueryBackend`` have no
/// default.
package protocol QueryDatabase: QueryBackend {
  /// The kind of the database, which its target declares.
  var kind: DatabaseKind { get }

  /// The name in messages: the path, or the name of a database without a file.
  var name: String { get }

  /// The absolute path of its file; nil if it has none.
  var path: String? { get }

  /// The model for the prompt and completion, which need only names and types. It is available immediately, whereas ``QueryBackend/model`` may read
  /// rows first.
  var declaredModel: DataModel { get }

  /// A note for each part of the schema that was left out, was guessed, or reads as nil.
  var schemaNotes: [SchemaNote] { get }

  /// The tables that the user has no right to read. The model lacks them.
  var unreadableTables: [String] { get }

  /// The attributes whose columns are declared as texts or numbers although their values look like dates or booleans.
  var suggestions: [TypeSuggestion] { get }

  /// ``suggestions``, and suggestions from the values of text columns whose names do not indicate dates, booleans or JSON. Reads a bounded number of values.
  func suggestionsByValues() throws -> [TypeSuggestion]

  /// The same database with a time zone in which predicates read the properties of dates: its ``QueryBackend/model`` has the zone.
  func inTimeZone(_ zone: QueryTimeZone) -> Self

  /// The same database with another type of an attribute. `storage` specifies how the column stores values of the type. If it is nil, the database
  /// chooses the storage that fits the column's values best.
  func retyped(
    _ attribute: String, of entity: String, to type: QueryType, storedAs storage: AttributeStorage?
  ) throws -> Self

  /// How well some values of an attribute's column fit another type in a given storage, or in the storage that fits best. Nil if that is unknown.
  /// Reads a bounded number of values.
  func evidence(
    _ attribute: String, of entity: String, as type: QueryType, storedAs storage: AttributeStorage?
  ) throws -> TypeEvidence?

  /// The types that the user has chosen, as a model file; nil if all types are those of the schema.
  func modelFileText() throws -> String?

  /// Runs one read-only statement in the database's own SQL, and passes its rows in tables of at most `size` rows. A statement without rows passes
  /// one empty table. Values have the types in which the database stores them: the model does not apply.
  ///
  /// - Throws: A `PredicateIssue` with a place in the text if the statement is wrong, would write, or is more than one statement (``ReadOnlySQL``).
  func forEachBatch(of size: Int, ofSQL statement: String, _ body: (ResultTable) throws -> Void) throws

  /// The plan of a statement, with the number of rows that each step read. The statement is run for this.
  func measuredPlan(of statement: SQLStatement) throws -> [PlanNode]

  /// Does some work, and meanwhile repeatedly reports the number of rows that ``DatabaseKind/countedRows`` counts. Statements that other
  /// work runs at the same time are not counted. The statements of a task that the work has started are counted until the work ends. The report is
  /// called on the thread that runs the statement.
  func watching<Result>(_ report: @escaping @Sendable (Int) -> Void, _ work: () throws -> Result) rethrows -> Result

  /// A clause that says what the database does now for the watched statement (``watching(_:_:)``): `the server waits for a lock`. Nil if the work is
  /// unknown, and if no statement is watched. A report reads the clause, so the database must give it without waiting.
  var activity: String? { get }

  /// Makes the running statements fail soon. May be called from another thread.
  func interrupt()

  /// Two numbers that change when another connection changes the schema or writes.
  func version() throws -> DatabaseVersion

  /// The database read again, if another process has changed its tables; nil if they are unchanged.
  func reloadedIfChanged() throws -> Self?

  var isWritable: Bool { get }

  /// The columns that a table fills in a new row without a value from a statement. An import does not write computed columns, and it writes the default
  /// of a column for a record that lacks the column's name.
  func filledColumns(ofTable table: String) throws -> [FilledColumn]

  /// The reason why no rows are imported into an entity, without a range; nil if they are. A database refuses imports if the rows could make it invalid
  /// for the program that it belongs to.
  func importRefusal(into entity: String) -> PredicateIssue?

  /// Writes all rows in one transaction. If an error is thrown, no row is written. `next` returns the next row, and nil after the last one. `refused`
  /// receives the reason if the database does not accept a row.
  func write(_ rows: RowImport, next: () throws -> [StoredValue]?, refused: (String) throws -> Void) throws

  /// Writes rows in batches of at most ``RowImport/batchSize`` rows. `refusing` receives the reason why a row was not accepted, and how many rows
  /// `next` has returned after that row. When `next` returns nil and reasons have been passed since, it is called again.
  func write(_ rows: RowImport, next: () throws -> [StoredValue]?, refusing: (String, Int) throws -> Void) throws

  /// The database read again after a table was created.
  func reloaded(withNew table: String) throws -> Self
}

extension QueryDatabase {
  /// The name of the database in the banner: its file's name.
  package var displayName: String { path == nil ? name : name.split(separator: "/").last.map(String.init) ?? name }

  /// The sentences of ``schemaNotes``. A sentence about a table or a column begins with the table.
  package var notes: [String] { schemaNotes.map(\.text) }

  /// Identifies the database, so that each database has its own history.
  package var identity: String { path ?? name }
}

/// Defaults for a database that has no file, no SQL and no guessed types, and that cannot be written.
extension QueryDatabase {
  package var path: String? { nil }
  package var declaredModel: DataModel { model }
  package var schemaNotes: [SchemaNote] { [] }
  package var unreadableTables: [String] { [] }
  package var suggestions: [TypeSuggestion] { [] }

  package func suggestionsByValues() throws -> [TypeSuggestion] { suggestions }

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

  /// Default: does the work and reports nothing.
  package func watching<Result>(
    _ report: @escaping @Sendable (Int) -> Void, _ work: () throws -> Result
  ) rethrows -> Result {
    try work()
  }

  /// Default: the plan without numbers. The statement does not run.
  package func measuredPlan(of statement: SQLStatement) throws -> [PlanNode] { try plan(of: statement) }
  package var isWritable: Bool { false }

  /// Default: throws `notPermitted`.
  package func filledColumns(ofTable table: String) throws -> [FilledColumn] {
    throw DatabaseIssue(.notPermitted, "“\(displayName)” cannot be written")
  }

  /// Default: throws `notPermitted`.
  package func write(_ rows: RowImport, next: () throws -> [StoredValue]?, refused: (String) throws -> Void) throws {
    throw DatabaseIssue(.notPermitted, "“\(displayName)” cannot be written")
  }

  /// Default: writes the rows one by one.
  package func write(
    _ rows: RowImport, next: () throws -> [StoredValue]?, refusing: (String, Int) throws -> Void
  ) throws {
    try write(rows, next: next) { try refusing($0, 0) }
  }

  package func reloaded(withNew table: String) throws -> Self { self }
}
