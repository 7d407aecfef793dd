import GRDB
import PredicateModel
import PredicateObjects
import PredicateSQLite
import PredicateSyntax
import PredicateValues
import Testing

/// Foreign keys and triggers of the database change or delete keys while a save writes rows.
@Suite struct KeyCascadeTests {
  private static func context(_ sql: String) throws -> ObjectContext {
    let queue = try DatabaseQueue(configuration: PredicateDatabase.defaultConfiguration)
    try queue.write { try $0.execute(sql: sql) }
    return try ObjectContext(PredicateDatabase(name: "keys", queue: queue))
  }

  private func rows(_ sql: String, _ context: ObjectContext) throws -> [String] {
    try context.database.reader.read { try String.fetchAll($0, sql: sql) }
  }

  private func object(_ entity: String, _ condition: String, _ context: ObjectContext) throws -> StoredObject {
    let fetch = EntityFetch(entity, where: try QueryPredicate(format: QueryFormat(raw: condition)))
    return try #require(try context.objects(fetch).first)
  }

  private static let depots = """
    CREATE TABLE depot (code TEXT PRIMARY KEY, name TEXT) WITHOUT ROWID;
    CREATE TABLE line (depot_code TEXT REFERENCES depot (code) ON UPDATE CASCADE ON DELETE CASCADE, place INTEGER, quantity INTEGER,
      PRIMARY KEY (depot_code, place)) WITHOUT ROWID;
    CREATE TABLE part (depot_code TEXT, place INTEGER, number INTEGER, note TEXT, PRIMARY KEY (depot_code, place, number),
      FOREIGN KEY (depot_code, place) REFERENCES line (depot_code, place) ON UPDATE CASCADE) WITHOUT ROWID;
    INSERT INTO depot VALUES ('a', 'A'), ('b', 'B');
    INSERT INTO line VALUES ('a', 1, 10), ('a', 2, 20), ('b', 1, 30);
    INSERT INTO part VALUES ('a', 1, 1, 'bolt'), ('a', 1, 2, 'nut'), ('b', 1, 1, 'pin');
    """
  private static let lines = "SELECT depot_code || place || ' ' || quantity FROM line ORDER BY 1"
  private static let parts = "SELECT depot_code || place || number || ' ' || note FROM part ORDER BY 1"

  @Test("Values that are set together with a key that ON UPDATE CASCADE changes", arguments: [0, 1, 2])
  func changedWithACascade(first: Int) throws {
    let context = try Self.context(Self.depots)
    let depot = try object("Depot", "code == 'a'", context)
    let line = try object("Line", "place == 1 AND quantity == 10", context)
    let part = try object("Part", "note == 'nut'", context)
    let changes: [() throws -> Void] = [
      { try depot.set("code", to: .string("z")) },
      { for (name, value) in [("quantity", 99), ("place", 7)] { try line.set(name, to: .integer(Int64(value))) } },
      { try part.set("note", to: .string("screw")) },
    ]
    for place in 0..<3 { try changes[(first + place) % 3]() }
    try context.save()
    #expect(try rows(Self.lines, context) == ["b1 30", "z2 20", "z7 99"])
    #expect(try rows(Self.parts, context) == ["b11 pin", "z71 bolt", "z72 screw"])
    #expect(try line.value(of: "quantity").equals(.integer(99)) && !context.hasChanges)
    while context.canUndo { context.undo() }
    try context.save()
    #expect(try rows(Self.lines, context) == ["a1 10", "a2 20", "b1 30"])
    #expect(try rows(Self.parts, context) == ["a11 bolt", "a12 nut", "b11 pin"])
  }

  /// The row was deleted with its old key. Undoing inserts it with the new key.
  @Test func aRestoredObjectThatRefersToItselfByANewKey() throws {
    let context = try Self.context(
      """
      CREATE TABLE person (code TEXT PRIMARY KEY, chief_code TEXT REFERENCES person (code) DEFERRABLE INITIALLY DEFERRED) WITHOUT ROWID;
      INSERT INTO person VALUES ('a', 'a'), ('b', NULL);
      """)
    let person = try object("Person", "code == 'a'", context)
    #expect(try person.object(of: "chief") === person)
    try person.set("code", to: .string("z"))
    try context.delete(person)
    try context.save()
    context.undo()
    try context.save()
    #expect(try rows("SELECT code || '-' || ifnull(chief_code, '') FROM person", context) == ["b-", "z-z"])
    #expect(try person.object(of: "chief") === person)
  }

