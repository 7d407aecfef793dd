import Foundation
import OpenPredicate
import PredicateStatements
import Testing

/// Statements over arrays.
@Suite struct FetchTests {
  private final class Studio: QueryableProperties, Sendable {
    let name: String
    init(_ name: String) { self.name = name }

    static let queryProperties: [QueryProperty<Studio>] = [.storedFields]
  }

  private struct Loan: Sendable {
    var days: Int
  }

  private struct Work: Sendable {
    var title: String
    var studio: Studio?
    var loans: [Loan] = []
    var marks: [Int]?
  }

  private class Medium: QueryableProperties {
    let title: String
    init(_ title: String) { self.title = title }

    class var queryProperties: [QueryProperty<Medium>] { [.storedFields] }
  }

  private final class Tape: Medium {
    let minutes = 180
  }

  private struct Job {
    var name = "a"
    var action: () -> Void = {}
    var due: Date?
  }

  private let films = Film.all

  /// The rows as text, one per line.
  private func shown(_ table: ResultTable) -> [String] {
    ([table.columns.joined(separator: " ")]
      + table.rows.map { row in
        row.map { value in
          switch value {
          case .null: "nil"
          case .integer(let number): "\(number)"
          case .double(let number): "\(number)"
          case .string(let text): text
          case .boolean(let flag): flag ? "YES" : "NO"
          default: "\(value)"
          }
        }.joined(separator: " ")
      })
  }

