import GRDB
import PredicateModel
import PredicateSQLite
import PredicateObjects
import PredicateSyntax
import PredicateValues
import Testing

/// Rules that tables apply themselves: defaults, computed columns, triggers, further columns of pairs, and keys in Core Data's layout.
@Suite("Rules of tables") struct TableRuleTests {
  private static func context(_ sql: String) throws -> ObjectContext {
    let queue = try DatabaseQueue(configuration: PredicateDatabase.defaultConfiguration)
    try queue.write { try $0.execute(sql: sql) }
    return try ObjectContext(PredicateDatabase(name: "rules", queue: queue))
  }

  private func object(_ entity: String, _ key: Int64, _ context: ObjectContext) throws -> StoredObject {
    try #require(try context.object(for: ObjectID(ObjectReference(entity: entity, key: key))))
  }

  private func texts(_ sql: String, _ context: ObjectContext) throws -> [String] {
    try context.database.reader.read { try String.fetchAll($0, sql: sql) }
  }

  // MARK: Defaults

  private static let orders = """
    CREATE TABLE customer (id INTEGER PRIMARY KEY, name TEXT);
    INSERT INTO customer VALUES (7, 'Nobody');
    CREATE TABLE "order" (
      id INTEGER PRIMARY KEY, state TEXT NOT NULL DEFAULT 'new', amount INTEGER DEFAULT '5', weight REAL DEFAULT 2,
      note TEXT DEFAULT NULL, made DATETIME NOT NULL DEFAULT CURRENT_TIMESTAMP, number INTEGER DEFAULT (3 * 4),
      odd REAL NOT NULL DEFAULT 'unknown', customer_id INTEGER DEFAULT 7 REFERENCES customer (id));
    """

