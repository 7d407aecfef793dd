import PredicateDatabaseSuite
import PredicateFetching
import PredicateModel
import PredicateSQLite
import PredicateTestSupport
import Testing

/// Memory and SQL agree over tables of unusual shapes: see ``OddDatabase``.
@Suite struct OddShapesTests {
  static let subjects = [("UTF-8", false), ("UTF-16le", false), ("UTF-8", true)].map { encoding, isTrusted in
    Result { try AgreementSubject(OddDatabase.open(encoding: encoding, trusted: isTrusted)) }
  }

  @Test(arguments: subjects.indices)
  func randomPredicates(subject: Int) throws {
    let subject = try Self.subjects[subject].get()
    try AgreementTests.checkRandom(
      RandomRun(rounds: 150), in: subject, AgreementGenerator.shapes(of: subject.database.model))
  }

  @Test(arguments: subjects.indices)
  func widePredicates(subject: Int) throws {
    let subject = try Self.subjects[subject].get()
    try AgreementTests.checkWide(
      RandomRun(rounds: 150), in: subject, AgreementGenerator.shapes(of: subject.database.model))
  }

  private static let keyed = Result {
    try ScriptDatabase.subject(
      """
      CREATE TABLE customer (code TEXT PRIMARY KEY, name TEXT, chief TEXT REFERENCES customer (code));
      INSERT INTO customer VALUES ('ALFKI', 'Alfred', NULL), ('BONAP', 'Bon', 'ALFKI'), ('CACTU', 'Cactus', NULL);
      CREATE TABLE line (order_id INTEGER, product INTEGER, n INTEGER, customer TEXT REFERENCES customer (code),
        PRIMARY KEY (order_id, product));
      INSERT INTO line VALUES (10248, 11, 5, 'ALFKI'), (10248, 42, 6, 'BONAP'), (10249, 11, 7, NULL);
      CREATE TABLE note (text TEXT);
      INSERT INTO note (rowid, text) VALUES (5, 'a'), (9, 'b');
      CREATE TABLE word (term TEXT PRIMARY KEY, n INTEGER) WITHOUT ROWID;
      INSERT INTO word VALUES ('a', 1), ('b', 2);
      CREATE VIEW report AS SELECT 1 AS one;
      """)
  }

  @Test(
    "Objects by their keys",
    arguments: [
      ("Customer", "SELF == Customer['ALFKI']", [1] as [Int64]), ("Customer", "chief == Customer['ALFKI']", [2]),
      ("Customer", "chief == Customer['NONE']", []), ("Customer", "chief != Customer['NONE']", [1, 2, 3]),
      ("Customer", "Customer['NONE'] == chief", []), ("Customer", "Customer['NONE'] == nil", [1, 2, 3]),
      ("Customer", "name > Customer['ALFKI'].name", [2, 3]), ("Line", "customer == Customer['BONAP']", [2]),
      ("Line", "customer IN {Customer['BONAP'], Customer['NONE']}", [2]), ("Line", "SELF == Line[10248, 42]", [2]),
      ("Line", "n > Line[10248, 11].n", [2, 3]), ("Line", "Line[10248, 12] == nil", [1, 2, 3]),
      ("Line", "Line[orderId, 11].n == n", [1, 3]), ("Line", "Line[{10249, 11}].n == n", [3]),
      ("Line", "customer.chief == Customer['ALFKI']", [2]), ("Note", "SELF == Note[9]", [9]),
      ("Note", "SELF IN {Note[5], Note[6]}", [5]), ("Note", "Note[FIRST].text == text", [5]),
      ("Customer", "ANY lines == Line[10248, 42]", [2]), ("Line", "Word['b'].n < n", [1, 2, 3]),
    ])
  func objectsByKey(entity: String, format: String, expected: [Int64]) throws {
    let subject = try Self.keyed.get()
    let fetch = EntityFetch(entity, where: try QueryPredicate(format: QueryFormat(raw: format)))
    #expect(try subject.database.keys(fetch) == expected)
    #expect(try GraphFetch(subject.graph).rows(fetch, variables: [:]).rows.count == expected.count)
  }

