import Foundation
import OpenPredicate
import PredicateFoundation
import PredicateStatements
import Testing

/// The formats that an application writes: every function takes a literal whose interpolations are arguments.
@Suite struct FormatTests {
  private let films = Film.all
  /// Hostile text for a search field.
  private let hostile = "x' OR TRUEPREDICATE OR title == 'x"

  @Test func everyEntryTakesInterpolations() throws {
    let (year, column, genre) = (1990, "year", Film.Genre.noir)
    #expect(try films.filter("year > \(year) AND genre == \(genre)").map(\.title) == ["Seven"])
    #expect(try films.filter("\(key: column) > \(year)").count == 3)
    #expect(try films.filter(format: "%K > %@", column, year).count == 3)
    #expect(try films.count(where: "title == \(hostile)") == 0)
    #expect(try films.first(where: "year > \(year)")?.title == "Heat")
    #expect(try films.contains(where: "rating == \(Double?.none)"))
    #expect(try films.allSatisfy("year BETWEEN \(1940...2020)"))
    #expect(
      try films.firstIndex(where: "title == \("Her")") == 3 && films.last(where: "year < \(year)")?.title == "Laura")
    #expect(try films.filterIndices("tags.@count == \(0)") == [1])
    #expect(try films.sorted(by: "year * \(-1)", .descending("title")).map(\.title).first == "Her")
    #expect(try films.grouped(by: "year / \(10) * 10").count == 3)
    #expect(try BoundQuery<Film>("year > \(year)").matches(films[1]))
    #expect(try "\(QueryExpression("year + \(1)").expressionValue(with: films[0]))" == "1945")
    #expect(
      try films.fetch("year > \(year) group by genre show genre, count() as n sort by n desc limit \(1)").rows.count
        == 1)
    #expect(try films.fetchElements("title == \(hostile)").isEmpty)
  }

  @Test func mistakesShowTheFix() throws {
    let quoted = try #require(throws: PredicateIssue.self) { try films.filter("title == '\(hostile)'") }
    #expect(quoted.hint == #"replace the whole string with \(…), without quotes"# && quoted.kind == .syntax)
    let surplus = try #require(throws: PredicateIssue.self) {
      try films.filter("year > $minimum", variables: ["minimum": 1990, "minimun": 2])
    }
    #expect(surplus.code == "surplus-variable" && surplus.hint == "the nearest variable is $minimum")
    let key = try #require(throws: PredicateIssue.self) { try films.sorted(by: "yaer") }
    #expect(key.has(.unknownKey))
  }

  @Test func valuesAndTablesReadAsPeopleReadThem() throws {
    let table = try films.fetch("group by genre show genre, count() as n, max(rating) as best sort by genre")
    #expect(
      table.description == """
        genre  n  best
        drama  2  8.3
        noir   2  7.9
        """)
    let why = try QueryPredicate("year > 1990 AND genre == 'noir'").explanation(with: films[0])
    #expect(
      why.description == """
        NO  year > 1990 AND genre == "noir"
          NO  year > 1990  (year: 1944)
          YES genre == "noir"  (genre: "noir")
        """)
  }
}
