import GRDB
import PredicateModel
import PredicateSyntax
import PredicateValues
import Testing

@testable import PredicateSQLite

@Suite("Stores of Core Data")
struct CoreDataStoreTests {
  /// As Core Data makes them: keys, entities and counts of writing come first, no key is declared.
  private static let films = """
    CREATE TABLE ZFRIEND (Z_PK INTEGER PRIMARY KEY, Z_ENT INTEGER, Z_OPT INTEGER, ZBIRTHDAY TIMESTAMP, ZFRIENDNAME VARCHAR);
    CREATE TABLE ZMOVIE (Z_PK INTEGER PRIMARY KEY, Z_ENT INTEGER, Z_OPT INTEGER, ZYEAR INTEGER, ZLENT INTEGER,
      ZLENTTOFRIEND INTEGER, Z_FOK_LENTTOFRIEND INTEGER, ZOWNER INTEGER, ZLENTON TIMESTAMP, ZTITLE VARCHAR);
    CREATE TABLE ZTAG (Z_PK INTEGER PRIMARY KEY, Z_ENT INTEGER, Z_OPT INTEGER, ZNAME VARCHAR);
    CREATE TABLE ZBANKDETAILS (Z_PK INTEGER PRIMARY KEY, Z_ENT INTEGER, Z_OPT INTEGER, ZPARENT INTEGER, ZZIP VARCHAR);
    CREATE TABLE Z_2TAGS (Z_2MOVIES INTEGER, Z_3TAGS INTEGER, Z_FOK_3TAGS INTEGER, PRIMARY KEY (Z_2MOVIES, Z_3TAGS));
    CREATE INDEX Z_2TAGS_Z_3TAGS_INDEX ON Z_2TAGS (Z_3TAGS, Z_2MOVIES);
    CREATE INDEX ZMOVIE_ZLENTTOFRIEND_INDEX ON ZMOVIE (ZLENTTOFRIEND);
    CREATE INDEX ZMOVIE_ZOWNER_INDEX ON ZMOVIE (ZOWNER);
    CREATE INDEX ZBANKDETAILS_ZPARENT_INDEX ON ZBANKDETAILS (ZPARENT);
    CREATE TABLE Z_PRIMARYKEY (Z_ENT INTEGER PRIMARY KEY, Z_NAME VARCHAR, Z_SUPER INTEGER, Z_MAX INTEGER);
    CREATE TABLE Z_METADATA (Z_VERSION INTEGER PRIMARY KEY, Z_UUID VARCHAR(255), Z_PLIST BLOB);
    CREATE TABLE Z_MODELCACHE (Z_CONTENT BLOB);
    INSERT INTO Z_PRIMARYKEY VALUES (1, 'Friend', 0, 2), (2, 'Movie', 0, 3), (3, 'Tag', 0, 2), (4, 'BankDetails', 0, 0);
    INSERT INTO ZFRIEND VALUES (1, 1, 1, -300000000.5, 'Anna'), (2, 1, 1, NULL, 'Ben');
    INSERT INTO ZMOVIE VALUES (1, 2, 1, 1979, 1, 1, 3, NULL, 700000000, 'Alien'),
      (2, 2, 1, 1948, 0, NULL, NULL, NULL, NULL, 'The Naked City'), (3, 2, 3, 1999, 1, 2, 1, 7, 650000000, 'The Matrix');
    INSERT INTO ZTAG VALUES (1, 3, 1, 'classic'), (2, 3, 1, 'scifi');
    INSERT INTO Z_2TAGS VALUES (1, 1, 5), (1, 2, 6), (3, 2, 7);
    """

  private func read(_ sql: String, guessing: Bool = true) throws -> SchemaReading {
    let queue = try DatabaseQueue()
    return try queue.write { database in
      try database.execute(sql: sql)
      return try SchemaReader.read(database, file: .changes(ModelChanges(guesses: guessing, entities: [])))
    }
  }

  /// Each entity with its members: `Movie: pk title lenttofriend→Friend tags⇉Tag`.
  private func members(_ reading: SchemaReading) -> [String] {
    reading.model.entities.map { entity in
      let ways = entity.relationships.map { "\($0.name)\($0.cardinality == .toOne ? "→" : "⇉")\($0.destination)" }
      return "\(entity.name): " + (entity.attributes.map(\.name) + ways).joined(separator: " ")
    }
  }

