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

/// Statements that change many rows directly write values and references in the same storage formats as changes of objects.
@Suite struct KeptFormsTests {
  /// A database with the same rows twice: for a statement that changes rows directly, and for one that changes objects.
  private static func database(
    _ storage: AttributeStorage, _ more: String = ""
  ) throws -> (ChangeHistory, DatabaseQueue) {
    let queue = try DatabaseQueue(configuration: PredicateDatabase.defaultConfiguration)
    try queue.write { database in
      try database.execute(
        sql: """
          CREATE TABLE shop (id INTEGER PRIMARY KEY, name TEXT);
          INSERT INTO shop VALUES (1, 'A'), (2, 'B'), (3, 'C');
          CREATE TABLE visit (id INTEGER PRIMARY KEY, value, other DATETIME, shop_id INTEGER REFERENCES shop (id), quantity INTEGER NOT NULL);
          """)
      for key in 1...40 {
        let value = storage.stored(value(key, of: storage)) ?? .null
        let other = AttributeStorage.iso8601Text.stored(.date(Double(key) * 86_400))
        try database.execute(
          sql: "INSERT INTO visit VALUES (?, \(literal(value)), \(literal(other ?? .null)), ?, ?)",
          arguments: [key, key % 3 + 1, key])
      }
      try database.execute(
        sql: "UPDATE visit SET quantity = 'none', value = 'odd', other = 'soon' WHERE id % 10 = 0; "
          + "UPDATE visit SET shop_id = NULL WHERE id % 7 = 0; \(more)")
    }
    let database = try PredicateDatabase(name: "visits", queue: queue)
      .retyped("value", of: "Visit", to: type(of: storage), storedAs: storage)
    return (ChangeHistory(try ObjectContext(database)), queue)
  }

  private static func type(of storage: AttributeStorage) -> QueryType {
    switch storage {
    case .booleanWords: .boolean
    case .uuidText, .uuidBytes: .uuid
    default: .date
    }
  }

  private static func value(_ key: Int, of storage: AttributeStorage) -> QueryValue {
    switch type(of: storage) {
    case .boolean: .boolean(key % 2 == 0)
    case .uuid: AttributeStorage.uuidBytes.value(of: .blob(Array(repeating: UInt8(key), count: 16)), as: .uuid)
    default: .date(storage == .basicISO8601Number ? Double(key + 1) * 86_400 : Double(key) * 3_600)
    }
  }

  private static func literal(_ value: StoredValue) -> String {
    switch value {
    case .null: "NULL"
    case .integer(let number): "\(number)"
    case .real(let number): "\(number)"
    case .text(let text): "'\(text)'"
    case .blob(let bytes): "x'\(bytes.map { String($0 / 16, radix: 16) + String($0 % 16, radix: 16) }.joined())'"
    }
  }

  private func rows(_ queue: DatabaseQueue) throws -> [String] {
    try queue.read {
      try String.fetchAll(
        $0,
        sql: "SELECT id || ' ' || quote(value) || ' ' || quote(other) || ' ' || ifnull(shop_id, '') "
          + "|| ' ' || quote(quantity) FROM visit ORDER BY id")
    }
  }

  private func run(_ text: String, _ history: ChangeHistory, atLeast least: Int = 5) throws -> [String] {
    let trees = StatementParser(model: history.context.database.model, currentEntity: nil).parseSequence(text)
    guard case .change(let change)? = try trees.first?.get() else { return [] }
    var run = ChangeRun([change], variables: [:])
    run.leastKeptRows = least
    var lines: [String] = []
    _ = try run.run(on: history) {
      lines = $0.lines
      return true
    }
    return lines
  }

  /// Runs a change both ways, compares the rows, and undoes it.
  private func compare(_ text: String, _ storage: AttributeStorage, more: String = "", isKept: Bool = true) throws {
    let (history, queue) = try Self.database(storage, more)
    let (other, otherQueue) = try Self.database(storage, more)
    let before = try rows(queue)
    let lines = try run(text, history)
    #expect(history.hasPendingRows == isKept, "\(text) \(storage)")
    #expect(try run(text, other, atLeast: .max) == lines, "\(text) \(storage)")
    #expect(history.unsavedText == other.unsavedText, "\(text) \(storage)")
    #expect(try rows(queue) == before)
    try history.save()
    try other.save()
    let after = try rows(queue)
    #expect(try after == rows(otherQueue), "\(text) \(storage)")
    #expect(after != before, "\(text) \(storage)")
    for (history, queue) in [(history, queue), (other, otherQueue)] {
      #expect(history.undo() != nil)
      try history.save()
      #expect(try rows(queue) == before, "\(text) \(storage)")
      #expect(history.redo() != nil)
      try history.save()
      #expect(try rows(queue) == after, "\(text) \(storage)")
    }
  }

