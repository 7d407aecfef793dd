#if PostgreSQL
  import GRDB
  import PredicateDatabases
  import PredicateFetching
  import PredicateModel
  import PredicatePostgreSQL
  import PredicateSQLite
  import PredicateStatements
  import PredicateSyntax
  import PredicateTestSupport
  import PredicateValues
  import Testing

  /// Tables of pairs without a key. Some pairs occur twice. A relationship is a set: memory, SQLite and PostgreSQL give each object once.
  @Suite(.enabled(if: PostgreSQLServer.shared != nil)) struct ServerRepeatedPairsTests {
    /// Some pairs occur twice, one pair has only one side, and some songs are on no list.
    private static let script = """
      CREATE TABLE list (id integer PRIMARY KEY, name text NOT NULL, size integer);
      CREATE TABLE song (code text NOT NULL PRIMARY KEY, title text, length integer);
      CREATE TABLE shelf (room integer NOT NULL, place integer NOT NULL, name text, PRIMARY KEY (room, place));
      CREATE TABLE list_song (list_id integer REFERENCES list (id), song_code text REFERENCES song (code));
      CREATE TABLE shelf_song (room integer, place integer, song_code text REFERENCES song (code),
        FOREIGN KEY (room, place) REFERENCES shelf (room, place));
      INSERT INTO list VALUES (1, 'Rain', 2), (2, 'Sun', 1), (3, 'Snow', 0), (4, 'Wind', 2);
      INSERT INTO song VALUES ('A', 'Grey', 200), ('a', 'Drops', 100), ('c', 'Light', 300), ('d', 'Drops', NULL);
      INSERT INTO shelf VALUES (1, 1, 'left'), (1, 2, 'right'), (2, 1, 'top');
      INSERT INTO list_song VALUES (1, 'a'), (1, 'a'), (1, 'A'), (2, 'c'), (2, 'c'), (2, 'c'), (NULL, 'c'), (4, 'a'), (4, 'd'), (4, 'd');
      INSERT INTO shelf_song VALUES (1, 1, 'a'), (1, 1, 'a'), (1, 2, 'c'), (1, 2, 'd'), (2, 1, 'A'), (2, 1, 'A'), (2, NULL, 'A');
      """

    private static let indexes = """
      CREATE INDEX by_list ON list_song (list_id, song_code); CREATE INDEX by_song ON list_song (song_code);
      CREATE INDEX by_shelf ON shelf_song (room, place, song_code);
      """

    /// The same rows in SQLite and on the server. The model of the server gets the relationships that SQLite finds.
    private static func databases(_ more: String) throws -> (sqlite: PredicateDatabase, server: PostgreSQLDatabase) {
      let queue = try DatabaseQueue()
      try queue.write { try $0.execute(sql: script + more) }
      let sqlite = try PredicateDatabase(name: "songs", queue: queue)
      let url = try #require(PostgreSQLServer.shared).makeDatabase(script: script + more)
      let pairs = ["ListSong", "ShelfSong"]
      let model = DataModel(
        entities: try PostgreSQLDatabase(connection: url).model.entities.filter { !pairs.contains($0.name) }.map {
          entity in
          let found = try #require(sqlite.model.entity(named: entity.name)).relationships
          return entity.with { $0.relationships = found.filter { !pairs.contains($0.destination) } }
        })
      #expect(
        model.entities.map { $0.relationships.map(\.name).joined(separator: " ") }.sorted() == [
          "lists shelves", "songs", "songs",
        ])
      return (sqlite, try PostgreSQLDatabase(connection: url, file: .whole(model)))
    }

    private static let plain = Result { try databases("") }
    private static let indexed = Result { try databases(indexes) }

    static let statements = [
      ("List where songs.@count == 2 show name", 2), ("List where songs.@count == 1 show name", 1),
      ("List where songs.@count < 2 show name", 2),
      ("List where songs.@count == size show name", 4), ("List where songs.@sum.length == 300 show name", 2),
      ("List where songs.@avg.length == 150 show name", 1),
      ("List where id < 3 and songs.@sum.length > 200 show name", 2),
      ("List where id > 1 and songs.@count == 2 show name", 1),
      ("List where name BEGINSWITH 'S' and NOT songs.@count > 0 show name", 1),
      ("List where SUBQUERY(songs, $s, $s.length < 250).@count == 2 show name", 1),
      ("List where SUBQUERY(songs, $s, $s.length > size).@count == 2 show name", 1),
      ("List where SUBQUERY(songs, $s, $s.lists.@count == 2).@count == 1 show name", 2),
      ("List where songs.lists.@count == 3 show name", 2), ("List where songs.shelves.@count == 2 show name", 2),
      ("List where ANY songs.title == 'Drops' show name", 2), ("List where ALL songs.length < 250 show name", 2),
      ("Song where lists.@count == 2 show code", 1), ("Song where lists.@sum.size == 4 show code", 1),
      ("Song where lists.songs.@sum.length == 400 show code", 1), ("Song where shelves.@count == 1 show code", 4),
      ("Shelf where songs.@count == 1 show name", 2), ("Shelf where songs.@sum.length == 200 show name", 1),
      ("Shelf where room == 1 and songs.@sum.length < 200 show name", 1),
      ("Shelf where SUBQUERY(songs, $s, $s.length < 150).@count == 1 show name", 1),
      ("Shelf where songs.lists.@count == 2 show name", 2),
      ("List show name, songs.@count, songs.@sum.length, songs.@max.length sort by songs.@sum.length, name", 4),
      ("Song show code, lists.@count, shelves.@count sort by lists.@count desc, code", 4),
      ("Shelf show name, songs.@count, songs.@avg.length limit 2", 2),
      ("List group by songs.@count as n show n, count(), sum(songs.@sum.length)", 3),
      ("List group by each songs.code as c show c, count(), sum(size)", 4),
      ("List group by each songs.title as t show t, count()", 3),
      ("Shelf group by each songs.title as t show t, count()", 3),
      ("List show sum(songs.@count), max(songs.@sum.length)", 1),
    ]

    @Test(arguments: statements)
    func eachObjectCountsOnce(statement: String, count: Int) throws {
      for (sqlite, server) in [try Self.plain.get(), try Self.indexed.get()] {
        func answer(_ database: any QueryBackend) throws -> (memory: String, sql: String) {
          let tree = StatementParser(model: database.model, currentEntity: nil).parse(statement)
          let fetch = try BoundStatement(#require(tree.query), model: database.model, variables: [:]).fetch
          let found = try database.rows(of: fetch).rows
          #expect(found.count == count, "\(found)")
          return ("\(try database.graph().rows(fetch).rows)", "\(found)")
        }
        let (first, second) = (try answer(sqlite), try answer(server))
        #expect(first.sql == first.memory)
        #expect(second.sql == second.memory)
        #expect(first.sql == second.sql)
      }
    }

    /// If a key makes the pairs unique, the server counts the pairs themselves. Otherwise it makes them distinct first.
    @Test(arguments: ["", "CREATE UNIQUE INDEX pairs ON list_song (song_code, list_id);"])
    func pairsAreMadeDistinctWithoutAKey(index: String) throws {
      let rows =
        "DELETE FROM list_song; INSERT INTO list_song VALUES (1, 'a'), (1, 'c'), (2, 'c'), (NULL, 'c'), (NULL, 'c');"
      let database = try Self.databases(rows + index).server
      for (format, count) in [("songs.@count == 2", 1), ("songs.@sum.length == 300", 1), ("songs.@count == 0", 2)] {
        let fetch = EntityFetch("List", where: try QueryPredicate(format: QueryFormat(raw: format)))
        let statement = try #require(database.prepare(BoundFetch(fetch, model: database.model), as: .rows).statement)
        if count == 1 { #expect(statement.text.contains("DISTINCT") == index.isEmpty, "\(statement.text)") }
        #expect(try database.rows(of: fetch).rows.count == count)
      }
    }
  }
#endif
