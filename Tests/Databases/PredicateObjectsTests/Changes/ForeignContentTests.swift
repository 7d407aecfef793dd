import GRDB
import PredicateModel
import PredicateObjects
import PredicateSQLite
import PredicateValues
import Testing

/// Rows with values of another type, or in another form, can be changed and deleted, and undoing writes the former content.
@Suite struct ForeignContentTests {
  private static func database() throws -> (PredicateDatabase, DatabaseQueue) {
    let queue = try DatabaseQueue(configuration: PredicateDatabase.defaultConfiguration)
    try queue.write { database in
      try database.execute(
        sql: """
          CREATE TABLE owner (id INTEGER PRIMARY KEY, name TEXT NOT NULL UNIQUE);
          INSERT INTO owner VALUES (1, 'Ann'), (2, 'Bob'), (3, 'Cid');
          CREATE TABLE item (id INTEGER PRIMARY KEY, name TEXT, whole INTEGER NOT NULL, amount REAL, flag BOOLEAN, day DATE, stamp DATETIME,
            owner_id INTEGER, part_number BLOB);
          INSERT INTO item VALUES
            (1, 'a', 'x', 'many', 'perhaps', 'tomorrow', '2024-01-31T10:00:00Z', 'abc', 7),
            (2, x'00ff', 2.5, x'01', 2, '2024-02-01T00:00:00+02:00', 7, 1, 'text'),
            (3, 'c', 3, 3, 1, '2024-02-01', '2024-01-31 10:00:00', 2, x'05'),
            (4, 'd', 4, 4.5, 0, NULL, '2024-01-31T10:00:00.250Z', 3, NULL),
            (5, 'e', 5, 5.5, 0, '2024-03-01', '2024-03-01 00:00:00', 3, NULL),
            (6, 'f', 6, 6.5, 1, '2024-03-02', '2024-03-02 00:00:00', 1, NULL);
          CREATE TABLE tag (id TEXT PRIMARY KEY, name TEXT);
          CREATE TABLE note (id INTEGER PRIMARY KEY, text TEXT, tag_id UUID REFERENCES tag (id));
          """)
    }
    return (try PredicateDatabase(name: "items", queue: queue), queue)
  }

  private func content(_ queue: DatabaseQueue) throws -> [String] {
    try queue.read { database in
      let columns = try database.columns(in: "item").map { "quote(\"\($0.name)\")" }
      return try String.fetchAll(
        database, sql: "SELECT \(columns.joined(separator: " || ' ' || ")) FROM item ORDER BY id")
    }
  }

  private func object(_ entity: String, _ key: Int64, _ context: ObjectContext) throws -> StoredObject {
    try #require(try context.object(for: ObjectID(ObjectReference(entity: entity, key: key))))
  }

  private static let values: [(String, QueryValue)] = [
    ("name", .string("z")), ("whole", .integer(9)), ("amount", .double(9.5)), ("flag", .boolean(true)),
    ("day", .date(1_000_000)), ("stamp", .date(1_000_000)),
  ]

  /// Each attribute of each row is set to a value and to nil. Each change is saved, undone and redone.
  @Test func valuesAreUndone() throws {
    let (database, queue) = try Self.database()
    let before = try content(queue)
    for key in Int64(1)...6 {
      for (name, value) in Self.values {
        for new in [value, .null] where !(name == "whole" && new.isNull) {
          let context = try ObjectContext(database)
          let item = try object("Item", key, context)
          let old = try item.value(of: name)
          try item.set(name, to: new)
          // An unreadable value becomes NULL.
          #expect(try item.value(of: name).equals(new) || new.isNull)
          context.undo()
          #expect(!context.hasChanges, "\(key) \(name)")
          context.redo()
          try context.save()
          let after = try content(queue)
          if new.isNull {
            let column = try queue.read {
              try Bool.fetchOne($0, sql: "SELECT \(name) IS NULL FROM item WHERE id = \(key)")
            }
            #expect(column == true, "\(key) \(name)")
          }
          context.undo()
          #expect(try item.value(of: name).isNull == old.isNull)
          try context.save()
          #expect(try content(queue) == before, "\(key) \(name)")
          context.redo()
          try context.save()
          #expect(try content(queue) == after, "\(key) \(name)")
          context.undo()
          try context.save()
          #expect(try content(queue) == before, "\(key) \(name)")
        }
      }
    }
  }

  @Test func deletedRowsComeBackAsTheyWere() throws {
    let (database, queue) = try Self.database()
    let before = try content(queue)
    let context = try ObjectContext(database)
    for item in try context.objects(EntityFetch("Item")) { try context.delete(item) }
    context.undo()
    context.redo()
    try context.save()
    context.undo()
    for _ in 0..<5 { context.undo() }
    #expect(try content(queue).isEmpty || context.hasChanges)
    try context.save()
    #expect(try content(queue) == before)
  }

  /// A text in an integer foreign key refers to no row. The relationship can be set, and undoing writes the text again.
  @Test func relationshipsAreUndone() throws {
    let (database, queue) = try Self.database()
    let before = try content(queue)
    let context = try ObjectContext(database)
    let item = try object("Item", 1, context)
    let bob = try object("Owner", 2, context)
    #expect(try item.object(of: "owner") == nil)
    try item.set("name", to: .string("q"))
    try context.save()
    context.undo()
    try context.save()
    #expect(try content(queue) == before)
    for target in [bob, nil] {
      try item.setObject(target, of: "owner")
      #expect(context.hasChanges)
      try context.save()
      #expect(try content(queue) != before)
      context.undo()
      try context.save()
      #expect(try content(queue) == before)
    }
  }

