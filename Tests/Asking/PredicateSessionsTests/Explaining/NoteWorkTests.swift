import GRDB
import PredicateDatabases
import PredicateModel
import PredicateSQLite
import PredicateSessions
import PredicateStatements
import Testing

/// The work for notes has a limit: without an index, a note can take longer than the answer.
@Suite struct NoteWorkTests {
  /// Each of 300 shelves has 10 books without an index of the foreign key. Only the last book has no price.
  private static let script = """
    CREATE TABLE shelf (id INTEGER PRIMARY KEY, code TEXT UNIQUE);
    CREATE TABLE book (id INTEGER PRIMARY KEY, price REAL, shelf TEXT REFERENCES shelf (code));
    WITH RECURSIVE n(i) AS (SELECT 1 UNION ALL SELECT i + 1 FROM n WHERE i < 300) INSERT INTO shelf SELECT i, 's' || i FROM n;
    WITH RECURSIVE n(i) AS (SELECT 1 UNION ALL SELECT i + 1 FROM n WHERE i < 3000)
    INSERT INTO book SELECT i, CASE WHEN i < 3000 THEN i END, 's' || ((i - 1) / 10 + 1) FROM n;
    """

  private static func database(_ script: String) throws -> PredicateDatabase {
    let queue = try DatabaseQueue()
    try queue.write { try $0.execute(sql: script) }
    return try PredicateDatabase(queue)
  }

  @Test func notesThatTakeTooLongAreLeftOut() throws {
    let asked = try AskedDatabase(Self.database(Self.script))
    let notes = SurpriseNotes(try asked.bound("count Shelf where books.@avg.price > 2000"), on: asked.source)
    #expect(try notes.all(within: .max - 1).map(\.code) == ["average-of-nil"])
    #expect(try notes.all(within: 1).isEmpty)
    // Later statements have no limit.
    #expect(try asked.count("Shelf where ANY books.price > 2000") == 100)
  }

  @Test func reasonsThatTakeTooLongAreLeftOut() throws {
    let asked = try AskedDatabase(Self.database(Self.script))
    let query = try asked.query("Shelf where ANY books.price > 9000 AND code != 'x'")
    var found: [String] = []
    try EmptyAnswer(query, on: asked.source, variables: [:], elapsed: .zero) { _ in found.append("any") }.explain()
    #expect(!found.isEmpty)
    found = []
    try asked.source.limiting(steps: 1) {
      try EmptyAnswer(query, on: asked.source, variables: [:], elapsed: .zero) { _ in found.append("limited") }
        .explain()
    }
    #expect(found.isEmpty)
  }

  @Test func aStatementEndsWithItsSteps() throws {
    let database = try Self.database(Self.script)
    let fetch = EntityFetch("Book", where: try QueryPredicate(format: "price > 10"))
    #expect(try database.limiting(steps: 1_000_000) { try database.count(fetch) } == 2989)
    func isOver(_ error: any Error) -> Bool { (error as? DatabaseIssue)?.kind == .timedOut }
    #expect {
      _ = try database.limiting(steps: 2_000) { try database.count(fetch) }
    } throws: {
      isOver($0)
    }
    // All statements of the work share the steps.
    #expect {
      try database.limiting(steps: 30_000) { for _ in 1...100 { _ = try database.count(fetch) } }
    } throws: {
      isOver($0)
    }
  }

  /// One statement counts the values of all columns.
  @Test func misfitsOfSeveralColumns() throws {
    let database = try Self.database(
      """
      CREATE TABLE odd (id INTEGER PRIMARY KEY, n INTEGER, x REAL, t TEXT, d DATE, s INTEGER CHECK (typeof(s) = 'integer'));
      INSERT INTO odd VALUES (1, 5, 1.5, 'a', '2024-01-01', 1), (2, 'five', 'x', x'00', '2024-02-01', 2),
        (3, NULL, NULL, NULL, '2024-03-01', 3), (4, x'05', 7, '', 'soon', 4), (5, 6.5, 'y', 7, NULL, 5);
      """)
    let entity = try #require(database.model.entity(named: "Odd"))
    let counts = try database.misfitCounts(of: entity.attributes, in: entity)
    for (attribute, count) in zip(entity.attributes, counts) {
      let isNil = EntityFetch("Odd", where: try QueryPredicate("\(key: attribute.name) == nil"))
      let stored = attribute.name == "id" || attribute.name == "s" ? 0 : 1
      #expect(try count == database.count(isNil) - stored, "\(attribute.name)")
    }
    #expect(counts.map { $0 ?? -1 } == [0, 2, 2, 1, 1, 0])
    #expect(try database.misfitCount(of: entity.attributes[1], in: entity) == 2)
    #expect(try database.misfitCounts(of: [], in: entity).isEmpty)
  }
}
