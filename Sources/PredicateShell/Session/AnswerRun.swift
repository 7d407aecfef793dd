import PredicateBinding
import PredicateEvaluation
import PredicateModel
import PredicateStatements
import PredicateSyntax
import PredicateValues

/// Runs a query and keeps what it gives.
struct AnswerRun {
  let session: ShellSession

  private var database: any ShellDatabase { session.database }

  /// The rows of a query, as many as the layout allows, and how many there are.
  func answer(_ query: QueryStatement, rowLimit: Int?) throws -> Answer {
    let clock = ContinuousClock()
    let start = clock.now
    let plan = try ShellFetch(query.fetch, session: session)
    var limited = plan.fetch
    if let rowLimit {
      // One more than is shown, to learn whether there are more.
      limited.limit = min(query.fetch.limit ?? Int.max, rowLimit < Int.max ? rowLimit + 1 : rowLimit)
    }
    let found = try database.fetch(limited, variables: session.queryVariables)
    let rows = found.prefix(rowLimit ?? Int.max)
    let total = rows.rows.count < found.rows.count ? try count(query.fetch) : rows.rows.count
    let table = try plan.table(of: rows, from: database)
    let titles = try database.titles(of: table.references)
    return Answer(table: table, titles: titles, noun: plan.noun, total: total, elapsed: clock.now - start)
  }

  /// How many rows a fetch gives, its limit and offset considered.
  func count(_ fetch: EntityFetch) throws -> Int {
    let count = try database.count(fetch.counted, variables: session.queryVariables)
    return min(fetch.limit ?? Int.max, max(0, count - fetch.offset))
  }
}

extension EntityFetch {
  /// The same rows, all of them, in the same order.
  var withoutBounds: EntityFetch {
    var result = self
    result.limit = nil
    result.offset = 0
    return result
  }

  /// The same rows, all of them, in any order.
  fileprivate var counted: EntityFetch {
    var result = withoutBounds
    result.sortKeys = []
    return result
  }
}
