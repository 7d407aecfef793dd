import GRDB
import PredicateDemo
import PredicateModel
import PredicateValues
import Testing

@testable import PredicateSQLite

@Suite("Objects in memory")
struct ObjectsGraphTests {
  private func graph(_ sql: String) throws -> ObjectGraph {
    let queue = try DatabaseQueue()
    return try queue.writeWithoutTransaction { database in
      try database.execute(sql: sql)
      return try ObjectGraph(database, model: SchemaReader.read(database).model)
    }
  }

  private func ids(_ value: QueryValue?) -> [Int64]? {
    guard case .array(let elements)? = value else { return nil }
    return elements.compactMap { id($0) }
  }

  private func id(_ value: QueryValue?) -> Int64? {
    if case .object(let object)? = value { object.reference?.key } else { nil }
  }

  @Test("The demo's objects and links are the same as in SQL")
  func demo() throws {
    let demo = try PredicateDatabase.demo()
    let graph = try ObjectGraph(demo)
    try demo.reader.read { database in
      for entity in demo.model.entities {
        let expected = try Int64.fetchAll(database, sql: "SELECT id FROM \(entity.table) ORDER BY id")
        let objects = try graph.objects(of: entity.name)
        #expect(objects.compactMap { $0.reference?.key } == expected)
        for object in objects {
          let key = try #require(object.reference?.key)
          #expect(object.entityName == entity.name && object.keys == entity.memberNames)
          for relationship in entity.relationships {
            let links = try Int64.fetchAll(database, sql: linkSQL(relationship, entity), arguments: [key])
            let value = object.value(forKey: relationship.name)
            switch relationship.cardinality {
            case .toOne: #expect(id(value) == links.first, "\(entity.name)/\(key).\(relationship.name)")
            case .toMany: #expect(ids(value) == links, "\(entity.name)/\(key).\(relationship.name)")
            }
          }
        }
      }
    }
  }

  private func linkSQL(_ relationship: Relationship, _ entity: Entity) -> String {
    switch relationship.storage {
    case .foreignKey(let columns):
      "SELECT \(columns[0]) FROM \(entity.table) WHERE id = ? AND \(columns[0]) IS NOT NULL"
    case .foreignKeyOfDestination(let columns):
      "SELECT id FROM \(relationship.destination) WHERE \(columns[0]) = ? ORDER BY id"
    case .joinTable(let join):
      "SELECT \(join.destinationColumns[0]) FROM \(join.table) WHERE \(join.sourceColumns[0]) = ? ORDER BY 1"
    }
  }

