import GRDB
import Testing

@testable import PredicateSQLite

@Suite("The entities of a store of Core Data")
struct CoreDataEntitiesTests {
  private func entities(_ list: [(Int64, String, Int64)]) -> CoreDataEntities {
    CoreDataEntities(list.map { CoreDataEntities.Entity(number: $0.0, name: $0.1, parent: $0.2) })
  }

  @Test("An entity is in the table of its root")
  func roots() {
    let entities = entities([(1, "Person", 0), (2, "Manager", 1), (3, "Director", 2), (4, "Badge", 9), (5, "Card", 5)])
    #expect(
      [1, 2, 3, 4, 5, 6].map { entities.root(ofEntity: $0)?.name } == [
        "Person", "Person", "Person", "Badge", "Card", nil,
      ])
    #expect(entities.root(ofTable: "zperson").map { entities.heirs(of: $0).map(\.name) } == ["Manager", "Director"])
    #expect(entities.root(ofTable: "ZMANAGER") == nil)
  }

  @Test("A circle has no root, and neither have entities whose parents are in it")
  func circles() {
    let entities = entities([(1, "Leaf", 2), (2, "Hen", 3), (3, "Egg", 2), (4, "Tree", 0)])
    #expect([1, 2, 3, 4].map { entities.root(ofEntity: $0)?.name } == [nil, nil, nil, "Tree"])
    #expect(entities.root(ofTable: "ZHEN") == nil)
  }

  @Test("The first of several entities with one number or name counts")
  func doubles() {
    let entities = entities([(1, "Film", 0), (1, "Book", 0), (2, "FILM", 0), (3, "Reel", 1)])
    #expect(entities.root(ofEntity: 3)?.name == "Film")
    #expect(entities.root(ofTable: "ZFILM")?.number == 1)
  }

  @Test(
    "A relationship ends with the longest name that fits",
    arguments: [
      ("lenttofriend", "Friend"), ("boyfriend", "BoyFriend"), ("tag", "Tag"), ("tags", nil), ("", nil),
      ("großétag", "ÉTag"),
    ])
  func ends(_ name: String, _ entity: String?) {
    let entities = entities([(1, "Friend", 0), (2, "BoyFriend", 1), (3, "Tag", 0), (4, "ÉTag", 0)])
    #expect(entities.entity(atEndOf: name)?.name == entity)
  }

  @Test("A long chain and many tables are read in linear time")
  func longChain() throws {
    let queue = try DatabaseQueue()
    let reading = try queue.write { database in
      try database.execute(
        sql: """
          CREATE TABLE Z_PRIMARYKEY (Z_ENT INTEGER PRIMARY KEY, Z_NAME VARCHAR, Z_SUPER INTEGER, Z_MAX INTEGER);
          CREATE TABLE Z_METADATA (Z_VERSION INTEGER PRIMARY KEY);
          WITH RECURSIVE n(i) AS (SELECT 1 UNION ALL SELECT i + 1 FROM n WHERE i < 50000)
            INSERT INTO Z_PRIMARYKEY SELECT i, 'E' || i, i - 1, 0 FROM n;
          CREATE TABLE ZE1 (Z_PK INTEGER PRIMARY KEY, Z_ENT INTEGER, Z_OPT INTEGER, ZNEXTE50000 INTEGER);
          CREATE INDEX ZE1_ZNEXTE50000_INDEX ON ZE1 (ZNEXTE50000);
          """)
      for number in 2...200 {
        try database.execute(
          sql: "CREATE TABLE Z_\(number)ENDS (Z_\(number)ENDS INTEGER, Z_\(number + 1)ENDS INTEGER)")
      }
      return try SchemaReader.read(database, file: nil)
    }
    #expect(reading.model.entity(named: "E1")?.relationships.first { $0.name == "nexte50000" }?.destination == "E1")
  }
}
