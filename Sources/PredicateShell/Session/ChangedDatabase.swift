import PredicateAnswers
import PredicateBinding
import PredicateChanges
import PredicateFetching
import PredicateImport
import PredicateModel
import PredicateSQL
import PredicateSQLite
import PredicateStore
import PredicateSyntax
import PredicateValues

/// A database whose answers have the unsaved changes of a session.
///
/// It is `Sendable` in word only: a session uses it on one thread, and another thread interrupts the base alone.
struct ChangedDatabase: ShellDatabase, @unchecked Sendable {
  /// The database that the changes will be saved in.
  let base: any ShellDatabase
  /// The changes.
  let changes: ChangeHistory

  private var context: ObjectContext { changes.context }

  // MARK: With the changes

  func fetch(_ fetch: EntityFetch, variables: QueryVariables) throws -> ResultTable {
    changes.areUnsaved
      ? try context.rows(fetch, variables: variables) : try base.fetch(fetch, variables: variables)
  }

  func forEachBatch(
    of size: Int, _ fetch: EntityFetch, variables: QueryVariables, _ body: (ResultTable) throws -> Void
  ) throws {
    guard changes.areUnsaved else { return try base.forEachBatch(of: size, fetch, variables: variables, body) }
    let table = try self.fetch(fetch, variables: variables)
    if table.rows.isEmpty { try body(table) }
    for part in table.rows.parts(of: max(1, size)) { try body(ResultTable(columns: table.columns, rows: Array(part))) }
  }

  func count(_ fetch: EntityFetch, variables: QueryVariables) throws -> Int {
    guard changes.areUnsaved else { return try base.count(fetch, variables: variables) }
    var everything = fetch.withoutBounds
    everything.sortKeys = []
    return try context.count(everything, variables: variables)
  }

  func objects(of entity: String) throws -> [any QueryObject] {
    guard changes.areUnsaved else { return try base.objects(of: entity) }
    let rows = linkedRows
    return rows.add(try fetch(EntityFetch(entity), variables: [:]), of: entity)
  }

  func inMemory() throws -> GraphFetch {
    changes.areUnsaved ? try linkedRowsInMemory() : try base.inMemory()
  }

  func titles(of references: [ObjectReference]) throws -> [ObjectReference: String] {
    changes.areUnsaved ? try fetchedTitles(of: references) : try base.titles(of: references)
  }

  func makeContext() throws -> ObjectContext { context }

  /// Another process's changes of the tables count when nothing is unsaved.
  func reloadedIfChanged() throws -> (any ShellDatabase)? {
    changes.areUnsaved ? nil : try base.reloadedIfChanged()
  }

  // MARK: As the base has it

  var model: DataModel { base.model }
  var notes: [String] { base.notes }
  var suggestions: [TypeSuggestion] { base.suggestions }
  var savedStatements: [(name: String, statement: String)] { base.savedStatements }
  var displayName: String { base.displayName }
  var identity: String { base.identity }
  var isWritable: Bool { base.isWritable }

  /// The same changes over the base in the zone.
  func inTimeZone(_ zone: QueryTimeZone) -> any ShellDatabase {
    context.setTimeZone(zone)
    return ChangedDatabase(base: base.inTimeZone(zone), changes: changes)
  }

  func retyped(_ attribute: String, of entity: String, to type: QueryType) throws -> any ShellDatabase {
    try base.retyped(attribute, of: entity, to: type)
  }

  func keepTypes() throws -> String? { try base.keepTypes() }

  func sql(for fetch: EntityFetch, variables: QueryVariables, form: SQLFetchForm) throws -> SQLStatement {
    try base.sql(for: fetch, variables: variables, form: form)
  }

  func plan(of statement: SQLStatement) throws -> [PlanStep] { try base.plan(of: statement) }

  func hasIndex(beginningWith column: String, of table: String) -> Bool {
    base.hasIndex(beginningWith: column, of: table)
  }

  func values(of attribute: String, in entity: String, prefix: String, limit: Int) throws -> [QueryValue] {
    try base.values(of: attribute, in: entity, prefix: prefix, limit: limit)
  }

  func approximateRowCount(ofTable name: String) throws -> Int? { try base.approximateRowCount(ofTable: name) }

  func watching<Result>(_ report: @escaping @Sendable (Int) -> Void, _ work: () throws -> Result) rethrows -> Result {
    try base.watching(report, work)
  }

  func write(_ rows: RowImport, next: () throws -> [StoredValue]?, refused: (String) throws -> Void) throws {
    try base.write(rows, next: next, refused: refused)
  }

  func reloaded(withNew table: String) throws -> any ShellDatabase { try base.reloaded(withNew: table) }

  func interrupt() { base.interrupt() }
}