  /// A refused save leaves the file unchanged, and the next save writes all changes.
  @Test func refusedSavesChangeNothing() throws {
    let (database, queue) = try Self.database()
    let before = try content(queue)
    let context = try ObjectContext(database)
    let ann = try object("Owner", 1, context)
    try context.delete(object("Item", 1, context))
    try object("Item", 2, context).set("whole", to: .integer(1))
    try object("Item", 3, context).set("stamp", to: .null)
    try ann.set("name", to: .string("Bob"))
    #expect(throws: SaveFailure.self) { try context.save() }
    #expect(try content(queue) == before)
    try ann.set("name", to: .string("Zoe"))
    try context.save()
    #expect(try content(queue) != before)
    for _ in 0..<5 { context.undo() }
    try context.save()
    #expect(try content(queue) == before)
  }

  /// If another process writes the row, saving is a conflict, even if the former and the new value both read as nil.
  @Test func otherContentIsAConflict() throws {
    let (database, queue) = try Self.database()
    let context = try ObjectContext(database)
    let item = try object("Item", 1, context)
    try item.set("whole", to: .integer(1))
    try queue.write { try $0.execute(sql: "UPDATE item SET whole = 'y' WHERE id = 1") }
    let failure = #expect(throws: SaveFailure.self) { try context.save() }
    #expect(failure?.problems.map(\.kind) == [.conflict])
    context.rollback()
    try item.set("whole", to: .integer(1))
    try context.refresh(item, mergingChanges: false)
    #expect(!context.hasChanges)
    try item.set("whole", to: .integer(2))
    try queue.write { try $0.execute(sql: "UPDATE item SET name = 'new' WHERE id = 1") }
    try context.refresh(item, mergingChanges: true)
    try context.save()
    #expect(try content(queue).first?.hasPrefix("1 'new' 2 'many'") == true)
  }

  /// A column may convert a written value. The converted value is not a conflict with the object.
  @Test func convertedValuesAreNoConflict() throws {
    let queue = try DatabaseQueue(configuration: PredicateDatabase.defaultConfiguration)
    try queue.write {
      try $0.execute(
        sql:
          "CREATE TABLE lamp (id INTEGER PRIMARY KEY, lit TEXT, note TEXT); INSERT INTO lamp VALUES (1, 'yes', 'a'), (2, 'no', 'b')"
      )
    }
    let database = try PredicateDatabase(name: "lamps", queue: queue).retyped("lit", of: "Lamp", to: .boolean)
    let context = try ObjectContext(database)
    let lamp = try object("Lamp", 1, context)
    for (value, note) in [(false, "x"), (true, "y"), (true, "z")] {
      try lamp.set("lit", to: .boolean(value))
      try lamp.set("note", to: .string(note))
      try context.save()
    }
    for _ in 0..<5 { context.undo() }
    try context.save()
    let rows = try queue.read { try String.fetchAll($0, sql: "SELECT lit || note FROM lamp ORDER BY id") }
    #expect(rows == ["yesa", "nob"])
  }

  /// A save that changes another attribute keeps a required value of the wrong type. Assigning nil is refused.
  @Test func requiredValues() throws {
    let (database, queue) = try Self.database()
    let context = try ObjectContext(database)
    let item = try object("Item", 1, context)
    try item.set("name", to: .string("q"))
    try context.save()
    #expect(try content(queue).first?.hasPrefix("1 'q' 'x'") == true)
    try item.set("whole", to: .null)
    let failure = #expect(throws: SaveFailure.self) { try context.save() }
    #expect(failure?.problems.map(\.kind) == [.missingValue])
    context.undo()
    #expect(!context.hasChanges)
  }

  /// A reference by a UUID is written as the same text as the key of the referenced row.
  @Test func textsOfReferences() throws {
    let (_, queue) = try Self.database()
    let key = "6f9619ff-8b86-d011-b42d-00c04fc964ff"
    try queue.write { database in
      try database.execute(
        sql: """
          DROP TABLE note; DROP TABLE tag;
          CREATE TABLE tag (id UUID PRIMARY KEY, name TEXT);
          CREATE TABLE note (id INTEGER PRIMARY KEY, text TEXT, tag_id UUID REFERENCES tag (id));
          INSERT INTO tag VALUES ('\(key)', 'x'), ('7F9619FF-8B86-D011-B42D-00C04FC964FF', 'y');
          INSERT INTO note VALUES (1, 'n', NULL), (2, 'm', '\(key)');
          """)
    }
    let context = try ObjectContext(try PredicateDatabase(name: "notes", queue: queue))
    let note = try object("Note", 1, context)
    let tag = try #require(try object("Note", 2, context).object(of: "tag"))
    try note.setObject(tag, of: "tag")
    try context.save()
    let found = try queue.read { try String.fetchOne($0, sql: "SELECT tag_id FROM note WHERE id = 1") }
    #expect(found == key)
    context.undo()
    try context.save()
    #expect(try queue.read { try Bool.fetchOne($0, sql: "SELECT tag_id IS NULL FROM note WHERE id = 1") } == true)
  }
}
