import Foundation
import PredicateEngine
import PredicateReference
import PredicateSyntax
import PredicateValues
import Testing

@Suite("Explanations")
struct ExplanationTests {
  struct Studio: Sendable {
    var name = "Ealing"
  }

  final class Person: QueryableProperties, Sendable {
    let name: String
    init(_ name: String) { self.name = name }

    static let queryProperties: [QueryProperty<Person>] = [.storedFields]
  }

  struct Declared: QueryableProperties {
    var year = 1955
    static let queryProperties: [QueryProperty<Declared>] = [QueryProperty("year") { $0.year }]
  }

  struct Movie: Sendable {
    var title = "The Ladykillers"
    var year = 1955
    var genre: String? = "Comedy"
    var tags: Set<String> = ["classic"]
    var studio: Studio? = Studio()
    var director = Person("Mackendrick")
  }

  @Test("Each part shows whether it holds, and whether it decides")
  func verdicts() throws {
    let text = "year > 1990 AND (genre == 'Noir' OR ANY tags == 'classic')"
    let why = try QueryPredicate(format: QueryFormat(raw: text)).explanation(with: Movie())
    #expect(why.kind == .and && why.holds == false && why.decides)
    #expect(why.range == 0..<text.utf8.count)
    #expect(why.parts.map(\.holds) == [false, true])
    #expect(why.parts.map(\.decides) == [true, false])
    #expect(why.parts[0].values == [Explanation.Value(text: "year", value: .integer(1955))])
    #expect(why.parts[0].range == 0..<11)
    #expect(why.parts[1].parts.map(\.holds) == [false, true])
    #expect(why.parts[1].parts.map(\.decides) == [false, false])
  }

  @Test("A boolean has the word that people type")
  func words() throws {
    struct Loan { var isOpen = true }
    let why = try QueryPredicate("isOpen == YES").explanation(with: Loan())
    #expect(why.text == "isOpen == YES")
    #expect(why.values == [Explanation.Value(text: "isOpen", value: .boolean(true))])
  }

