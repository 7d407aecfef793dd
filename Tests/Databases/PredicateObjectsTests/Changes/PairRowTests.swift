import GRDB
import PredicateModel
import PredicateObjects
import PredicateSQLite
import PredicateValues
import Testing

/// Link tables with further columns, whose rows are objects. One object has many pairs.
@Suite struct PairRowTests {
  private static let count = 20_000

  private static func context() throws -> ObjectContext {
    let queue = try DatabaseQueue(configuration: PredicateDatabase.defaultConfiguration)
    try queue.write { database in
      try database.execute(
        sql: """
          CREATE TABLE film (id INTEGER PRIMARY KEY, title TEXT);
          CREATE TABLE actor (id INTEGER PRIMARY KEY, name TEXT);
          CREATE TABLE film_actor (film_id INTEGER NOT NULL REFERENCES film (id), actor_id INTEGER NOT NULL REFERENCES actor (id),
            last_update TEXT NOT NULL DEFAULT 'never', PRIMARY KEY (film_id, actor_id));
          CREATE INDEX film_actor_actor ON film_actor (actor_id);
          INSERT INTO film VALUES (1, 'Crowd'), (2, 'Duo');
          WITH RECURSIVE n(i) AS (SELECT 1 UNION ALL SELECT i + 1 FROM n WHERE i < \(count)) INSERT INTO actor SELECT i, 'actor ' || i FROM n;
          INSERT INTO film_actor VALUES (2, 1, 'first'), (2, 2, 'second');
          """)
    }
    return try ObjectContext(PredicateDatabase(name: "films", queue: queue))
  }

  private func pairs(_ context: ObjectContext) throws -> Int? {
    try context.database.reader.read { try Int.fetchOne($0, sql: "SELECT count(*) FROM film_actor WHERE film_id = 1") }
  }

  /// One object has 20,000 pairs. If each pair searched all rows, the test would take minutes.
  @Test func manyPairsOneByOne() throws {
    let context = try Self.context()
    let films = try context.objects(EntityFetch("Film"))
    let actors = try context.objects(EntityFetch("Actor"))
    for actor in actors { try films[0].add(actor, to: "actors") }
    for actor in actors.prefix(100) { try films[0].add(actor, to: "actors") }
    #expect(try films[0].objects(of: "actors").count == Self.count)
    #expect(try films[0].objects(of: "actors").map(\.id) == actors.map(\.id))
    #expect(try actors[1].objects(of: "films").map(\.id) == films.map(\.id))
    try context.save()
    #expect(try pairs(context) == Self.count)
    // Rows that are deleted come back with their further columns.
    for actor in actors { try films[0].remove(actor, from: "actors") }
    for actor in actors.reversed() { try films[0].add(actor, to: "actors") }
    #expect(!context.hasChanges)
    try films[0].setObjects(Array(actors.suffix(10)), of: "actors")
    try context.save()
    #expect(try pairs(context) == 10)
    context.undo()
    try context.save()
    #expect(try pairs(context) == Self.count)
  }

  @Test func aDeletedPairComesBackOnce() throws {
    let context = try Self.context()
    let films = try context.objects(EntityFetch("Film"))
    let actors = try Array(context.objects(EntityFetch("Actor")).prefix(3))
    try films[1].setObjects([actors[2]], of: "actors")
    try actors[0].add(films[1], to: "films")
    try films[1].remove(actors[0], from: "actors")
    try films[1].add(actors[0], to: "actors")
    try films[1].add(actors[0], to: "actors")
    try context.save()
    func rows() throws -> [String] {
      try context.database.reader.read {
        try String.fetchAll($0, sql: "SELECT actor_id || last_update FROM film_actor WHERE film_id = 2 ORDER BY 1")
      }
    }
    #expect(try rows() == ["1first", "3never"])
    // A pair that was deleted by the last save and is added again is inserted as a new row.
    try films[1].add(actors[1], to: "actors")
    try context.save()
    #expect(try rows() == ["1first", "2never", "3never"])
  }
}
