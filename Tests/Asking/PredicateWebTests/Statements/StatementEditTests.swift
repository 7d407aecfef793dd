import PredicateDatabases
import PredicateStatements
import Testing

@testable import PredicateWeb

/// A click changes one clause of the statement, and keeps the text of the other clauses.
@Suite("Edits of statements")
struct StatementEditTests {
  private func edit(_ text: String) throws -> StatementEdit {
    // In a database with one entity, clauses and conditions without an entity are statements.
    let parser = StatementParser(model: try TestedDatabase.demo().declaredModel, currentEntity: "Movie")
    return StatementEdit(try #require(parser.parse(text).query))
  }

  @Test(arguments: [
    ("Movie", "Movie sort by year desc"), ("movie ;", "movie sort by year desc"),
    ("year > 1990", "year > 1990 sort by year desc"), ("Movie sort by title[cd], year", "Movie sort by year desc"),
    ("Movie order by title limit 3", "Movie sort by year desc limit 3"),
    ("Movie limit 3", "Movie sort by year desc limit 3"),
    ("Movie first 1 of each genre", "Movie sort by year desc first 1 of each genre"),
    ("Movie where title == \"a  b\"  show title", "Movie where title == \"a  b\" show title sort by year desc"),
    ("Movie\nwhere year > 1990\nlimit 3", "Movie\nwhere year > 1990\nsort by year desc limit 3"),
    ("Movie limit 3 ; ", "Movie sort by year desc limit 3"), ("Movie[3]", "Movie[3] sort by year desc"),
  ])
  func sorting(text: String, sorted: String) throws {
    #expect(
      try edit(text).sorted(by: "year desc").split(whereSeparator: \.isWhitespace)
        == sorted.split(whereSeparator: \.isWhitespace))
  }

  @Test func linesAndSpacesStay() throws {
    #expect(
      try edit("Movie  where year > 1990\n  order by title\n  limit 3").sorted(by: "year")
        == "Movie  where year > 1990\n  sort by year\n  limit 3")
    #expect(try edit("Movie\n  sort by title\n  limit 3").sorted(by: nil) == "Movie\n  limit 3")
  }

  @Test(arguments: ["Movie sort by title limit 3", "Movie where title == 'kkk'", "kkk == 1", "sort by title"])
  func theKeyIsBetweenTwoParts(text: String) throws {
    let parts = try edit(text).partsAroundSortKey
    #expect(try parts.before + "year" + parts.after == edit(text).sorted(by: "year"))
  }

  @Test func theOrderIsTakenAway() throws {
    #expect(try edit("Movie sort by title limit 3").sorted(by: nil) == "Movie limit 3")
    #expect(try edit("sort by title").sorted(by: nil) == "")
  }

  @Test(arguments: [
    ("Movie", "Movie where x == 1"), ("count Movie", "count Movie where x == 1"), ("limit 3", "where x == 1 limit 3"),
    ("year > 1990", "where year > 1990 AND x == 1"),
    ("Movie where year > 1990 limit 3", "Movie where year > 1990 AND x == 1 limit 3"),
    ("Movie where lent == YES OR year > 1990", "Movie where (lent == YES OR year > 1990) AND x == 1"),
    ("Movie where a IN {1} show title offset 20", "Movie where a IN {1} AND x == 1 show title"),
    ("Movie[3] limit 1", "Movie where SELF == Movie[3] AND x == 1 limit 1"),
    ("Movie group by genre having count() > 3", "Movie where x == 1 group by genre having count() > 3"),
  ])
  func adding(text: String, added: String) throws {
    #expect(try edit(text).adding(condition: "x == 1") == added)
  }

  @Test(arguments: [
    ("Movie where year > 1990", 0, "Movie"), ("year > 1990 limit 3", 0, "limit 3"),
    (
      "Movie where year > 1990 AND (lent == YES OR rating > 8) AND genre == 'Noir' sort by title", 0,
      "Movie where (lent == YES OR rating > 8) AND genre == 'Noir' sort by title"
    ),
    ("Movie where year > 1990 AND genre == 'Noir'", 1, "Movie where year > 1990"),
  ])
  func removing(text: String, position: Int, left: String) throws {
    #expect(try edit(text).removing(conditionAt: position) == left)
  }
}