  @Test func defaultsAreWhatANewObjectHas() throws {
    let context = try Self.context(Self.orders)
    let order = try context.insert(entity: "Order")
    #expect(try order.value(of: "state").equals(.string("new")))
    #expect(try order.value(of: "amount").equals(.integer(5)))
    #expect(try order.value(of: "weight").type == .double)
    #expect(try order.value(of: "note").isNull)
    #expect(try order.value(of: "number").equals(.integer(12)))
    #expect(try order.value(of: "made").type == .date)
    #expect(try order.object(of: "customer")?.value(of: "name").equals(.string("Nobody")) == true)
    #expect(try object("Customer", 7, context).objects(of: "orders").count == 1)
    #expect(
      try context.count(EntityFetch("Order", where: QueryPredicate(format: "state == 'new' AND amount == 5"))) == 1)
    let other = try context.insert(entity: "Order")
    try other.set("amount", to: .null)
    try other.set("state", to: .string("paid"))
    try context.save()
    let rows = try texts(
      """
      SELECT id || state || ifnull(amount, '-') || typeof(amount) || typeof(weight) || odd || customer_id FROM "order" ORDER BY id
      """, context)
    #expect(rows == ["1new5integerrealunknown7", "2paid-nullrealunknown7"])
    // Values that the table set are read again, and do not count as a change of another process.
    try order.set("state", to: .string("sent"))
    try context.save()
    context.undo()
    try context.save()
    #expect(try texts("SELECT state FROM \"order\" ORDER BY id", context) == ["new", "paid"])
  }

  /// The model's default has precedence over the column's.
  @Test func aModelsDefaultCounts() throws {
    let queue = try DatabaseQueue(configuration: PredicateDatabase.defaultConfiguration)
    try queue.write {
      try $0.execute(
        sql: "CREATE TABLE Film (id INTEGER PRIMARY KEY, title TEXT DEFAULT 'none', year INTEGER DEFAULT 3)")
    }
    let model = DataModel(entities: [
      Entity(
        name: "Film",
        attributes: [
          Attribute(name: "title", type: .string, isOptional: true, defaultValue: .string("Untitled")),
          Attribute(name: "year", type: .integer, isOptional: true),
        ])
    ])
    let context = try ObjectContext(PredicateDatabase(name: "films", queue: queue, file: .whole(model)))
    _ = try context.insert(entity: "Film")
    try context.save()
    #expect(try texts("SELECT title || year FROM Film", context) == ["Untitled3"])
  }

  // MARK: Computed columns

  @Test func computedColumnsAreReadAndNotWritten() throws {
    let context = try Self.context(
      """
      CREATE TABLE item (
        id INTEGER PRIMARY KEY, price REAL NOT NULL, count INTEGER NOT NULL DEFAULT 1,
        total REAL NOT NULL GENERATED ALWAYS AS (price * count) STORED, twice REAL AS (price * 2));
      INSERT INTO item (id, price, count) VALUES (1, 2.5, 4);
      """)
    let item = try object("Item", 1, context)
    #expect(try item.value(of: "total").equals(.double(10)))
    let issue = #expect(throws: StoreIssue.self) { try item.set("total", to: .double(1)) }
    #expect(issue?.kind == .computed)
    #expect(issue?.message == "Item.total is computed by its table, and cannot be set")
    try item.set("count", to: .integer(2))
    let other = try context.insert(entity: "Item")
    try other.set("price", to: .double(3))
    try context.save()
    #expect(try item.value(of: "total").equals(.double(5)))
    #expect(try other.value(of: "twice").equals(.double(6)))
    try context.delete(item)
    try context.save()
    context.undo()
    try context.save()
    #expect(try texts("SELECT id || '-' || total FROM item ORDER BY id", context) == ["1-5.0", "2-3.0"])
  }

  // MARK: Columns without NULL

  /// If the model allows nil and the table does not, the table refuses the row. The problem names the attribute, unless the column is another table's.
  @Test func aColumnWithoutNullIsNamed() throws {
    let queue = try DatabaseQueue(configuration: PredicateDatabase.defaultConfiguration)
    try queue.write { database in
      try database.execute(
        sql: """
          CREATE TABLE film (id INTEGER PRIMARY KEY, full_title TEXT NOT NULL, made INTEGER);
          CREATE TABLE log (id INTEGER PRIMARY KEY, made INTEGER NOT NULL);
          CREATE TRIGGER logged AFTER INSERT ON film BEGIN INSERT INTO log (made) VALUES (new.made); END;
          """)
    }
    let model = DataModel(entities: [
      Entity(
        name: "Film", table: "film",
        attributes: [
          Attribute(name: "id", type: .integer),
          Attribute(name: "title", column: "full_title", type: .string, isOptional: true),
          Attribute(name: "made", type: .integer, isOptional: true),
        ])
    ])
    let context = try ObjectContext(PredicateDatabase(name: "films", queue: queue, file: .whole(model)))
    let film = try context.insert(entity: "Film")
    let missing = #expect(throws: SaveFailure.self) { try context.save() }
    #expect(missing?.problems.map(\.property) == ["title"] && missing?.problems.map(\.kind) == [.refused])
    try film.set("title", to: .string("a"))
    let other = #expect(throws: SaveFailure.self) { try context.save() }
    #expect(other?.problems.map(\.property) == [nil] && other?.problems.map(\.kind) == [.refused])
    try film.set("made", to: .integer(1))
    try context.save()
  }

  // MARK: Triggers

  @Test func triggersAreNoOtherProcess() throws {
    let context = try Self.context(
      """
      CREATE TABLE film (id INTEGER PRIMARY KEY, title TEXT, changes INTEGER NOT NULL DEFAULT 0, loans INTEGER DEFAULT 0);
      CREATE TABLE loan (id INTEGER PRIMARY KEY, film_id INTEGER REFERENCES film (id));
      CREATE TRIGGER counted AFTER UPDATE OF title ON film BEGIN
        UPDATE film SET changes = changes + 1 WHERE id = new.id;
      END;
      CREATE TRIGGER lent AFTER INSERT ON loan BEGIN
        UPDATE film SET loans = loans + 1 WHERE id = new.film_id;
      END;
      INSERT INTO film (id, title) VALUES (1, 'Alien'), (2, 'Heat');
      """)
    let (alien, heat) = (try object("Film", 1, context), try object("Film", 2, context))
    for title in ["A", "B", "C"] {
      try alien.set("title", to: .string(title))
      try context.save()
    }
    #expect(try alien.value(of: "changes").equals(.integer(3)))
    // The trigger of the new loan changes the film's row, which this save did not write.
    let loan = try context.insert(entity: "Loan")
    try loan.setObject(heat, of: "film")
    try context.save()
    #expect(try heat.value(of: "loans").equals(.integer(1)))
    try heat.set("loans", to: .integer(9))
    try context.save()
    for _ in 0..<4 { context.undo() }
    try context.save()
    #expect(try texts("SELECT title || loans FROM film ORDER BY id", context) == ["B0", "Heat1"])
  }

  // MARK: Pairs

  @Test func furtherColumnsOfPairsComeBack() throws {
    let context = try Self.context(
      """
      CREATE TABLE film (id INTEGER PRIMARY KEY, title TEXT);
      CREATE TABLE tag (id INTEGER PRIMARY KEY, name TEXT);
      CREATE TABLE film_tag (
        film_id INTEGER NOT NULL REFERENCES film (id) ON DELETE CASCADE, tag_id INTEGER NOT NULL REFERENCES tag (id),
        weight INTEGER DEFAULT 1, source TEXT, PRIMARY KEY (film_id, tag_id)) WITHOUT ROWID;
      INSERT INTO film VALUES (1, 'Alien');
      INSERT INTO tag VALUES (1, 'space'), (2, 'fear');
      INSERT INTO film_tag VALUES (1, 1, 5, 'me'), (1, 2, 7, NULL);
      """)
    let pairs = "SELECT tag_id || '-' || weight || ifnull(source, '') FROM film_tag ORDER BY tag_id"
    let film = try object("Film", 1, context)
    try film.setObjects([], of: "tags")
    try context.save()
    #expect(try texts(pairs, context).isEmpty)
    context.undo()
    try context.save()
    #expect(try texts(pairs, context) == ["1-5me", "2-7"])
    context.redo()
    try context.save()
    // A pair that is added again is a new row, without the former values of its further columns.
    try film.add(object("Tag", 1, context), to: "tags")
    try context.save()
    #expect(try texts(pairs, context) == ["1-1"])
    context.undo()
    context.undo()
    try context.save()
    #expect(try texts(pairs, context) == ["1-5me", "2-7"])
    // Nothing happens to a pair that is taken away and put back before it is saved.
    try film.setObjects([], of: "tags")
    try film.setObjects([object("Tag", 1, context), object("Tag", 2, context)], of: "tags")
    try context.save()
    #expect(try texts(pairs, context) == ["1-5me", "2-7"])
    context.undo()
    try context.save()
    #expect(try texts(pairs, context).isEmpty)
    context.undo()
    try context.save()
    #expect(try texts(pairs, context) == ["1-5me", "2-7"])
    // A pair is an object here. It forbids the deletion of its tag.
    let tag = try object("Tag", 1, context)
    try context.delete(tag)
    #expect(throws: SaveFailure.self) { try context.save() }
    context.undo()
    // The pairs of a deleted object come back with it.
    try context.delete(film)
    try context.save()
    context.undo()
    try context.save()
    #expect(try texts(pairs, context) == ["1-5me", "2-7"])
  }

  // MARK: Core Data's layout

  private static let coreData = """
    CREATE TABLE Z_PRIMARYKEY (Z_ENT INTEGER PRIMARY KEY, Z_NAME VARCHAR, Z_SUPER INTEGER, Z_MAX INTEGER);
    INSERT INTO Z_PRIMARYKEY VALUES (1, 'Movie', 0, 41), (2, 'Person', 0, 3), (3, 'Actor', 2, 0);
    CREATE TABLE ZMOVIE (Z_PK INTEGER PRIMARY KEY, Z_ENT INTEGER, Z_OPT INTEGER, ZYEAR INTEGER, ZTITLE VARCHAR);
    INSERT INTO ZMOVIE VALUES (1, 1, 4, 1979, 'Alien');
    CREATE TABLE Z_METADATA (Z_VERSION INTEGER PRIMARY KEY, Z_UUID VARCHAR(255), Z_PLIST BLOB);
    CREATE TABLE ZPERSON (Z_PK INTEGER PRIMARY KEY, Z_ENT INTEGER, Z_OPT INTEGER, ZNAME VARCHAR);
    INSERT INTO ZPERSON VALUES (1, 3, 1, 'Ridley');
    CREATE TABLE ZSTRAY (Z_PK INTEGER PRIMARY KEY, Z_ENT INTEGER, Z_OPT INTEGER, ZNAME VARCHAR);
    """

  @Test func coreDataGivesKeys() throws {
    let context = try Self.context(Self.coreData)
    let entity = try #require(context.database.model.entity(named: "ZMOVIE"))
    func name(_ column: String) throws -> String { try #require(entity.attributes.first { $0.column == column }).name }
    let alien = try object(entity.name, 1, context)
    let movie = try context.insert(entity: entity.name)
    try movie.set(name("ZTITLE"), to: .string("Heat"))
    let person = try object("Person", 1, context)
    #expect(throws: StoreIssue.self) { try person.set("ent", to: .integer(5)) }
    try alien.set(name("ZYEAR"), to: .integer(1980))
    try context.save()
    let rows = "SELECT Z_PK || '-' || Z_ENT || '-' || Z_OPT || ZTITLE FROM ZMOVIE ORDER BY Z_PK"
    #expect(try texts(rows, context) == ["1-1-5Alien", "42-1-1Heat"])
    #expect(try texts("SELECT Z_MAX FROM Z_PRIMARYKEY ORDER BY Z_ENT", context) == ["42", "3", "0"])
    // Each write raises the count, and is not a conflict with another process.
    try alien.set(name("ZYEAR"), to: .integer(1981))
    try context.save()
    #expect(try texts(rows, context).first == "1-1-6Alien")
    let third = try context.insert(entity: entity.name)
    try context.save()
    #expect(third.id.reference.key == 43)
  }

  @Test func coreDataEntitiesThatCannotBeTold() throws {
    let context = try Self.context(Self.coreData)
    let name = try #require(context.database.model.entity(named: "ZSTRAY")).name
    let issue = #expect(throws: StoreIssue.self) { _ = try context.insert(entity: name) }
    #expect(issue?.message.contains("Z_PRIMARYKEY has no row") == true)
    #expect(!context.hasChanges)
  }

  /// A new object of a hierarchy has the number of its entity, and the key after the greatest of the hierarchy, which the root's row counts.
  @Test func coreDataEntitiesThatShareATable() throws {
    let context = try Self.context(Self.coreData)
    for (entity, name) in [("Actor", "Sigourney"), ("Person", "Ripley"), ("Actor", "Ian")] {
      try context.insert(entity: entity).set("name", to: .string(name))
    }
    try context.save()
    #expect(
      try texts("SELECT Z_PK || '-' || Z_ENT || '-' || Z_OPT || ZNAME FROM ZPERSON ORDER BY Z_PK", context)
        == ["1-3-1Ridley", "4-3-1Sigourney", "5-2-1Ripley", "6-3-1Ian"])
    #expect(try texts("SELECT Z_MAX FROM Z_PRIMARYKEY ORDER BY Z_ENT", context) == ["41", "6", "0"])
    func count(_ entity: String) throws -> Int { try context.count(EntityFetch(entity)) }
    #expect(try [count("Person"), count("Actor")] == [4, 3])
    let actor = try context.insert(entity: "Actor")
    #expect(try actor.value(of: "name").isNull)
    try context.save()
    context.undo()
    try context.save()
    #expect(try count("Actor") == 3)
  }

  // MARK: New objects

  /// The new object has no values yet, not even required ones. Conditions read them as nil.
  @Test func newObjectsWithoutARequiredValue() throws {
    let context = try Self.context(
      """
      CREATE TABLE film (id INTEGER PRIMARY KEY, title TEXT NOT NULL, studio_id INTEGER NOT NULL REFERENCES studio (id));
      CREATE TABLE studio (id INTEGER PRIMARY KEY, name TEXT NOT NULL);
      INSERT INTO studio VALUES (1, 'Fox');
      INSERT INTO film VALUES (1, 'Alien', 1);
      """)
    let film = try context.insert(entity: "Film")
    func count(_ format: String) throws -> Int {
      try context.count(EntityFetch("Film", where: QueryPredicate(format: QueryFormat(raw: format))))
    }
    #expect(try count("title == nil") == 1)
    #expect(try count("title != nil") == 1)
    #expect(try count("id == nil") == 1)
    #expect(try count("studio == nil") == 1)
    #expect(try count("studio.name == nil") == 1)
    #expect(try count("NOT title == 'x'") == 2)
    try film.set("title", to: .string("x"))
    #expect(try count("title == nil") == 0)
  }

  /// An inner group that throws reverts its own steps. The steps of the outer group stay.
  @Test func groupsInsideOfGroups() throws {
    let context = try Self.context("CREATE TABLE film (id INTEGER PRIMARY KEY, title TEXT)")
    struct Stop: Error {}
    try context.group {
      _ = try context.insert(entity: "Film")
      do {
        try context.group {
          _ = try context.insert(entity: "Film")
          throw Stop()
        }
      } catch is Stop {}
      _ = try context.insert(entity: "Film")
    }
    #expect(context.changedObjects.filter(\.isInserted).count == 2)
    context.undo()
    #expect(!context.hasChanges)
  }
}