  @Test(
    "A part decides if its result makes that of the whole",
    arguments: [
      ("year == 1955 AND genre == 'Comedy'", [true, true]),
      ("year == 1955 AND genre == 'Noir'", [false, true]),
      ("year == 1955 OR genre == 'Noir'", [true, false]),
      ("year == 1 OR genre == 'Noir'", [true, true]),
      ("NOT (year == 1955 AND genre == 'Noir')", [true]),
    ])
  func deciding(format: String, decides: [Bool]) throws {
    #expect(
      try QueryPredicate(format: QueryFormat(raw: format)).explanation(with: Movie()).parts.map(\.decides) == decides)
  }

  @Test("NOT inverts which conditions decide")
  func negation() throws {
    let why = try QueryPredicate(format: "NOT (year == 1955 OR genre == 'Noir')").explanation(with: Movie())
    #expect(why.holds == false)
    #expect(why.parts[0].holds == true && why.parts[0].decides)
    #expect(why.parts[0].parts.map(\.decides) == [true, false])
  }

  @Test("Values are those of paths and of computed expressions; objects are left out")
  func values() throws {
    let why = try QueryPredicate(
      format: "year + 10 > 1960 AND studio != nil AND director == director AND lowercase(studio.name) == 'ealing'"
    ).explanation(with: Movie())
    #expect(why.holds == true)
    #expect(
      why.parts[0].values == [
        Explanation.Value(text: "year + 10", value: .integer(1965)),
        Explanation.Value(text: "year", value: .integer(1955)),
      ])
    #expect(why.parts[1].values.isEmpty && why.parts[2].values.isEmpty)
    #expect(
      why.parts[3].values == [
        Explanation.Value(text: "lowercase:(studio.name)", value: .string("ealing")),
        Explanation.Value(text: "studio.name", value: .string("Ealing")),
      ])
  }

  @Test("A part that fails has the reason; a predicate that does not fit the type is refused")
  func failures() throws {
    let record: [String: Any] = ["level": "high", "size": 3]
    let why = try QueryPredicate(format: "level > 2 AND size == 3").explanation(with: record)
    #expect(why.holds == nil && why.parts[0].holds == nil && why.parts[0].decides)
    #expect(why.parts[0].failure?.code == "families-differ")
    #expect(why.parts[1].holds == true && !why.parts[1].decides)
    // For a type with a property table, unknown names are found before any value is read, on every platform.
    #expect(throws: PredicateIssue.self) {
      try QueryPredicate(format: "yaer > 1990 AND year > 1").explanation(with: Declared())
    }
  }

  @Test("For a sum the whole and the paths are shown, not every part")
  func sums() throws {
    let format = (0..<40).map { _ in "year" }.joined(separator: " + ") + " > 5"
    let why = try QueryPredicate(format: QueryFormat(raw: format)).explanation(with: Movie())
    #expect(why.values.count == 2)
  }

  @Test(
    "Explanations are encoded and decoded",
    arguments: [
      "year > 1990 AND NOT genre == 'Noir' AND TRUEPREDICATE", "tags.@count == 2 OR tags CONTAINS 'x'",
      "studio.name == nil OR CAST(year, 'NSDate') < now()",
    ])
  func coding(format: String) throws {
    let why = try QueryPredicate(format: QueryFormat(raw: format)).explanation(with: Movie())
    let data = try JSONEncoder().encode(why)
    #expect(try JSONDecoder().decode(Explanation.self, from: data) == why)
  }

  @Test("Every type of value is encoded")
  func codingValues() throws {
    let record: [String: QueryValue] = [
      "v": .dictionary(
        QueryDictionary([
          ("null", .null), ("boolean", .boolean(true)), ("double", .double(0.1)), ("whole", .double(2)),
          ("decimal", .decimal(QueryDecimal("0.10")!)), ("date", .date(785_077_800.25)), ("data", .data([0, 255])),
          ("set", .set([.integer(1), .string("a\u{301}")])),
          ("row", .reference(ObjectReference(entity: "Movie", key: 3))),
          ("url", .url("https://example.com/a")),
          ("uuid", .uuid(try #require(QueryUUID("1B4E28BA-2FA1-11D2-883F-0016D3CCA427")))),
        ]))
    ]
    let why = try QueryPredicate(format: "v == nil").explanation(with: record)
    #expect(why.parts.isEmpty && why.values.count == 1)
    let data = try JSONEncoder().encode(why)
    #expect(try JSONDecoder().decode(Explanation.self, from: data) == why)
    let bad = #"{"text":"v","value":"year > "}"#
    #expect(throws: DecodingError.self) { try JSONDecoder().decode(Explanation.Value.self, from: Data(bad.utf8)) }
  }

  @Test("Counts show how many elements each condition excludes, and how many it excludes alone")
  func counts() throws {
    let movies = [
      Movie(), Movie(year: 1999), Movie(year: 1999, genre: "Noir"), Movie(year: 2001, genre: "Noir"),
      Movie(genre: "Noir"),
    ]
    let counts = try movies.partCounts(of: "year > 1990 AND (genre == 'Noir' OR year == \(2001))")
    #expect(counts.holds == 2 && counts.fails == 3 && counts.failures == 0 && counts.decidesAlone == 3)
    #expect(counts.parts.map(\.holds) == [3, 3])
    #expect(counts.parts.map(\.fails) == [2, 2])
    #expect(counts.parts.map(\.decidesAlone) == [1, 1])
    #expect(counts.parts[1].parts.map(\.decidesAlone) == [0, 0])
    let records: [[String: Any]] = [["b": 3, "c": "x"], ["b": 3, "c": 1]]
    let some = try records.partCounts(of: "b == 2 AND c > 0")
    #expect(some.parts.map(\.decidesAlone) == [1, 0] && some.parts[1].failures == 1)
    #expect(try [Movie]().partCounts(of: "year > 1").holds == 0)
  }
}
