import PredicateDatabases
import PredicateFetching
import PredicateModel
import PredicateSyntax
import PredicateValues
import Testing

@testable import PredicateSQL
@testable import PredicateSQLite

/// The first rows in the order of texts without regard to case, found by an index that ignores the case of ASCII letters.
@Suite struct FirstTextTests {
  /// Some texts that are given, and after them 12,000 ASCII texts with many repetitions.
  private static func subject(_ texts: [String], rows: Int = 12_000) throws -> AgreementSubject {
    let values = texts.map { "(\($0), \($0), \($0))" }.joined(separator: ", ")
    return try ScriptDatabase.subject(
      """
      CREATE TABLE task (id INTEGER PRIMARY KEY, title TEXT, city TEXT COLLATE NOCASE, code VARCHAR(9));
      \(texts.isEmpty ? "" : "INSERT INTO task (title, city, code) VALUES \(values);")
      WITH RECURSIVE n(i) AS (SELECT 1 UNION ALL SELECT i + 1 FROM n WHERE i < \(rows))
      INSERT INTO task SELECT i * 7919 % 99991 + 1000, CASE WHEN i % 3 THEN 'The ' ELSE 'the ' END || (i * 31 % 997),
        CASE WHEN i % 2 THEN 'zed' ELSE 'Zed' END || (i % 7), 'Y' || i FROM n;
      CREATE INDEX task_title ON task (title COLLATE NOCASE); CREATE INDEX task_city ON task (city, id);
      CREATE INDEX task_code ON task (code);
      """)
  }

  private static func fetch(
    _ key: String, _ options: StringOptions, isAscending: Bool = true, limit: Int, offset: Int = 0
  ) throws -> EntityFetch {
    EntityFetch(
      "Task",
      sortedBy: [
        QuerySortKey(try QueryExpression(format: QueryFormat(raw: key)), isAscending: isAscending, options: options)
      ], limit: limit, offset: offset)
  }

  private static func usesIndex(_ fetch: EntityFetch, _ database: PredicateDatabase) throws -> Bool {
    try database.prepare(BoundFetch(fetch, model: database.model), as: .keys).statement?.text.contains("json_each(")
      == true
  }

  @Test func firstTextsAreTheSameWithoutTheIndex() throws {
    let odd = FoldedPrefixTests.texts + FoldedPrefixTests.others
    for texts in [odd, Array(odd.reversed()), ["'ﬀ'", "'ÿ'", "'😀'", "CAST(x'FFFF' AS TEXT)", "'a' || char(769)"], []] {
      let subject = try Self.subject(texts)
      let plain = subject.database.rewriting(by: .sqlite.subtracting(.indexEnds))
      for key in ["title", "city"] {
        for options: StringOptions in [.caseInsensitive, [.caseInsensitive, .diacriticInsensitive]] {
          for (limit, offset) in [(1, 0), (5, 0), (5, 9), (17, 0), (30, 2), (40, 30), (90, 10), (800, 200)] {
            let fetch = try Self.fetch(key, options, limit: limit, offset: offset)
            #expect(try Self.usesIndex(fetch, subject.database))
            #expect(
              try subject.database.keys(fetch) == plain.keys(fetch),
              "\(key) \(options) \(limit) \(offset) \(texts.count)")
          }
        }
      }
    }
  }

  @Test func firstTextsAreThoseOfMemory() throws {
    let subject = try Self.subject(FoldedPrefixTests.texts)
    for key in ["title", "city"] {
      let fetch = try Self.fetch(key, .caseInsensitive, limit: 60)
      #expect(try subject.rows(fetch) == GraphFetch(subject.graph).rows(fetch).rows.map { "\($0)" }, "\(key)")
    }
  }

  /// The index is not used in descending order, where `e` with an accent comes before `z`; without the option `c`; with a large limit; or if the
  /// index distinguishes case.
  @Test func otherOrdersStay() throws {
    let database = try Self.subject(["'e' || char(769)", "'f'"]).database
    #expect(try !Self.usesIndex(Self.fetch("title", .caseInsensitive, isAscending: false, limit: 5), database))
    #expect(try !Self.usesIndex(Self.fetch("title", .diacriticInsensitive, limit: 5), database))
    #expect(try !Self.usesIndex(Self.fetch("title", .caseInsensitive, limit: 1_001), database))
    #expect(try !Self.usesIndex(Self.fetch("code", .caseInsensitive, limit: 5), database))
  }

  /// No step of the plan reads all rows.
  @Test func nothingIsScanned() throws {
    let database = try Self.subject(FoldedPrefixTests.texts).database
    for key in ["title", "city"] {
      let fetch = try BoundFetch(Self.fetch(key, .caseInsensitive, limit: 5), model: database.model)
      let statement = try #require(try database.prepare(fetch, as: .rows).statement)
      let words = try database.plan(of: statement).all.map(\.words)
      #expect(!words.contains { $0.contains("reads all of task") || $0.hasPrefix("SCAN task") }, "\(key): \(words)")
    }
  }
}
