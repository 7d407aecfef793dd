import PredicateModel
import PredicateStatements
import Testing

@Suite("Whether a statement goes on in the next line")
struct StatementContinuationTests {
  private static func statement(_ lines: String...) -> StatementContinuation {
    var statement = StatementContinuation(StatementParser(model: .movies, currentEntity: "Movie"))
    for line in lines { statement.add(line) }
    return statement
  }

  @Test(
    "A complete line",
    arguments: [
      "Movie", "year > 1990", "title == 'it\\'s'", "title == \"(\"", ".help it's", ".count (", "a.#in == b",
      "$or == $in",
      "x IN {1, 2}", "tags[FIRST]", "year > 1990 sort by year desc", "Movie limit 3;", "title == 'x AND'", ")",
      "Movie sort by title[c]", "year == minus", "where.x == 'where'", "", "Friend where SELF IN friends*",
      "Movie show lentToFriend.friends*", "update Friend set friends = friends*",
    ])
  func whole(_ line: String) {
    var statement = Self.statement()
    statement.add(line)
    // `minus` at the end of a line is read as an operator, so the statement continues. An empty line ends it.
    #expect(statement.needsMore == (line == "year == minus"))
  }

  @Test(
    "A line that continues",
    arguments: [
      "(year > 1990", "x IN {1,", "title == 'it", "title == \"a\\\"", "year >", "year > 1990 AND", "year > 1990 && ",
      "NOT", "title CONTAINS[cd]", "title contains [c] ", "x in", "Movie where", "Movie sort by", "Movie sort by year,",
      "Movie \\", ".count Movie \\", "SUBQUERY(tags, $t,", "a +", "year*", "ANY", "a BETWEEN", "Movie limit",
      "x UTI-EQUALS",
    ])
  func unfinished(_ line: String) {
    var statement = Self.statement()
    statement.add(line)
    #expect(statement.needsMore)
    statement.add("  ")
    #expect(!statement.needsMore)
  }

  @Test func aBackslashBecomesASpaceSoThatPlacesStay() {
    var statement = Self.statement()
    statement.add("year > \\  ")
    #expect(statement.needsMore)
    statement.add("1990")
    #expect(!statement.needsMore)
    #expect(statement.text == "year >    \n1990")
  }

  @Test(
    "A line that continues a complete statement",
    arguments: [
      ("Movie", "where year > 3"), ("Movie", "  limit 3"), ("Movie where year > 1990", " AND genre == \"Noir\""),
      ("year > 1990", "or lent == YES"), ("year > 1990", "&& lent == YES"), ("year > 1990", "show title"),
      ("year", "> 1990"), ("Movie where title", "CONTAINS[cd] 'x'"), ("Movie show title", ", year"),
      ("Movie show title", "as name"), ("Movie sort by year", "desc"), ("Movie sort by year desc", ", title"),
      ("Movie group by genre", "having count() > 3"), ("limit 3", "offset 3"), ("count Movie", "where lent == YES"),
      ("Movie where yeer >< 3", "limit 3"),
    ])
  func goesOn(_ text: String, _ line: String) {
    #expect(!Self.statement(text).needsMore)
    #expect(Self.statement(text).canGoOn(with: line))
  }

  @Test(
    "A line that begins a new statement",
    arguments: [
      ("Movie", "Friend"), ("Movie", "year > 1990"), ("Movie;", "limit 3"), ("Movie limit 3", "limit 4"),
      (".help", "limit 3"), ("year > 1990", "where lent == YES"), ("Movie limit 3", "where lent == YES"),
      ("Movie", "AND lent == YES"), ("Movie show title", "AND lent == YES"), ("year > 1990", ".count"),
      ("year > 1990", ""), ("year > 1990", "-- a comment"), ("year > 1990", "limit == 3"), ("year", "-3 < year"),
      ("-- words", "limit 3"), ("", "limit 3"), ("year > 1990", "count where year > 3"), ("Movie", ", year"),
    ])
  func beginsAnother(_ text: String, _ line: String) {
    #expect(!Self.statement(text).canGoOn(with: line))
  }

  @Test func anEmptyLineEndsIt() {
    #expect(!Self.statement("(year > 1990", "").needsMore)
    #expect(!Self.statement("(year > 1990", "").canGoOn(with: "limit 3"))
  }

  @Test func manyLinesInsideOfABracketAreReadOnce() {
    var statement = Self.statement("year IN {")
    for number in 0..<1_000 {
      statement.add("  \(number),")
      #expect(statement.needsMore)
    }
    #expect(statement.readingCount == 1)
    statement.add("1 }")
    #expect(!statement.needsMore)
    #expect(statement.canGoOn(with: "AND lent == YES"))
    statement.add("AND title == 'a")
    #expect(statement.needsMore)
    statement.add("it\\'s")
    #expect(statement.needsMore)
    statement.add("b'")
    #expect(!statement.needsMore)
  }

  @Test("Lines of a chain that end or begin with AND are read once", arguments: [true, false])
  func chains(_ endsWithAnd: Bool) {
    var statement = Self.statement(endsWithAnd ? "year > 0 AND" : "year > 0")
    for number in 0..<1_000 {
      let line = endsWithAnd ? "year > \(number) AND" : "AND year > \(number)"
      #expect(statement.needsMore == endsWithAnd && (endsWithAnd || statement.canGoOn(with: line)))
      statement.add(line)
    }
    #expect(statement.needsMore == endsWithAnd)
    #expect(statement.readingCount == 1)
    statement.add(endsWithAnd ? "lent == YES limit 3" : "limit 3")
    #expect(!statement.needsMore && !statement.canGoOn(with: "limit 4") && statement.canGoOn(with: "offset 4"))
    #expect(statement.readingCount == 2)
  }
}
