import GRDB
import PredicateSQLite
import PredicateSessions
import PredicateStatements
import Testing

@Suite("Answers without rows")
struct EmptyAnswerTests {
  private static func opened(_ sql: String) throws -> AskedDatabase {
    let queue = try DatabaseQueue()
    try queue.write { try $0.execute(sql: sql) }
    return try AskedDatabase(PredicateDatabase(name: "shop", queue: queue))
  }

  /// The notes that explain why the constants of a query find no rows.
  private static func notes(on statement: String, of asked: AskedDatabase) throws -> [String] {
    var notes: [String] = []
    let query = try asked.query(statement)
    try EmptyAnswer(query, on: asked.source, variables: [:], elapsed: .zero) { finding in
      if let text = finding.text { notes.append(text) }
    }.explainConstants()
    return notes
  }

  /// The intended text is found although it comes after thousands of others.
  @Test func allTextsAreLookedThrough() throws {
    let shop = try Self.opened(
      """
      CREATE TABLE customer (id INTEGER PRIMARY KEY, name TEXT);
      WITH RECURSIVE n(i) AS (SELECT 1 UNION ALL SELECT i + 1 FROM n WHERE i < 5000)
      INSERT INTO customer SELECT i, 'Customer ' || i || ' Smith' FROM n;
      INSERT INTO customer VALUES (9999, 'Zoë O’Neil');
      """)
    #expect(try shop.count("Customer where name == \"customer 4990 smith\"") == 0)
    #expect(
      try Self.notes(on: "Customer where name == \"customer 4990 smith\"", of: shop) == [
        "No object has name \"customer 4990 smith\". Similar values are \"Customer 4990 Smith\""
      ])
    let accents = try Self.notes(on: "count Customer where name == \"Zoe O'Neil\"", of: shop)
    #expect(accents.contains { $0.contains("Similar values are \"Zoë O’Neil\"") })
    let found = try Self.notes(on: "Customer where name == \"Customer 4990 Smith\" AND id < 0", of: shop)
    #expect(!found.contains { $0.contains("Similar values") })
  }

  @Test func manyTextsThatContainAText() throws {
    let notes = try Self.notes(on: "Friend where loans.movie.title CONTAINS \"M\"", of: AskedDatabase())
    let sentence = "ANY loans.movie.title CONTAINS \"M\" searches inside each text, and finds 11 friends."
    #expect(notes.contains { $0.contains(sentence) }, "\(notes)")
  }

  @Test("Numbers and dates have a least and a greatest value")
  func ranges() throws {
    let shop = try Self.opened(
      """
      CREATE TABLE invoice (id INTEGER PRIMARY KEY, paid_on DATE, total REAL);
      INSERT INTO invoice VALUES (1, '2021-01-01', 0.99), (2, '2025-12-22', 25.86);
      """)
    #expect(
      try Self.notes(on: "Invoice where paidOn > '2030-01-01'", of: shop) == [
        "paidOn has values from 2021-01-01 to 2025-12-22."
      ])
    #expect(try Self.notes(on: "Invoice where total > 100", of: shop) == ["total has values from 0.99 to 25.86."])
  }

  /// A to-many relationship is never nil, so comparing it with nil gets a note.
  @Test func listsThatAreComparedWithNil() throws {
    let shop = try Self.opened(
      """
      CREATE TABLE shelf (id INTEGER PRIMARY KEY, name TEXT);
      CREATE TABLE book (id INTEGER PRIMARY KEY, title TEXT, shelf_id INTEGER REFERENCES shelf (id));
      INSERT INTO shelf VALUES (1, 'Left'), (2, 'Right'), (3, 'Top');
      INSERT INTO book VALUES (1, 'Emma', 1);
      """)
    #expect(
      try Self.notes(on: "Shelf where books == nil AND id > 0", of: shop) == [
        "books is a list, which is never nil: books.@count == 0 finds 2 shelves."
      ])
    #expect(try Self.notes(on: "Shelf where books.@count == 0 AND books != nil", of: shop).isEmpty)
  }

  /// AND stops at the first condition that is false, so the error of a later condition does not occur. Explaining the empty answer must not cause
  /// that error either.
  @Test(arguments: ["id < 0 AND \"x\" MATCHES name", "name == \"zzz\" AND \"x\" MATCHES name"])
  func guardedErrors(condition: String) throws {
    let shop = try Self.opened(
      "CREATE TABLE customer (id INTEGER PRIMARY KEY, name TEXT); INSERT INTO customer VALUES (1, '*wrong'), (2, 'b')")
    #expect(try shop.count("Customer where \(condition)") == 0)
    _ = try Self.notes(on: "Customer where \(condition)", of: shop)
    let query = try shop.query("Customer where \(condition)")
    try EmptyAnswer(query, on: shop.source, variables: [:], elapsed: .zero) { _ in }.explain()
    var told: [String] = []
    try EmptyAnswer(query, on: shop.source, variables: [:]) { told += $0.text.map { [$0] } ?? [] }.explain()
    #expect(told.first?.hasPrefix("It is not known how many objects meet each single condition: ") == true, "\(told)")
  }

  @Test func comparisonsArePrintedAsTheyAreWritten() throws {
    let asked = try AskedDatabase()
    var conditions: [String] = []
    try EmptyAnswer(try asked.query("lent == YES AND year>3000"), on: asked.source, variables: [:]) { finding in
      if case .counts(let counts) = finding { conditions += counts.map(\.condition) }
    }.explain()
    #expect(conditions == ["lent == YES", "year>3000"])
  }
}
