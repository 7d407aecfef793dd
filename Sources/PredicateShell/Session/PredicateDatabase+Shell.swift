import Foundation
import PredicateBinding
import PredicateDemo
import PredicateFetching
import PredicateModel
import PredicateSQL
import PredicateSQLite
import PredicateStore
import PredicateValues

extension PredicateDatabase: ShellDatabase {
  /// The file's name, or `demo`.
  public var displayName: String { URL(fileURLWithPath: name).lastPathComponent }

  /// The absolute path, or the name of a database in memory.
  public var identity: String {
    reader.path == ":memory:" ? name : URL(fileURLWithPath: name).standardizedFileURL.path
  }

  /// The same database with another type of an attribute.
  public func retyped(_ attribute: String, of entity: String, to type: QueryType) throws -> any ShellDatabase {
    let database: PredicateDatabase = try retyped(attribute, of: entity, to: type, storedAs: nil)
    return database
  }

  /// Writes the model file beside the database's own.
  public func keepTypes() throws -> String? {
    guard identity.hasPrefix("/") else {
      throw DatabaseIssue(.notPermitted, "“\(displayName)” is no file that types could be kept beside")
    }
    guard let text = try modelFileText() else { return nil }
    let path = NamedDatabase.modelPath(besides: identity)
    try text.write(toFile: path, atomically: true, encoding: .utf8)
    return path
  }

  /// The rows of a fetch.
  public func fetch(_ fetch: EntityFetch, variables: QueryVariables) throws -> ResultTable {
    try self.fetch(fetch, variables: variables, options: BindingOptions())
  }

  /// The rows of a fetch, as SQLite finds them.
  public func forEachBatch(
    of size: Int, _ fetch: EntityFetch, variables: QueryVariables, _ body: (ResultTable) throws -> Void
  ) throws {
    try forEachBatch(of: size, fetch, variables: variables, options: BindingOptions(), body)
  }

  /// How many rows a fetch gives, whatever its limit.
  public func count(_ fetch: EntityFetch, variables: QueryVariables) throws -> Int {
    var everything = fetch
    everything.sortKeys = []
    everything.limit = nil
    everything.offset = 0
    return try count(everything, variables: variables, options: BindingOptions())
  }

  /// What a fetch runs.
  public func sql(
    for fetch: EntityFetch, variables: QueryVariables, form: SQLFetchForm
  ) throws -> SQLStatement {
    try statement(for: fetch, variables: variables, form: form, options: BindingOptions()).statement
  }

  /// The objects of a graph that is loaded for this.
  public func objects(of entity: String) throws -> [any QueryObject] {
    try ObjectGraph(self).objects(of: entity)
  }

  /// Fetches from a graph that is loaded for this.
  public func inMemory() throws -> GraphFetch { GraphFetch(try ObjectGraph(self)) }

  /// The values among the first rows of the table.
  public func values(of attribute: String, in entity: String, prefix: String, limit: Int) throws -> [QueryValue] {
    try distinctValues(of: attribute, in: entity, prefix: prefix, limit: limit)
  }

  /// The text that names objects of each entity (``Entity/titleAttribute``): `Ann`, not `Friend/3`.
  public func titles(of references: [ObjectReference]) throws -> [ObjectReference: String] {
    try fetchedTitles(of: references)
  }

  /// The same database in a time zone.
  public func inTimeZone(_ zone: QueryTimeZone) -> any ShellDatabase {
    let database: PredicateDatabase = inTimeZone(zone)
    return database
  }

  /// Whether it was opened for writing.
  public var isWritable: Bool { writer != nil }

  /// A context over it.
  public func makeContext() throws -> ObjectContext { try ObjectContext(self) }

  /// Those of the demo, where it is one, in memory or in a file.
  public var savedStatements: [(name: String, statement: String)] { DemoStatements.statements(for: model) }

  /// The database with its model read again.
  public func reloaded(withNew table: String) throws -> any ShellDatabase {
    let reloaded: PredicateDatabase = try reloaded(withNew: table)
    return reloaded
  }

  /// The database with its model read again, where another process changed the schema.
  public func reloadedIfChanged() throws -> (any ShellDatabase)? {
    let reloaded: PredicateDatabase? = try reloadedIfChanged()
    return reloaded
  }
}