  @Test func keysInACircle() throws {
    let context = try Self.context(
      """
      CREATE TABLE husband (code TEXT PRIMARY KEY REFERENCES wife (code) ON UPDATE CASCADE, note TEXT) WITHOUT ROWID;
      CREATE TABLE wife (code TEXT PRIMARY KEY REFERENCES husband (code) ON UPDATE CASCADE, note TEXT) WITHOUT ROWID;
      PRAGMA defer_foreign_keys = ON;
      INSERT INTO husband VALUES ('a', '-');
      INSERT INTO wife VALUES ('a', '-');
      """)
    let pair = try ["Husband", "Wife"].map { try object($0, "code == 'a'", context) }
    try pair[0].set("code", to: .string("z"))
    for one in pair {
      try one.set("code", to: .string("z"))
      try one.set("note", to: .string("moved"))
    }
    try context.save()
    #expect(
      try rows("SELECT code || note FROM husband UNION ALL SELECT code || note FROM wife", context) == [
        "zmoved", "zmoved",
      ])
  }

  @Test func rowsLetGoBeforeTheirOwnerIsDeleted() throws {
    let context = try Self.context(Self.depots)
    let depot = try object("Depot", "code == 'b'", context)
    for line in try context.objects(EntityFetch("Line")) where try line.value(of: "depotCode").equals(.string("a")) {
      try line.set("depotCode", to: .string("b"))
      try line.set("place", to: .integer(try line.value(of: "place").equals(.integer(1)) ? 8 : 9))
    }
    try context.delete(object("Depot", "code == 'a'", context))
    try context.save()
    #expect(try rows(Self.lines, context) == ["b1 30", "b8 10", "b9 20"])
    #expect(try depot.value(of: "name").equals(.string("B")))
  }

  @Test(
    "A row takes the key of a deleted row",
    arguments: [
      "PRIMARY KEY (depot_id, place)) WITHOUT ROWID", "id INTEGER PRIMARY KEY, UNIQUE (depot_id, place))",
    ]) func keyOfADeletedRow(_ key: String) throws
  {
    let context = try Self.context(
      """
      CREATE TABLE depot (id INTEGER PRIMARY KEY, name TEXT);
      CREATE TABLE line (depot_id INTEGER NOT NULL REFERENCES depot (id) ON DELETE CASCADE, place INTEGER NOT NULL, quantity INTEGER, \(key);
      INSERT INTO depot VALUES (1, 'A'), (2, 'B'), (3, 'C');
      INSERT INTO line (depot_id, place, quantity) VALUES (1, 1, 10), (2, 1, 20), (2, 2, 22), (3, 1, 30);
      """)
    let lines = "SELECT depot_id || '-' || place || ' ' || quantity FROM line ORDER BY 1"
    let depot = try #require(try object("Line", "quantity == 10", context).entity.relationships.first)
    let second = try object("Depot", "id == 2", context)
    let moved = try object("Line", "quantity == 10", context)
    try moved.setObject(second, of: depot.name)
    try context.delete(object("Line", "quantity == 20", context))
    // The object that referred to the row is deleted, too.
    try context.delete(object("Depot", "id == 1", context))
    try context.save()
    #expect(try rows(lines, context) == ["2-1 10", "2-2 22", "3-1 30"])
    #expect(try moved.object(of: depot.name) === second)
    // A part of the new key is the key of a row that is not deleted.
    let other = try object("Line", "quantity == 30", context)
    try other.setObject(second, of: depot.name)
    try other.set("place", to: .integer(3))
    try context.save()
    #expect(try rows(lines, context) == ["2-1 10", "2-2 22", "2-3 30"])
    while context.canUndo { context.undo() }
    try context.save()
    #expect(try rows(lines, context) == ["1-1 10", "2-1 20", "2-2 22", "3-1 30"])
  }

  @Test func keyOfADeletedRowThatIsAText() throws {
    let context = try Self.context(Self.depots)
    try context.delete(object("Part", "note == 'pin'", context))
    try context.delete(object("Line", "quantity == 30", context))
    try object("Line", "quantity == 10", context).set("depotCode", to: .string("b"))
    try context.save()
    #expect(try rows(Self.lines, context) == ["a2 20", "b1 10"])
    #expect(try rows(Self.parts, context) == ["b11 bolt", "b12 nut"])
  }

  @Test(
    "A row that refers to itself, with another key",
    arguments: ["code TEXT PRIMARY KEY", "code TEXT UNIQUE, note TEXT", "code REAL PRIMARY KEY"],
    [" WITHOUT ROWID", ""])
  func ownManager(_ key: String, _ end: String) throws {
    if key.contains("UNIQUE"), !end.isEmpty { return }
    let type = key.contains("TEXT") ? "TEXT" : "REAL"
    let context = try Self.context(
      """
      CREATE TABLE department (code TEXT PRIMARY KEY) WITHOUT ROWID;
      CREATE TABLE employee (\(key), manager_code \(type) REFERENCES employee (code), department_code TEXT REFERENCES department (code))\(end);
      INSERT INTO department VALUES ('d');
      INSERT INTO employee (code, manager_code) VALUES (1, 1);
      """)
    let rows = "SELECT code || ' ' || manager_code || ' ' || ifnull(department_code, '-') FROM employee"
    let employee = try #require(try context.objects(EntityFetch("Employee")).first)
    let department = try #require(try context.objects(EntityFetch("Department")).first)
    let names = employee.entity.relationships.filter { $0.cardinality == .toOne }.map(\.name)
    let manager = try #require(names.first { $0.hasPrefix("manager") })
    let own = try #require(names.first { $0.hasPrefix("department") })
    #expect(try employee.object(of: manager) === employee)
    let isText = key.contains("TEXT")
    try employee.set("code", to: isText ? .string("12") : .double(12))
    try employee.setObject(department, of: own)
    try context.group {
      try employee.setObject(nil, of: own)
      try context.delete(department)
    }
    try context.save()
    #expect(try employee.object(of: manager) === employee)
    context.undo()
    #expect(try employee.object(of: manager) === employee && employee.object(of: own) === department)
    try context.save()
    #expect(try employee.object(of: manager) === employee && employee.object(of: own) === department)
    #expect(try self.rows(rows, context) == [isText ? "12 12 d" : "12.0 12.0 d"])
  }

  /// A save fails if a trigger deletes a row that is to be written. It succeeds if the trigger keeps the row.
  @Test func triggers() throws {
    let context = try Self.context(
      """
      CREATE TABLE note (id INTEGER PRIMARY KEY, body TEXT);
      CREATE TABLE log (id INTEGER PRIMARY KEY, body TEXT);
      INSERT INTO note VALUES (1, 'a'), (2, 'b'), (3, 'c');
      CREATE TRIGGER t1 BEFORE UPDATE ON note WHEN new.body = 'kept' BEGIN SELECT RAISE(IGNORE); END;
      CREATE TRIGGER t2 BEFORE UPDATE ON note WHEN new.body = 'gone' BEGIN DELETE FROM note WHERE id = 2; END;
      """)
    let notes = try context.objects(EntityFetch("Note"))
    try notes[0].set("body", to: .string("kept"))
    try context.save()
    #expect(try notes[0].value(of: "body").equals(.string("a")))
    try notes[0].set("body", to: .string("gone"))
    try notes[1].set("body", to: .string("x"))
    let failure = #expect(throws: SaveFailure.self) { try context.save() }
    #expect(failure?.problems.map(\.kind) == [.refused] && failure?.problems.first?.object == notes[1].id)
    #expect(try rows("SELECT body FROM note ORDER BY id", context) == ["a", "b", "c"])
  }
}
