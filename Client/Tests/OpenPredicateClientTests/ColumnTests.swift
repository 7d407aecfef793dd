#if SQLite || PostgreSQL
  import Foundation
  import GRDB
  import OpenPredicate
  import PredicateSQLite
  import Testing

  /// Columns that GRDB's records write, and the effects of a migration on them.
  @Suite struct ColumnTests {
    private enum Kind: String, Codable, DatabaseValueConvertible, QueryArgumentConvertible { case book, map }

    private struct Item: Codable, FetchableRecord, PersistableRecord {
      var id: UUID
      var price: Decimal
      var weight: Decimal
      var boughtOn: Date
      var isSold: Bool
      var kind: Kind
      var parent: UUID?
      static let children = hasMany(Item.self, using: ForeignKey(["parent"]))
    }

    private static var migrator: DatabaseMigrator {
      var migrator = DatabaseMigrator()
      migrator.registerMigration("first") { db in
        try db.create(table: "item") { table in
          table.primaryKey("id", .blob)
          table.column("price", .text).notNull()
          table.column("weight", .numeric).notNull()
          table.column("boughtOn", .datetime).notNull()
          table.column("isSold", .boolean).notNull()
          table.column("kind", .text).notNull()
          table.column("parent", .blob).references("item")
        }
      }
      return migrator
    }

    private static func items() -> [Item] {
      let ids = (0..<4).map { _ in UUID() }
      return (0..<4).map { number in
        Item(
          id: ids[number], price: Decimal(string: ["9.99", "10.5", "100", "-0.1"][number]) ?? 0,
          weight: Decimal(string: ["0.5", "10", "9.75", "1"][number]) ?? 0,
          boughtOn: Date(timeIntervalSinceReferenceDate: Double(number) * 86_400), isSold: number == 1,
          kind: number < 2 ? .book : .map, parent: number == 0 ? nil : ids[0])
      }
    }

    private func queue(_ items: [Item]) throws -> DatabaseQueue {
      let queue = try DatabaseQueue()
      try Self.migrator.migrate(queue)
      try queue.write { db in for item in items { try item.insert(db) } }
      return queue
    }

    @Test func uuidsAndDecimalsAsRecordsWriteThem() throws {
      let items = Self.items()
      let queue = try queue(items)
      let database = try PredicateDatabase(queue).retyped("id", of: "Item", to: .uuid)
        .retyped("price", of: "Item", to: .decimal)
      func ids(_ format: String, _ arguments: any QueryArgumentConvertible...) throws -> [Int] {
        let predicate = try QueryPredicate(format: QueryFormat(raw: format), arguments: arguments)
        let found = try queue.read { try Item.filter(matching: predicate, in: database).fetchAll($0) }
        return items.indices.filter { index in found.contains { $0.id == items[index].id } }
      }
      #expect(try ids("id == %@", items[2].id) == [2])
      #expect(try ids("id IN %@", [items[1].id, items[3].id]) == [1, 3])
      #expect(try ids("id != %@", items[2].id) == [0, 1, 3])
      // Decimals are compared as numbers: “9.99” is less than “10.5”.
      #expect(try ids("price > %@", Decimal(10)) == [1, 2])
      #expect(try ids("price BETWEEN {-1, 9.99}") == [0, 3])
      #expect(try ids("price IN %@", Decimal(9)...Decimal(11)) == [0, 1])
      #expect(try ids("weight > %@", Decimal(string: "9.5")) == [1, 2])
      #expect(try ids("boughtOn >= %@ AND isSold == NO", items[1].boughtOn) == [2, 3])
      #expect(try ids("kind == %@", Kind.book) == [0, 1])
      #expect(try ids("parent.id == %@ AND price < 100", items[0].id) == [1, 3])
      #expect(try ids("children.@count == 3") == [0])
      let sorted = try database.records(
        Item.self, EntityFetch("Item", sortedBy: [QuerySortKey(QueryExpression("price"))]))
      #expect(sorted.map(\.price) == items.map(\.price).sorted())
    }

    @Test func associationsOfKeysThatAreUUIDs() throws {
      let items = Self.items()
      let queue = try queue(items)
      let database = try PredicateDatabase(queue).retyped("price", of: "Item", to: .decimal)
      let dear = try Item.children.filter(matching: "price > \(Decimal(50))", in: database)
      #expect(try queue.read { try Item.joining(required: dear).fetchAll($0) }.map(\.id) == [items[0].id])
      let cheap = try items[0].request(for: Item.children).filter(matching: "price < 50", in: database)
      #expect(try queue.read { try cheap.fetchCount($0) } == 2)
    }

    @Test func newColumnsAfterAMigration() throws {
      let queue = try queue(Self.items())
      let database = try PredicateDatabase(queue)
      #expect(try database.reloadedIfChanged() == nil)
      var migrator = Self.migrator
      migrator.registerMigration("second") { db in
        try db.alter(table: "item") { $0.add(column: "note", .text).defaults(to: "new") }
      }
      try migrator.migrate(queue)
      // Old columns keep their meaning. A new column has no name until the model is read again.
      #expect(try queue.read { try Item.filter(matching: "isSold == YES", in: database).fetchCount($0) } == 1)
      #expect(throws: PredicateIssue.self) { try Item.filter(matching: "note == 'new'", in: database) }
      let newer = try #require(try database.reloadedIfChanged())
      #expect(try queue.read { try Item.filter(matching: "note == 'new'", in: newer).fetchCount($0) } == 4)
      #expect(try newer.count(EntityFetch("Item", where: QueryPredicate("note == 'new'"))) == 4)
    }

    @Test func otherColumnsAfterAMigration() throws {
      let queue = try queue(Self.items())
      let database = try PredicateDatabase(queue)
      let request = try Item.filter(matching: "isSold == YES", in: database)
      #expect(try queue.read { try request.fetchCount($0) } == 1)
      // The column has the same name, but other contents.
      try queue.write { db in
        try db.execute(
          sql: "ALTER TABLE item DROP COLUMN isSold; ALTER TABLE item ADD COLUMN isSold TEXT DEFAULT 'YES'")
      }
      let issue = #expect(throws: DatabaseIssue.self) { try queue.read { try request.fetchCount($0) } }
      #expect(issue?.kind == .schemaChanged)
      let newer = try #require(try database.reloadedIfChanged())
      #expect(try queue.read { try Item.filter(matching: "isSold == 'YES'", in: newer).fetchCount($0) } == 4)
    }

    @Test func observationsGoOnThroughMigrations() async throws {
      let items = Self.items()
      let queue = try queue(Array(items[..<3]))
      let database = try PredicateDatabase(queue).retyped("price", of: "Item", to: .decimal)
      let observation = ValueObservation.tracking { db in
        try Item.filter(matching: "price < \(Decimal(50)) AND kind != 'none'", in: database).fetchCount(db)
      }
      var counts = observation.removeDuplicates().values(in: queue).makeAsyncIterator()
      #expect(try await counts.next() == 2)
      var migrator = Self.migrator
      migrator.registerMigration("second") { db in
        try db.alter(table: "item") { $0.add(column: "note", .text) }
      }
      try migrator.migrate(queue)
      try await queue.write { try items[3].insert($0) }
      #expect(try await counts.next() == 3)
      // A migration that removes a column ends the observation with an error about the changed schema.
      try await queue.write { db in
        try db.execute(
          sql: "ALTER TABLE item DROP COLUMN kind; ALTER TABLE item ADD COLUMN kind INTEGER; DELETE FROM item")
      }
      let issue = await #expect(throws: DatabaseIssue.self) { while try await counts.next() != nil {} }
      #expect(issue?.kind == .schemaChanged)
    }
  }
#endif
