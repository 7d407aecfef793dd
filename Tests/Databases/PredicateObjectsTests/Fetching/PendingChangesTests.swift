import PredicateModel
import PredicateObjects
import PredicateSQLite
import PredicateTestSupport
import PredicateValues
import Testing

/// Fetches run in SQL although objects have unsaved changes: the changed objects are added to the result or removed from it. The results are compared
/// with evaluation in memory.
///
/// One test runs at a time, because all count the instances of one class.
@Suite(.serialized) struct PendingChangesTests {
  /// Counts its instances, with those that were freed.
  final class Item: StoredObject {
    static let made = Locked(0)
    @Stored var name: String
    @Stored var price: Int?
    @Stored var isOld: Bool
    @ToOne var shop: Shop?

    required init(_ place: ObjectPlace) {
      super.init(place)
      Self.made.withLock { $0 += 1 }
    }
  }

  final class Shop: StoredObject {
    @Stored var name: String
    @ToMany(inverse: \.shop) var items: [Item]
  }

  private static func context(items count: Int) throws -> ObjectContext {
    let context = try ObjectContext(classes: [Item.self, Shop.self])
    try #require(context.database.writer).write { connection in
      try connection.execute(
        sql: """
          INSERT INTO Shop (id, name) VALUES (1, 'a'), (2, 'b');
          WITH RECURSIVE n(i) AS (VALUES (1) UNION ALL SELECT i + 1 FROM n WHERE i < \(count))
          INSERT INTO Item (name, price, isOld, shop_id)
          SELECT char(97 + i * 7 % 26) || (i % 3), nullif(i * 13 % 40, 3), i % 2, nullif(1 + i % 3, 3) FROM n;
          """)
    }
    return context
  }

  private static let conditions = [
    nil, "price > 20", "price == nil", "name BEGINSWITH 'c'", "isOld == YES AND price < 30", "NOT (price > 10)",
    "SELF != nil", "shop == Shop[1]", "shop.name == 'a'", "name == 'new'", "FALSEPREDICATE", "Shop.@count == 2",
  ]
  private static let orders: [[QuerySortKey]] = [
    [], ["name"], [.descending("name")], ["price", .descending("name")], [.descending("price")], ["isOld", "price"],
    [.ascending("name", options: [.caseInsensitive])], ["shop.name"],
  ]

  /// Expects the same objects as from a fetch of columns, which is always evaluated in memory.
  private func expectSame(_ context: ObjectContext, _ fetch: EntityFetch, _ location: SourceLocation = #_sourceLocation)
    throws
  {
    var columns = fetch
    columns.columns = [FetchedColumn(key: "name"), FetchedColumn(key: "price"), FetchedColumn(key: "isOld")]
    let rows = try context.rows(columns).rows
    let found = try context.objects(fetch).map { object in
      try ["name", "price", "isOld"].map { try object.value(of: $0) }
    }
    #expect("\(found)" == "\(rows)", "\(fetch)", sourceLocation: location)
    #expect(try context.count(fetch) == rows.count, "\(fetch)", sourceLocation: location)
  }

  @Test(arguments: 1...6) func answersAreThoseOfMemory(_ seed: Int) throws {
    var random = SplitMix64(seed: UInt64(seed))
    let context = try Self.context(items: 60)
    for _ in 0..<12 {
      let items = try context.fetch(Item.self)
      for _ in 0..<Int.random(in: 1...4, using: &random) {
        let item = try #require(items.randomElement(using: &random))
        if item.isDeleted { continue }
        switch Int.random(in: 0..<8, using: &random) {
        case 0: try context.delete(item)
        case 1, 2:
          let name = ["new", "c5", "z"].randomElement(using: &random) ?? ""
          try context.group {
            let new = try context.insert(Item.self)
            (new.name, new.isOld) = (name, true)
          }
        case 3: item.shop = try context.fetch(Shop.self).randomElement(using: &random)
        case 4: context.undo()
        case 5: item.price = nil
        default: (item.price, item.name) = (Int.random(in: 0..<40, using: &random), "c9")
        }
      }
      for _ in 0..<12 {
        let condition = try #require(Self.conditions.randomElement(using: &random))
        let fetch = EntityFetch(
          "Item", where: try condition.map { try QueryPredicate(format: QueryFormat(raw: $0)) },
          sortedBy: try #require(Self.orders.randomElement(using: &random)),
          limit: [nil, nil, 0, 1, 5, 100, .max].randomElement(using: &random) ?? nil,
          offset: [0, 0, 2, 61, .max].randomElement(using: &random) ?? 0)
        try expectSame(context, fetch)
      }
      if Bool.random(using: &random) { try context.save() }
    }
  }

  @Test func fewObjectsAreMade() throws {
    let context = try Self.context(items: 5_000)
    let changed = try context.fetch(Item.self, "price == 7", limit: 10)
    for item in changed { item.price = 39 }
    let new = try context.insert(Item.self)
    (new.name, new.price, new.isOld) = ("A", 39, false)
    func made(_ body: () throws -> Void) rethrows -> Int {
      let former = Item.made.withLock { $0 }
      try body()
      return Item.made.withLock { $0 } - former
    }
    let statements = try StatementCount(context.database)
    var dear: [Item] = []
    let madeByFetch = try made {
      dear = try context.fetch(Item.self, "price > 30", sortedBy: .descending("price"), "name", limit: 10)
    }
    #expect(dear.count == 10 && dear.allSatisfy { $0.price == 39 } && dear.first === new)
    #expect(madeByFetch <= 21)
    var counts: [Int] = []
    let madeByCounts = try made {
      counts = try ["price == 7", "price == 39"].map { try context.count(Item.self, QueryFormat(raw: $0)) }
      counts.append(try context.fetch(Item.self, "price == 7 AND name == 'none'").count)
    }
    #expect(counts == [115, 136, 0] && madeByCounts == 0)
    // One statement per fetch and two per count. A further one checks whether the changed rows still exist.
    #expect(try statements.stop() == 10)
    // A condition that reads the changes through a relationship is evaluated in memory, so all rows are loaded.
    let madeByPath = try made { _ = try context.count(Shop.self, "ANY items.price == 39") }
    #expect(madeByPath > 3_000)
  }

  @Test func changesOfOtherEntitiesCostNothing() throws {
    let context = try Self.context(items: 2_000)
    let shop = try #require(try context.fetch(Shop.self).first)
    shop.name = "z"
    let former = Item.made.withLock { $0 }
    #expect(try context.count(Item.self, "price > 30") > 0)
    #expect(try context.fetch(Item.self, "price > 30", limit: 3).count == 3)
    #expect(Item.made.withLock { $0 } == former + 3)
    #expect(try context.count(Item.self, "shop.name == 'z'") > 0)
  }

  /// Another process has deleted the row of a changed object. The fetch does not find the object, and saving reports the conflict.
  @Test func rowsThatAreGone() throws {
    let context = try Self.context(items: 20)
    let item = try #require(try context.fetch(Item.self, limit: 1).first)
    item.price = 1_000
    try #require(context.database.writer).write { try $0.execute(sql: "DELETE FROM Item WHERE price IS NOT 3") }
    #expect(try context.count(Item.self, "price == 1000") == 0)
    #expect(try context.fetch(Item.self, "price == 1000").isEmpty && context.fetch(Item.self).isEmpty)
    #expect(throws: SaveFailure.self) { try context.save() }
  }

  @Test func textUnderAPolicySeesChanges() throws {
    let context = try Self.context(items: 2_000)
    let policy = QueryPolicy(work: 200_000).allowing(.all, ofEntity: "Item")
    let item = try #require(try context.fetch(Item.self, limit: 1).first)
    (item.name, item.price) = ("first", 1_000)
    let former = Item.made.withLock { $0 }
    let found = try context.fetch(
      Item.self, text: "price > 30 OR name == 'first'", order: "price desc", policy: policy, limit: 5)
    #expect(found.first === item && found.count == 5)
    #expect(Item.made.withLock { $0 } <= former + 6)
    var small = policy
    small.work = 1
    #expect(throws: PredicateIssue.self) {
      try context.fetch(Item.self, text: "name MATCHES '.*x.*' OR price > 3", policy: small)
    }
  }
}
