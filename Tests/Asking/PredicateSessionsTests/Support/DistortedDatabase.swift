import PredicateDatabases
import PredicateFetching
import PredicateModel
import PredicateSQL
import PredicateSQLite
import PredicateValues

/// A database that changes the answers of SQL, as a bug would. Verification must report the change.
struct DistortedDatabase: QueryBackend {
  let base: PredicateDatabase
  var distort: @Sendable (BoundFetch, ResultTable) -> ResultTable = { $1 }
  var distortCount: @Sendable (Int) -> Int = { $0 }

  var model: DataModel { base.model }

  func prepare(_ fetch: BoundFetch, as form: SQLFetchForm) throws -> PreparedFetch {
    try base.prepare(fetch, as: form)
  }

  func run(_ fetch: PreparedFetch, _ body: ([QueryValue]) throws -> Bool) throws {
    if fetch.form == .count {
      _ = try body([.integer(Int64(distortCount(try base.number(fetch))))])
    } else {
      var rows: [[QueryValue]] = []
      try base.run(fetch) { row in
        rows.append(row)
        return true
      }
      for row in distort(fetch.fetch, ResultTable(columns: fetch.columns.map(\.name), rows: rows)).rows
      where try !body(row) { return }
    }
  }

  func graph() throws -> GraphFetch { try base.graph() }

  func areAlike(_ foreign: KeyColumns, _ key: KeyColumns) -> Bool { base.areAlike(foreign, key) }

  func approximateRowCount(ofTable name: String) throws -> Int? { try base.approximateRowCount(ofTable: name) }
}
