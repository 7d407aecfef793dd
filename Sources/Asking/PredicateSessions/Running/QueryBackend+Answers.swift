import PredicateDatabases
import PredicateStatements

extension QueryBackend {
  /// Whether a query gives a row. Also false for a query that fails, because it could not serve as an example.
  package func hasAnswer(_ query: QueryStatement) -> Bool {
    var fetch = query.fetch
    fetch.limit = 1
    do { return try !rows(of: fetch).rows.isEmpty } catch { return false }
  }
}
