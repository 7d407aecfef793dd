import PredicateBinding
import PredicateDatabases
import PredicateFetching
import PredicateModel
import PredicateSQL
import PredicateSQLite
import PredicateValues

/// A SQLite database whose statements are made by another lowering. Memory evaluates everything that this lowering cannot express.
package struct LoweredDatabase: QueryDatabase {
  package let base: PredicateDatabase
  private let lowering: @Sendable (SQLiteLowering) -> PartialLowering

  /// A database that cannot express some conditions in SQL. Memory evaluates them.
  package init(_ base: PredicateDatabase, without lack: PartialLowering.Lack) {
    self.init(base) { PartialLowering($0, without: lack) }
  }

  /// A database whose lowering asserts a fact that the database may not have.
  package init(_ base: PredicateDatabase, asserting fact: PartialLowering.Fact) {
    self.init(base) { PartialLowering($0, asserting: fact) }
  }

  private init(_ base: PredicateDatabase, _ lowering: @escaping @Sendable (SQLiteLowering) -> PartialLowering) {
    (self.base, self.lowering) = (base, lowering)
  }

  package func prepare(_ fetch: BoundFetch, as form: SQLFetchForm) throws -> PreparedFetch {
    try prepare(fetch, as: form, options: BindingOptions(), countedBy: nil, leaving: .all)
  }

  package func run(_ fetch: PreparedFetch, _ body: ([QueryValue]) throws -> Bool) throws { try base.run(fetch, body) }

  /// The keys of the objects of a fetch, in its order.
  package func keys(_ fetch: EntityFetch, variables: QueryVariables = [:]) throws -> [Int64] {
    try rows(prepare(BoundFetch(fetch, model: model, variables: variables), as: .keys)).rows.compactMap { row in
      if case .integer(let key)? = row.first { key } else { nil }
    }
  }

  // MARK: As SQLite has it

  package var model: DataModel { base.model }
  package func inTimeZone(_ zone: QueryTimeZone) -> LoweredDatabase { LoweredDatabase(base.inTimeZone(zone), lowering) }
  package var name: String { base.name }
  package var kind: DatabaseKind { base.kind }
  package var path: String? { base.path }
  package var schemaNotes: [SchemaNote] { base.schemaNotes }
  package var isWritable: Bool { base.isWritable }
  package func plan(of statement: SQLStatement) throws -> [PlanNode] { try base.plan(of: statement) }
  package func hasIndex(beginningWith column: String, of table: String) -> Bool {
    base.hasIndex(beginningWith: column, of: table)
  }
  package func graph() throws -> GraphFetch { try base.graph() }
  package func areAlike(_ foreign: KeyColumns, _ key: KeyColumns) -> Bool { base.areAlike(foreign, key) }
  package func values(of attribute: String, in entity: String, prefix: String, limit: Int) throws -> [QueryValue] {
    try base.values(of: attribute, in: entity, prefix: prefix, limit: limit)
  }
  package func approximateRowCount(ofTable name: String) throws -> Int? { try base.approximateRowCount(ofTable: name) }
  package func forEachBatch(of size: Int, ofSQL statement: String, _ body: (ResultTable) throws -> Void) throws {
    try base.forEachBatch(of: size, ofSQL: statement, body)
  }
  package func interrupt() { base.interrupt() }
  package func reloadedIfChanged() throws -> LoweredDatabase? {
    try base.reloadedIfChanged().map { LoweredDatabase($0, lowering) }
  }
  package func version() throws -> DatabaseVersion { try base.version() }
  package func filledColumns(ofTable table: String) throws -> [FilledColumn] { try base.filledColumns(ofTable: table) }
  package func write(_ rows: RowImport, next: () throws -> [StoredValue]?, refused: (String) throws -> Void) throws {
    try base.write(rows, next: next, refused: refused)
  }
}

/// Fetches of an application. Memory runs the parts that the lowering cannot express.
extension LoweredDatabase: FetchingDatabase, FetchSource {
  package var fetches: DatabaseFetches { DatabaseFetches(self) }
  package var memoryShare: MemoryShare { .all }

  package var translator: SQLTranslator {
    // A SQLite database always has a `SQLiteLowering`.
    let own = base.translator.lowering as? SQLiteLowering ?? SQLiteLowering()
    return SQLTranslator(model: model, lowering: lowering(own), indexes: base.translator.indexes)
  }

  package func prepare(
    _ fetch: BoundFetch, as form: SQLFetchForm, options: BindingOptions, countedBy policy: QueryPolicy?,
    leaving share: MemoryShare
  ) throws(PredicateIssue) -> PreparedFetch {
    let translation = try translator.translate(fetch, form: form, functions: options.functions, leaving: share)
    return PreparedFetch(fetch, form, translation, options: options, policy: policy)
  }
}
