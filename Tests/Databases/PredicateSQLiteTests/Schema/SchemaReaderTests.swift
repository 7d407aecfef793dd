import GRDB
import PredicateDemo
import PredicateModel
import PredicateValues
import Testing

@testable import PredicateSQLite

@Suite("Reading a schema")
struct SchemaReaderTests {
  private func read(_ sql: String) throws -> SchemaReading {
    let queue = try DatabaseQueue()
    return try queue.write { database in
      try database.execute(sql: sql)
      return try SchemaReader.read(database)
    }
  }

  /// An entity in words: `Album: AlbumId integer, Title string? | Artist → Artist (Album), Track ⇉ Track (Album)`. A star marks an attribute that is trusted.
  private func text(_ entity: Entity) -> String {
    let attributes = entity.attributes.map {
      "\($0.name) \($0.type)\($0.isOptional ? "?" : "")\($0.isTrusted ? "*" : "")"
    }
    let relationships = entity.relationships.map {
      "\($0.name)\($0.isOptional ? "?" : "") \($0.cardinality == .toOne ? "→" : "⇉") \($0.destination) (\($0.inverse ?? "-"))"
    }
    return "\(entity.name): " + attributes.joined(separator: ", ") + " |"
      + relationships.map { " " + $0 }.joined(separator: ",")
  }

  private func texts(_ reading: SchemaReading) -> [String] { reading.model.entities.map(text) }

