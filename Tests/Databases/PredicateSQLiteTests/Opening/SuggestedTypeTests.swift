import PredicateModel
import PredicateSQLite
import PredicateTestSupport
import PredicateValues
import Testing

/// Columns of texts and numbers that hold dates or booleans: the suggested types, and the meaning of the values after retyping.
@Suite struct SuggestedTypeTests {
  private static let script = """
    CREATE TABLE orders (id INTEGER PRIMARY KEY, customer_id INTEGER REFERENCES customers (id), ordered_at TEXT NOT NULL,
      shipped_on TEXT, status TEXT, is_paid TEXT, newsletter INTEGER, created_ms INTEGER, updated_at INTEGER, quantity INTEGER,
      day TEXT, starts_at TEXT);
    INSERT INTO orders VALUES
      (1, 1, '2025-01-31 10:00:00', '2025-02-01', 'open', 'true', 0, 1738317600000, 1738317600, 0, 'Monday', '10:30'),
      (2, 1, '2025-06-30T12:00:00Z', '', 'paid', 'false', 1, 1751284800000, 1751284800, 2, 'Friday', '11:00'),
      (3, 2, '2024-12-31', NULL, 'open', 'TRUE', 1, NULL, 1735603200, 1, 'Friday', NULL);
    CREATE TABLE customers (id INTEGER PRIMARY KEY, name TEXT, since TEXT) STRICT;
    INSERT INTO customers VALUES (1, 'Ann', '2020-02-29'), (2, 'Bob', 'yesterday');
    """

  private static func subject(_ types: [(String, QueryType)]) throws -> AgreementSubject {
    var database = try ScriptDatabase.open(script)
    for (attribute, type) in types { database = try database.retyped(attribute, of: "Order", to: type) }
    return try AgreementSubject(database)
  }

