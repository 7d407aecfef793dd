import PredicateModel
import PredicateSyntax
import PredicateValues
import Testing

/// Fetches that are written as formats. The values of their rows are read by the names of the columns.
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

  @Test func aFetchPrintsAsAStatement() throws {
    #expect("\(EntityFetch("Movie"))" == "Movie")
    var fetch = try EntityFetch(
      "Movie", where: "year > \(1990)", columns: ["title", FetchedColumn(try QueryExpression("year + 1"), as: "next")],
      isDistinct: true, sortedBy: ["year", .descending("title")], limit: 10, offset: 5)
    fetch.firstOfEach = FirstOfEach(3, of: [try QueryExpression("genre")])
    #expect(
      "\(fetch)"
        == "Movie where year > 1990 show distinct title, year + 1 as next sort by year, title desc first 3 of each genre limit 10 offset 5"
    )
    let groups = try EntityFetch("Movie", columns: ["genre"], groupBy: ["genre"], having: "count() > 3")
    #expect("\(groups)" == "Movie group by genre having count() > 3 show genre")
  }

  @Test func valuesByNames() throws {
    let table = ResultTable(columns: ["genre", "n"], rows: [[.string("Drama"), .integer(2)], [.null, .integer(1)]])
    #expect(try "\(table["n"])" == "[integer(2), integer(1)]")
    #expect(try table[0, "genre"].equals("Drama") && table[1, "genre"].isNull)
    let issue = #expect(throws: PredicateIssue.self) { try table["gnre"] }
    #expect(issue?.kind == .unknownKey && issue?.hint == "the nearest is “genre”")
    #expect(throws: PredicateIssue.self) { try table[0, "N"] }
  }
}
