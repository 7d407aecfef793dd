import PredicateDocuments
import PredicateTestSupport
import Testing

@testable import PredicateWeb

/// The page works with objects whose key is not an integer, in tables with and without row numbers, and with keys of several columns.
@Suite("Objects with other keys on the page")
struct ObjectKeyTests {
  private let session: WebSession

  init() throws {
    session = try WebSession(
      TestedDatabase.make(
        #"""
        CREATE TABLE team (code TEXT PRIMARY KEY NOT NULL, name TEXT NOT NULL) WITHOUT ROWID;
        CREATE TABLE person (uid TEXT PRIMARY KEY NOT NULL, name TEXT NOT NULL, team_code TEXT REFERENCES team (code));
        CREATE TABLE part (lot TEXT NOT NULL, number INTEGER NOT NULL, title TEXT NOT NULL, PRIMARY KEY (lot, number))
          WITHOUT ROWID;
        CREATE TABLE move (id INTEGER PRIMARY KEY, lot TEXT, number INTEGER, person_uid TEXT REFERENCES person (uid),
          kind TEXT, note TEXT, FOREIGN KEY (lot, number) REFERENCES part (lot, number));
        INSERT INTO team VALUES ('A&B', 'Tom & Jerry'), ('"q"', 'Quotes'), ('', 'None');
        INSERT INTO person VALUES ('u 1', 'Ann', 'A&B'), ('u"2', 'Bob', 'A&B'), ('u3', 'Cid', '"q"'), ('u4', 'Dan', '"q"'),
          ('u5', 'Eve', ''), ('u6', 'Fay', NULL);
        INSERT INTO part VALUES ('L"0', 1, 'Bolt'), ('L1', 2, 'Nut');
        INSERT INTO move VALUES (1, 'L"0', 1, 'u 1', 'in', 'a'), (2, 'L"0', 1, 'u 1', 'in', 'a'),
          (3, 'L1', 2, 'u"2', 'out', 'b'), (4, 'L1', 2, 'u"2', 'out', 'c'), (5, NULL, 2, NULL, 'out', 'd');
        """#))
  }

  /// The links of facets, groups and cards are statements. Each finds as many objects as the link shows.
  @Test(arguments: [("Person", "team"), ("Move", "person"), ("Move", "part")])
  func everyRelationshipIsACondition(entity: String, relationship: String) async throws {
    let facets = try await session.ask("facets", entity)["facets"]?.elements ?? []
    let facet = try #require(facets.first { $0["name"]?.text == relationship })
    let groups = try await session.ask(
      "answer", "\(entity) group by \(relationship) show \(relationship), count() as n")
    let links = (facet["values"]?.elements ?? []).map { ($0["link"]?.text, $0["count"]?.text) }
    let rows = (groups["rows"]?.elements ?? []).map { ($0["link"]?.text, $0["cells"]?.elements[1].text) }
    #expect(links.count > 1 && rows.count > 1)
    for (link, number) in links + rows {
      let link = try #require(link)
      let count = try await session.ask("count", link)
      #expect(count.codes == [] && count["count"]?.number.map { "\($0)" } == number, "\(link)")
      #expect(!link.contains("CAST"), "\(link)")
    }
  }

  @Test func aKeyIsWrittenAsLinksDo() async throws {
    let facets = try await session.ask("facets", "Move")["facets"]?.elements ?? []
    let links = facets.flatMap { $0["values"]?.elements.compactMap { $0["link"]?.text } ?? [] }
    #expect(links.contains(#"Move where person == Person["u 1"]"#))
    #expect(links.contains(#"Move where part == Part["L\"0", 1]"#))
    // Clicking a value adds a condition, and clicking it again removes that condition.
    let active = try await session.ask("facets", #"Move where part == Part["L\"0", 1]"#)["facets"]?.elements
    let part = active?.first { $0["name"]?.text == "part" }?["values"]?.elements.first
    #expect(part?["active"]?.isTrue == true && part?["link"]?.text == "Move")
  }

  /// A card counts the elements of a relationship whose key has several columns.
  @Test func cardsCountElements() async throws {
    let part = try await session.ask("object", "", object: #"Part where lot == "L\"0" AND number == 1"#)
    #expect(part["links"]?.elements.map { $0["count"]?.number } == [2])
    for link in part["links"]?.elements ?? [] {
      #expect(try await session.ask("count", link["link"]?.text ?? "")["count"]?.number == 2)
    }
  }

  /// A column shows the object's name instead of its foreign key. Row numbers are not shown.
  @Test func objectsShowTheirNames() async throws {
    let people = try await session.ask("answer", "Person sort by uid")
    #expect(people["columns"]?.elements.map { $0["name"]?.text } == ["uid", "name", "team"])
    #expect(people.rows.map { $0[2] }.contains("Tom & Jerry"))
    #expect(people["rows"]?.elements.allSatisfy { $0["link"]?.text?.hasPrefix("Person where uid == ") == true } == true)
    let moves = try await session.ask("answer", "Move sort by id")
    // A foreign key of several columns stays: one of them may be nil.
    #expect(
      moves["columns"]?.elements.map { $0["name"]?.text } == ["id", "lot", "number", "part", "person", "kind", "note"])
    #expect(moves.rows[0] == ["1", #"L"0"#, "1", "Bolt", "Ann", "in", "a"])
    #expect(moves.rows[4] == ["5", nil, "2", nil, nil, "out", "d"])
    let card = try await session.ask("object", "", object: "Person where uid == \"u5\"")
    #expect(card["values"]?.elements.map { $0["name"]?.text } == ["uid", "name", "teamCode", "team"])
    #expect(card["values"]?.elements.last?["text"]?.text == "None")
    #expect(card["values"]?.elements.last?["link"]?.text == #"Team where code == """#)
  }

  /// A header of a relationship sorts by the name of its objects.
  @Test func relationshipsSort() async throws {
    let answer = try await session.ask("answer", "Person")
    let key = try #require(answer["columns"]?.elements.last?["sort"]?.text)
    let sorted = try await session.ask("answer", "Person sort by \(key) desc")
    #expect(sorted.rows.first?[2] == "Tom & Jerry")
  }

  /// Facets whose first values cover the most objects come first.
  @Test func usefulFacetsComeFirst() async throws {
    let session = try WebSession(
      TestedDatabase.make(
        """
        CREATE TABLE song (id INTEGER PRIMARY KEY, composer TEXT, genre TEXT);
        WITH RECURSIVE n(i) AS (SELECT 0 UNION ALL SELECT i + 1 FROM n WHERE i < 99)
          INSERT INTO song SELECT i, 'Composer ' || (i / 2), 'Genre ' || (i % 3) FROM n;
        """))
    let facets = try await session.ask("facets", "Song")["facets"]?.elements.map { $0["name"]?.text }
    #expect(facets == ["genre", "composer"])
  }
}
