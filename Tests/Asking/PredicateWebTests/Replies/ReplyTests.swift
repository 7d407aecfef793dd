import PredicateDatabases
import PredicateDocuments
import PredicateTestSupport
import PredicateValues
import Testing

@testable import PredicateWeb

/// The JSON that the page receives.
@Suite("Replies of the page")
struct ReplyTests {
  private let movies: WebSession

  init() throws { movies = try WebSession(TestedDatabase.demo()) }

  // MARK: Answers

  @Test func rowsComeInWindows() async throws {
    let first = try await movies.ask("answer", "Loan show note sort by id desc")
    #expect(first["more"]?.isTrue == true)
    #expect(first.rows.count == WebLimits.rows)
    let second = try await movies.ask("answer", "Loan show note sort by id desc", offset: WebLimits.rows)
    #expect(second["more"]?.isTrue == false)
    #expect(second.rows.count == 100)
    #expect(second["rows"]?.elements.last?["link"]?.text == "Loan where id == 1")
    #expect(try await movies.ask("count", "Loan show note")["count"]?.number == 300)
  }

  /// The limit and offset of a statement apply to its whole answer, not to each window that the page requests.
  @Test(arguments: [("limit 250 offset 20", 50), ("limit 200", 0), ("limit 3", 0), ("offset 90", 10)])
  func boundsHoldForAllWindows(bounds: String, rest: Int) async throws {
    #expect(try await movies.ask("answer", "Loan \(bounds)", offset: WebLimits.rows).rows.count == rest)
  }

  @Test func aNumberIsTheWholeAnswer() async throws {
    let reply = try await movies.ask("answer", "count Movie where year < 1905")
    #expect(reply["count"]?.number == 2)
    #expect(reply["plural"]?.text == "movies")
  }

  @Test func nilAndReferencesAreCells() async throws {
    let reply = try await movies.ask(
      "answer", "Movie where lent == YES sort by id limit 1 show lentToFriend, rating + nil")
    let cells = reply["rows"]?.elements.first?["cells"]?.elements ?? []
    #expect(cells.first?["text"]?.text != nil)
    #expect(cells.first?["link"]?.text?.hasPrefix("Friend where id == ") == true)
    #expect(cells.count == 2)
  }

  @Test func longTextsAreCut() async throws {
    let session = try WebSession(
      TestedDatabase.make(
        """
        CREATE TABLE t (id INTEGER PRIMARY KEY, s TEXT);
        INSERT INTO t VALUES (1, replace(hex(zeroblob(50000)), '0', 'é'));
        """))
    let cell = try await session.ask("answer", "t").rows[0][1] ?? ""
    #expect(cell.unicodeScalars.count == WebLimits.cellScalars + 1 && cell.hasSuffix("…"))
    let value =
      try await session.ask("object", "", object: "t where id == 1")["values"]?.elements[1]["text"]?.text ?? ""
    #expect(value.unicodeScalars.count == WebLimits.valueScalars + 1)
  }

  // MARK: Statements

  @Test(arguments: [
    ("delete Movie", "read-only"), ("update Movie set lent = YES", "read-only"), ("insert Tag name = 'x'", "read-only"),
    (".tables", "read-only"), (".read /etc/passwd", "read-only"), ("", "no-statement"), ("-- x", "no-statement"),
    ("yaer > 3", "no-entity"), ("Movie where yaer > 3", "unknown-key"),
    (String(repeating: " ", count: 4_001), "source-limit"),
    ("Movie; Movie", "unexpected-clause"),
    // A statement must name its entity.
    ("year > 1990", "no-entity"), ("sort by year", "no-entity"), ("Movi", "unknown-entity"),
    // A change with errors is refused as a change, too.
    ("insert Tag name 'x'", "read-only"), ("update Movie set", "read-only"),
  ])
  func whatIsNoQueryIsRefused(text: String, code: String) async throws {
    for name in ["check", "answer", "count", "facets", "misses"] {
      let codes = try await movies.ask(name, text).codes
      #expect(codes == [code], "\(name)")
    }
    #expect(try await movies.ask("count", "Movie")["count"]?.number == 200)
  }

