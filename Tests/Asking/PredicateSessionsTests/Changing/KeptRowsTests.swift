import GRDB
import PredicateDatabases
import PredicateModel
import PredicateObjects
import PredicateSQLite
import PredicateStatements
import PredicateSyntax
import PredicateValues
import Testing

@testable import PredicateSessions

/// Statements that change many rows directly have the same results as statements that change the rows as objects.
@Suite struct KeptRowsTests {
  private static let tables = """
    CREATE TABLE shop (id INTEGER PRIMARY KEY, name TEXT);
    CREATE TABLE sale (id INTEGER PRIMARY KEY, shop_id INTEGER REFERENCES shop (id), quantity INTEGER, price REAL, note TEXT, paid BOOLEAN,
      total REAL GENERATED ALWAYS AS (quantity * price));
    INSERT INTO shop VALUES (1, 'A'), (2, 'B');
    WITH RECURSIVE n(i) AS (SELECT 1 UNION ALL SELECT i + 1 FROM n WHERE i < 300)
    INSERT INTO sale SELECT i * 3, i % 2 + 1, CASE WHEN i % 10 THEN i % 7 END, i / 4.0, 'note ' || i, i % 3 = 0 FROM n;
    """

  private static func history(_ more: String = "") throws -> (ChangeHistory, DatabaseQueue) {
    let queue = try DatabaseQueue(configuration: PredicateDatabase.defaultConfiguration)
    try queue.write { try $0.execute(sql: tables + more) }
    return (ChangeHistory(try ObjectContext(PredicateDatabase(name: "sales", queue: queue))), queue)
  }

  private func run(
    _ text: String, _ history: ChangeHistory, atLeast least: Int = 10, agrees: Bool = true
  ) throws -> ChangePreview? {
    let trees = StatementParser(model: history.context.database.model, currentEntity: nil).parseSequence(text)
    guard case .change(let change)? = try trees.first?.get() else { return nil }
    var run = ChangeRun([change], variables: [:])
    run.leastKeptRows = least
    var shown: ChangePreview?
    _ = try run.run(on: history) {
      shown = $0
      return agrees
    }
    return shown
  }

  private static let rows =
    "SELECT group_concat(id || '|' || ifnull(shop_id, '-') || '|' || ifnull(quote(quantity), '-') "
    + "|| '|' || ifnull(quote(price), '-') || '|' || ifnull(note, '-') || '|' || ifnull(paid, '-'), ';') FROM (SELECT * FROM sale ORDER BY id)"

  /// The computed column is left out, because an object shows its new value only after a save.
  private static let firstRows = "Sale sort by note limit 3 show id, quantity, price, note, paid, shop"

  private func rows(_ queue: DatabaseQueue) throws -> String? {
    try queue.read { try String.fetchOne($0, sql: Self.rows) }
  }

  private func answer(_ text: String, _ history: ChangeHistory) throws -> String {
    let base = history.context.database
    let answers: any QueryBackend = history.areUnsaved ? ChangedAnswers(base, history) : base
    let trees = StatementParser(model: base.model, currentEntity: nil).parseSequence(text)
    guard case .query(let query)? = try trees.first?.get() else { return "" }
    let bound = try BoundStatement(query, model: answers.model, variables: [:])
    return "\(try PreparedStatement(bound, on: answers).answer().table.rows)"
  }

