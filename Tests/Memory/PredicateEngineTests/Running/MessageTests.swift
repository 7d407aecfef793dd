import OpenPredicate
import Testing

/// Issues that the caller can mend have the expected hints, replacements, places, and sentences for users.
@Suite struct MessageTests {
  private struct Film: QueryableProperties {
    var title: String
    var year: Int
    var rating: Double
    var lent: Bool
    var tags: [String]

    // The table declares the types, so they are known whether in-place reads are on or off.
    static let queryProperties = [
      QueryProperty<Film>("title") { $0.title }, QueryProperty("year") { $0.year },
      QueryProperty("rating") { $0.rating },
      QueryProperty("lent") { $0.lent }, QueryProperty("tags") { $0.tags },
    ]
  }

  private static let films = [Film(title: "Alien", year: 1979, rating: 8.5, lent: true, tags: ["space"])]

  private func issue(_ text: String) throws -> PredicateIssue {
    try #require(throws: PredicateIssue.self) {
      try BoundQuery<Film>(QueryPredicate(format: QueryFormat(raw: text)))
    }
  }

  @Test(
    "The replacement makes a text that can be used",
    arguments: [
      ("lent == 'YES'", "lent == YES"), ("'false' != lent", "NO != lent"), ("year == '1990'", "year == 1990"),
      ("'8.5' < rating", "8.5 < rating"), ("title == 3", "title == '3'"), ("title LIKE 3", "title LIKE '3'"),
      ("title BEGINSWITH[c] 19.5", "title BEGINSWITH[c] '19.5'"), ("year IN 1990", "year IN {1990}"),
      ("year BETWEEN 1990 AND 2000", "year BETWEEN {1990, 2000}"), ("(year > 1990", "(year > 1990)"),
      ("year IN {1990, 1991", "year IN {1990, 1991}"),
      ("lent == YES AND year between 1990 and 2000", "lent == YES AND year between {1990, 2000}"),
    ])
  func replacements(_ text: String, _ wanted: String) throws {
    let found = try issue(text)
    #expect(found.replacement?.applied(to: text) == wanted, "\(found)")
    _ = try BoundQuery<Film>(QueryPredicate(format: QueryFormat(raw: wanted)))
  }

  @Test(
    "Without a certain remedy there is no replacement",
    arguments: [
      "lent == 'maybe'", "year == 'x'", "year LIKE 'x'", "title IN year", "(year > 1990 3",
    ])
  func noReplacement(_ text: String) throws { #expect(try issue(text).replacement == nil) }

  @Test(
    "SQL is recognized, and its condition is shown",
    arguments: [
      ("SELECT genre, AVG(rating) FROM films", "expected a condition alone, found an SQL statement: year > 1990"),
      (
        "select * from films where year > 1990 order by year",
        "expected a condition alone, found an SQL statement: year > 1990"
      ),
      ("DELETE FROM films WHERE year = 3", "expected a condition alone, found an SQL statement: year = 3"),
      ("update films set year = 3", "expected a condition alone, found an SQL statement: year > 1990"),
      (
        "COUNT(*) > 3",
        "write count() for the number of rows in a group, or tags.@count for the number of elements in tags"
      ),
    ])
  func sql(_ text: String, _ hint: String) throws { #expect(try issue(text).hint == hint) }

  @Test("A key that is called as a verb of SQL is no SQL", arguments: ["select == 1 AND", "update > 3 set", "year >"])
  func keys(_ text: String) throws { #expect(try issue(text).hint?.contains("SQL") != true) }

  @Test(
    "The sentence for users fits the mistake",
    arguments: [
      ("year BETWEEN 1990", "A range in the condition needs two bounds."),
      ("ANY year > 3", "The condition uses a single value where a list is needed."),
      ("title == year", "The condition compares values of different types."),
      ("year IN 3", "The condition uses a single value where a list is needed."),
    ])
  func sentences(_ text: String, _ sentence: String) throws { #expect(try issue(text).userMessage == sentence) }

  @Test("The aggregate of a single value has a sentence, too") func aggregates() throws {
    let found = try issue("max(year) > 3")
    #expect(found.userMessage != "The condition compares values of different types.", "\(found.code)")
  }

  /// A record with a value of another type is named by its position, also in the second chunk.
  @Test func elementOfARecord() throws {
    for position in [0, 5, 3_000] {
      var records: [[String: any Sendable]] = Array(repeating: ["year": 1990], count: 4_000)
      records[position]["year"] = "unknown"
      for text in ["year > 1980", "NOT year < 1980 OR year == 3"] {
        let predicate = try QueryPredicate(format: QueryFormat(raw: text))
        let found = try #require(throws: PredicateIssue.self) { try records.filter(predicate) }
        #expect(found.element == position)
        #expect("\(found)".contains("in element \(position)"), "\(found)")
        let lazy = try #require(throws: PredicateIssue.self) { try AnySequence(records).filter(predicate) }
        #expect(lazy.element == position)
      }
    }
    #expect(try issue("title == 3").element == nil)
    #expect(try Self.films.count(where: "year > 1970") == 1)
  }

  /// The place of an issue about a text that is too long is the part after the limit.
  @Test func tooLong() throws {
    let text = String(repeating: "(", count: 100_001)
    let found = try issue(text)
    #expect(found.code == "source-limit" && found.range(in: text).map { text[$0].count } == 1)
  }
}