  @Test("Entities and properties have the names of the model, relationships those of the store")
  func names() throws {
    let reading = try read(Self.films)
    #expect(
      members(reading) == [
        "Friend: pk birthday friendname movies⇉Movie",
        "Movie: pk year lent lenttofriendKey owner lenton title lenttofriend→Friend tags⇉Tag",
        "Tag: pk name movies⇉Movie",
        "BankDetails: pk parentKey zip parent→BankDetails children⇉BankDetails",
      ])
    #expect(
      reading.notes == [
        "Z_PRIMARYKEY, Z_METADATA, Z_MODELCACHE hold the state of Core Data's store, and are left out",
        "ZMOVIE.ZLENTTOFRIEND is taken for a key of ZFRIEND, which nothing declares",
        "ZBANKDETAILS.ZPARENT is taken for a key of ZBANKDETAILS, which nothing declares",
      ])
    #expect(reading.model.entity(named: "ZMOVIE")?.name == "Movie")
    #expect(reading.suggestions.map { "\($0.entity).\($0.attribute) \($0.type)" } == ["Movie.lent boolean"])
  }

  @Test("Without guesses there are no relationships")
  func withoutGuesses() throws {
    let reading = try read(Self.films, guessing: false)
    #expect(reading.model.entities.allSatisfy { $0.relationships.isEmpty })
    #expect(reading.model.entity(named: "Movie")?.attributes.map(\.name).contains("lenttofriend") == true)
  }

  @Test(
    "Questions over relationships and dates",
    arguments: [
      ("lenttofriend.friendname == \"Anna\"", [1]), ("ANY tags.name == \"scifi\"", [1, 3]),
      ("lenton > \"2022-01-01\"", [1]), ("lenttofriend == nil", [2]), ("title BEGINSWITH \"The\"", [2, 3]),
      ("lenttofriend.movies.@count == 1 AND tags.@count == 2", [1]), ("ZYEAR < 1950", [2]),
    ])
  func questions(_ format: String, _ keys: [Int64]) throws {
    let queue = try DatabaseQueue(configuration: PredicateDatabase.defaultConfiguration)
    try queue.write { try $0.execute(sql: Self.films) }
    let database = try PredicateDatabase(name: "films", queue: queue)
    #expect(try database.keys(EntityFetch("Movie", where: QueryPredicate(format: format))) == keys)
  }

  @Test("A table holds the objects of an entity and of those that inherit from it")
  func inheritance() throws {
    let reading = try read(
      """
      CREATE TABLE ZPERSON (Z_PK INTEGER PRIMARY KEY, Z_ENT INTEGER, Z_OPT INTEGER, ZBOSSMANAGER INTEGER, ZNAME VARCHAR);
      CREATE INDEX ZPERSON_ZBOSSMANAGER_INDEX ON ZPERSON (ZBOSSMANAGER);
      CREATE TABLE Z_2TEAMS (Z_2MEMBERS INTEGER, Z_4TEAMS INTEGER, PRIMARY KEY (Z_2MEMBERS, Z_4TEAMS));
      CREATE TABLE ZTEAM (Z_PK INTEGER PRIMARY KEY, Z_ENT INTEGER, Z_OPT INTEGER, ZNAME VARCHAR);
      CREATE TABLE Z_PRIMARYKEY (Z_ENT INTEGER PRIMARY KEY, Z_NAME VARCHAR, Z_SUPER INTEGER, Z_MAX INTEGER);
      CREATE TABLE Z_METADATA (Z_VERSION INTEGER PRIMARY KEY);
      INSERT INTO Z_PRIMARYKEY VALUES (1, 'Person', 0, 0), (2, 'Employee', 1, 0), (3, 'Manager', 2, 0), (4, 'Team', 0, 0);
      """)
    #expect(
      members(reading) == [
        "Person: pk ent bossmanagerKey name bossmanager→Person peopleByBossmanager⇉Person teams⇉Team",
        "Team: pk name members⇉Person",
      ])
    #expect(reading.notes.contains("ZPERSON holds the objects of Person (ent 1), Employee (ent 2), Manager (ent 3)"))
  }

  @Test(
    "Odd tables of the same names are no store, or one with fewer names",
    arguments: [
      ("CREATE TABLE Z_PRIMARYKEY (a); CREATE TABLE Z_METADATA (b);", ["ZPrimarykey: a", "ZMetadata: b"]),
      // Parents in a circle, names that are none, numbers that are texts.
      (
        """
        CREATE TABLE Z_PRIMARYKEY (Z_ENT, Z_NAME, Z_SUPER); CREATE TABLE Z_METADATA (b);
        INSERT INTO Z_PRIMARYKEY VALUES (1, 'A', 2), (2, 'B', 1), ('x', 'C', 0), (4, NULL, 0), (5, x'00', 0), (6, '', 0), (7, 'D', 7);
        CREATE TABLE ZA (Z_PK INTEGER PRIMARY KEY, Z_ENT INTEGER);
        CREATE TABLE ZD (Z_PK INTEGER PRIMARY KEY, Z INTEGER, Z_ INTEGER, ZA INTEGER); CREATE INDEX ZD_ZA_INDEX ON ZD (ZA);
        CREATE TABLE Z_1A (Z_1 INTEGER, Z_99B INTEGER, Z_99999999999999999999C INTEGER, PRIMARY KEY (Z_1, Z_99B));
        """,
        ["Za: zPk zEnt", "D: pk z z2 a", "Z1A: z1 z99B z99999999999999999999C"]
      ),
    ])
  func oddities(_ sql: String, _ expected: [String]) throws {
    #expect(members(try read(sql)) == expected)
  }
}