  @Test(arguments: [
    ("Movie where yaer > 1990", "Movie where year > 1990"),
    ("Movie where é == 1 AND year NOT IN {1}", "Movie where é == 1 AND NOT year IN {1}"),
    // The edit replaces only the wrong name. Other errors are reported next.
    ("Moive where yaer > 1990", "Movie where yaer > 1990"), ("year > 1990", "Movie where year > 1990"),
    ("Movie where no tags", "Movie where tags.@count == 0"), ("how many movies are there", "count Movie"),
    ("how many dogs are there", nil), ("Movie group by genre show cont()", "Movie group by genre show count()"),
    ("Friend where loan.note == 'x'", "Friend where ANY loans.note == 'x'"),
    ("Movi", "Movie"), ("Movie where title == Alien", "Movie where title == \"Alien\""),
    ("Movie where year > '1990'", "Movie where year > 1990"),
    ("Movie where tags == 'classic'", "Movie where ANY tags.name == 'classic'"),
    ("Movie where", nil),
    ("Movie where year === 1990", "Movie where year == 1990"),
    ("Movie where year NOT IN {1990}", "Movie where NOT year IN {1990}"),
    ("SELECT title FROM Movie WHERE year > 1990", "Movie where year > 1990 show title"),
    ("Movie where genre IN ('Noir', 'War')", "Movie where genre IN {'Noir', 'War'}"),
    // One button fixes all words with the same mistake. A fix that leaves another error gets no button.
    ("Movie where genre = Noir and title = Alien", #"Movie where genre = "Noir" and title = "Alien""#),
    ("Movie where year is greater than 1990", "Movie where year > 1990"),
    ("Movie where genre is more than 5", nil), ("Movie group by tags", "Movie group by each tags"),
  ])
  func hintsAreButtons(text: String, mended: String?) async throws {
    let issue = try await movies.ask("check", text)["issues"]?.elements.first
    #expect(issue?["severity"]?.text == "error" && issue?["fixes"]?.elements.first?.text == mended)
  }

  /// The ranges in replies count UTF-16 units, as JavaScript does.
  @Test func placesCountAsScriptsDo() async throws {
    let issue = try await movies.ask("check", "Movie where title == '😀é' AND yaer > 1")["issues"]?.elements.first
    #expect(issue?["from"]?.number == 31)
    #expect(issue?["to"]?.number == 35)
  }

  @Test(arguments: [
    ("Movie where lentTo", "lentToFriend", 12), ("😀 = Mov", nil, nil), ("Mov", "Movie", 0),
    ("Movie where genre == \"Dr", "\"Drama\"", 21),
    ("Movie where year > 1990 so", "sort by", 24),
  ])
  func candidatesFit(text: String, candidate: String?, from: Int?) async throws {
    let reply = try await movies.ask("complete", text)
    let texts = reply["candidates"]?.elements.compactMap { $0["text"]?.text } ?? []
    guard let candidate else { return }
    #expect(texts.contains(candidate))
    #expect(reply["from"]?.number == from)
  }

  /// A statement begins with an entity, so completion proposes no properties and no words of conditions as its first word.
  @Test func theFirstWordIsAnEntity() async throws {
    let texts = try await movies.ask("complete", "t")["candidates"]?.elements.compactMap { $0["text"]?.text } ?? []
    #expect(texts == ["Tag"])
  }

  @Test func thePageProposesNoChanges() async throws {
    let texts = try await movies.ask("complete", "")["candidates"]?.elements.compactMap { $0["text"]?.text } ?? []
    #expect(texts.contains("Movie") && !texts.contains("delete") && !texts.contains("insert"))
  }

  // MARK: Links

  /// Every link of the page is a statement with an answer: headers, rows, values, relationships and facets with their counts.
  @Test(arguments: [nil] + SampleDatabase.allCases.map { Optional($0) })
  func everyLinkHasAnAnswer(sample: SampleDatabase?) async throws {
    let database = try sample.map(TestedDatabase.sample) ?? TestedDatabase.demo()
    let session = WebSession(database)
    for entity in try await session.ask("start", "")["entities"]?.elements ?? [] {
      let name = entity["link"]?.text ?? ""
      let answer = try await session.ask("answer", name)
      #expect(answer.codes == [] && answer["failure"] == nil, "\(name)")
      for column in answer["columns"]?.elements ?? [] {
        let key = try #require(column["sort"]?.text)
        let order = answer["order"]
        let sort = (order?["before"]?.text ?? "") + key + (order?["after"]?.text ?? "")
        let sorted = try await session.ask("answer", sort)
        #expect(sorted.codes == [] && sorted["failure"] == nil, "\(sort)")
        #expect(sorted["columns"]?.elements.contains { $0["sorted"]?.text == "ascending" } == true, "\(sort)")
      }
      for facet in try await session.ask("facets", name)["facets"]?.elements ?? [] {
        for value in facet["values"]?.elements ?? [] {
          let link = value["link"]?.text ?? ""
          let count = try await session.ask("count", link)["count"]?.number
          #expect(count.map { "\($0)" } == value["count"]?.text, "\(link)")
        }
      }
      guard let row = answer["rows"]?.elements.first, let link = row["link"]?.text else { continue }
      let card = try await session.ask("object", name + " where TRUEPREDICATE", object: link)
      #expect(card["missing"] == nil && card["values"]?.elements.isEmpty == false, "\(link)")
      #expect(card["why"]?["holds"]?.isTrue == true)
      let links = card["links"]?.elements ?? []
      #expect(links.count == entity["relationships"]?.elements.count { $0["many"]?.isTrue == true }, "\(link)")
      for each in links {
        let text = each["link"]?.text ?? ""
        #expect(try await session.ask("count", text)["count"]?.number == each["count"]?.number, "\(text)")
      }
      for value in card["values"]?.elements ?? [] {
        guard let link = value["link"]?.text else { continue }
        #expect(try await session.ask("count", link)["count"]?.number == 1, "\(link)")
      }
    }
  }

  @Test(arguments: [
    "Movie group by genre",
    "Movie where year > 1990 OR lent == YES group by genre, lent show lent, count() as n, genre as g",
    "Movie group by lentToFriend show lentToFriend, count()", "Movie group by lentOn.year as y show y, count() as n",
    // Groups by each element of a collection: by values, by objects, by pairs, with keys that are not shown, and with a renamed column.
    "Movie group by each tags.name",
    "Movie where year > 1950 OR lent == YES group by each tags show tags, count() as n",
    "Movie group by each tags as a, each tags as b having a.id < b.id show a.name, b.name, count() as n",
    "Movie group by each tags.name as t, genre show count() as n limit 30",
    "Friend group by each lentMovies.genre show lentMovies.genre, count() as n",
  ])
  func aGroupLeadsToItsMembers(text: String) async throws {
    let answer = try await movies.ask("answer", text)
    let counts = answer["columns"]?.elements.firstIndex { ["count", "n", "count()"].contains($0["name"]?.text) } ?? 0
    #expect(answer.rows.count > 1)
    for row in answer["rows"]?.elements ?? [] {
      let link = try #require(row["link"]?.text)
      let count = try await movies.ask("count", link)["count"]?.number
      #expect(count.map { "\($0)" } == row["cells"]?.elements[counts].text, "\(link)")
    }
  }

  /// Rows that combine several groups, and rows of groups without keys, have no link.
  @Test(arguments: ["Movie group by genre show distinct count() as n", "Movie show count()"])
  func whatIsNoGroupHasNoLink(text: String) async throws {
    let rows = try await movies.ask("answer", text)["rows"]?.elements ?? []
    #expect(!rows.isEmpty && rows.allSatisfy { $0["link"] == nil })
  }

  /// The reply for a chart has more rows than the reply for a table, and marks the columns that are keys.
  @Test func aChartHasMoreRows() async throws {
    let chart = try await movies.ask("chart", "Loan group by lentOn, id show count() as n, id, lentOn")
    #expect(chart.rows.count == 300 && chart["more"]?.isTrue == false)
    #expect(chart["columns"]?.elements.map { $0["key"]?.isTrue } == [false, true, true])
    #expect(chart["columns"]?.elements.map { $0["values"]?.elements.count } == [300, 300, 300])
    let plain = try await movies.ask("answer", "Movie group by genre")
    #expect(plain["columns"]?.elements.map { $0["key"]?.isTrue } == [true, false])
    let derived = try await movies.ask(
      "answer", "Movie group by lentToFriend as f show rank, f.friendName, count() as n sort by n")
    #expect(derived["columns"]?.elements.map { $0["key"]?.isTrue } == [false, true, false])
  }

  @Test func facetsOfABoundedStatementNameTheBounds() async throws {
    let facets = try await movies.ask("facets", "Movie where year > 1900 sort by title limit 5")
    #expect(facets["bounds"]?.text == "limit 5")
    let genre = facets["facets"]?.elements.first { $0["name"]?.text == "genre" }
    let all = try #require(genre?["more"]?.text)
    #expect(try await movies.ask("answer", all).rows.count == 17)
    #expect(try await movies.ask("facets", "Movie")["bounds"] == nil)
  }

  /// All errors of a statement are reported, although a later error is found before an earlier one.
  @Test(arguments: [
    ("Movie where yaer > 3 AND x", ["unknown-key", "unknown-key"]), ("Movie where year > 3 AND x", ["unknown-key"]),
    ("Movie where title > 3 AND year > 2 OR x", ["unknown-key", "families-differ"]),
    ("Movie where yaer > 3 AND lent ==", ["operand-expected", "unknown-key"]),
  ])
  func everyMistakeIsShown(text: String, codes: [String]) async throws {
    #expect(try await movies.ask("check", text).codes == codes)
    #expect(try await movies.ask("answer", text).codes == codes)
  }

  /// A relationship that cannot be grouped by does not prevent the facets of other properties.
  @Test func aPropertyWithoutGroupsLeavesTheOthers() async throws {
    let facets = try await Self.items().ask("facets", "Item")["facets"]?.elements ?? []
    #expect(facets.contains { $0["name"]?.text == "state" })
  }

  // MARK: Objects without an integer key

  /// Items refer to an owner by a text, and to a shelf by two values.
  private static func items() throws -> WebSession {
    try WebSession(
      TestedDatabase.make(
        """
        CREATE TABLE owner (code TEXT PRIMARY KEY NOT NULL, name TEXT) WITHOUT ROWID;
        CREATE TABLE shelf (room TEXT NOT NULL, number INTEGER NOT NULL, PRIMARY KEY (room, number)) WITHOUT ROWID;
        CREATE TABLE item (id INTEGER PRIMARY KEY, owner_code TEXT REFERENCES owner (code), room TEXT, number INTEGER,
          state TEXT, FOREIGN KEY (room, number) REFERENCES shelf (room, number));
        CREATE VIEW new_item AS SELECT id, state FROM item WHERE state = 'new';
        INSERT INTO owner VALUES ('a"n', 'Ann'), ('bo', 'Bob');
        INSERT INTO shelf VALUES ('k', 1), ('k', 2);
        INSERT INTO item VALUES (1, 'a"n', 'k', 2, 'new'), (2, 'bo', NULL, 1, 'new'), (3, NULL, NULL, NULL, 'old');
        """))
  }

  private static func links(_ row: JSONValue?, _ name: String = "cells") -> [String?] {
    row?[name]?.elements.map { $0["link"]?.text } ?? []
  }

  /// A foreign key is a link to its object, in the table and on the card. A column that shows the object is a link, too.
  @Test func keysOfValuesAreLinks() async throws {
    let session = try Self.items()
    let answer = try await session.ask("answer", "Item sort by id")
    let rows = answer["rows"]?.elements ?? []
    let owner = #"Owner where code == "a\"n""#
    #expect(Self.links(rows.first).compactMap(\.self) == [owner, #"Shelf where room == "k" AND number == 2"#])
    #expect(rows.dropFirst().map { Self.links($0).compactMap(\.self).count } == [1, 0])
    let card = try await session.ask("object", "", object: "Item where id == 1")
    #expect(Self.links(card, "values").compactMap(\.self).first == owner)
    #expect(try await session.ask("count", owner)["count"]?.number == 1)
    let shown = try await session.ask("answer", "Item sort by id show owner, shelf limit 1")["rows"]?.elements.first
    #expect(Self.links(shown) == [owner, #"Shelf where room == "k" AND number == 2"#])
  }

  /// The rows of a view cannot be opened. A note gives the reason.
  @Test func rowsWithoutAKeyHaveANote() async throws {
    let session = try Self.items()
    let view = try #require(
      try await session.ask("start", "")["entities"]?.elements.compactMap { $0["link"]?.text }
        .first { $0.lowercased().contains("new") })
    let answer = try await session.ask("answer", view)
    #expect(answer["notes"]?.elements.contains { $0["code"]?.text == "no-key" } == true)
    #expect(try await session.ask("answer", "Item")["notes"]?.elements.isEmpty == true)
  }

