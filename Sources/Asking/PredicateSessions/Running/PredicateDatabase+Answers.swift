import PredicateBinding
import PredicateFetching
import PredicateModel
import PredicateSQL
import PredicateSQLite
import PredicateValues

extension PredicateDatabase: QueryBackend {
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
    try count(fetch.counted, variables: variables, options: BindingOptions())
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
}
