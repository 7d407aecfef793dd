import GRDB
import PredicateBinding
import PredicateEngine
import PredicateModel
import PredicateReference
import PredicateSQL
import PredicateSQLite
import Testing

/// BEGINSWITH[c] becomes a range of an index that ignores case, plus a call of the function. SQLite and memory find the same rows for any content of
/// the column.
@Suite struct FoldedPrefixTests {
  /// Texts that are hard for case, marks, widths, bytes outside UTF-8, NUL and the order of bytes.
  static let texts = [
    "'the End'", "'The end'", "'THE'", "'the'", "'th'", "'thf'", "'the' || char(769) || ' x'", "'thé x'",
    "'the' || char(0) || 'x'", "'th' || char(0) || 'e x'", "'t' || char(775) || 'he x'", "'ＴＨＥ x'", "'the　x'",
    "'theß'", "'ſam'", "'Sam'", "'ßam'", "'ss'", "'Kelvin'", "'kelvin'", "'Kelvin'", "'İstanbul'", "'istanbul'", "'ﬁn'",
    "'Fin'", "'ﬆar'", "'Star'", "'[a]*?'", "'[A]*?b'", "'@x'", "'`x'", "'Zed'", "'zed'", "'[zed'", "'{zed'", "''",
    "NULL",
    "CAST(x'746865C3' AS TEXT)", "CAST(x'74686580' AS TEXT)", "CAST(x'7468C2AA65' AS TEXT)",
    "CAST(x'F082AF9468652078' AS TEXT)", "CAST(x'746865F0' AS TEXT)", "'12 x'", "'-1'", "' the'", "'中the'", "'é'",
    "'É'", "'ｔhe'", "'tｈe'", "'THE END OF THE LINES'", "'the end of the lineſ'", "'the end of the lineＳ'",
    "'the endＳ'", "'the end of the lines' || char(769)", "'the e' || char(0) || 'nd'",
  ]
  static let others = ["12", "1.5", "x'746865'", "x'544845'", "-1"]
  private static let needles = [
    "the", "the ", "THE E", "t", "s", "ss", "k", "kel", "i", "is", "f", "fi", "st", "a", "[a]*", "[", "@", "`", "z",
    "Z", "{", "12", "1", "-", " ", " t", "é", "ß", "th\u{301}e", "the\u{301}", "the\0", "zz", "THE",
    "the end of the lines", "the end of the line", "kelvin",
  ]

  private static func database() throws -> PredicateDatabase {
    let queue = try DatabaseQueue()
    try queue.write { database in
      try database.execute(
        sql: """
          CREATE TABLE firm (id INTEGER PRIMARY KEY, title TEXT NOT NULL) STRICT;
          CREATE TABLE loose (id INTEGER PRIMARY KEY, title VARCHAR(9), number STRING CHECK (typeof(number) = 'text'),
            other TEXT COLLATE NOCASE, low TEXT);
          CREATE INDEX loose_other ON loose (other);
          CREATE INDEX loose_low ON loose (lower(low), number);
          CREATE INDEX loose_title ON loose (title COLLATE NOCASE);
          PRAGMA case_sensitive_like = 1;
          """)
      for text in texts where text != "NULL" { try database.execute(sql: "INSERT INTO firm (title) VALUES (\(text))") }
      for text in texts + others {
        let isText = text.contains("'") && !text.hasPrefix("x") && text != "'-1'"
        try database.execute(
          sql:
            "INSERT INTO loose (title, number, other, low) VALUES (\(text), \(isText ? text : "'zz'"), \(text), \(text))"
        )
      }
    }
    return try PredicateDatabase(queue)
  }

  @Test func agreesWithMemory() throws {
    let database = try Self.database()
    let graph = try ObjectGraph(database)
    let evaluator = ReferenceEvaluator()
    for (entity, attribute) in [
      ("Firm", "title"), ("Loose", "title"), ("Loose", "number"), ("Loose", "other"), ("Loose", "low"),
    ] {
      for needle in Self.needles {
        for operation in ["BEGINSWITH[c]", "BEGINSWITH[cd]", "BEGINSWITH[d]", "ENDSWITH[c]", "CONTAINS[c]", "==[c]"] {
          for form in [
            "\(attribute) \(operation) %@", "NOT (\(attribute) \(operation) %@)", "lowercase(\(attribute)) == %@",
            "lowercase(\(attribute)) BEGINSWITH %@",
          ] {
            let predicate = try QueryPredicate(format: QueryFormat(raw: form), needle)
            let bound = try Binder.bind(predicate, to: .entity(entity, database.model))
            let matches = try graph.objects(of: entity).filter { try evaluator.evaluate(bound, object: .object($0)) }
            let found = try database.ids(entity: entity, predicate: predicate)
            #expect(found == matches.compactMap { $0.reference?.key }.sorted(), "\(entity) \(form) \(needle)")
          }
        }
      }
    }
  }