  @Test("The demo's own model is used if it fits, and the schema alone gives the same links")
  func demo() throws {
    let queue = try DemoDatabase.makeQueue()
    try queue.write { database in
      let own = try SchemaReader.read(database)
      #expect(own.isOwnModel && own.notes.isEmpty)
      #expect(try own.model.jsonText() == DataModel.movies.jsonText())
      try database.execute(sql: "DROP TABLE openpredicate_model")
      let reading = try SchemaReader.read(database)
      #expect(!reading.isOwnModel)
      #expect(
        texts(reading) == [
          """
          Friend: id integer*, friendName string*, email string?*, birthday double?* | movies? ⇉ Movie (lentToFriend), \
          loans? ⇉ Loan (friend), others? ⇉ Friend (friends), friends? ⇉ Friend (others)
          """,
          "Tag: id integer*, name string* | movies? ⇉ Movie (tags)",
          """
          Movie: id integer*, title string*, year integer*, rating double?*, genre string*, movieDescription string?*, \
          lent boolean*, lentOn double?*, lentToFriendId integer?* | lentToFriend? → Friend (movies), loans? ⇉ Loan (movie), \
          tags? ⇉ Tag (movies)
          """,
          """
          Loan: id integer*, lentOn double*, returnedOn double?*, note string?*, movieId integer*, friendId integer* | \
          movie → Movie (loans), friend → Friend (loans)
          """,
        ])
      #expect(reading.model.entity(named: "Friend")?.relationship(named: "movies")?.deleteRule == .deny)
      #expect(reading.model.entity(named: "Movie")?.relationship(named: "loans")?.deleteRule == .cascade)
    }
  }

  @Test(
    "A model that does not fit is not used, and a note gives the reason",
    arguments: [
      ("ALTER TABLE Movie DROP COLUMN rating", "the column Movie.rating is missing"),
      ("DROP TABLE Movie_tags", "the table Movie_tags is missing"),
      ("UPDATE openpredicate_model SET model = '{}'", "the key “format” is missing"),
      ("UPDATE openpredicate_model SET model = '{\"format\": 99, \"entities\": []}'", "format version 99"),
    ])
  func misfit(change: String, note: String) throws {
    let queue = try DemoDatabase.makeQueue()
    try queue.write { database in
      try database.execute(sql: change)
      let reading = try SchemaReader.read(database)
      #expect(!reading.isOwnModel)
      #expect(reading.notes.count == 1)
      #expect(reading.notes.first?.contains(note) == true, "\(reading.notes)")
      #expect(reading.model.entity(named: "Movie") != nil)
      #expect(reading.model.entity(named: "openpredicate_model") == nil)
    }
  }

  @Test("Declared types, with all their spellings")
  func types() throws {
    let reading = try read(
      """
      CREATE TABLE t (id INTEGER PRIMARY KEY, a INT NOT NULL, b VARCHAR(20), c boolean, d DateTime, e DECIMAL(10, 2), f, g BLOB,
        h "DOUBLE PRECISION", i "unsigned big int", j UUID, k TEXT COLLATE NOCASE, l NUMERIC, m date, n FLOAT NOT NULL);
      CREATE TABLE s (a INT, b INTEGER, c REAL, d TEXT NOT NULL, e BLOB, f ANY) STRICT;
      """)
    #expect(
      texts(reading) == [
        """
        T: id integer*, a integer, b string?, c boolean?, d date?, e double?, f any?*, g data?, h double?, i integer?, \
        j uuid?, k string?, l double?, m date?, n double |
        """,
        "S: a integer?*, b integer?*, c double?*, d string*, e data?*, f any?* |",
      ])
    let entity = try #require(reading.model.entity(named: "t"))
    #expect(entity.attribute(named: "d")?.storage == .iso8601Text)
    #expect(entity.attribute(named: "c")?.storage == .zeroOrOne)
    #expect(entity.attribute(named: "k")?.textOrder == .collation("NOCASE"))
    #expect(entity.attribute(named: "b")?.textOrder == .scalars)
    #expect(entity.attribute(named: "a")?.mayBeNil == true)
  }

  @Test("Keys: row numbers under another name, hidden ones, composite ones, none")
  func keys() throws {
    let reading = try read(
      """
      CREATE TABLE a (id INTEGER PRIMARY KEY);
      CREATE TABLE b (code TEXT PRIMARY KEY, x);
      CREATE TABLE c (x);
      CREATE TABLE d (p INT, q INT, PRIMARY KEY (q, p)) WITHOUT ROWID;
      CREATE TABLE e (id INTEGER PRIMARY KEY) STRICT, WITHOUT ROWID;
      CREATE TABLE f (id INTEGER PRIMARY KEY DESC);
      CREATE TABLE g (rowid TEXT, _rowid_ TEXT, x);
      CREATE VIEW v AS SELECT id, 1 AS one FROM a;
      """)
    func key(_ name: String) throws -> String {
      let key = try #require(reading.model.entity(named: name)).key
      return "\(key.columns.joined(separator: "+")) \(key.referenceColumn ?? "-")"
    }
    let expected = [
      "a": "id id", "b": "code rowid", "c": " rowid", "d": "q+p -", "e": "id id", "f": "id rowid", "g": " oid",
      "v": " -",
    ]
    for (name, text) in expected { #expect(try key(name) == text, "\(name)") }
    let view = try #require(reading.model.entity(named: "v"))
    #expect(view.isReadOnly && view.relationships.isEmpty)
    #expect(view.attributes.allSatisfy { $0.mayBeNil && $0.textOrder == .unknown || $0.type == .any })
    #expect(reading.model.entity(named: "d")?.attribute(named: "p")?.isOptional == false)
    #expect(reading.model.entity(named: "b")?.attribute(named: "code")?.isOptional == true)
  }

  @Test("A view of a missing table is left out with a note; hidden tables and SQLite's own are ignored")
  func leftOut() throws {
    let reading = try read(
      """
      CREATE TABLE a (id INTEGER PRIMARY KEY AUTOINCREMENT, x AS (id * 2) VIRTUAL, y TEXT AS (id) STORED);
      CREATE TABLE gone (x);
      CREATE VIEW v AS SELECT * FROM gone;
      DROP TABLE gone;
      CREATE VIRTUAL TABLE words USING fts5 (body);
      """)
    #expect(reading.model.entityNames == ["A", "Word"])
    #expect(reading.model.entity(named: "a")?.memberNames == ["id", "x", "y"])
    #expect(reading.model.entity(named: "words")?.memberNames == ["body"])
    #expect(
      reading.notes.count == 1 && reading.notes.first?.hasPrefix("view v is left out") == true, "\(reading.notes)")
  }

  @Test("The same schema gives the same model, and an empty database an empty one")
  func determinism() throws {
    let sql = "CREATE TABLE a (id INTEGER PRIMARY KEY, b_id INT REFERENCES b); CREATE TABLE b (id INTEGER PRIMARY KEY);"
    #expect(try read(sql).model.jsonText() == read(sql).model.jsonText())
    #expect(try read("").model.entities.isEmpty)
  }
}