  @Test func facetsTakeTheirConditionAway() async throws {
    let facets = try await movies.ask(
      "facets", #"Movie where (year > 1990 OR rating > 8) AND genre == "Drama" sort by title"#)
    let genre = facets["facets"]?.elements.first { $0["name"]?.text == "genre" }
    #expect(genre?["values"]?.elements.count == 1)
    #expect(genre?["values"]?.elements[0]["active"]?.isTrue == true)
    #expect(genre?["values"]?.elements[0]["link"]?.text == "Movie where (year > 1990 OR rating > 8) sort by title")
  }

  // MARK: Columns

  /// The reply contains the statement for headers only once, so its size is linear in the number of columns.
  @Test func manyColumnsHaveHeaders() async throws {
    let columns = Array(repeating: "title", count: 500)
    let reply = try await movies.ask("answer", "Movie show \(columns.joined(separator: ", ")) limit 1")
    #expect(reply["columns"]?.elements.count { $0["sort"]?.text == "title" } == 500)
    #expect(JSONWriter.text(of: reply).utf8.count < 100_000)
    #expect(reply["order"]?["before"]?.text?.hasSuffix("title sort by ") == true)
    #expect(reply["order"]?["after"]?.text == " limit 1")
  }

  /// A column that cannot be sorted by has no sort key. All other columns have one. A column may read a column before it.
  @Test func columnsHaveTheirOwnKeys() async throws {
    let reply = try await movies.ask(
      "answer", "Movie show tags, rating * 2 as double, double + 1 as more, title sort by title desc")
    #expect(reply["columns"]?.elements.map { $0["sort"]?.text } == [nil, "double", "more", ""])
    #expect(reply["columns"]?.elements.map { $0["sorted"]?.text } == [nil, nil, nil, "descending"])
  }

  /// A table shortens long values. The card of a row shows the columns of the statement in full.
  @Test func aCardHasTheColumnsOfTheStatement() async throws {
    let card = try await movies.ask("object", "Friend show friendName, lentMovies", object: "Friend where id == 3")
    #expect(card["values"]?.elements.first?["name"]?.text == "lentMovies")
    #expect(card["values"]?.elements.first?["text"]?.text?.hasPrefix("{") == true)
    // A column that reads other rows has no value for one object.
    let window = try await movies.ask(
      "object", "Movie show running count() sort by title", object: "Movie where id == 3")
    #expect(window["values"]?.elements.first?["name"]?.text == "id")
  }

  /// Notes on extensions are left out, because links and facets contain extensions themselves.
  @Test func extensionsHaveNoNote() async throws {
    #expect(try await movies.ask("answer", "Movie where lentOn.year == 2026")["notes"]?.elements.isEmpty == true)
    #expect(try await movies.ask("check", "Movie where lentToFriend == Friend[3]")["issues"]?.elements.isEmpty == true)
    let why = try await movies.ask("object", "Movie where lentToFriend == Friend[3]", object: "Movie where id == 3")[
      "why"]
    #expect(why?["values"]?.elements.map { $0["name"]?.text } == ["lentToFriend", "Friend[3]"])
  }

  // MARK: Why

  @Test func anObjectSaysWhyItIsNotInTheAnswer() async throws {
    let card = try await movies.ask(
      "object", #"Movie where year > 1990 AND NOT genre == "Drama""#, object: "Movie where id == 64")
    let why = card["why"]
    #expect(why?["holds"]?.isTrue == false)
    #expect(why?["parts"]?.elements.map { $0["holds"]?.isTrue } == [false, true])
    #expect(why?["parts"]?.elements[0]["values"]?.elements[0]["text"]?.text == "1961")
    // A statement about another entity does not explain the object, so the reply has no `why`.
    #expect(try await movies.ask("object", "Friend where id == 1", object: "Movie where id == 64")["why"] == nil)
    #expect(try await movies.ask("object", "", object: "Movie where id == 0")["missing"]?.isTrue == true)
  }

  @Test func nearMissesFailOneCondition() async throws {
    let reply = try await movies.ask("misses", #"Movie where genre == "Noir" AND lent == YES AND year > 1900"#)
    let misses = reply["misses"]?.elements ?? []
    #expect(misses.map { $0["condition"]?.text } == [#"genre == "Noir""#, "lent == YES"])
    for miss in misses {
      let count = try await movies.ask("count", miss["link"]?.text ?? "")["count"]?.number ?? 0
      #expect(miss["count"]?.text == "\(count) movies")
      #expect(miss["examples"]?.elements.isEmpty == false)
    }
    let empty = try await movies.ask("misses", #"Movie where genre == "Dramma""#)
    #expect(empty["findings"]?.elements.first?["text"]?.text?.contains("Drama") == true)
    #expect(empty["findings"]?.elements.first?["link"]?.text == #"Movie where genre == "Drama""#)
    let texts = try await movies.ask("misses", #"Friend where lentMovies.title CONTAINS "e" AND friendName != nil"#)
    #expect(
      texts["findings"]?.elements.first?["link"]?.text
        == #"Friend where ANY lentMovies.title CONTAINS "e" AND friendName != nil"#)
    // For an answer without rows, the misses contain the counts. No note repeats them.
    let none = try await movies.ask("misses", #"Movie where year > 3000 AND lent == YES"#)
    #expect(none["misses"]?.elements.count == 1)
    #expect(none["findings"]?.elements.contains { $0["text"]?.text?.hasPrefix("Without") == true } == false)
    let list = try await movies.ask("misses", "Movie where tags == nil")["findings"]?.elements.first
    #expect(list?["link"]?.text == "Movie where tags.@count == 0")
  }

  // MARK: Other forms

  @Test func formsAreTexts() async throws {
    let forms = try await movies.ask("forms", "Movie where lentOn.year == 2026 sort by title")
    #expect(forms["sql"]?.text?.hasPrefix("SELECT ") == true)
    #expect(forms["plan"]?.text?.contains("movies where") == true)
    #expect(forms["swift"]?.text?.contains("lentOn.year") == true)
    // If a language cannot express the statement, the text is the reason.
    #expect(forms["objc"]?.text?.contains("Apple") == true)
  }

  @Test(arguments: SampleDatabase.allCases)
  func threeStatementsFitTheDatabase(sample: SampleDatabase) async throws {
    let session = try WebSession(TestedDatabase.sample(sample))
    let examples = try await session.ask("start", "")["examples"]?.elements.compactMap(\.text) ?? []
    #expect(examples.count == 3)
    for example in examples {
      #expect(try await session.ask("answer", example).rows.isEmpty == false, "\(example)")
    }
  }

  @Test func anEmptyDatabaseHasAStartPage() async throws {
    let session = try WebSession(TestedDatabase.make("SELECT 1"))
    #expect(try await session.ask("start", "")["entities"]?.elements.isEmpty == true)
    #expect(try await session.ask("answer", "year > 3").codes.isEmpty == false)
    #expect(try await session.ask("complete", "")["candidates"] != nil)
  }
}
