import GRDB
import PredicateModel
import PredicateObjects
import PredicateSQLite
import PredicateTestSupport
import PredicateValues
import Testing

/// Within one save, rows exchange their unique values.
@Suite struct UniqueValueTests {
  /// Tables with a unique text and a unique number. Swapping two values needs a temporary value, which differs per table: NULL, or a value that meets
  /// NOT NULL, CHECK, STRICT or a primary key.
  private static let tables = [
    "CREATE TABLE place (id INTEGER PRIMARY KEY, name TEXT UNIQUE, number INTEGER UNIQUE)",
    "CREATE TABLE place (id INTEGER PRIMARY KEY, name TEXT NOT NULL UNIQUE, number INTEGER NOT NULL UNIQUE) STRICT",
    "CREATE TABLE place (id INTEGER PRIMARY KEY, name TEXT NOT NULL, number INTEGER NOT NULL CHECK (number > 0), UNIQUE (name COLLATE NOCASE), UNIQUE (number))",
    """
    CREATE TABLE place (id INTEGER PRIMARY KEY, name TEXT UNIQUE, number INTEGER UNIQUE); CREATE TABLE log (name TEXT);
    CREATE TRIGGER logged AFTER UPDATE ON place BEGIN INSERT INTO log VALUES (NEW.name); END
    """,
    "CREATE TABLE place (name TEXT PRIMARY KEY, number INTEGER NOT NULL UNIQUE) WITHOUT ROWID",
    "CREATE TABLE place (name TEXT, number INTEGER NOT NULL, PRIMARY KEY (name, number), UNIQUE (name), UNIQUE (number))",
  ]

  private static func context(_ table: String) throws -> ObjectContext {
    let queue = try DatabaseQueue(configuration: PredicateDatabase.defaultConfiguration)
    try queue.write {
      try $0.execute(
        sql: "\(table); INSERT INTO place (name, number) VALUES ('a', 1), ('b', 2), ('c', 3), ('d', 4)")
    }
    return try ObjectContext(PredicateDatabase(name: "places", queue: queue))
  }

  private static func rows(_ context: ObjectContext) throws -> [String] {
    try context.database.reader.read { database in
      try String.fetchAll(database, sql: "SELECT name || number FROM place ORDER BY name, number")
    }
  }

  private static func places(_ context: ObjectContext) throws -> [StoredObject] {
    try context.objects(EntityFetch("Place", sortedBy: ["name"]))
  }

  @Test("Values are swapped, rotated and shifted in both directions", arguments: tables)
  func values(_ table: String) throws {
    let context = try Self.context(table)
    let places = try Self.places(context)
    func setNumbers(_ numbers: [Int64]) throws {
      for (place, number) in zip(places, numbers) { try place.set("number", to: .integer(number)) }
      try context.save()
    }
    try setNumbers([2, 1, 3, 4])
    #expect(try Self.rows(context) == ["a2", "b1", "c3", "d4"])
    try setNumbers([3, 2, 4, 5])
    #expect(try Self.rows(context) == ["a3", "b2", "c4", "d5"])
    try setNumbers([2, 1, 3, 4])
    #expect(try Self.rows(context) == ["a2", "b1", "c3", "d4"])
    try setNumbers([1, 4, 2, 3])
    #expect(try Self.rows(context) == ["a1", "b4", "c2", "d3"])
    try places[0].set("name", to: .string("b"))
    try places[1].set("name", to: .string("a"))
    try places[2].set("name", to: .string("d"))
    try places[3].set("name", to: .string("e"))
    try context.save()
    #expect(try Self.rows(context) == ["a4", "b1", "d2", "e3"])
    #expect(try places.map { try $0.value(of: "name").text } == ["b", "a", "d", "e"])
    // A new object takes a value that another one loses.
    let new = try context.insert(entity: "Place")
    try new.set("name", to: .string("b"))
    try new.set("number", to: .integer(1))
    try places[0].set("name", to: .string("f"))
    try places[0].set("number", to: .integer(7))
    try context.save()
    #expect(try Self.rows(context) == ["a4", "b1", "d2", "e3", "f7"])
  }

