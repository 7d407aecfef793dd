import PredicateBinding
import PredicateFetching
import PredicateModel
import PredicateSQL
import PredicateSQLite
import PredicateSessions
import PredicateValues

/// A database whose answers in SQL are changed on their way: a bug that verification has to find.
struct DistortedDatabase: QueryBackend {
  let base: PredicateDatabase
  /// What becomes of an answer.
  var distort: @Sendable (EntityFetch, ResultTable) -> ResultTable = { $1 }
  /// What becomes of a count.
  var distortCount: @Sendable (Int) -> Int = { $0 }

  var model: DataModel { base.model }

  func fetch(_ fetch: EntityFetch, variables: QueryVariables) throws -> ResultTable {
    distort(fetch, try base.fetch(fetch, variables: variables))
  }

  func count(_ fetch: EntityFetch, variables: QueryVariables) throws -> Int {
    distortCount(try base.count(fetch, variables: variables))
  }

  func sql(
    for fetch: EntityFetch, variables: QueryVariables, form: SQLFetchForm
  ) throws -> SQLStatement {
    try base.sql(for: fetch, variables: variables, form: form)
  }

  func inMemory() throws -> GraphFetch { try base.inMemory() }

  func approximateRowCount(ofTable name: String) throws -> Int? { try base.approximateRowCount(ofTable: name) }
}