  @Test(arguments: [
    "update Sale set quantity = quantity + 1",
    "update Sale set quantity = quantity * 2, price = quantity where id > 300",
    "update Sale set price = price / 2 where shop.name == 'A'", "update Sale set note = note + '!' where paid == YES",
    "update Sale set paid = NO, quantity = 3", "update Sale set note = shop.name", "update Sale set price = quantity",
    "delete Sale", "delete Sale where quantity > 3", "delete Sale where shop.name == 'B'", "update Sale set shopId = 1",
    "update Sale set shop = Shop[1]",
  ])
  func sameAsObjects(text: String) throws {
    let (history, queue) = try Self.history()
    let (other, otherQueue) = try Self.history()
    let before = try rows(queue)
    let preview = try run(text, history)
    let expected = try run(text, other, atLeast: .max)
    #expect(history.hasPendingRows && !other.hasPendingRows)
    #expect(preview?.lines == expected?.lines && preview?.objectCount == expected?.objectCount)
    #expect(history.unsavedText == other.unsavedText && history.areUnsaved)
    // Answers include the unsaved changes, which the file does not contain.
    for query in ["Sale group by quantity show quantity, count(), sum(price)", Self.firstRows] {
      #expect(try answer(query, history) == answer(query, other))
    }
    #expect(try rows(queue) == before)
    try history.save()
    try other.save()
    #expect(try rows(queue) == rows(otherQueue))
    #expect(!history.areUnsaved)
    let after = try rows(queue)
    #expect(history.undo() == other.undo())
    #expect(history.unsavedText == other.unsavedText)
    #expect(try answer(Self.firstRows, history) == answer(Self.firstRows, other))
    try history.save()
    #expect(try rows(queue) == before)
    #expect(history.redo() != nil && history.areUnsaved)
    try history.save()
    #expect(try rows(queue) == after)
    // Undone before the save.
    #expect(history.undo() != nil && history.redo() != nil && !history.areUnsaved)
  }

  @Test(arguments: [
    ("update Sale set quantity = quantity + 1", "UPDATE sale SET quantity = 9223372036854775807 WHERE id = 30;"),
    ("update Sale set quantity = quantity + 1", "UPDATE sale SET quantity = 'many' WHERE id IN (30, 33);"),
    ("update Sale set price = quantity", "UPDATE sale SET quantity = 'many' WHERE id IN (30, 33);"),
    ("update Sale set quantity = 6 / quantity where quantity >= 0", ""),
    (
      "delete Shop",
      "WITH RECURSIVE n(i) AS (SELECT 3 UNION ALL SELECT i + 1 FROM n WHERE i < 300) INSERT INTO shop SELECT i, i FROM n;"
    ),
    ("update Sale set quantity = 1", "CREATE TRIGGER t AFTER UPDATE ON sale BEGIN SELECT 1; END;"),
    ("update Sale set quantity = 1.5", ""),
  ])
  func needsObjects(text: String, more: String) throws {
    let (history, _) = try Self.history(more)
    let (other, _) = try Self.history(more)
    var messages: [String] = []
    for (history, least) in [(history, 10), (other, Int.max)] {
      do { messages.append("\(String(describing: try run(text, history, atLeast: least)?.lines))") } catch {
        messages.append("\(error)")
      }
    }
    #expect(!history.hasPendingRows)
    #expect(messages[0] == messages[1])
  }

  /// Rows with a required relationship to objects with a text key are changed directly, without loading objects.
  @Test func requiredKeysOfTexts() throws {
    let tables = """
      CREATE TABLE owner (iban TEXT PRIMARY KEY, name TEXT); CREATE TABLE payee (id BLOB PRIMARY KEY, name TEXT);
      CREATE TABLE entry (id INTEGER PRIMARY KEY, owner TEXT NOT NULL REFERENCES owner (iban), payee BLOB REFERENCES payee (id),
        cents INTEGER NOT NULL, memo TEXT, amount REAL AS (cents / 100.0) STORED);
      INSERT INTO owner VALUES ('AT1', 'A'), ('AT2', 'B'); INSERT INTO payee VALUES (x'01', 'P');
      WITH RECURSIVE n(i) AS (SELECT 1 UNION ALL SELECT i + 1 FROM n WHERE i < 300)
      INSERT INTO entry (id, owner, payee, cents, memo) SELECT i, 'AT' || (i % 2 + 1), CASE WHEN i % 3 THEN x'01' END, i - 150, 'm' FROM n;
      """
    let text = "update Entry set memo = 'x' where cents < 0"
    let (history, queue) = try Self.history(tables)
    let (other, otherQueue) = try Self.history(tables)
    _ = try run(text, history)
    _ = try run(text, other, atLeast: .max)
    #expect(history.hasPendingRows && !other.hasPendingRows)
    try history.save()
    try other.save()
    let all = "SELECT group_concat(id || memo || amount) FROM (SELECT * FROM entry ORDER BY id)"
    let found = try [queue, otherQueue].map { try $0.read { try String.fetchOne($0, sql: all) } }
    #expect(found[0] == found[1] && found[0]?.contains("149x-0.01") == true)
  }