  @Test("A value that another row keeps is a problem with its name, and nothing is written", arguments: tables)
  func duplicates(_ table: String) throws {
    let context = try Self.context(table)
    let places = try Self.places(context)
    try places[0].set("number", to: .integer(2))
    try places[1].set("number", to: .integer(3))
    let failure = try #require(throws: SaveFailure.self) { try context.save() }
    #expect(failure.problems.count == 1)
    #expect(failure.problems.allSatisfy { $0.kind == .notUnique && $0.message.hasSuffix("has the same number") })
    #expect(failure.problems[0].message.hasPrefix("Place"))
    #expect(!"\(failure)".contains("UNIQUE"))
    #expect(try Self.rows(context) == ["a1", "b2", "c3", "d4"])
    try places[1].set("number", to: .integer(5))
    try context.save()
    #expect(try Self.rows(context) == ["a2", "b5", "c3", "d4"])
    let new = try context.insert(entity: "Place")
    try new.set("name", to: .string("a"))
    try new.set("number", to: .integer(9))
    let second = try #require(throws: SaveFailure.self) { try context.save() }
    #expect(second.problems.map(\.message).allSatisfy { $0.hasSuffix("has the same name") }, "\(second)")
  }

  /// Each row takes the unique value of the next one. The save needs about two statements per row, whatever the order of the rows.
  @Test func manyRows() throws {
    let context = try Self.context(
      "CREATE TABLE place (id INTEGER PRIMARY KEY, name TEXT, number INTEGER NOT NULL UNIQUE)")
    try context.database.writer?.write {
      try $0.execute(
        sql: """
          WITH RECURSIVE n(x) AS (SELECT 5 UNION ALL SELECT x + 1 FROM n WHERE x < 2000)
          INSERT INTO place (name, number) SELECT x, (x * 7919) % 2003 FROM n WHERE (x * 7919) % 2003 > 4
          """)
    }
    let places = try context.objects(EntityFetch("Place"))
    for place in places { try place.set("number", to: .integer(place.value(of: "number").number + 1)) }
    let before = try context.database.reader.read { $0.totalChangesCount }
    try context.save()
    let after = try context.database.reader.read { $0.totalChangesCount }
    #expect((places.count...places.count * 3).contains(after - before), "\(after - before)")
    #expect(try context.database.keys(EntityFetch("Place", where: QueryPredicate("number == 1"))).isEmpty)
  }

  /// If a trigger would see a temporary value, rows are written in an order without temporary values, if there is one.
  @Test func triggersSeeTheNewValues() throws {
    let context = try Self.context(Self.tables[3])
    for place in try Self.places(context) {
      let name = try place.value(of: "name").text
      try place.set("name", to: .string(name == "a" ? "b" : name == "b" ? "c" : name == "c" ? "d" : "e"))
    }
    try context.save()
    let log = try context.database.reader.read { try String?.fetchAll($0, sql: "SELECT name FROM log ORDER BY name") }
    #expect(log == ["b", "c", "d", "e"])
  }

