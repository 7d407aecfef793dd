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

  /// A button answers what its text asks for. The samples have the names of a music store.
  @Test(arguments: [
    ("Album where no tracks.invoiceLines", ["Album where tracks.invoiceLines.@count == 0"]),
    ("Album where no artist.name", ["Album where artist.name == nil"]),
    ("Artist where no albums.title", ["Artist where NONE albums.title != nil"]),
    ("Album where no track", ["Album where tracks.@count == 0"]), ("Album where no sales", []),
    ("Track without playlists", ["Track where playlists.@count == 0"]),
    ("Album with no tracks", ["Album where tracks.@count == 0"]), ("Album with no sales", []),
    ("Tracks by Queen", []), ("Album by Queen", []),
    ("Customer in Brazil", [#"Customer where country == "Brazil""#, #"Customer where city == "Brazil""#]),
    ("Invoices in 2025", ["Invoice where invoiceDate.year == 2025"]),
    ("distinct Customer country", ["Customer show distinct country"]),
    (
      "Invoice where invoiceDate between 2025-01-01 and 2025-03-01",
      [#"Invoice where invoiceDate BETWEEN {"2025-01-01", "2025-03-01"}"#]
    ),
    ("Invoice where invoiceDate in 2025", ["Invoice where invoiceDate.year == 2025"]),
    ("Track where unitPrice > average(Track.unitPrice)", ["Track where unitPrice > Track.@avg.unitPrice"]),
    (
      "Invoice show invoiceId, sum(invoiceLines.unitPrice * invoiceLines.quantity) as m sort by m desc limit 3",
      [
        "InvoiceLine group by invoice, invoice.invoiceId show invoice.invoiceId, sum(unitPrice * quantity) as m "
          + "sort by m desc limit 3"
      ]
    ),
    (
      "Customer show sum(invoices.invoiceLines.unitPrice * invoices.invoiceLines.quantity)",
      ["InvoiceLine group by invoice.customer show invoice.customer, sum(unitPrice * quantity)"]
    ),
    (
      "Invoice where sum(invoiceLines.unitPrice * invoiceLines.quantity) > 10",
      ["InvoiceLine group by invoice having sum(unitPrice * quantity) > 10 show invoice, sum(unitPrice * quantity)"]
    ),
    (
      #"Invoice where billingCountry == "Germany" show sum(invoiceLines.unitPrice * invoiceLines.quantity)"#,
      [
        #"InvoiceLine where invoice.billingCountry == "Germany" group by invoice show invoice, sum(unitPrice * quantity)"#
      ]
    ),
    (
      "Invoice where ANY invoiceLines.unitPrice * invoiceLines.quantity > 5",
      ["Invoice where SUBQUERY(invoiceLines, $x, $x.unitPrice * $x.quantity > 5).@count > 0"]
    ),
    ("Invoice show invoiceLines.unitPrice * 2", ["InvoiceLine show invoice, unitPrice * 2"]),
    (
      "Playlist show sum(tracks.unitPrice * 2)",
      ["Track group by each playlists show playlists, sum(unitPrice * 2)"]
    ),
    (
      "Genre group by name show name, count(tracks.invoiceLines)",
      [
        "Genre show name, count(tracks.invoiceLines)",
        "Genre group by name show name, count(SUBQUERY(Genre, $o, $o.name == name).tracks.invoiceLines)",
      ]
    ),
  ])
  func buttonsAnswerTheQuestion(text: String, fixes: [String]) async throws {
    let music = try WebSession(TestedDatabase.sample(.musicStore))
    let found = try #require(try await music.ask("check", text)["issues"]?.elements.first)
    #expect(found["fixes"]?.elements.compactMap(\.text) ?? [] == fixes)
    if fixes.isEmpty { #expect(found["hint"]?.text != nil) }
    for fix in fixes { #expect(try await music.ask("answer", fix).codes == []) }
  }

  /// A text column may hold booleans as words.
  @Test func textsMeanBooleans() async throws {
    let orders = try WebSession(TestedDatabase.sample(.orderEntry))
    let no = try await orders.ask("check", "Product where discontinued == NO")["issues"]?.elements.first
    #expect(
      no?["fixes"]?.elements.map(\.text) == [
        #"Product where discontinued IN[c] {"0", "no", "false", "n", "f"}"#, #"Product where discontinued == "NO""#,
      ])
    var counts: [Int?] = []
    for text in ["Product", "Product where discontinued == NO", "Product where discontinued != NO"] {
      let fixes = try await orders.ask("check", text)["issues"]?.elements.first?["fixes"]?.elements
      counts.append(try await orders.ask("count", fixes?.first?.text ?? text)["count"]?.number)
    }
    #expect(counts[0] == (counts[1] ?? 0) + (counts[2] ?? 0) && counts[1] != 0 && counts[2] != 0)
    // A button does not write a text that a person must complete.
    let bare = try await orders.ask("check", "Product where discontinued")["issues"]?.elements.first
    #expect(bare?["hint"]?.text != nil && bare?["fixes"] == nil)
  }

  /// After each button, a statement can be run, or the next mistake has a hint. The texts are mistakes with names of a database.
  @Test(arguments: [nil, SampleDatabase.orderEntry])
  func noButtonLeadsToADeadEnd(sample: SampleDatabase?) async throws {
    let session = WebSession(try sample.map(TestedDatabase.sample) ?? TestedDatabase.demo())
    var buttons = 0
    for entity in (try await session.ask("start", "")["entities"]?.elements ?? []).prefix(4) {
      let name = entity["link"]?.text ?? ""
      let properties = (entity["properties"]?.elements.compactMap(\.text) ?? []).prefix(4)
      let relationships = (entity["relationships"]?.elements.compactMap { $0["name"]?.text } ?? []).prefix(2)
      var texts = properties.flatMap { property in
        [
          "where no \(property)", "where \(property) in 2025", "where \(property) between 2024 and 2025",
          "where \(property) between 2024-01-01 and 2024-05-01", "where \(property) IN {2024-01-01}",
          "where \(property) > average(\(property))", "where \(property) == NO", "where \(property) contains 030",
        ]
      }
      texts += relationships.flatMap { relationship in
        [
          "without \(relationship)", "with no \(relationship)", "where no \(relationship).\(properties[0])",
          "where no \(relationship)", "show sum(\(relationship).\(properties[0]) * 2)", "by \(relationship)",
          "where \(relationship) > 5", "in Bern", "in 2025",
        ]
      }
      for text in texts.map({ "\(name) \($0)" }) {
        for issue in try await session.ask("check", text, cursor: 0)["issues"]?.elements ?? [] {
          for fix in issue["fixes"]?.elements.compactMap(\.text) ?? [] {
            buttons += 1
            let left = try await session.ask("check", fix, cursor: 0)["issues"]?.elements ?? []
            let errors = left.filter { $0["severity"]?.text == "error" }
            #expect(errors.allSatisfy { $0["hint"] != nil || $0["fixes"] != nil }, "\(text): \(fix)")
          }
        }
      }
    }
    #expect(buttons > 20)
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