  /// An index that ignores case finds the texts that can be equal without case. The function tests only these texts.
  @Test(arguments: [
    ("title ==[c] 'The'", 4), ("title ==[cd] 'the end of the LINES'", 4), ("other ==[c] 'the'", 4),
    ("low ==[c] 'tHe'", 4), ("low BEGINSWITH[c] 'kelvi'", 3), ("low BEGINSWITH[c] 'The end of the line'", 4),
    ("lowercase(low) BEGINSWITH 'kelvi'", 3), ("lowercase(low) == 'kelvin'", 3), ("lowercase(low) == 'THE'", 0),
    ("lowercase(low) == 'the end of the lines'", 1),
  ])
  func equalTextsAreFoundByTheIndex(format: String, count: Int) throws {
    let database = try Self.database()
    let fetch = EntityFetch("Loose", where: try QueryPredicate(format: QueryFormat(raw: format)))
    #expect(try database.count(fetch) == count)
    let plan = try database.plan(of: database.statement(for: fetch, form: .count).statement)
    #expect(plan.all.contains { $0.words.contains("INDEX loose_") }, "\(format): \(plan)")
    #expect(!plan.all.contains { $0.words.hasPrefix("SCAN") }, "\(format): \(plan)")
    // The rows in the order of their keys use the index too. The exception is a long text: SQLite then reads all rows in the order of their keys,
    // instead of 14 ranges.
    guard !format.lowercased().contains("end of the line") else { return }
    let rows = try database.plan(of: database.statement(for: fetch, form: .rows).statement)
    #expect(!rows.all.contains { $0.words.hasPrefix("SCAN") }, "\(format): \(rows)")
  }

  /// SQLite compares a value by a collation that is stated anywhere inside of it. So inside of a value, BEGINSWITH[c] must not state a collation.
  @Test(arguments: [
    "TERNARY(title BEGINSWITH[c] 'th', title, title) > 'THE'",
    "TERNARY(title BEGINSWITH[c] 'th', title, title) == 'THE'",
    "TERNARY(title BEGINSWITH[c] 'th', title, title) IN {'THE', 'sam'}",
    "TERNARY(title BEGINSWITH[c] 'th', title, title) BETWEEN {'THE', 'the'}",
  ])
  func statesNoCollationInValues(format: String) throws {
    let database = try Self.database()
    let predicate = try QueryPredicate(format: QueryFormat(raw: format))
    let bound = try Binder.bind(predicate, to: .entity("Firm", database.model))
    let evaluator = ReferenceEvaluator()
    let matches = try ObjectGraph(database).objects(of: "Firm").filter {
      try evaluator.evaluate(bound, object: .object($0))
    }
    #expect(!matches.isEmpty)
    #expect(try database.ids(entity: "Firm", predicate: predicate) == matches.compactMap { $0.reference?.key }.sorted())
  }

  @Test func bindsTheRange() throws {
    let database = try Self.database()
    let predicate = try QueryPredicate(format: "title BEGINSWITH[c] 'The '")
    let statement = try database.translator.keys(of: "Firm", where: predicate)
    #expect(
      statement.text.hasSuffix(
        #"WHERE t0."title" COLLATE NOCASE >= ?1 AND (t0."title" COLLATE NOCASE < ?2 OR "#
          + #"predicate_beginsWith(t0."title", ?3, 1))"#))
    // The statement's text is the same for every prefix: the bounds are parameters.
    for (needle, start, end) in [
      ("The ", "the ", "the \u{80}"), ("Tééé", "t", "t"), ("É", "", ""), ("a\0b", "a", "a"), ("1a", "", ""),
    ] {
      let predicate = try QueryPredicate(format: "title BEGINSWITH[c] %@", needle)
      let other = try database.translator.keys(of: "Firm", where: predicate)
      #expect(other.text == statement.text)
      guard case .string(let low) = other.bindings[0], case .string(let high) = other.bindings[1] else {
        Issue.record("no texts are bound for \(needle)")
        continue
      }
      #expect(Array(low.utf8) == Array(start.utf8) && Array(high.utf8) == Array(end.utf8), "\(needle)")
    }
  }
}