  @Test func rowsWithoutNumbersHaveKeys() throws {
    let database = try Self.keyed.get().database
    for (format, count) in [("SELF == Word['b']", 1), ("n > Word['a'].n", 1), ("SELF == Word['c']", 0)] {
      #expect(
        try database.count(EntityFetch("Word", where: QueryPredicate(format: QueryFormat(raw: format)))) == count,
        "\(format)")
    }
  }

  @Test(
    "Values that are not keys",
    arguments: [
      ("Line[1] == nil", "1", "Line[3, 7]"), ("Line[1, 2, 3] == nil", "", "Line[3, 7]"),
      ("Line['x', 2] == nil", "'x'", "Line[3, 7]"), ("SELF == Customer[3]", "3", "Customer[\"text\"]"),
      ("Note['a'] == nil", "'a'", "Note[3]"), ("Report[1] == nil", "Report[1]", "Report[FIRST]"),
      ("Note[name] == nil", "name", "Note[3]"),
    ])
  func noKeys(format: String, words: String, hint: String) throws {
    let model = try Self.keyed.get().database.model
    let issue = try #require(throws: PredicateIssue.self) {
      try BoundFetch(EntityFetch("Customer", where: QueryPredicate(format: QueryFormat(raw: format))), model: model)
    }
    #expect(issue.code == "object-key" && issue.kind == .type, "\(issue)")
    #expect(issue.hint?.contains(hint) == true, "\(issue)")
    let found = issue.range.map {
      String(decoding: Array(format.utf8)[Int($0.lowerBound)..<Int($0.upperBound)], as: UTF8.self)
    }
    #expect(words.isEmpty || words.contains(found ?? ""), "\(found ?? "")")
  }

  private static let mixed = Result {
    try ScriptDatabase.subject(
      """
      CREATE TABLE user (id INTEGER PRIMARY KEY, t2 ANY, u INTEGER REFERENCES user (id)) STRICT;
      INSERT INTO user VALUES (1, 7, NULL), (2, 1, 1), (3, 'a', 1), (4, x'01', 1), (5, 'b', 2), (6, 2, 2), (7, 3, 6), (8, 4, 6), (9, NULL, 6);
      CREATE INDEX user_by_u ON user (u);
      """)
  }

  @Test(
    "An object of a relationship that decides hides no error of another one",
    arguments: [
      ("ALL usersByU.t2 <= 6", "id == 1", true), ("ALL u.usersByU.t2 <= 6", "id IN {2, 3, 4}", true),
      ("ANY usersByU.t2 == 1", "id == 1", false), ("ANY usersByU.t2 > 0", "id == 2", true),
      ("NONE usersByU.t2 > 100", "id == 2", true), ("1 IN usersByU.t2", "id == 1", false),
      ("SUBQUERY(usersByU, $x, $x.t2 < 9).@count > 0", "id == 2", true),
      ("SUBQUERY(usersByU, $x, $x.t2 < 9).@count == 0", "id == 2", true),
      ("ANY usersByU.t2 > 3", "id == 6", false),
      ("ALL usersByU.t2 <= 6", "id == 6", false), ("ANY usersByU.t2 == nil", "id == 6", false),
      ("ANY usersByU.t2 > 0", "id == 9", false), ("ALL usersByU.t2 > 0", "id == 9", false),
    ])
  func elementsOfMixedFamilies(format: String, rows: String, fails: Bool) throws {
    let subject = try Self.mixed.get()
    let predicate = try QueryPredicate(format: "\(raw: rows) AND \(raw: format)")
    for seed: UInt64 in 0...4 {
      #expect(subject.reordered(seed: seed).compare(predicate, "User", [:]).difference == nil, "seed \(seed)")
    }
    let fetch = EntityFetch("User", where: predicate)
    let found = try? subject.database.keys(fetch)
    #expect((found == nil) == fails)
    if fails {
      let issue = #expect(throws: PredicateIssue.self) { try subject.database.keys(fetch) }
      #expect(issue?.kind == .type)
    }
  }
}
