import GRDB
import PredicateModel
import PredicateObjects
import PredicateSQLite
import PredicateSyntax
import PredicateValues
import Testing

/// The primary key of a row is also a foreign key: a restaurant has the number of its place.
@Suite struct RowKeyTests {
  private static func context(_ rule: String = "ON DELETE CASCADE") throws -> ObjectContext {
    let queue = try DatabaseQueue(configuration: PredicateDatabase.defaultConfiguration)
    try queue.write { database in
      try database.execute(
        sql: """
          CREATE TABLE place (id INTEGER PRIMARY KEY, name TEXT);
          CREATE TABLE restaurant (place_ptr_id INTEGER PRIMARY KEY REFERENCES place (id) \(rule), stars INT);
          CREATE TABLE menu (id INTEGER PRIMARY KEY, dish TEXT,
            restaurant_id INT REFERENCES restaurant (place_ptr_id) ON DELETE CASCADE);
          INSERT INTO place VALUES (1, 'a'), (2, 'b'), (3, 'c');
          INSERT INTO restaurant VALUES (1, 5), (2, 3);
          INSERT INTO menu VALUES (1, 'x', 1), (2, 'y', 1), (3, 'z', 2);
          """)
    }
    return try ObjectContext(PredicateDatabase(name: "places", queue: queue))
  }

  private func object(_ entity: String, _ key: Int64, _ context: ObjectContext) throws -> StoredObject {
    try #require(try context.object(for: ObjectID(ObjectReference(entity: entity, key: key))))
  }

  private func rows(_ context: ObjectContext) throws -> [String] {
    try context.database.reader.read {
      try String.fetchAll(
        $0,
        sql: """
          SELECT 'p' || id FROM place UNION ALL SELECT 'r' || place_ptr_id || ' ' || coalesce(stars, '') FROM restaurant
          UNION ALL SELECT 'm' || id FROM menu ORDER BY 1
          """)
    }
  }

  @Test func aCascadeDeletesBothRows() throws {
    let context = try Self.context()
    let place = try object("Place", 1, context)
    #expect(try place.object(of: "restaurant")?.value(of: "stars").equals(.integer(5)) == true)
    try context.delete(place)
    try context.save()
    #expect(try rows(context) == ["m3", "p2", "p3", "r2 3"])
    context.undo()
    try context.save()
    #expect(try rows(context) == ["m1", "m2", "m3", "p1", "p2", "p3", "r1 5", "r2 3"])
    try context.delete(object("Place", 3, context))
    try context.delete(object("Restaurant", 2, context))
    try context.save()
    #expect(try rows(context) == ["m1", "m2", "p1", "p2", "r1 5"])
  }

  @Test func aDenialIsReported() throws {
    let context = try Self.context("")
    try context.delete(object("Place", 3, context))
    try context.save()
    let place = try object("Place", 1, context)
    try context.delete(place)
    let denied = try context.denials(of: [place])
    #expect(
      denied.map(\.message) == [
        "the object cannot be deleted, because its relationship restaurant still contains Restaurant[1]"
      ])
    #expect(throws: SaveFailure.self) { try context.save() }
    context.undo()
    try context.delete(object("Restaurant", 1, context))
    try context.delete(place)
    try context.save()
    #expect(try rows(context) == ["m3", "p2", "r2 3"])
  }

  /// A new object gets the key of the object that it refers to, which may be new, too.
  @Test func newObjects() throws {
    let context = try Self.context()
    let first = try context.insert(entity: "Restaurant")
    try first.setObject(object("Place", 3, context), of: "placePtr")
    #expect(try first.value(of: "placePtrId").equals(.integer(3)))
    let place = try context.insert(entity: "Place")
    let second = try context.insert(entity: "Restaurant")
    try place.setObject(second, of: "restaurant")
    try second.set("stars", to: .integer(1))
    let third = try context.insert(entity: "Restaurant")
    try third.set("placePtrId", to: .integer(99))
    #expect(try third.object(of: "placePtr") == nil)
    try context.delete(third)
    try context.save()
    #expect(try rows(context) == ["m1", "m2", "m3", "p1", "p2", "p3", "p4", "r1 5", "r2 3", "r3 ", "r4 1"])
    #expect(try second.value(of: "placePtrId").equals(.integer(4)) && second.object(of: "placePtr") === place)
  }

  /// The key of a row in the database does not change.
  @Test func keysStay() throws {
    let context = try Self.context("ON DELETE SET NULL")
    let restaurant = try object("Restaurant", 1, context)
    let other = try object("Place", 3, context)
    let changes: [() throws -> Void] = [
      { try restaurant.setObject(other, of: "placePtr") }, { try restaurant.setObject(nil, of: "placePtr") },
      { try other.setObject(restaurant, of: "restaurant") }, { try context.delete(object("Place", 1, context)) },
    ]
    for change in changes {
      let issue = #expect(throws: StoreIssue.self) { try change() }
      #expect(issue?.kind == .unchangeable)
      #expect(
        issue?.message.hasPrefix("“place_ptr_id” of Restaurant[1] cannot be changed") == true, "\(issue?.message ?? "")"
      )
      #expect(!context.hasChanges)
    }
    try restaurant.setObject(object("Place", 1, context), of: "placePtr")
    #expect(!context.hasChanges)
  }

  /// A fetch with unsaved changes reads the same relationship.
  @Test func unsavedChanges() throws {
    let context = try Self.context()
    try object("Restaurant", 2, context).set("stars", to: .integer(4))
    let fetch = EntityFetch("Place", where: try QueryPredicate(format: "restaurant.stars >= 4"))
    #expect(try context.count(fetch) == 2)
    let menus = EntityFetch("Menu", where: try QueryPredicate(format: "restaurant.placePtr.name == 'a'"))
    #expect(try context.count(menus) == 2)
  }
}
