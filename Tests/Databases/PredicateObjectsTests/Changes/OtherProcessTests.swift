import GRDB
import PredicateModel
import PredicateSQLite
import PredicateObjects
import Testing

/// Databases whose file contains no model, and rows that other processes change while a context has objects of them.
@Suite struct OtherProcessTests {
  private static func shop() throws -> PredicateDatabase {
    let queue = try DatabaseQueue(configuration: PredicateDatabase.defaultConfiguration)
    try queue.write { database in
      try database.execute(
        sql: """
          CREATE TABLE customer (id INTEGER PRIMARY KEY, name TEXT NOT NULL, email TEXT UNIQUE);
          CREATE TABLE "order" (
            id INTEGER PRIMARY KEY, "group" TEXT, customer_id INTEGER NOT NULL REFERENCES customer (id));
          INSERT INTO customer VALUES (1, 'Ann', 'a@b'), (2, 'Bob', 'b@b');
          INSERT INTO "order" VALUES (1, 'x', 1);
          """)
    }
    return try PredicateDatabase(name: "shop", queue: queue)
  }

  private func customers(_ database: PredicateDatabase) throws -> [Int64] {
    try database.reader.read { try Int64.fetchAll($0, sql: "SELECT customer_id FROM \"order\" ORDER BY id") }
  }

  /// If the model comes from the schema, the columns of foreign keys are attributes, too.
  @Test func keysThatAreAttributes() throws {
    let database = try Self.shop()
    let context = try ObjectContext(database)
    let customer = try #require(try context.object(for: ObjectID(ObjectReference(entity: "Customer", key: 2))))
    let order = try context.insert(entity: "Order")
    try order.setObject(customer, of: "customer")
    let name = try #require(order.entity.attributes.first { $0.column == "customer_id" }).name
    #expect(try order.value(of: name).equals(.integer(2)))
    try context.save()
    #expect(try customers(database) == [1, 2])
    let first = try #require(try context.object(for: ObjectID(ObjectReference(entity: "Order", key: 1))))
    try first.setObject(customer, of: "customer")
    try context.save()
    try first.set("group", to: .string("y"))
    try context.save()
    #expect(try customers(database) == [2, 2])
    try first.set(name, to: .integer(1))
    #expect(try first.object(of: "customer")?.value(of: "name").equals(.string("Ann")) == true)
    #expect(try customer.objects(of: "orders").count == 1)
    try context.save()
    #expect(try customers(database) == [1, 2])
  }

  @Test func aKeyThatAnotherProcessGave() throws {
    let database = try Self.shop()
    let (mine, theirs) = (try ObjectContext(database), try ObjectContext(database))
    let bob = try #require(try mine.object(for: ObjectID(ObjectReference(entity: "Customer", key: 2))))
    try mine.delete(bob)
    try mine.save()
    let eve = try theirs.insert(entity: "Customer")
    try eve.set("name", to: .string("Eve"))
    try theirs.save()
    #expect(eve.id.description == "Customer[2]")
    mine.undo()
    #expect(try mine.objects(EntityFetch("Customer")).count == 3)
    #expect(try bob.value(of: "name").equals(.string("Bob")))
    try mine.save()
    let names = try database.reader.read { try String.fetchAll($0, sql: "SELECT name FROM customer ORDER BY id") }
    #expect(names == ["Ann", "Eve", "Bob"])
  }

  @Test func deletingWhatWasNotLoaded() throws {
    let database = try Self.shop()
    let context = try ObjectContext(database)
    let bob = try #require(try context.object(for: ObjectID(ObjectReference(entity: "Customer", key: 2))))
    context.rollback()
    try context.delete(bob)
    try context.save()
    context.undo()
    try context.save()
    #expect(try bob.value(of: "email").equals(.string("b@b")))
    #expect(bob.id.description == "Customer[2]")
    #expect(try context.object(for: ObjectID(ObjectReference(entity: "Customer", key: 9))) == nil)
    try database.writer?.write { try $0.execute(sql: "INSERT INTO customer VALUES (9, 'Zoe', NULL)") }
    #expect(try context.object(for: ObjectID(ObjectReference(entity: "Customer", key: 9))) != nil)
  }

