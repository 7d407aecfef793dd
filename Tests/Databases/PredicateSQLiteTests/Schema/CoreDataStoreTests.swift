import Foundation
import GRDB
import PredicateModel
import PredicateSyntax
import PredicateValues
import Testing

@testable import PredicateSQLite

@Suite("Stores of Core Data")
struct CoreDataStoreTests {
  /// Tables as Core Data makes them: the columns for the key, the entity and the number of writes come first, and no key is declared.
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

  /// Each entity with its members: `Movie: title lenttofriend→Friend tags⇉Tag`.
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
        "Friend: birthday friendname movies⇉Movie",
        "Movie: year lent lenttofriendKey owner lenton title lenttofriend→Friend tags⇉Tag",
        "Tag: name movies⇉Movie",
        "BankDetails: parentKey zip parent→BankDetails children⇉BankDetails",
      ])
    #expect(
      reading.notes == [
        "Z_MODELCACHE is empty: the names and relationships are only guessed from the tables. To read them from the application's data model, use --model",
        "Z_PRIMARYKEY, Z_METADATA, Z_MODELCACHE are ignored, because they contain only internal data of Core Data",
        "ZMOVIE.ZLENTTOFRIEND may be a foreign key to ZFRIEND. This is only a guess, because the schema does not declare the foreign key",
        "ZBANKDETAILS.ZPARENT may be a foreign key to ZBANKDETAILS. This is only a guess, because the schema does not declare the foreign key",
      ])
    #expect(reading.model.entity(named: "ZMOVIE")?.name == "Movie")
    #expect(reading.suggestions.map { "\($0.entity).\($0.attribute) \($0.type)" } == ["Movie.lent boolean"])
  }

  @Test("Without guesses the model has no relationships")
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
    #expect(try database.keys(EntityFetch("Movie", where: QueryPredicate(format: QueryFormat(raw: format)))) == keys)
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
        "Person: bossmanagerKey name bossmanager→Person peopleByBossmanager⇉Person teams⇉Team",
        "Employee: bossmanagerKey name bossmanager→Person peopleByBossmanager⇉Person teams⇉Team",
        "Manager: bossmanagerKey name bossmanager→Person peopleByBossmanager⇉Person teams⇉Team",
        "Team: name members⇉Person",
      ])
    #expect(reading.notes.contains("ZPERSON holds the objects of Person (ent 1), Employee (ent 2), Manager (ent 3)"))
  }

  @Test(
    "Odd tables of the same names are not a store, or one with fewer names",
    arguments: [
      ("CREATE TABLE Z_PRIMARYKEY (a); CREATE TABLE Z_METADATA (b);", ["ZPrimarykey: a", "ZMetadata: b"]),
      // Parents that form a circle, names that cannot be used, and numbers stored as texts.
      (
        """
        CREATE TABLE Z_PRIMARYKEY (Z_ENT, Z_NAME, Z_SUPER); CREATE TABLE Z_METADATA (b);
        INSERT INTO Z_PRIMARYKEY VALUES (1, 'A', 2), (2, 'B', 1), ('x', 'C', 0), (4, NULL, 0), (5, x'00', 0), (6, '', 0), (7, 'D', 7);
        CREATE TABLE ZA (Z_PK INTEGER PRIMARY KEY, Z_ENT INTEGER);
        CREATE TABLE ZD (Z_PK INTEGER PRIMARY KEY, Z INTEGER, Z_ INTEGER, ZA INTEGER); CREATE INDEX ZD_ZA_INDEX ON ZD (ZA);
        CREATE TABLE Z_1A (Z_1 INTEGER, Z_99B INTEGER, Z_99999999999999999999C INTEGER, PRIMARY KEY (Z_1, Z_99B));
        """,
        ["Za: zPk zEnt", "D: z z2 a", "Z1A: z1 z99B z99999999999999999999C"]
      ),
    ])
  func oddities(_ sql: String, _ expected: [String]) throws {
    #expect(members(try read(sql)) == expected)
  }

  // MARK: With the model

  /// The model of the store above. The store has no table for `Studio` and no column for `Movie.poster`.
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
        "Friend: birthday friendName moviesBorrowed⇉Movie",
        "Movie: title year lent lentOn lentToFriend→Friend tags⇉Tag", "Tag: name movies⇉Movie",
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
    #expect(try database.keys(EntityFetch("Movie", where: QueryPredicate(format: QueryFormat(raw: format)))) == keys)
  }

  @Test("Entities that inherit have their own members, and pairs of objects have one key")
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
        "Person: fullName badge→Badge", "Manager: fullName budget badge→Badge reports⇉Clerk",
        "Clerk: fullName budget badge→Badge boss→Manager", "Badge: code bearer→Person",
      ])
    #expect(reading.notes == ["Person.friends is left out: the tables do not hold it"])
  }

  // MARK: Entities that inherit

  /// Five people of three entities, one of an entity that the store does not name, and one without an entity. Contractor has no objects.
  private static let staff = """
    CREATE TABLE ZEMPLOYEE (Z_PK INTEGER PRIMARY KEY, Z_ENT INTEGER, Z_OPT INTEGER, ZMANAGER INTEGER, ZBUDGET INTEGER, ZBUDGET1 INTEGER,
      ZSALARY FLOAT, ZNAME VARCHAR);
    CREATE INDEX ZEMPLOYEE_ZMANAGER_INDEX ON ZEMPLOYEE (ZMANAGER);
    CREATE TABLE Z_METADATA (Z_VERSION INTEGER PRIMARY KEY);
    CREATE TABLE Z_PRIMARYKEY (Z_ENT INTEGER PRIMARY KEY, Z_NAME VARCHAR, Z_SUPER INTEGER, Z_MAX INTEGER);
    INSERT INTO Z_PRIMARYKEY VALUES (1, 'Director', 4, 0), (2, 'Employee', 0, 7), (3, 'Contractor', 2, 0), (4, 'Manager', 2, 0);
    INSERT INTO ZEMPLOYEE VALUES (1, 2, 1, 3, NULL, NULL, 10.5, 'Ann'), (2, 2, 1, 3, NULL, NULL, 20, 'Bob'),
      (3, 4, 1, 5, NULL, 100, 30, 'Cid'), (4, 4, 1, 5, NULL, 200, 40, 'Dee'), (5, 1, 1, NULL, NULL, 900, 50, 'Eve'),
      (6, 77, 1, 1, 5, NULL, 60, 'Fay'), (7, NULL, 1, 4, NULL, NULL, 70, 'Gus');
    """

  private static let staffModel = DataModel(entities: [
    Entity(
      name: "Employee",
      attributes: [Attribute(name: "name", type: .string), Attribute(name: "salary", type: .double)],
      relationships: [
        Relationship(
          name: "manager", destination: "Manager", inverse: "reports", cardinality: .toOne, storage: .foreignKey("x"))
      ]),
    Entity(
      name: "Manager", attributes: [Attribute(name: "budget", type: .integer)],
      relationships: [
        Relationship(
          name: "reports", destination: "Employee", inverse: "manager", cardinality: .toMany,
          storage: .foreignKeyOfDestination("x"))
      ], parent: "Employee"),
    Entity(name: "Director", attributes: [], parent: "Manager"),
    Entity(name: "Contractor", attributes: [Attribute(name: "budget", type: .integer)], parent: "Employee"),
    Entity(name: "Intern", attributes: [Attribute(name: "school", type: .string)], parent: "Employee"),
  ])

  private func open(_ script: String, _ model: DataModel?, _ body: (PredicateDatabase) throws -> Void) throws {
    let path = FileManager.default.temporaryDirectory.appendingPathComponent("store-\(UUID().uuidString).sqlite").path
    defer { try? FileManager.default.removeItem(atPath: path) }
    try DatabaseQueue(path: path).write { try $0.execute(sql: script) }
    try body(
      model.map { try PredicateDatabase.open(path: path, coreDataModel: $0) } ?? PredicateDatabase.open(path: path))
  }

  @Test(
    "An entity finds the objects of those that inherit from it, in SQL and in memory",
    arguments: [
      ("Employee", "TRUEPREDICATE", [1, 2, 3, 4, 5, 6, 7]), ("Manager", "TRUEPREDICATE", [3, 4, 5]),
      ("Director", "TRUEPREDICATE", [5]),
      ("Contractor", "TRUEPREDICATE", []), ("Employee", "salary > 25 AND salary < 45", [3, 4]),
      ("Manager", "salary > 35", [4, 5]),
      ("Manager", "NOT (name BEGINSWITH 'C')", [4, 5]), ("Employee", "manager.manager.name == 'Eve'", [1, 2, 7]),
      ("Manager", "manager.name == 'Eve'", [3, 4]),
      ("Employee", "manager IN {manager.manager, SELF} OR salary == 60", [6]),
    ], [true, false])
  func kinds(_ question: (entity: String, format: String, keys: [Int64]), _ withModel: Bool) throws {
    try open(Self.staff, withModel ? Self.staffModel : nil) { database in
      let fetch = EntityFetch(question.entity, where: try QueryPredicate(format: QueryFormat(raw: question.format)))
      #expect(try database.keys(fetch) == question.keys)
      #expect(try database.count(fetch) == question.keys.count)
      try AgreementTests.check(question.format, question.entity, in: AgreementSubject(database))
    }
  }

  @Test("Members of entities that inherit, with separate columns for the same name")
  func membersOfKinds() throws {
    try open(Self.staff, Self.staffModel) { database in
      let names = database.model.entities.map { entity in "\(entity.name): " + entity.memberNames.joined(separator: " ")
      }
      #expect(
        names == [
          "Employee: name salary manager", "Director: name salary budget manager reports",
          "Contractor: name salary budget manager", "Manager: name salary budget manager reports",
        ])
      #expect(database.notes.contains("Intern is left out: Z_PRIMARYKEY has no number for it"))
      func keys(_ entity: String, _ format: String) throws -> [Int64] {
        try database.keys(EntityFetch(entity, where: QueryPredicate(format: QueryFormat(raw: format))))
      }
      #expect(try keys("Manager", "budget > 150") == [4, 5])
      #expect(try keys("Manager", "ANY reports.salary > 50") == [4])
      #expect(try keys("Manager", "reports.@count == 2") == [3, 5])
      #expect(throws: PredicateIssue.self) { try keys("Employee", "budget > 150") }
      // Fay's manager is none.
      #expect(try keys("Employee", "manager == nil") == [5, 6])
      let again = try DataModel(jsonText: database.model.jsonText())
      #expect(again.entity(named: "Manager")?.kindsInTable == [.integer(4), .integer(1)])
      #expect(try DataModel(jsonText: database.model.fileText()).entity(named: "Director")?.entityNumber == 1)
    }
  }

  @Test(
    "Odd hierarchies",
    arguments: [
      // Names that are already taken, that occur twice, or that are missing; parents that form a circle, are missing, or are the entity itself;
      // entity numbers that occur twice.
      (
        """
        INSERT INTO Z_PRIMARYKEY VALUES (1, 'A', 0, 0), (2, 'B', 1, 0), (3, 'B', 1, 0), (4, 'a b', 2, 0), (5, '', 1, 0), (6, 'C', 7, 0),
          (7, 'D', 6, 0), (8, 'E', 99, 0), (9, 'F', 9, 0), (10, 'A', 1, 0), (11, 'self', 1, 0), (12, 'It''s', 4, 0);
        """, ["A", "B", "B2", "a b", "It's", "A2", "self2"]
      ),
      ("INSERT INTO Z_PRIMARYKEY VALUES (3, 'Z', 2, 0), (2, 'Y', 1, 0), (1, 'A', NULL, 0);", ["A", "Y", "Z"]),
      ("INSERT INTO Z_PRIMARYKEY VALUES (1, 'A', 2, 0), (2, 'B', 1, 0);", ["Za"]),
    ])
  func oddKinds(rows: String, names: [String]) throws {
    let script = """
      CREATE TABLE ZA (Z_PK INTEGER PRIMARY KEY, Z_ENT INTEGER, Z_OPT INTEGER, ZNAME VARCHAR);
      INSERT INTO ZA VALUES (1, 1, 1, 'one'), (2, 2, 1, 'two'), (3, 3, 1, 'three'), (4, 12, 1, 'twelve');
      CREATE TABLE Z_METADATA (Z_VERSION INTEGER PRIMARY KEY);
      CREATE TABLE Z_PRIMARYKEY (Z_ENT INTEGER PRIMARY KEY, Z_NAME VARCHAR, Z_SUPER INTEGER, Z_MAX INTEGER);

      """
    try open(script + rows, nil) { database in
      #expect(Set(database.model.entities.map(\.name)) == Set(names))
      let counts = try names.map { try database.count(EntityFetch($0)) }
      #expect(counts[0] == 4 && counts.allSatisfy { $0 <= 4 })
    }
  }

  @Test("Another database must have the model's tables")
  func noStore() throws {
    #expect(throws: DatabaseIssue.self) { try read("CREATE TABLE Movie (id INTEGER PRIMARY KEY)", Self.model) }
  }
}
