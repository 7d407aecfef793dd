import Foundation
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

  // MARK: With the model

  /// The model that the store above was made with: `Studio` has no table, `Movie.poster` no column.
  private static let model = DataModel(entities: [
    Entity(
      name: "Friend",
      attributes: [
        Attribute(name: "birthday", type: .date, isOptional: true), Attribute(name: "friendName", type: .string),
      ],
      relationships: [
        Relationship(
          name: "moviesBorrowed", destination: "Movie", inverse: "lentToFriend", cardinality: .toMany,
          deleteRule: .deny,
          storage: .foreignKeyOfDestination("x"))
      ]),
    Entity(
      name: "Movie",
      attributes: [
        Attribute(name: "title", type: .string), Attribute(name: "year", type: .integer),
        Attribute(name: "lent", type: .boolean), Attribute(name: "lentOn", type: .date, isOptional: true),
        Attribute(name: "poster", type: .data, isOptional: true),
      ],
      relationships: [
        Relationship(
          name: "lentToFriend", destination: "Friend", inverse: "moviesBorrowed", cardinality: .toOne,
          storage: .foreignKey("x")),
        Relationship(
          name: "tags", destination: "Tag", inverse: "movies", cardinality: .toMany,
          storage: .joinTable("x", from: "a", to: "b")),
        Relationship(
          name: "owner", destination: "Studio", inverse: "films", cardinality: .toOne, storage: .foreignKey("x")),
      ]),
    Entity(
      name: "Tag", attributes: [Attribute(name: "name", type: .string)],
      relationships: [
        Relationship(
          name: "movies", destination: "Movie", inverse: "tags", cardinality: .toMany,
          storage: .joinTable("x", from: "b", to: "a"))
      ]),
    Entity(
      name: "Studio", attributes: [],
      relationships: [
        Relationship(
          name: "films", destination: "Movie", inverse: "owner", cardinality: .toMany,
          storage: .foreignKeyOfDestination("x"))
      ]),
  ])

  private func read(_ sql: String, _ model: DataModel) throws -> SchemaReading {
    let queue = try DatabaseQueue()
    return try queue.write { database in
      try database.execute(sql: sql)
      return try SchemaReader.read(database, coreDataModel: model)
    }
  }

  @Test("With the model the store has all its names")
  func withTheModel() throws {
    let reading = try read(Self.films, Self.model)
    #expect(
      members(reading) == [
        "Friend: pk birthday friendName moviesBorrowed⇉Movie",
        "Movie: pk title year lent lentOn lentToFriend→Friend tags⇉Tag", "Tag: pk name movies⇉Movie",
      ])
    #expect(
      reading.notes == [
        "Movie.poster is left out: ZMOVIE has no column for it", "Movie.owner is left out: the tables do not hold it",
        "Studio is left out: there is no table ZSTUDIO",
      ])
  }

  @Test(
    "Questions by the names of the model",
    arguments: [
      ("lentToFriend.friendName == \"Anna\" AND lent == YES", [1]), ("ANY tags.name == \"scifi\"", [1, 3]),
      ("lentOn > \"2022-01-01\"", [1]), ("lentToFriend.moviesBorrowed.@count == 1 AND lent == YES", [1, 3]),
    ])
  func questionsWithTheModel(_ format: String, _ keys: [Int64]) throws {
    let path = FileManager.default.temporaryDirectory.appendingPathComponent("store-\(UUID().uuidString).sqlite").path
    defer { try? FileManager.default.removeItem(atPath: path) }
    try DatabaseQueue(path: path).write { try $0.execute(sql: Self.films) }
    let database = try PredicateDatabase.open(path: path, coreDataModel: Self.model)
    #expect(try database.keys(EntityFetch("Movie", where: QueryPredicate(format: format))) == keys)
  }

  @Test("Entities that inherit are one, and pairs of objects have one key")
  func inheritanceWithTheModel() throws {
    func toOne(_ name: String, _ destination: String, _ inverse: String) -> Relationship {
      Relationship(
        name: name, destination: destination, inverse: inverse, cardinality: .toOne, storage: .foreignKey("x"))
    }
    func toMany(_ name: String, _ destination: String, _ inverse: String) -> Relationship {
      Relationship(
        name: name, destination: destination, inverse: inverse, cardinality: .toMany,
        storage: .foreignKeyOfDestination("x"))
    }
    let model = DataModel(entities: [
      Entity(
        name: "Person", attributes: [Attribute(name: "fullName", type: .string)],
        relationships: [toOne("badge", "Badge", "bearer"), toMany("friends", "Person", "friends")], isAbstract: true),
      Entity(
        name: "Manager", attributes: [Attribute(name: "budget", type: .decimal)],
        relationships: [toMany("reports", "Clerk", "boss")], parent: "Person"),
      Entity(
        name: "Clerk", attributes: [Attribute(name: "budget", type: .decimal)],
        relationships: [toOne("boss", "Manager", "reports")], parent: "Person"),
      Entity(
        name: "Badge", attributes: [Attribute(name: "code", type: .uuid)],
        relationships: [toOne("bearer", "Person", "badge")]),
    ])
    let reading = try read(
      """
      CREATE TABLE ZPERSON (Z_PK INTEGER PRIMARY KEY, Z_ENT INTEGER, Z_OPT INTEGER, ZBADGE INTEGER, ZBOSS INTEGER,
        ZFULLNAME VARCHAR, ZBUDGET DECIMAL);
      CREATE TABLE ZBADGE (Z_PK INTEGER PRIMARY KEY, Z_ENT INTEGER, Z_OPT INTEGER, ZBEARER INTEGER, ZCODE BLOB);
      CREATE TABLE Z_1FRIENDS (Z_1FRIENDS INTEGER, REFLEXIVE INTEGER, PRIMARY KEY (Z_1FRIENDS, REFLEXIVE));
      CREATE TABLE Z_PRIMARYKEY (Z_ENT INTEGER PRIMARY KEY, Z_NAME VARCHAR, Z_SUPER INTEGER, Z_MAX INTEGER);
      CREATE TABLE Z_METADATA (Z_VERSION INTEGER PRIMARY KEY);
      INSERT INTO Z_PRIMARYKEY VALUES (1, 'Person', 0, 0), (2, 'Manager', 1, 0), (3, 'Clerk', 1, 0), (4, 'Badge', 0, 0);
      """, model)
    #expect(
      members(reading) == [
        "Person: pk ent fullName budget badge→Badge reports⇉Person boss→Person", "Badge: pk code bearer→Person",
      ])
    #expect(reading.notes == ["Person.friends is left out: the tables do not hold it"])
  }

  @Test("Another database has to have the model's tables")
  func noStore() throws {
    #expect(throws: DatabaseIssue.self) { try read("CREATE TABLE Movie (id INTEGER PRIMARY KEY)", Self.model) }
  }
}
