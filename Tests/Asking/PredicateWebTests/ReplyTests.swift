import PredicateDatabases
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

  /// The bounds of a statement hold for all windows together.
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
    ("yaer > 3", "unknown-key"), ("Movi", "unknown-entity"), (String(repeating: " ", count: 4_001), "source-limit"),
    ("Movie; Movie", "unexpected-clause"),
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
    ("é == 1 AND year NOT IN {1}", "é == 1 AND NOT year IN {1}"),
    ("Movi", "Movie"), ("Movie where title == Alien", "Movie where title == \"Alien\""),
    ("Movie where year > '1990'", "Movie where year > 1990"), ("Movie where tags == 'classic'", nil),
    ("Movie where", nil),
    ("Movie where year === 1990", "Movie where year == 1990"),
    ("Movie where year NOT IN {1990}", "Movie where NOT year IN {1990}"),
    ("SELECT title FROM Movie WHERE year > 1990", "Movie where year > 1990 show title"),
  ])
  func hintsAreButtons(text: String, mended: String?) async throws {
    let issue = try await movies.ask("check", text)["issues"]?.elements.first
    #expect(issue?["severity"]?.text == "error" && issue?["fix"]?.text == mended)
  }

  /// Places are those of scripts, which count in UTF-16.
  @Test func placesCountAsScriptsDo() async throws {
    let issue = try await movies.ask("check", "title == '😀é' AND yaer > 1")["issues"]?.elements.first
    #expect(issue?["from"]?.number == 19)
    #expect(issue?["to"]?.number == 23)
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

  @Test func thePageProposesNoChanges() async throws {
    let texts = try await movies.ask("complete", "")["candidates"]?.elements.compactMap { $0["text"]?.text } ?? []
    #expect(texts.contains("Movie") && !texts.contains("delete") && !texts.contains("insert"))
  }

  // MARK: Links

  /// Every link of the page is a statement that has an answer: headers, rows, values, relationships with their counts, facets with theirs.
  @Test(arguments: [nil] + SampleDatabase.allCases.map { Optional($0) })
  func everyLinkHasAnAnswer(sample: SampleDatabase?) async throws {
    let database = try sample.map(TestedDatabase.sample) ?? TestedDatabase.demo()
    let session = WebSession(database)
    for entity in try await session.ask("start", "")["entities"]?.elements ?? [] {
      let name = entity["link"]?.text ?? ""
      let answer = try await session.ask("answer", name)
      #expect(answer.codes == [] && answer["failure"] == nil, "\(name)")
      for column in answer["columns"]?.elements ?? [] {
        let sort = try #require(column["sort"]?.text)
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

  @Test func facetsTakeTheirConditionAway() async throws {
    let facets = try await movies.ask(
      "facets", #"Movie where (year > 1990 OR rating > 8) AND genre == "Drama" sort by title"#)
    let genre = facets["facets"]?.elements.first { $0["name"]?.text == "genre" }
    #expect(genre?["values"]?.elements.count == 1)
    #expect(genre?["values"]?.elements[0]["active"]?.isTrue == true)
    #expect(genre?["values"]?.elements[0]["link"]?.text == "Movie where (year > 1990 OR rating > 8) sort by title")
  }

  // MARK: Why

  @Test func anObjectSaysWhyItIsNotInTheAnswer() async throws {
    let card = try await movies.ask("object", #"year > 1990 AND NOT genre == "Drama""#, object: "Movie where id == 64")
    let why = card["why"]
    #expect(why?["holds"]?.isTrue == false)
    #expect(why?["parts"]?.elements.map { $0["holds"]?.isTrue } == [false, true])
    #expect(why?["parts"]?.elements[0]["values"]?.elements[0]["text"]?.text == "1961")
    // A statement about other objects explains nothing.
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
    #expect(empty["findings"]?.elements.first?.text?.contains("Drama") == true)
  }

  // MARK: Other forms

  @Test func formsAreTexts() async throws {
    let forms = try await movies.ask("forms", "Movie where lentOn.year == 2026 sort by title")
    #expect(forms["sql"]?.text?.hasPrefix("SELECT ") == true)
    #expect(forms["plan"]?.text?.contains("movies where") == true)
    #expect(forms["swift"]?.text?.contains("lentOn.year") == true)
    // A form that cannot express the statement gives the reason.
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