  @Test func valuesOfRowsAreValuesOfSwift() throws {
    let table = try films.fetch("group by genre show genre, count() as n, average(year) as mean sort by genre limit 1")
    #expect(table.rows[0][0].stringValue == "drama")
    #expect(table.rows[0][1].intValue == 2)
    #expect(table.rows[0][2].doubleValue == 2004)
    let (date, id) = (Date(timeIntervalSinceReferenceDate: 86_400), UUID())
    #expect(date.queryValue.dateValue == date)
    #expect(id.queryValue.uuidValue == id)
    #expect(Data([1, 2]).queryValue.dataValue == Data([1, 2]))
    #expect(QueryValue.boolean(true).boolValue == true)
    #expect(
      (Decimal(3).queryValue.intValue, QueryValue.double(3).intValue, QueryValue.double(3.5).intValue) == (3, 3, nil))
    #expect((Decimal(3).queryValue.doubleValue, QueryValue.integer(3).doubleValue) == (3, 3))
    // A value of another type is not converted.
    #expect(QueryValue.string("3").intValue == nil)
    #expect(QueryValue.boolean(true).intValue == nil)
    #expect(QueryValue.integer(1).boolValue == nil)
    #expect(QueryValue.integer(1).stringValue == nil)
    #expect(QueryValue.null.stringValue == nil)
    #expect(QueryValue.double(.nan).doubleValue == nil)
  }

  @Test func elements() throws {
    #expect(Film.titles(try films.fetchElements("year > 1990 sort by rating desc limit 2")) == "Heat Her")
    #expect(Film.titles(try films.fetchElements("Film where year > 1990 sort by title desc offset 1")) == "Her Heat")
    #expect(Film.titles(try films.fetchElements("sort by genre, year desc")) == "Her Heat Seven Laura")
    #expect(Film.titles(try films.fetchElements("")) == "Laura Heat Seven Her")
    #expect(Film.titles(try films.fetchElements("limit 0")) == "")
    let variables: QueryVariables = ["low": 1990, "middle": 2000]
    #expect(
      Film.titles(try films.fetchElements("year > $low sort by abs(year - $middle) desc, title", variables: variables))
        == "Her Heat Seven")
    // Elements that compare equal keep their order.
    #expect(Film.titles(try films.reversed().fetchElements("sort by year")) == "Laura Seven Heat Her")
    #expect(throws: PredicateIssue.self) { try films.fetchElements("show title") }
    #expect(throws: PredicateIssue.self) { try films.fetchElements("count where year > 1") }
  }

  @Test func rows() throws {
    #expect(
      try shown(films.fetch("year > 1990 show title, year / 10 * 10 as decade sort by title limit 2"))
        == ["title decade", "Heat 1990", "Her 2010"])
    #expect(try shown(films.fetch("show distinct year sort by year desc")) == ["year", "2013", "1995", "1944"])
    #expect(try shown(films.fetch("count where rating == nil")) == ["count", "1"])
    #expect(try shown(films.fetch("count")) == ["count", "4"])
    #expect(try shown(films.fetch("count where year > 1 sort by title limit 3")) == ["count", "3"])
    #expect(try shown(films.fetch("count limit 3 offset 2")) == ["count", "2"])
    #expect(try shown(films.fetch("count offset 9")) == ["count", "0"])
    #expect(try shown(films.fetch("count limit 0")) == ["count", "0"])
    #expect(try films.fetch("year == 1944").columns == ["title", "year", "rating", "genre", "tags", "addedOn", "site"])
    #expect(try films.fetch("year == 1944").rows.map(\.count) == [7])
  }

  @Test func groups() throws {
    #expect(
      try shown(
        films.fetch("group by genre show genre, count() as n, max(rating) as best, avg(year) sort by n desc, genre"))
        == ["genre n best avg(year)", "drama 2 8.3 2004.0", "noir 2 7.9 1969.5"])
    #expect(
      try shown(films.fetch("group by year having count() > $n show year, count(rating) as rated", variables: ["n": 1]))
        == ["year rated", "1995 1"])
    #expect(
      try shown(films.fetch("show count(), min(year), sum(year)")) == ["count() min(year) sum(year)", "4 1944 7947"])
  }

  @Test func relationships() throws {
    let (a, b) = (Studio("A"), Studio("B"))
    let works = [
      Work(title: "x", studio: b, loans: [Loan(days: 3), Loan(days: 5)], marks: [1, 2]), Work(title: "y", studio: nil),
      Work(title: "z", studio: a, loans: [Loan(days: 9)]),
    ]
    #expect(
      try shown(works.fetch("show title, studio.name as studio, loans.@sum.days as days sort by studio.name"))
        == ["title studio days", "y nil 0", "z A 9", "x B 8"])
    #expect(try works.fetchElements("ANY loans.days > 4 sort by loans.@max.days desc").map(\.title) == ["z", "x"])
    #expect(try works.fetchElements("marks == nil sort by title desc").map(\.title) == ["z", "y"])
    #expect(try works.fetchElements("studio == $s", variables: ["s": ObjectReference(to: a)]).map(\.title) == ["z"])
  }

  /// The columns are those of the type. They do not depend on the first element, or on whether there is one.
  @Test func columnsOfTheType() throws {
    #expect(try [Film]().fetch("show title, year + 1 as next").columns == ["title", "next"])
    #expect(try [Film]().fetch("count").rows.count == 1)
    #expect(try [Film]().fetchElements("year > 1990 sort by year").isEmpty)
    let media: [Medium] = [Tape("x"), Medium("y")]
    #expect(try media.fetch("sort by title desc").columns == ["title"])
    #expect(try shown(media.fetch("title > 'w' show title sort by title desc")) == ["title", "y", "x"])
    #expect(throws: PredicateIssue.self) { try media.fetch("show minutes") }
    #expect(try [Job()].fetch("due == nil").columns == ["name", "due"])
    let unreadable = #expect(throws: PredicateIssue.self) { try [Job()].fetch("show action") }
    #expect(unreadable?.kind == .unknownKey && unreadable?.message.contains("is a function") == true)
    #expect(throws: PredicateIssue.self) { try [Film.all[0] as Any].fetch("show title") }
    #expect(throws: PredicateIssue.self) { try [Film.Genre?.none].fetch("count") }
  }

  @Test func mistakes() throws {
    func issue(_ statement: String) throws -> PredicateIssue {
      try #require(throws: PredicateIssue.self) { try films.fetch(QueryFormat(raw: statement)) }
    }
    #expect(try issue("yaer > 1990").has(.unknownKey))
    let statement = "year > 1990 sort by ttile"
    let key = try issue(statement)
    #expect(key.has(.unknownKey) && key.range(in: statement).map { statement[$0] } == "ttile")
    #expect(key.replacement?.applied(to: statement) == "year > 1990 sort by title")
    #expect(try issue("sort by").kind == .syntax)
    #expect(try issue("limit many").kind == .syntax)
    #expect(try issue("group by genre show title").kind == .type)
    #expect(try issue(".schema").kind == .unsupported)
    #expect(throws: PredicateIssue.self) { try [1, 2].fetch("SELF > 1") }
    #expect(try [["a": 1], ["a": 2]].fetch("a > 1").rows.count == 1)
    #expect(throws: PredicateIssue.self) { try [Studio("A"), nil].fetch("name == 'A'") }
  }
}