  @Test("Values have their declared families")
  func values() throws {
    let graph = try ObjectGraph(PredicateDatabase.demo())
    let film = try #require(graph.object(for: ObjectReference(entity: "Movie", key: 1)))
    #expect(film.value(forKey: "title")?.debugDescription == #"string("Le Voyage dans la Lune")"#)
    #expect(film.value(forKey: "year")?.debugDescription == "integer(1902)")
    #expect(film.value(forKey: "rating")?.debugDescription == "double(8.1)")
    #expect(film.value(forKey: "nothing") == nil)
    let lent = try #require(
      graph.objects(of: "Movie").first {
        if case .boolean(true)? = $0.value(forKey: "lent") { true } else { false }
      })
    guard case .date(let day)? = lent.value(forKey: "lentOn") else {
      Issue.record("lentOn is no date")
      return
    }
    #expect(day > 700_000_000)
    guard case .object(let friend)? = lent.value(forKey: "lentToFriend") else {
      Issue.record("lentToFriend is no object")
      return
    }
    #expect(ids(friend.value(forKey: "lentMovies"))?.contains(lent.reference?.key ?? 0) == true)
    #expect(graph.object(for: ObjectReference(entity: "Movie", key: 201)) == nil)
    #expect(graph.object(for: ObjectReference(entity: "movie", key: 1)) == nil)
    #expect(try graph.objects(of: "Nothing").isEmpty)
  }

  @Test("A value outside of its declared family reads as nil, and so does a key without a row")
  func dirty() throws {
    let graph = try graph(
      """
      PRAGMA foreign_keys = OFF;
      CREATE TABLE b (id INTEGER PRIMARY KEY, n INTEGER, ok BOOLEAN, day DATE, s TEXT, f REAL, any);
      CREATE TABLE a (id INTEGER PRIMARY KEY, b_id INT REFERENCES b);
      INSERT INTO b VALUES (1, 'x', 'true', '2001-01-02', x'61', 'y', 'text'), (2, 7.5, 2, 'soon', 'a' || char(0) || 'b', 3, 4),
        (3, NULL, 1, 5, 7, NULL, x'00');
      INSERT INTO a VALUES (9, 2), (4, 99), (6, NULL), (5, 2), (7, 'x');
      """)
    func row(_ key: Int64) throws -> String {
      let object = try #require(graph.object(for: ObjectReference(entity: "b", key: key)))
      return ["n", "ok", "day", "s", "f", "any"].map { (object.value(forKey: $0) ?? .boolean(false)).debugDescription }
        .joined(separator: " ")
    }
    #expect(try row(1) == #"null boolean(true) date(86400.0) null null string("text")"#)
    #expect(try row(2) == #"double(7.5) integer(2) null string("a\0b") double(3.0) integer(4)"#)
    #expect(try row(3) == #"null boolean(true) null string("7") null data([0])"#)
    #expect(try graph.objects(of: "a").map { $0.reference?.key } == [4, 5, 6, 7, 9])
    #expect(try graph.objects(of: "a").map { id($0.value(forKey: "b")) } == [nil, 2, nil, nil, 2])
    #expect(try ids(#require(graph.object(for: ObjectReference(entity: "b", key: 2))).value(forKey: "as")) == [5, 9])
    #expect(try ids(#require(graph.object(for: ObjectReference(entity: "b", key: 1))).value(forKey: "as")) == [])
  }

  @Test("Keys of text, composite keys, tables of pairs, a relationship to itself, a view")
  func oddKeys() throws {
    let graph = try graph(
      """
      CREATE TABLE country (code TEXT PRIMARY KEY, name TEXT);
      CREATE TABLE city (p INT, q INT, country_code TEXT REFERENCES country, up_p INT, up_q INT, PRIMARY KEY (p, q),
        FOREIGN KEY (up_p, up_q) REFERENCES city) WITHOUT ROWID;
      CREATE TABLE visits (country TEXT REFERENCES country, p INT, q INT, FOREIGN KEY (p, q) REFERENCES city,
        PRIMARY KEY (country, p, q));
      CREATE VIEW big AS SELECT name FROM country;
      INSERT INTO country VALUES ('nl', 'Nederland'), ('fr', 'France');
      INSERT INTO city VALUES (2, 1, 'fr', NULL, NULL), (1, 2, 'nl', 2, 1), (1, 1, 'fr', 2, 1);
      INSERT INTO visits VALUES ('nl', 2, 1), ('nl', 1, 1), ('fr', 2, 1);
      """)
    let countries = try graph.objects(of: "country")
    #expect(countries.map { $0.reference?.key } == [1, 2])
    // A table without row numbers is ordered by its key, and its rows have no reference.
    let cities = try graph.objects(of: "city")
    #expect(
      cities.map { city in ["p", "q"].map { (city.value(forKey: $0) ?? .null).debugDescription }.joined() } == [
        "integer(1)integer(1)", "integer(1)integer(2)", "integer(2)integer(1)",
      ])
    #expect(cities.allSatisfy { $0.reference == nil })
    #expect(cities.map { id($0.value(forKey: "country")) } == [2, 1, 2])
    func count(_ value: QueryValue?) -> Int? { if case .array(let elements)? = value { elements.count } else { nil } }
    #expect(cities.map { count($0.value(forKey: "citiesByUp")) } == [0, 0, 2])
    #expect(countries.map { count($0.value(forKey: "visitsCities")) } == [2, 1])
    #expect(cities.map { ids($0.value(forKey: "countries")) } == [[1], [], [1, 2]])
    #expect(try graph.objects(of: "big").count == 2)
  }
}
