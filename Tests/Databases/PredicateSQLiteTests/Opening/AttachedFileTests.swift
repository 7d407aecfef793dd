import GRDB
import PredicateModel
import PredicateSQLite
import PredicateSyntax
import Testing

/// Tables of files that an application attaches to its connection can be queried.
@Suite struct AttachedFileTests {
  /// The main database has films. The attached one has a table of the same name with other columns and rows, and a second table.
  private static func database(_ file: ModelFile? = nil) throws -> (queue: DatabaseQueue, database: PredicateDatabase) {
    let queue = try DatabaseQueue(configuration: PredicateDatabase.defaultConfiguration)
    try queue.writeWithoutTransaction { database in
      try database.execute(
        sql: """
          ATTACH ':memory:' AS archive;
          CREATE TABLE main.Film (id INTEGER PRIMARY KEY, title TEXT NOT NULL, year INTEGER NOT NULL) STRICT;
          CREATE INDEX main.by_year ON Film (year);
          WITH RECURSIVE n(i) AS (VALUES (1) UNION ALL SELECT i + 1 FROM n WHERE i < 2000)
          INSERT INTO main.Film SELECT i, 'film ' || i, 1900 + i % 100 FROM n;
          CREATE TABLE archive.Film (id INTEGER PRIMARY KEY, title BLOB, maker TEXT);
          CREATE INDEX archive.by_maker ON Film (maker);
          INSERT INTO archive.Film VALUES (1, x'00', 'Lang');
          CREATE TABLE archive.Review (id INTEGER PRIMARY KEY, film_id INTEGER NOT NULL, stars INTEGER NOT NULL) STRICT;
          INSERT INTO archive.Review VALUES (1, 7, 5), (2, 7, 1), (3, 9, 4);
          """)
    }
    return (queue, try PredicateDatabase(name: "films", queue: queue, file: file))
  }

  @Test func theMainDatabaseIsWhatItWas() throws {
    let (_, database) = try Self.database()
    #expect(database.model.entityNames == ["Film"])
    #expect(database.model.entity(named: "Film")?.memberNames == ["id", "title", "year"])
    #expect(try database.count(EntityFetch("Film")) == 2_000)
    #expect(try database.count(EntityFetch("Film", where: QueryPredicate(format: "year == 1990"))) == 20)
    #expect(database.hasIndex(beginningWith: "year", of: "Film"))
    #expect(!database.hasIndex(beginningWith: "maker", of: "Film"))
    let years = try database.distinctValues(of: "year", in: "Film", prefix: "199", limit: 2)
    #expect(years.map(\.debugDescription) == ["integer(1990)", "integer(1991)"])
    #expect(database.notes.isEmpty)
    #expect(try database.fetch(EntityFetch("Film", where: QueryPredicate(format: "id == 7"))).rows.count == 1)
  }

  /// A model file for the whole schema may have tables of both databases, and relationships between them.
  @Test func aWholeModelReachesBoth() throws {
    let file = ModelFile.whole(
      DataModel(entities: [
        Entity(
          name: "Film",
          attributes: [Attribute(name: "title", type: .string), Attribute(name: "year", type: .integer)],
          relationships: [
            Relationship(
              name: "reviews", destination: "Review", inverse: "film", cardinality: .toMany,
              storage: .foreignKeyOfDestination("film_id"))
          ]),
        Entity(
          name: "Review", attributes: [Attribute(name: "stars", type: .integer)],
          relationships: [
            Relationship(
              name: "film", destination: "Film", inverse: "reviews", cardinality: .toOne,
              storage: .foreignKey("film_id"))
          ]),
      ]))
    let (_, database) = try Self.database(file)
    func keys(_ entity: String, _ format: String) throws -> [Int64] {
      try database.keys(EntityFetch(entity, where: QueryPredicate(format: QueryFormat(raw: format))))
    }
    #expect(try keys("Film", "reviews.@count > 1") == [7])
    #expect(try keys("Film", "ANY reviews.stars == 4") == [9])
    #expect(try keys("Film", "reviews.@max.stars > 4") == [7])
    #expect(try keys("Review", "film.title == 'film 9'") == [3])
    #expect(try keys("Review", "film.year > 1905") == [1, 2, 3])
  }
}