  /// Dates in an integer column remain integers, in memory and in SQL.
  @Test(arguments: [10, Int.max])
  func wholeNumbersOfDates(least: Int) throws {
    let tables = """
      CREATE TABLE event (id INTEGER PRIMARY KEY, at DATETIME, seen DATETIME, day DATE);
      WITH RECURSIVE n(i) AS (SELECT 1 UNION ALL SELECT i + 1 FROM n WHERE i < 300)
      INSERT INTO event SELECT i, 1690000000000 + i, 1690000000 + i / 4.0, NULL FROM n;
      """
    let (history, queue) = try Self.history(tables)
    _ = try run(
      "update Event set at = '2024-05-01T10:00:00.0006', seen = '2024-05-01T10:00:00.25', day = '2024-05-01'", history,
      atLeast: least)
    #expect(history.hasPendingRows == (least == 10))
    try history.save()
    let all = "SELECT DISTINCT at || ' ' || typeof(at) || ' ' || seen || ' ' || typeof(seen) || ' ' || day FROM event"
    #expect(
      try queue.read { try String.fetchAll($0, sql: all) } == [
        "1714557600001 integer 1714557600.25 real 2024-05-01"
      ])
    // The objects have the same values as their rows, so a second change is not a conflict.
    _ = try run("update Event set at = at + 1.25", history, atLeast: .max)
    try history.save()
    #expect(try queue.read { try Int.fetchOne($0, sql: "SELECT max(at) FROM event") } == 1_714_557_601_251)
  }

  /// A value of the wrong type reads as nil. A statement that computes a new value from it is refused, because the original value would be lost.
  @Test(arguments: [10, Int.max])
  func valuesOfAnotherType(least: Int) throws {
    let more = "UPDATE sale SET quantity = 'many' WHERE id IN (30, 33); UPDATE sale SET quantity = x'00' WHERE id = 36;"
    let (history, queue) = try Self.history(more)
    let before = try rows(queue)
    for (text, message) in [
      ("update Sale set quantity = quantity + 1", "so quantity would become nil"),
      ("update Sale set price = quantity * 2 where id > 10", "so price would become nil"),
      ("update Sale set price = quantity + id where id > 10", "so price would become nil"),
      ("update Sale set quantity = coalesce(quantity, 0)", "so quantity would become 0"),
      ("update Sale set price = TERNARY(quantity > 3, 1.5, 2.5) where id > 10", "so price would become 2.5"),
    ] {
      let issue = #expect(throws: PredicateIssue.self) { try run(text, history, atLeast: least) }
      #expect(issue?.code == "change-unreadable" && issue?.kind == .domain)
      #expect(
        issue?.message == "3 values of quantity are not of type integer, such as \"many\" of Sale[30], \(message)")
      #expect(
        issue?.hint
          == "to exclude objects without such a value, write where quantity != nil. To see the values, write .type Sale.quantity any"
      )
    }
    #expect(try rows(queue) == before && !history.areUnsaved)
    for text in [
      "update Sale set quantity = quantity + 1 where quantity != nil",
      "update Sale set quantity = coalesce(quantity, 0) where NOT id IN {30, 33, 36}",
      "update Sale set price = nil", "update Sale set quantity = nil where id == 30",
    ] {
      _ = try run(text, history, atLeast: least)
      try history.save()
    }
    let left = try queue.read {
      try Int.fetchOne($0, sql: "SELECT count(*) FROM sale WHERE typeof(quantity) <> 'integer' OR price IS NOT NULL")
    }
    #expect(left == 3)
  }

  /// `now()` writes only the day into a column of days, and a time without a fraction into a column of whole seconds.
  @Test(arguments: [10, Int.max])
  func presentMoment(least: Int) throws {
    let tables = """
      CREATE TABLE event (id INTEGER PRIMARY KEY, day DATE, ended DATE, at DATETIME, noted DATE);
      WITH RECURSIVE n(i) AS (SELECT 1 UNION ALL SELECT i + 1 FROM n WHERE i < 300)
      INSERT INTO event SELECT i, '2024-01-02', NULL, '2024-01-02 05:00:00', CASE WHEN i % 9 THEN '2024-01-02' ELSE 'n/a' END FROM n;
      """
    let (history, queue) = try Self.history(tables)
    _ = try run(
      "update Event set day = now(), ended = now(), at = now(), noted = '2030-01-01' where id != 7", history,
      atLeast: least)
    #expect(history.hasPendingRows == (least == 10))
    try history.save()
    _ = try run("insert Event day = now() - 60, ended = now(), at = now() + 0.5", history)
    _ = try run("update Event set day = '2024-03-01 10:00' where id == 7", history)
    try history.save()
    let all =
      "SELECT DISTINCT length(day) || ' ' || length(ended) || ' ' || length(at) || ' ' || ifnull(noted, '') FROM event WHERE id != 7"
    #expect(try queue.read { try String.fetchAll($0, sql: all) } == ["10 10 19 2030-01-01", "10 10 19 "])
    // A time that is written is kept.
    #expect(
      try queue.read { try String.fetchOne($0, sql: "SELECT day FROM event WHERE id = 7") } == "2024-03-01 10:00:00")
  }

  @Test func othersFollow() throws {
    let (history, queue) = try Self.history()
    _ = try run("update Sale set quantity = 5", history)
    _ = try run("update Sale set quantity = quantity + 1", history)
    #expect(!history.hasPendingRows && history.unsavedSteps.map(\.isUndone) == [false, false])
    try history.save()
    #expect(try queue.read { try Int.fetchOne($0, sql: "SELECT sum(quantity) FROM sale") } == 1_800)
    _ = try run("delete Sale", history)
    try history.save()
    #expect(history.undo() == "delete Sale")
    // After the direct change, earlier steps cannot be undone before the save.
    #expect(history.undo() == nil && history.obstacle(toUndoing: true) != nil)
    #expect(throws: PredicateIssue.self) { try run("update Sale set quantity = 1", history) }
    try history.save()
    #expect(history.undo() == "update Sale set quantity = quantity + 1" && history.undo() != nil)
    try history.save()
    #expect(try queue.read { try Int.fetchOne($0, sql: "SELECT count(quantity) FROM sale") } == 270)
  }

  @Test func declinedOrIdle() throws {
    let (history, queue) = try Self.history()
    let before = try rows(queue)
    _ = try run("delete Sale", history, agrees: false)
    #expect(!history.areUnsaved && history.undo() == nil)
    #expect(
      try run("update Sale set quantity = quantity", history)?.lines == [
        "Does not change quantity of 300 sales: the values are the same as before."
      ])
    #expect(!history.areUnsaved && history.undo() == "update Sale set quantity = quantity")
    _ = try run("delete Sale", history)
    history.revert()
    #expect(!history.areUnsaved)
    #expect(try rows(queue) == before)
  }

  /// Saving reports a conflict if rows have changed since the statement.
  @Test func conflicts() throws {
    for text in ["update Sale set quantity = 5", "delete Sale"] {
      let (history, queue) = try Self.history()
      _ = try run(text, history)
      try queue.write { try $0.execute(sql: "UPDATE sale SET quantity = 77 WHERE id = 30") }
      let failure = #expect(throws: SaveFailure.self) { try history.save() }
      #expect(failure?.problems.map(\.kind) == [.conflict] && failure?.problems.first?.object.reference.key == 30)
      #expect(history.areUnsaved && history.undo() == text)
    }
    let (history, queue) = try Self.history()
    _ = try run("update Sale set quantity = 5", history)
    try history.save()
    try queue.write {
      try $0.execute(sql: "UPDATE sale SET note = 'x' WHERE id = 3; UPDATE sale SET quantity = 77 WHERE id = 30")
    }
    #expect(history.undo() != nil)
    #expect(throws: SaveFailure.self) { try history.save() }
  }

  /// Loaded objects show the new values of their rows.
  @Test func loadedObjects() throws {
    let (history, _) = try Self.history()
    let objects = try history.context.objects(EntityFetch("Sale"))
    let shop = try #require(try objects[0].object(of: "shop"))
    _ = try run("update Sale set quantity = 5", history)
    try history.save()
    #expect(try objects.allSatisfy { try $0.value(of: "quantity").equals(.integer(5)) })
    _ = try run("delete Sale where shop.id == \(shop.id.reference.key)", history)
    try history.save()
    #expect(try shop.objects(of: "sales").isEmpty)
    #expect(history.undo() != nil)
    try history.save()
    #expect(try shop.objects(of: "sales").count == 150)
    #expect(try objects[0].value(of: "quantity").equals(.integer(5)))
  }
}
