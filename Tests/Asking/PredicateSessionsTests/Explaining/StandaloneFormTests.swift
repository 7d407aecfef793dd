import PredicateBinding
import PredicateModel
import PredicateSQLite
import PredicateSessions
import PredicateStatements
import PredicateSyntax
import PredicateValues
import Testing

/// Each output format writes all parts of a statement as code, or names the parts that it cannot express.
@Suite("Statements written for pasting")
struct StandaloneFormTests {
  private let asked: AskedDatabase

  init() throws { asked = try AskedDatabase() }

  private func lines(_ statement: String, as form: StandaloneForm, variables: QueryVariables = [:]) throws -> [String] {
    try form.lines(of: asked.bound(statement, variables: variables), on: asked.source)
  }

  @Test func objectiveCWritesOrderAndBounds() throws {
    #expect(
      try lines("Movie where year > 1990 sort by rating desc, title[c] limit 5 offset 2", as: .objc) == [
        "NSFetchRequest *request = [NSFetchRequest fetchRequestWithEntityName:@\"Movie\"];",
        "request.predicate = [NSPredicate predicateWithFormat:@\"year > 1990\"];",
        "request.sortDescriptors = @[[NSSortDescriptor sortDescriptorWithKey:@\"rating\" ascending:NO], "
          + "[NSSortDescriptor sortDescriptorWithKey:@\"title\" ascending:YES selector:@selector(caseInsensitiveCompare:)]];",
        "request.fetchLimit = 5;", "request.fetchOffset = 2;",
      ])
    #expect(
      try lines("Movie show distinct genre, lent sort by genre", as: .objc).suffix(4) == [
        "request.sortDescriptors = @[[NSSortDescriptor sortDescriptorWithKey:@\"genre\" ascending:YES]];",
        "request.resultType = NSDictionaryResultType;", "request.propertiesToFetch = @[@\"genre\", @\"lent\"];",
        "request.returnsDistinctResults = YES;",
      ])
    #expect(
      try lines("count genre == 'Noir'", as: .objc).last
        == "NSUInteger count = [context countForFetchRequest:request error:&error];")
    // The name of a result column is not a key of a movie.
    #expect(
      try lines("Movie show title as t sort by t", as: .objc).contains(
        "request.sortDescriptors = @[[NSSortDescriptor sortDescriptorWithKey:@\"title\" ascending:YES]];"))
  }

  /// The Objective-C code of a statement has a comment for each clause that it cannot express.
  @Test(arguments: [
    ("Movie group by genre", ["group by genre"]),
    (
      "Movie where year > 1950 group by genre show genre, count() as n having count() > 3 sort by n desc limit 2 offset 1",
      [
        "group by genre", "having count() > 3", "show genre, count() as n", "sort by n desc", "limit 2", "offset 1",
      ]
    ),
    ("Movie show count()", ["show count()"]), ("count Movie group by genre", ["count", "group by genre"]),
    ("Movie show title as t", ["the name t of title"]), ("Movie show title, tags.name", ["show title, tags.name"]),
    ("Movie show year / 10 sort by title", ["show year / 10"]), ("Movie limit 0", ["limit 0"]),
    ("Movie sort by tags.@count, title[cd] desc, year", ["sort by tags.@count, title[cd] desc, year"]),
    // In another order, limit and offset would select other films.
    ("Movie sort by year, title[cd], genre limit 5 offset 2", ["sort by title[cd], genre", "limit 5", "offset 2"]),
    ("Movie sort by year first 2 of each genre, lent limit 3", ["first 2 of each genre, lent", "limit 3"]),
    ("Movie show distinct year / 10", ["show distinct year / 10"]), ("Movie sort by year limit 3", []),
  ])
  func objectiveCNamesWhatItLeavesOut(statement: String, omitted: [String]) throws {
    let comments = try lines(statement, as: .objc).filter { $0.hasPrefix("//") }
    #expect(comments == omitted.map { "// Not exported: \($0)" })
  }

  /// The lines are valid code: the test contains the same code after them.
  @Test func swiftWritesAllClauses() throws {
    #expect(
      try lines("Movie where year > 1990 sort by rating desc, title[c] limit 5 offset 2", as: .swift) == [
        #"let fetch = try EntityFetch("Movie", where: QueryPredicate("year > 1990"), sortedBy: [QuerySortKey(QueryExpression("rating"), isAscending: false), QuerySortKey(QueryExpression("title"), options: [.caseInsensitive])], limit: 5, offset: 2)"#
      ])
    let films = try EntityFetch(
      "Movie", where: QueryPredicate("year > 1990"),
      sortedBy: [
        QuerySortKey(QueryExpression("rating"), isAscending: false),
        QuerySortKey(QueryExpression("title"), options: [.caseInsensitive]),
      ], limit: 5, offset: 2)
    let asFilms = try asked.query("Movie where year > 1990 sort by rating desc, title[c] limit 5 offset 2").fetch
    #expect(asFilms == films)
    #expect(
      try lines("Movie group by genre show genre, count() as n having count() > 3 sort by n desc limit 2", as: .swift)
        == [
          #"let fetch = try EntityFetch("Movie", columns: [FetchedColumn(QueryExpression("genre"), as: "genre"), FetchedColumn(QueryExpression("count()"), as: "n")], groupBy: [FetchedColumn(QueryExpression("genre"), as: "genre")], having: QueryPredicate("count() > 3"), sortedBy: [QuerySortKey(QueryExpression("n"), isAscending: false)], limit: 2)"#
        ])
    let genres = try EntityFetch(
      "Movie",
      columns: [
        FetchedColumn(QueryExpression("genre"), as: "genre"), FetchedColumn(QueryExpression("count()"), as: "n"),
      ], groupBy: [FetchedColumn(QueryExpression("genre"), as: "genre")], having: QueryPredicate("count() > 3"),
      sortedBy: [QuerySortKey(QueryExpression("n"), isAscending: false)], limit: 2)
    let asGenres = try asked.query(
      "Movie group by genre show genre, count() as n having count() > 3 sort by n desc limit 2"
    ).fetch
    #expect(asGenres == genres)
    #expect(
      try lines("Movie first 2 of each genre, year / 10", as: .swift) == [
        #"let fetch = try EntityFetch("Movie", firstOfEach: FirstOfEach(2, of: [QueryExpression("genre"), QueryExpression("year / 10")]))"#
      ])
    #expect(
      try asked.query("Movie first 2 of each genre, year / 10").fetch
        == (try EntityFetch(
          "Movie",
          firstOfEach: FirstOfEach(2, of: [QueryExpression("genre"), QueryExpression("year / 10")]))))
    #expect(
      try lines("Movie show distinct lent", as: .swift) == [
        #"let fetch = try EntityFetch("Movie", columns: [FetchedColumn(QueryExpression("lent"), as: "lent")], isDistinct: true)"#
      ])
    #expect(
      try lines("count Movie", as: .swift) == [
        "let fetch = EntityFetch(\"Movie\")", "let count = try database.count(fetch)",
      ])
    #expect(
      try lines("Movie having count() > 3 show count()", as: .swift).first?.contains(
        "having: QueryPredicate(\"count() > 3\")")
        == true)
  }

  /// Calls are written as `max(a, b)`, without selectors. A text that looks like a call stays unchanged.
  @Test func callsHaveNoSelectors() throws {
    let statement =
      "Movie where title != 'sum:(x)' group by each tags.name as t having sum(year) > 3 show t, running sum(year) as r"
    let swift = try lines(statement, as: .swift)
    #expect(
      swift == [
        "let fetch = try EntityFetch(\"Movie\", where: QueryPredicate(#\"title != \"sum:(x)\"\"#), "
          + "columns: [FetchedColumn(QueryExpression(\"t\"), as: \"t\"), FetchedColumn(QueryExpression(\"running(sum(year))\"), as: \"r\")], "
          + "groupBy: [FetchedColumn(QueryExpression(\"each(tags.name)\"), as: \"t\")], having: QueryPredicate(\"sum(year) > 3\"))"
      ])
    let fetch = try EntityFetch(
      "Movie", where: QueryPredicate(#"title != "sum:(x)""#),
      columns: [
        FetchedColumn(QueryExpression("t"), as: "t"), FetchedColumn(QueryExpression("running(sum(year))"), as: "r"),
      ], groupBy: [FetchedColumn(QueryExpression("each(tags.name)"), as: "t")], having: QueryPredicate("sum(year) > 3"))
    #expect(try asked.query(statement).fetch == fetch)
    #expect(
      try lines("Movie group by each tags.name as t show count(), max(year) as m", as: .objc).suffix(2) == [
        "// Not exported: group by each(tags.name) as t",
        "// Not exported: show count(), max(year) as m",
      ])
  }

  /// Only statements read texts as dates. For a predicate the text is written as a CAST: 2026-01-01 is 788918400 seconds after 2001-01-01.
  @Test func textsThatAreDatesAreWrittenAsDates() throws {
    let date = #"CAST(788918400.000000, "NSDate")"#
    #expect(
      try lines("lentOn > \"2026-01-01\"", as: .swift) == ["let predicate = try QueryPredicate(#\"lentOn > \(date)\"#)"]
    )
    #expect(
      try lines("lentOn > \"2026-01-01\"", as: .objc) == [
        #"NSPredicate *predicate = [NSPredicate predicateWithFormat:@"lentOn > CAST(788918400.000000, \"NSDate\")"];"#
      ])
    #expect(
      try lines("lentOn > '2026-01-01'", as: .json) == [
        #"{"entity":"Movie","predicate":"lentOn > CAST(788918400.0, \"NSDate\")"}"#
      ])
    let lists = try lines(
      "Movie where lentOn BETWEEN {\"2026-01-01\", \"2026-01-01\"} OR lentOn IN {\"2026-01-01\"} OR title == \"2026-01-01\"",
      as: .swift)
    #expect(
      lists == [
        "let predicate = try QueryPredicate(#\"lentOn BETWEEN {\(date), \(date)} OR lentOn IN {\(date)} OR title == \"2026-01-01\"\"#)"
      ])
    let column = try lines("Movie show TERNARY(lentOn > \"2026-01-01\", 1, 2) limit 1", as: .swift)
    #expect(column.first?.contains("TERNARY(lentOn > \(date), 1, 2)") == true)
    #expect(column.first?.contains("as: #\"TERNARY(lentOn > \"2026-01-01\", 1, 2)\"#") == true)
  }

  @Test func theValuesOfVariablesAreTold() throws {
    let variables: QueryVariables = ["y": 2020]
    #expect(try lines("year > $y", as: .objc, variables: variables).last == "// $y is 2020")
    #expect(try lines("year > $y", as: .swift, variables: variables).last == "// $y is 2020")
    #expect(
      try lines("year > $y", as: .json, variables: variables).last?.hasSuffix(#""variables":{"y":"2020"}}"#) == true)
    #expect(try lines("year > 1990", as: .swift).count == 1)
  }

  @Test func sqlHasItsConstantsInPlace() throws {
    #expect(
      try lines("count title == \"it's ?1\" OR year == 1990", as: .sql)
        == [#"SELECT COUNT(*) FROM "Movie" t0 WHERE t0."title" = 'it''s ?1' OR t0."year" = 1990;"#])
  }

  /// The last line of the SQL names the functions that only this library registers, because another program cannot call them.
  @Test func sqlTellsWhichFunctionsItNeeds() throws {
    let comment = "-- This SQL needs a connection on which SQLiteFunctions.prepare has registered the functions "
    #expect(
      try lines("title CONTAINS[c] 'a' AND title MATCHES 'b.*'", as: .sql).last
        == comment + "predicate_contains, predicate_matches")
    #expect(try lines("title CONTAINS 'predicate_contains' AND loans.@count > 1", as: .sql).count == 1)
  }
}