  /// Two rows cannot swap their keys if other rows refer to them, because ON UPDATE CASCADE would copy the temporary value. Saving reports that the
  /// values are not unique.
  @Test func keysThatOthersRepeat() throws {
    let context = try Self.context(
      """
      CREATE TABLE place (name TEXT PRIMARY KEY, number INTEGER);
      CREATE TABLE visit (id INTEGER PRIMARY KEY, place TEXT REFERENCES place (name) ON UPDATE CASCADE);
      """)
    let places = try Self.places(context)
    try places[0].set("name", to: .string("b"))
    try places[1].set("name", to: .string("a"))
    let failure = try #require(throws: SaveFailure.self) { try context.save() }
    #expect(failure.problems.map(\.kind) == [.notUnique], "\(failure)")
    #expect(
      failure.problems[0].message.hasSuffix(
        "has it until the save ends. Foreign keys refer to the value, so save two times, with an unused value in the first save"
      ), "\(failure)")
    #expect(try Self.rows(context) == ["a1", "b2", "c3", "d4"])
  }

  /// The unique values include a foreign key. Rows exchange the unique values, with and without changing the foreign key.
  @Test(arguments: [
    """
    CREATE TABLE town (name TEXT PRIMARY KEY);
    CREATE TABLE place (number INTEGER NOT NULL, name TEXT NOT NULL REFERENCES town, PRIMARY KEY (name, number))
    """,
    """
    CREATE TABLE town (name TEXT PRIMARY KEY);
    CREATE TABLE place (number INTEGER NOT NULL, name TEXT NOT NULL REFERENCES town, PRIMARY KEY (name, number)) WITHOUT ROWID
    """,
    """
    CREATE TABLE town (name TEXT PRIMARY KEY);
    CREATE TABLE place (id INTEGER PRIMARY KEY, number INTEGER NOT NULL, name TEXT NOT NULL REFERENCES town, UNIQUE (name, number))
    """,
    """
    CREATE TABLE town (name TEXT, year INTEGER, PRIMARY KEY (name, year));
    CREATE TABLE place (number INTEGER NOT NULL, name TEXT NOT NULL, year INTEGER NOT NULL DEFAULT 1,
      FOREIGN KEY (name, year) REFERENCES town, PRIMARY KEY (name, year, number))
    """,
  ])
  func ownForeignKeys(_ tables: String) throws {
    let queue = try DatabaseQueue(configuration: PredicateDatabase.defaultConfiguration)
    try queue.write {
      try $0.execute(
        sql: """
          \(tables); INSERT INTO town VALUES ('a'\(tables.contains("year") ? ", 1" : "")), ('b'\(tables.contains("year") ? ", 1" : ""));
          INSERT INTO place (number, name) VALUES (1, 'a'), (2, 'a'), (4, 'a'), (1, 'b');
          """)
    }
    let context = try ObjectContext(PredicateDatabase(name: "towns", queue: queue))
    let places = try context.objects(EntityFetch("Place", where: QueryPredicate("name == 'a'"), sortedBy: ["number"]))
    for place in places { try place.set("number", to: .integer(place.value(of: "number").number + 1)) }
    try context.save()
    #expect(try Self.rows(context) == ["a2", "a3", "a5", "b1"])
    for place in places { try place.set("number", to: .integer(7 - place.value(of: "number").number)) }
    try context.save()
    #expect(try Self.rows(context) == ["a2", "a4", "a5", "b1"])
    #expect(try places.map { try $0.value(of: "number").number } == [5, 4, 2])
  }

  /// Two rows cannot swap unique values that a table outside the model refers to. Saving fails, and that table is unchanged.
  @Test func keysThatUnknownTablesRepeat() throws {
    let queue = try DatabaseQueue(configuration: PredicateDatabase.defaultConfiguration)
    try queue.write {
      try $0.execute(
        sql: """
          CREATE TABLE Place (id INTEGER PRIMARY KEY, name TEXT UNIQUE); INSERT INTO Place VALUES (1, 'a'), (2, 'b');
          CREATE TABLE visit (id INTEGER PRIMARY KEY, place TEXT REFERENCES Place (name) ON UPDATE CASCADE);
          INSERT INTO visit VALUES (1, 'a'), (2, 'b');
          """)
    }
    let model = DataModel(entities: [
      Entity(name: "Place", attributes: [Attribute(name: "name", type: .string, isOptional: true)])
    ])
    let context = try ObjectContext(PredicateDatabase(name: "places", queue: queue, file: .whole(model)))
    let places = try Self.places(context)
    try places[0].set("name", to: .string("b"))
    try places[1].set("name", to: .string("a"))
    #expect(throws: SaveFailure.self) { try context.save() }
    let visits = try queue.read { try String?.fetchAll($0, sql: "SELECT place FROM visit ORDER BY id") }
    #expect(visits == ["a", "b"])
  }

  /// Two rows with a unique foreign key exchange the rows that they refer to.
  @Test func uniqueReferences() throws {
    let context = try Self.context(
      """
      CREATE TABLE place (id INTEGER PRIMARY KEY, name TEXT, number INTEGER);
      CREATE TABLE guard (id INTEGER PRIMARY KEY, place_id INTEGER NOT NULL UNIQUE REFERENCES place (id));
      """)
    try context.database.writer?.write { try $0.execute(sql: "INSERT INTO guard VALUES (1, 1), (2, 2)") }
    let guards = try context.objects(EntityFetch("Guard"))
    let places = try Self.places(context)
    try guards[0].setObject(places[1], of: "place")
    try guards[1].setObject(places[0], of: "place")
    try context.save()
    let found = try context.database.reader.read { try Int.fetchAll($0, sql: "SELECT place_id FROM guard ORDER BY id") }
    #expect(found == [2, 1])
  }
}

extension QueryValue {
  fileprivate var text: String { if case .string(let text) = self { text } else { "" } }
  fileprivate var number: Int64 { if case .integer(let number) = self { number } else { 0 } }
}
