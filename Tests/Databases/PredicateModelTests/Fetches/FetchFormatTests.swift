import PredicateModel
import PredicateSyntax
import PredicateValues
import Testing

/// Fetches with formats, and the values of their rows by names.
@Suite struct FetchFormatTests {
  @Test func formatsGiveTheSameFetch() throws {
    let (year, least) = (1990, 3)
    let (condition, groups) = (try QueryPredicate("year > \(year)"), try QueryPredicate("count() > \(least)"))
    let columns = [FetchedColumn(key: "genre")]
    #expect(
      try EntityFetch("Movie", where: "year > \(year)", sortedBy: ["title"], limit: 2)
        == EntityFetch("Movie", where: condition, sortedBy: ["title"], limit: 2))
    #expect(
      try EntityFetch(
        "Movie", where: "year > \(year)", columns: columns, groupBy: columns, having: "count() > \(least)")
        == EntityFetch("Movie", where: condition, columns: columns, groupBy: columns, having: groups))
    #expect(
      try EntityFetch("Movie", columns: columns, groupBy: columns, having: "count() > \(least)")
        == EntityFetch("Movie", columns: columns, groupBy: columns, having: groups))
    let issue = #expect(throws: PredicateIssue.self) { try EntityFetch("Movie", where: "year >") }
    #expect(issue?.has(.operandExpected) == true)
  }

  @Test func valuesByNames() {
    let table = ResultTable(columns: ["genre", "n"], rows: [[.string("Drama"), .integer(2)], [.null, .integer(1)]])
    #expect(table["n"].map { "\($0)" } == "[integer(2), integer(1)]")
    guard case .string("Drama")? = table[0, "genre"], case .null? = table[1, "genre"] else {
      Issue.record("\(table)")
      return
    }
    #expect(table["N"]?.count == nil)
    #expect(table[0, "title"]?.isNull == nil)
  }
}