  @Test func aUniqueValueMoves() throws {
    let context = try ObjectContext(Self.shop())
    let all = try context.objects(EntityFetch("Customer"))
    try context.delete(all[1])
    try all[0].set("email", to: .string("b@b"))
    try context.save()
    #expect(try context.count(EntityFetch("Customer")) == 1)
  }

  @Test func refusedAtTheEnd() throws {
    let database = try Self.shop()
    let (mine, theirs) = (try ObjectContext(database), try ObjectContext(database))
    let order = try mine.insert(entity: "Order")
    try order.setObject(mine.object(for: ObjectID(ObjectReference(entity: "Customer", key: 2))), of: "customer")
    try theirs.delete(#require(try theirs.object(for: ObjectID(ObjectReference(entity: "Customer", key: 2)))))
    try theirs.save()
    let failure = #expect(throws: SaveFailure.self) { try mine.save() }
    #expect(failure?.problems.map(\.kind) == [.refused])
    // The order that could not be saved remains an unsaved change.
    #expect(mine.hasChanges)
  }

  @Test func propertiesThatCannotBeSet() throws {
    let context = try MovieObjects.context()
    let movie = try #require(try context.fetch(Movie.self, "lent == NO", limit: 1).first)
    let friend = try context.insert(Friend.self)
    try context.delete(friend)
    #expect(throws: StoreIssue.self) {
      try context.group {
        movie.lent = true
        movie.lentToFriend = friend
      }
    }
    #expect(!movie.lent)
    movie.lentToFriend = friend
    #expect(throws: StoreIssue.self) { try context.save() }
    #expect(context.failures.count == 2)
  }

  /// A save writes only the columns of changed attributes. ON DELETE CASCADE does not delete rows that the context has not read.
  @Test func whatCannotBeReadIsKept() throws {
    let queue = try DatabaseQueue(configuration: PredicateDatabase.defaultConfiguration)
    try queue.write { database in
      try database.execute(
        sql: """
          CREATE TABLE item (id INTEGER PRIMARY KEY, name TEXT, amount REAL NOT NULL);
          INSERT INTO item VALUES (1, 'a', 'many'), (2, 'b', 2.5);
          CREATE TABLE own (id INTEGER PRIMARY KEY, name TEXT);
          CREATE TABLE other (id INTEGER PRIMARY KEY, name TEXT);
          CREATE TABLE part (id INTEGER PRIMARY KEY, oid INTEGER REFERENCES own (id) ON DELETE CASCADE,
            FOREIGN KEY (oid) REFERENCES other (id) ON DELETE CASCADE);
          INSERT INTO own VALUES (1, 'b');
          INSERT INTO other VALUES (1, 'b');
          INSERT INTO part VALUES (1, 1);
          """)
    }
    let context = try ObjectContext(PredicateDatabase(name: "items", queue: queue))
    func object(_ entity: String, _ key: Int64) throws -> StoredObject {
      try #require(try context.object(for: ObjectID(ObjectReference(entity: entity, key: key))))
    }
    let item = try object("Item", 1)
    try item.set("name", to: .string("z"))
    try context.save()
    // SQLite would delete the part, too. Objects cannot read the second relationship of a column with two foreign keys.
    let owners = try [object("Own", 1), object("Other", 1)]
    let refused = owners.filter { owner in
      do {
        try context.delete(owner)
        context.undo()
        return false
      } catch { return error is StoreIssue }
    }
    #expect(refused.count == 1)
    #expect(!context.hasChanges)
    let rows = try queue.read { try String.fetchAll($0, sql: "SELECT name || amount FROM item ORDER BY id") }
    #expect(rows == ["zmany", "b2.5"])
    try context.delete(object("Item", 2))
    try context.save()
  }

}