  @Test func whatIsOffered() throws {
    let database = try ScriptDatabase.open(Self.script)
    let offered = database.suggestions.map { "\($0.entity).\($0.attribute) \($0.type)" }
    #expect(
      offered == [
        "Order.orderedAt date", "Order.shippedOn date", "Order.isPaid boolean", "Order.newsletter boolean",
        "Order.createdMs date", "Order.updatedAt date",
      ])
    // A suggestion does not change how values are read.
    #expect(database.model.entity(named: "Order")?.attribute(named: "orderedAt")?.type == .string)
    let retyped = try database.retyped("orderedAt", of: "Order", to: .date)
    #expect(!retyped.suggestions.contains { $0.attribute == "orderedAt" })
    #expect(retyped.suggestions.count == database.suggestions.count - 1)
  }

  /// Types are suggested by a column's values, whatever its name is. A date is suggested even if one of ten texts is not a date.
  @Test func offersByValues() throws {
    let dates = (1...9).map { "(\($0), '2024-01-0\($0)', '2024-01-0\($0)', 'Y', 'N', '\($0)', 'Y', '2024-01-0\($0)')" }
    let database = try ScriptDatabase.open(
      """
      CREATE TABLE invoice (id INTEGER PRIMARY KEY, issued TEXT, due TEXT, favourite TEXT, sure TEXT, code TEXT, same TEXT,
        day TEXT REFERENCES days);
      CREATE TABLE days (day TEXT PRIMARY KEY);
      INSERT INTO invoice VALUES \(dates.joined(separator: ", ")), (10, 'n/a', '2024-02-01', 'N', 'maybe', '10', 'Y', NULL);
      CREATE VIEW open AS SELECT * FROM invoice;
      """)
    #expect(database.suggestions.isEmpty)
    let offered = try database.suggestionsByValues().map { "\($0.entity).\($0.attribute) \($0.type)" }
    #expect(offered == ["Invoice.issued date", "Invoice.due date", "Invoice.favourite boolean"])
    let retyped = try database.retyped("due", of: "Invoice", to: .date)
    #expect(try retyped.suggestionsByValues().count == 2)
    let orders = try ScriptDatabase.open(Self.script)
    #expect(try orders.suggestionsByValues() == orders.suggestions)
  }

  /// Names decide where numbers have several meanings: codes that happen to be 0 and 1, and seconds since 1970 or 2001.
  @Test func namesDecideBetweenMeanings() throws {
    let database = try ScriptDatabase.open(
      """
      CREATE TABLE trip (id INTEGER PRIMARY KEY, direction_id INTEGER, stopType INTEGER, wheelchair INTEGER, made_date INTEGER,
        start INTEGER, on_hand INTEGER, heat_at_noon REAL);
      INSERT INTO trip VALUES (1, 0, 1, 0, 700000000, 700000000, -5, -3.5), (2, 1, 0, 1, 700100000, 700100000, 20, 20.0);
      """)
    #expect(database.suggestions.map { "\($0.attribute) \($0.type)" } == ["wheelchair boolean", "madeDate date"])
  }

  /// A date that is part of the key keeps its rows apart after retyping.
  @Test func offersPartsOfKeys() throws {
    let database = try ScriptDatabase.open(
      """
      CREATE TABLE exception (service TEXT, date INTEGER, kind INTEGER, PRIMARY KEY (service, date));
      INSERT INTO exception VALUES ('a', 20261201, 1), ('a', 20261224, 2), ('b', 20261224, 1);
      CREATE TABLE holiday (date INTEGER PRIMARY KEY, name TEXT);
      INSERT INTO holiday VALUES (20261225, 'Christmas');
      """)
    #expect(database.suggestions.map { "\($0.entity).\($0.attribute)" } == ["Exception.date"])
    let retyped = try database.retyped("date", of: "Exception", to: .date)
    let onThatDay = try QueryPredicate(format: "date == CAST('2026-12-24', 'NSDate')")
    #expect(try retyped.count(EntityFetch("Exception", where: onThatDay)) == 2)
    #expect(try retyped.fetch(EntityFetch("Exception", where: onThatDay)).rows.count == 2)
  }

  /// Ticks since the year 1 are a reading of nanoseconds only where both are dates of one century.
  @Test func ticksAreNoRivalOfFarNumbers() throws {
    func rival(_ numbers: [Int64]) throws -> AttributeStorage? {
      let rows = numbers.enumerated().map { "(\($0), \($1))" }.joined(separator: ", ")
      let database = try ScriptDatabase.open(
        "CREATE TABLE message (id INTEGER PRIMARY KEY, sent INTEGER); INSERT INTO message VALUES \(rows)")
      return try database.evidence("sent", of: "Message", as: .date, storedAs: nil)?.other?.storage
    }
    #expect(try rival([600_000_000_000_000_000, 680_000_000_000_000_000, 760_000_000_000_000_000]) == nil)
    #expect(try rival([637_000_000_000_000_000, 638_000_000_000_000_000]) == .ticksSince0001)
  }

  @Test(arguments: [
    ("orderedAt > CAST('2025-01-01', 'NSDate')", [1, 2] as [Int64]), ("orderedAt < now() - 30 * 86400", [1, 2, 3]),
    ("orderedAt > now()", []), ("orderedAt.year == 2024", [3]), ("shippedOn == nil", [2, 3]),
    ("shippedOn - orderedAt < 86400", [1]), ("isPaid == YES", [1, 3]), ("NOT (isPaid == YES)", [2]),
    ("newsletter == NO", [1]), ("createdMs == updatedAt", [1, 2]), ("updatedAt.year == 2024", [3]),
    ("createdMs > orderedAt OR status == 'open'", [1, 3]),
  ])
  func memoryAndSQLAgree(format: String, expected: [Int64]) throws {
    let subject = try Self.subject([
      ("orderedAt", .date), ("shippedOn", .date), ("isPaid", .boolean), ("newsletter", .boolean), ("createdMs", .date),
      ("updatedAt", .date),
    ])
    #expect(try subject.ids(format, "Order") == expected)
    try AgreementTests.check("NOT (\(format))", "Order", in: subject)
  }

  /// A model file stores the changed types of attributes and opens the database with them. For an attribute whose type was changed twice, the latest
  /// type applies.
  @Test func typesAreKeptInAModelFile() throws {
    let plain = try ScriptDatabase.open(Self.script)
    #expect(try plain.modelFileText() == nil)
    let database = try plain.retyped("orderedAt", of: "Order", to: .date).retyped("quantity", of: "Order", to: .boolean)
      .retyped("quantity", of: "Order", to: .decimal)
    let text = try #require(try database.modelFileText())
    guard case .changes(let changes) = try ModelFile(jsonText: text) else {
      Issue.record("no changes: \(text)")
      return
    }
    #expect(changes.entities.count == 1 && changes.entities.first?.attributes.count == 2)
    let model = try changes.applied(to: plain.model)
    #expect(model.entity(named: "Order")?.attribute(named: "orderedAt")?.storage == .iso8601Text)
    #expect(model.entity(named: "Order")?.attribute(named: "quantity")?.type == .decimal)
    #expect(try ModelFile(jsonText: text).text() == text)
  }

  @Test func whatCannotBe() throws {
    let database = try ScriptDatabase.open(Self.script)
    #expect(throws: DatabaseIssue.self) { try database.retyped("orderedOn", of: "Order", to: .date) }
    #expect(throws: DatabaseIssue.self) {
      try database.retyped("orderedAt", of: "Order", to: .date, storedAs: .integer)
    }
  }
}