  private static let storages = AttributeStorage.allCases.filter { storage in
    storage.fits(.date) || [.booleanWords, .uuidText, .uuidBytes].contains(storage)
  }

  @Test(arguments: storages)
  func constants(storage: AttributeStorage) throws {
    let value =
      switch Self.type(of: storage) {
      case .boolean: "YES"
      case .uuid: "'6F9619FF-8B86-D011-B42D-00C04FC964FF'"
      default: storage == .basicISO8601Number ? "'2024-05-01'" : "'2024-05-01 10:30:00'"
      }
    try compare("update Visit set value = \(value)", storage)
    try compare("update Visit set value = nil where quantity > 3", storage)
    try compare("delete Visit where quantity != 8 AND quantity != nil", storage)
  }

  /// A date is copied to a column with another storage format. It is stored in the format of the new column.
  @Test(arguments: storages.filter { $0.fits(.date) })
  func computedDates(storage: AttributeStorage) throws {
    try compare("update Visit set value = other where other != nil", storage)
    try compare("update Visit set other = value where value != nil", storage)
  }

  /// The values of the changed column are not checked, so rows with wrong values can be repaired.
  @Test(arguments: [
    "update Visit set quantity = 1", "update Visit set quantity = 5 where id >= 10",
    "update Visit set other = nil", "delete Visit where quantity > 0",
    "update Visit set shop = Shop[2]", "update Visit set shop = nil", "update Visit set shop = Shop[3], quantity = 2",
    "update Visit set shopId = 1 where id > 5", "update Visit set shop = (Shop where name == 'B')",
  ])
  func contentAndReferences(text: String) throws {
    try compare(text, .iso8601Text)
  }

  /// A trigger of another table does not prevent the direct change, because it does not run. A trigger of the changed table does.
  @Test func triggersOfOtherTables() throws {
    try compare(
      "update Visit set quantity = 1", .iso8601Text,
      more: "CREATE TRIGGER t AFTER UPDATE ON shop BEGIN SELECT 1; END;")
    try compare(
      "update Visit set quantity = 1", .iso8601Text,
      more: "CREATE TRIGGER t AFTER UPDATE ON visit BEGIN SELECT 1; END;", isKept: false)
  }

  /// A relationship is assigned directly. A reference to a missing row is refused, or fails when it is saved, and no row changes.
  @Test func referencesThatOthersFollow() throws {
    try compare(
      "update Visit set shop = Shop[2]", .iso8601Text,
      more: "CREATE UNIQUE INDEX pair ON visit (shop_id, id);")
    let (history, queue) = try Self.database(.iso8601Text)
    let before = try rows(queue)
    #expect(throws: PredicateIssue.self) { try run("update Visit set shop = Shop[9]", history) }
    _ = try run("update Visit set shopId = 9", history)
    let failure = #expect(throws: SaveFailure.self) { try history.save() }
    #expect(failure?.problems.first?.object.reference.key == 1)
    #expect(try rows(queue) == before)
    // The to-many lists of loaded objects are updated.
    history.revert()
    let shop = try #require(try history.context.object(for: ObjectID(ObjectReference(entity: "Shop", key: 1))))
    let count = try shop.objects(of: "visits").count
    _ = try run("update Visit set shop = Shop[1] where id < 30", history)
    #expect(history.hasPendingRows)
    try history.save()
    #expect(try shop.objects(of: "visits").count > count)
  }

  /// Rows that exchange unique values are changed as objects, and undone as objects.
  @Test(arguments: ["quantity + 1", "quantity - 1", "41 - quantity"]) func uniqueValues(_ value: String) throws {
    try compare(
      "update Visit set quantity = \(value)", .iso8601Text,
      more: "UPDATE visit SET quantity = id; CREATE UNIQUE INDEX one ON visit (quantity);",
      isKept: false)
  }

