import PredicateDocuments
import PredicateModel
import PredicateTestSupport
import Testing

@testable import PredicateWeb

/// The JSON of hints, notes and examples for the page.
@Suite("Hints of the page")
struct HintReplyTests {
  private let movies: WebSession

  init() throws { movies = try WebSession(TestedDatabase.demo()) }

  private func issue(_ text: String) async throws -> JSONValue? {
    try await movies.ask("check", text)["issues"]?.elements.first
  }

  /// The text next to a button does not repeat the statement on the button.
  @Test func aHintIsShownOnce() async throws {
    let many = try await issue("Friend where lentMovies.genre != 'Noir'")
    #expect(many?["hint"]?.text == "if none of the values may be equal, or if one different value is enough")
    #expect(
      many?["fixes"]?.elements.map(\.text) == [
        "Friend where NONE lentMovies.genre == 'Noir'", "Friend where ANY lentMovies.genre != 'Noir'",
      ])
    let number = try await issue("Friend where loans > 5")
    #expect(number?["hint"]?.text == "to compare the number of objects")
    #expect(try await issue("Movie show count(*)")?["hint"] == nil)
  }

  /// A button writes what the maker of the hint proposes, and never words of the hint.
  @Test(arguments: [
    ("Movie where movie.year = 1980", "a property must not have its entity before it", ["Movie where year = 1980"]),
    (
      "Movie where genre = Noir and title = Alien", #"a text must be in quotes: "Noir""#,
      [#"Movie where genre = "Noir" and title = "Alien""#]
    ),
    (
      #"Movie where email == "a""#, "email is a property of Friend", [#"Movie where lentToFriend.email == "a""#]
    ),
    ("Movie group by genre show cont()", "the nearest is “count”", ["Movie group by genre show count()"]),
    ("Movie group by tags", "to make one group per element, write group by each tags", ["Movie group by each tags"]),
    ("Moive where year > 1990", "the nearest name is “Movie”", ["Movie where year > 1990"]),
    ("year > 1990", nil, ["Movie where year > 1990"]),
    (
      "count MovieTags", "this table joins two other tables; write the relationship Movie.tags and Tag.movies", []
    ),
    ("DROP TABLE film", "statements change objects, not tables", []),
  ])
  func buttonsWriteProposals(text: String, hint: String?, fixes: [String]) async throws {
    let found = try #require(await issue(text))
    #expect(found["hint"]?.text == hint)
    #expect(found["fixes"]?.elements.compactMap(\.text) ?? [] == fixes)
  }

  /// A page has no commands of the shell, so hints that name one are not shown.
  @Test func noHintNamesACommand() async throws {
    let counts = try WebSession(
      TestedDatabase.make(
        "CREATE TABLE t (id INTEGER PRIMARY KEY, n INTEGER); INSERT INTO t VALUES (1, 'x'), (2, 3);"))
    for text in ["T", "T where n == nil", "T show n", "T where n > 'a'", "T sort by n over (partition by n)"] {
      let reply = try await counts.ask("answer", text)
      for issue in (reply["notes"]?.elements ?? []) + (reply["issues"]?.elements ?? []) {
        #expect(issue["hint"]?.text?.contains(" .") != true, "\(text)")
      }
    }
  }

  /// The two buttons of a hint for `!=`, with NONE and with ANY, are statements with different answers.
  @Test func noneAndAnyDiffer() async throws {
    let fixes = try await issue("Friend where lentMovies.genre != 'Noir'")?["fixes"]?.elements.compactMap(\.text) ?? []
    var counts: [Int?] = []
    for fix in fixes { counts.append(try await movies.ask("count", fix)["count"]?.number) }
    #expect(Set(counts).count == 2)
  }

  /// A word that is being typed is not a mistake yet, if a proposal begins with it.
  @Test(arguments: [
    ("Mov", true), ("Movie wh", true), ("Movie where gen", true), ("Movie where genre ", true),
    ("Movie where loans.@c", true),
    ("Movie sor", true), ("Movie sort ", true), ("Movie sort b", true),
    ("Movie where genre == \"Dra", true), ("Movie where year > 1990 so", true), ("Movie group by genre show cou", true),
    ("Movie where yaer", false),
    ("Movie where yaer ", false), ("Movie where genre == Dramatic", false), ("Movei where", false),
  ])
  func unfinishedWords(text: String, isUnfinished: Bool) async throws {
    let issues = try await movies.ask("check", text)["issues"]?.elements ?? []
    #expect(!issues.isEmpty && issues.allSatisfy { ($0["unfinished"]?.isTrue == true) == isUnfinished }, "\(issues)")
    // With the cursor elsewhere, or in an answer, the word is finished.
    let elsewhere = try await movies.ask("check", text, cursor: 0)["issues"]?.elements ?? []
    #expect(elsewhere.allSatisfy { $0["unfinished"] == nil })
  }

  @Test func aMistakeBeforeTheWordIsOne() async throws {
    let issues = try await movies.ask("check", "Movie where yaer > 3 AND gen")["issues"]?.elements ?? []
    #expect(issues.map { $0["unfinished"]?.isTrue == true }.sorted { !$0 && $1 } == [false, true])
  }

  /// Notes with a button.
  @Test(arguments: [
    ("Movie where title CONTAINS \"the\"", "case-of-letters", "Movie where title CONTAINS[c] \"the\""),
    ("Movie group by genre show avg(rating)", "keys-not-shown", "Movie group by genre show genre, avg(rating)"),
    (
      "Movie group by genre, lentOn.year as y show count() sort by count()", "keys-not-shown",
      "Movie group by genre, lentOn.year as y show genre, y, count() sort by count()"
    ),
    (
      "Movie group by each tags.name show count() as n", "keys-not-shown",
      "Movie group by each tags.name show tags.name, count() as n"
    ),
    ("Loan show returnedOn - lentOn limit 3", "difference-of-dates", "Loan show (returnedOn - lentOn).days limit 3"),
    ("Loan where returnedOn - lentOn > 30", "difference-of-dates", "Loan where (returnedOn - lentOn).days > 30"),
    ("Loan show avg(returnedOn - lentOn)", "difference-of-dates", "Loan show avg((returnedOn - lentOn).days)"),
    ("Movie where title LIKE '%the%'", "percent-pattern", "Movie where title LIKE '*the*'"),
  ])
  func notesHaveButtons(text: String, code: String, mended: String) async throws {
    let answer = try await movies.ask("answer", text)
    let note = try #require(answer["notes"]?.elements.first { $0["code"]?.text == code })
    #expect(note["fixes"]?.elements.first?.text == mended)
    let second = try await movies.ask("answer", mended)
    #expect(second.codes == [] && second["notes"]?.elements.contains { $0["code"]?.text == code } == false)
  }

  @Test(arguments: [
    "Movie where title CONTAINS[c] \"the\"", "Movie where title CONTAINS \"1\"",
    "Movie group by genre show genre, count()",
    "Movie group by genre show distinct count() as n", "Movie show count()", "Movie where lentOn > \"2024-01-01\"",
    "Loan show (returnedOn - lentOn).days limit 3",
  ])
  func otherStatementsHaveNone(text: String) async throws {
    #expect(try await movies.ask("answer", text)["notes"]?.elements.isEmpty == true)
    #expect(try await movies.ask("check", text)["issues"]?.elements.isEmpty == true)
  }

  /// `BETWEEN a AND b` gives one issue, and its AND gives no second one.
  @Test func betweenIsOneMistake() async throws {
    #expect(try await movies.ask("check", "Movie where title BETWEEN 'a' and 'b'").codes == ["between-and"])
  }

  // MARK: Examples

  @Test(arguments: [nil] + SampleDatabase.allCases.map { Optional($0) })
  func everyExampleRuns(sample: SampleDatabase?) async throws {
    let session = WebSession(try sample.map(TestedDatabase.sample) ?? TestedDatabase.demo())
    let lines = try await session.ask("start", "")["how"]?.elements ?? []
    #expect(lines.count > 7)
    for line in lines {
      let statement = try #require(line["statement"]?.text)
      let answer = try await session.ask("answer", statement)
      #expect(answer.codes == [] && answer["failure"] == nil, "\(statement)")
    }
  }

  /// The examples of the start page are about booleans and short texts only.
  @Test func examplesAreShort() async throws {
    let session = try WebSession(
      TestedDatabase.make(
        """
        CREATE TABLE person (id INTEGER PRIMARY KEY, name TEXT NOT NULL, bio TEXT, active BOOLEAN, team TEXT);
        WITH RECURSIVE n(i) AS (SELECT 0 UNION ALL SELECT i + 1 FROM n WHERE i < 39)
          INSERT INTO person SELECT i, 'Person ' || i, printf('%.*c', 300, 'x'), i % 3 > 0, 'Team ' || (i % 4) FROM n;
        UPDATE person SET bio = 'y' || bio WHERE id > 30;
        """))
    let examples = try await session.ask("start", "")["examples"]?.elements.compactMap(\.text) ?? []
    #expect(examples.contains("Person where active == YES sort by name"))
    #expect(examples.allSatisfy { !$0.contains("bio") })
  }

  /// The start page runs one statement for the values of each property.
  @Test func propertiesAreAskedOnce() throws {
    func statements(_ flags: [String]) throws -> Int {
      let columns = flags.map { ", \($0) BOOLEAN" }.joined()
      let database = try TestedDatabase.make(
        """
        CREATE TABLE person (id INTEGER PRIMARY KEY, name TEXT NOT NULL\(columns));
        WITH RECURSIVE n(i) AS (SELECT 0 UNION ALL SELECT i + 1 FROM n WHERE i < 39)
          INSERT INTO person SELECT i, 'Person ' || i\(flags.map { _ in ", i % 3 > 0" }.joined()) FROM n;
        """)
      let counts = StatementCounts()
      let reply = try StatementCounts.$current.withValue(counts) { try WebSession(database).start(database) }
      #expect(reply["examples"]?.elements.compactMap(\.text).contains("Person where a == YES sort by name") == true)
      return counts[.translate]
    }
    #expect(try statements(["a", "b"]) == statements(["a"]) + 1)
  }

  @Test func aNearMissShowsItsValues() async throws {
    let misses = try await movies.ask("misses", #"Movie where genre == "Noir" AND lent == YES AND year > 1900"#)[
      "misses"]
    let values = misses?.elements.first?["examples"]?.elements.first?["values"]?.text ?? ""
    #expect(values.hasPrefix("genre = ") && values.contains("lent = YES") && values.contains("year = "))
  }
}