  /// A new value is written in the format of the other values in its column: a day without a time, the same separator between day and time, the same
  /// words for booleans. Other programs may read only this format.
  @Test(arguments: [5, Int.max])
  func newValuesHaveTheFormOfTheColumn(least: Int) throws {
    let queue = try DatabaseQueue()
    try queue.write { database in
      try database.execute(
        sql: "CREATE TABLE entry (id INTEGER PRIMARY KEY, day DATE, at DATETIME, zoned TIMESTAMP, done BOOLEAN)")
      for key in 10..<30 {
        try database.execute(
          sql: """
            INSERT INTO entry VALUES
              (\(key), '2024-05-\(key)', '2024-05-\(key)T10:00:00Z', '2024-05-\(key) 10:00:00.5+02:00', 't')
            """)
      }
    }
    let history = ChangeHistory(try ObjectContext(PredicateDatabase(name: "entries", queue: queue)))
    _ = try run(
      "update Entry set day = day + 86400, at = at + 60, zoned = zoned + 1, done = NO where id < 20", history,
      atLeast: least)
    try history.save()
    _ = try run("insert Entry day = '2024-07-01', at = '2024-07-01', done = YES", history)
    try history.save()
    let rows = try queue.read {
      try String.fetchAll(
        $0, sql: "SELECT day || ' ' || at || ' ' || ifnull(zoned, '') || ' ' || done FROM entry ORDER BY id")
    }
    #expect(rows.first == "2024-05-11 2024-05-10T10:01:00Z 2024-05-10 08:00:01.5+00:00 f")
    #expect(rows.last == "2024-07-01 2024-07-01T00:00:00Z  t")
    // The column's format cannot represent a day with a time.
    _ = try run("update Entry set day = day + 60 where id == 29", history)
    try history.save()
    #expect(
      try queue.read { try String.fetchOne($0, sql: "SELECT day FROM entry WHERE id = 29") } == "2024-05-29 00:01:00")
  }

  /// An attribute that is assigned as it is keeps digits and characters that its value does not have. Other values are written anew.
  @Test(arguments: [5, Int.max])
  func storedValuesAreCopied(least: Int) throws {
    let queue = try DatabaseQueue()
    try queue.write { database in
      try database.execute(
        sql: """
          CREATE TABLE event (id INTEGER PRIMARY KEY, s INTEGER, e INTEGER, m INTEGER, at DATETIME, made DATETIME, day DATE)
          """)
      for key in 1...10 {
        try database.execute(
          sql: """
            INSERT INTO event VALUES (\(key), 720000000000000000, 7200000033333333\(key + 10), 13344523200000001,
              '2024-05-01 10:00:00', '2024-05-02 10:00:00', '2024-05-03'),
              (\(key + 10), 720000000000000001, 7200000033333333\(key + 20), 13344523200000001,
              '2024-05-01T10:00:00+02:00', '2024-05-02T10:00:00.1234567+02:00', '2024-05-03')
            """)
      }
    }
    var database = try PredicateDatabase(name: "events", queue: queue)
    for (name, storage) in [
      ("s", AttributeStorage.nanosecondsSince2001), ("e", .nanosecondsSince2001), ("m", .microsecondsSince1601),
    ] {
      database = try database.retyped(name, of: "Event", to: .date, storedAs: storage)
    }
    let history = ChangeHistory(try ObjectContext(database))
    func row(_ key: Int) throws -> String? {
      try queue.read {
        try String.fetchOne(
          $0, sql: "SELECT s || ' ' || e || ' ' || m || ' ' || at || ' ' || day FROM event WHERE id = \(key)")
      }
    }
    let before = try row(11)
    _ = try run("update Event set s = e, e = s, at = made", history, atLeast: least)
    #expect(history.hasPendingRows == (least == 5))
    try history.save()
    #expect(try row(3) == "720000003333333313 720000000000000000 13344523200000001 2024-05-02 10:00:00 2024-05-03")
    #expect(
      try row(11)
        == "720000003333333321 720000000000000001 13344523200000001 2024-05-02T10:00:00.1234567+02:00 2024-05-03")
    #expect(history.undo() != nil)
    try history.save()
    #expect(try row(11) == before)
    _ = try run("update Event set s = e, at = made", history, atLeast: least)
    try history.save()
    // A computed date, and a date for a column with one other form, are written anew.
    _ = try run("update Event set m = m + 0.5, day = at", history, atLeast: least)
    try history.save()
    #expect(try row(11)?.hasPrefix("720000003333333321 720000003333333321 13344523200500001 ") == true)
    #expect(try row(11)?.hasSuffix(" 2024-05-02T10:00:00.1234567+02:00 2024-05-02 08:00:00.123457") == true)
  }

  /// A value that its column does not accept is reported as for objects, and nothing is written.
  @Test(arguments: ["update Visit set value = 'yesterday'", "update Visit set quantity = 9223372036854775807 + id"])
  func refusals(text: String) throws {
    var messages: [String] = []
    for least in [5, Int.max] {
      let (history, queue) = try Self.database(.basicISO8601Text)
      let before = try rows(queue)
      do { messages.append("\(try run(text, history, atLeast: least))") } catch { messages.append("\(error)") }
      #expect(!history.areUnsaved)
      #expect(try rows(queue) == before)
    }
    #expect(messages[0] == messages[1])
  }
}
