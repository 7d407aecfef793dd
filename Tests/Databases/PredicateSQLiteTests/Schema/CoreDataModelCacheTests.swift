import Foundation
import GRDB
import PredicateModel
import PredicateSyntax
import PredicateTestSupport
import PredicateValues
import Testing

@testable import PredicateSQLite

@Suite("Stores of Core Data with a model inside")
struct CoreDataModelCacheTests {
  private static func toOne(_ name: String, _ destination: String, _ inverse: String?) -> Relationship {
    Relationship(
      name: name, destination: destination, inverse: inverse, cardinality: .toOne, storage: .foreignKey("x"))
  }

  private static func toMany(
    _ name: String, _ destination: String, _ inverse: String?, _ rule: DeleteRule = .nullify, isOrdered: Bool = false
  ) -> Relationship {
    Relationship(
      name: name, destination: destination, inverse: inverse, cardinality: .toMany, deleteRule: rule,
      storage: .foreignKeyOfDestination("x"), orderColumn: isOrdered ? "x" : nil)
  }

  /// A club that lends things: things and books in one table, members, their cards, and labels.
  private static let model = DataModel(entities: [
    Entity(
      name: "Book",
      attributes: [Attribute(name: "pageCount", type: .integer), Attribute(name: "comment", type: .string)],
      parent: "LentThing"),
    Entity(
      name: "Card", attributes: [Attribute(name: "cardNumber", type: .uuid)],
      relationships: [toOne("cardHolder", "ClubMember", "memberCard")]),
    Entity(
      name: "ClubMember", attributes: [Attribute(name: "fullName", type: .string)],
      relationships: [
        toMany("lentThings", "LentThing", "lentTo", .deny, isOrdered: true), toOne("memberCard", "Card", "cardHolder"),
        toOne("favouriteLabel", "Label", nil),
      ]),
    Entity(
      name: "Label", attributes: [Attribute(name: "labelName", type: .string)],
      relationships: [toMany("labelledThings", "LentThing", "labels")], uniqueness: [["labelName"]]),
    Entity(
      name: "LentThing",
      attributes: [
        Attribute(name: "isLent", type: .boolean, defaultValue: .boolean(false)),
        Attribute(name: "isOverdue", type: .boolean),
        Attribute(name: "lentOn", type: .date, isOptional: true), Attribute(name: "thingName", type: .string),
        Attribute(name: "price", type: .decimal, isOptional: true, defaultValue: .integer(5)),
      ],
      relationships: [
        toOne("lentTo", "ClubMember", "lentThings"), toMany("labels", "Label", "labelledThings", isOrdered: true),
      ]),
    Entity(name: "Tool", attributes: [Attribute(name: "comment", type: .string)], parent: "LentThing"),
  ])

  private static let tables = """
    CREATE TABLE ZCARD (Z_PK INTEGER PRIMARY KEY, Z_ENT INTEGER, Z_OPT INTEGER, ZCARDHOLDER INTEGER, ZCARDNUMBER BLOB);
    CREATE TABLE ZCLUBMEMBER (Z_PK INTEGER PRIMARY KEY, Z_ENT INTEGER, Z_OPT INTEGER, ZFAVOURITELABEL INTEGER, ZMEMBERCARD INTEGER,
      ZFULLNAME VARCHAR);
    CREATE TABLE ZLABEL (Z_PK INTEGER PRIMARY KEY, Z_ENT INTEGER, Z_OPT INTEGER, ZLABELNAME VARCHAR);
    CREATE TABLE ZLENTTHING (Z_PK INTEGER PRIMARY KEY, Z_ENT INTEGER, Z_OPT INTEGER, ZISLENT INTEGER, ZPAGECOUNT INTEGER,
      ZLENTTO INTEGER, Z_FOK_LENTTO INTEGER, ZLENTON TIMESTAMP, ZPRICE DECIMAL, ZTHINGNAME VARCHAR, ZCOMMENT VARCHAR, ZCOMMENT1 VARCHAR);
    CREATE TABLE Z_4LABELLEDTHINGS (Z_4LABELS INTEGER, Z_5LABELLEDTHINGS INTEGER, Z_FOK_4LABELS INTEGER,
      PRIMARY KEY (Z_4LABELS, Z_5LABELLEDTHINGS));
    CREATE TABLE Z_PRIMARYKEY (Z_ENT INTEGER PRIMARY KEY, Z_NAME VARCHAR, Z_SUPER INTEGER, Z_MAX INTEGER);
    CREATE TABLE Z_METADATA (Z_VERSION INTEGER PRIMARY KEY, Z_UUID VARCHAR(255), Z_PLIST BLOB);
    CREATE TABLE Z_MODELCACHE (Z_CONTENT BLOB);
    CREATE TABLE ACHANGE (Z_PK INTEGER PRIMARY KEY, Z_ENT INTEGER, Z_OPT INTEGER);
    CREATE TABLE ANSCKEVENT (Z_PK INTEGER PRIMARY KEY, Z_ENT INTEGER, Z_OPT INTEGER);
    INSERT INTO Z_PRIMARYKEY VALUES (2, 'Card', 0, 1), (3, 'ClubMember', 0, 2), (4, 'Label', 0, 2), (5, 'LentThing', 0, 4),
      (6, 'Book', 5, 0), (7, 'Tool', 5, 0), (16001, 'CHANGE', 0, 0), (16023, 'NSCKEvent', 0, 0);
    INSERT INTO ZCARD VALUES (1, 2, 1, 2, x'00112233445566778899AABBCCDDEEFF');
    INSERT INTO ZCLUBMEMBER VALUES (1, 3, 1, NULL, NULL, 'Anna'), (2, 3, 1, 1, 1, 'Ben');
    INSERT INTO ZLABEL VALUES (1, 4, 1, 'heavy'), (2, 4, 1, 'old');
    INSERT INTO ZLENTTHING VALUES (1, 6, 1, 1, 320, 1, 2, 700000000, 12.5, 'Ulysses', 'long', NULL),
      (2, 6, 1, 0, 90, NULL, NULL, NULL, NULL, 'Walden', NULL, NULL), (3, 7, 1, 1, NULL, 1, 1, 650000000, NULL, 'Drill', NULL, 'loud'),
      (4, 7, 1, NULL, NULL, NULL, NULL, NULL, NULL, 'Saw', NULL, NULL);
    INSERT INTO Z_4LABELLEDTHINGS VALUES (1, 3, 2), (2, 3, 1), (2, 1, 1);
    """

  private static let transient: Set = ["LentThing.isOverdue"]

  private static func store(_ content: [UInt8]?, _ sql: String = "") throws -> DatabaseQueue {
    let queue = try DatabaseQueue(configuration: PredicateDatabase.defaultConfiguration)
    try queue.write { database in
      try database.execute(sql: tables + sql)
      if let content {
        try database.execute(sql: "INSERT INTO Z_MODELCACHE VALUES (?)", arguments: [Data(content)])
      }
    }
    return queue
  }

  private static func database(
    _ content: [UInt8]? = ModelArchive.stream(of: model, transient: transient), _ sql: String = ""
  )
    throws -> PredicateDatabase
  {
    try PredicateDatabase(name: "club", queue: store(content, sql))
  }

  /// Each entity with its members: `Book: isLent: boolean lentTo→ClubMember/lentThings`.
  private func members(_ model: DataModel) -> [String] {
    model.entities.map { entity in
      let ways = entity.relationships.map { way in
        "\(way.name)\(way.cardinality == .toOne ? "→" : "⇉")\(way.destination)/\(way.inverse ?? "")"
      }
      return "\(entity.name): "
        + (entity.attributes.map { "\($0.name):\($0.type.modelWord)" } + ways).joined(separator: " ")
    }
  }

  private static let known = [
    "Card: cardNumber:uuid cardHolder→ClubMember/memberCard",
    "ClubMember: fullName:string favouriteLabel→Label/ lentThings⇉LentThing/lentTo memberCard→Card/cardHolder",
    "Label: labelName:string labelledThings⇉LentThing/labels",
    "LentThing: isLent:boolean lentOn:date price:double thingName:string labels⇉Label/labelledThings"
      + " lentTo→ClubMember/lentThings",
    "Book: isLent:boolean lentOn:date price:double thingName:string comment:string pageCount:integer"
      + " labels⇉Label/labelledThings lentTo→ClubMember/lentThings",
    "Tool: isLent:boolean lentOn:date price:double thingName:string comment:string labels⇉Label/labelledThings"
      + " lentTo→ClubMember/lentThings",
  ]

  private static let stateNote =
    "Z_PRIMARYKEY, Z_METADATA, Z_MODELCACHE, ACHANGE, ANSCKEVENT are ignored, because they contain only internal data of Core Data"

  @Test("Names, types and relationships are the model's; columns and tables of the store itself are hidden")
  func names() throws {
    let database = try Self.database()
    let model = database.declaredModel
    #expect(members(model) == Self.known)
    #expect(database.notes == [Self.stateNote])
    #expect(model.entity(named: "Tool")?.transientMembers.map(\.name) == ["isOverdue"])
    #expect(database.suggestions.isEmpty)
    let tool = try #require(model.entity(named: "Tool"))
    #expect(tool.attribute(named: "comment")?.column == "ZCOMMENT1")
    #expect(tool.attribute(named: "Z_PK")?.type == .integer)
    #expect(tool.declared.memberNames == ["comment"])
    let defaults = ["isLent", "price"].map { "\(tool.attribute(named: $0)?.defaultValue ?? .null)" }
    #expect(defaults == ["\(QueryValue.boolean(false))", "\(QueryValue.double(5))"])
    #expect(tool.relationship(named: "labels")?.orderColumn == "Z_FOK_4LABELS")
    let member = try #require(model.entity(named: "ClubMember"))
    #expect(member.relationship(named: "lentThings")?.orderColumn == "Z_FOK_LENTTO")
    #expect(member.relationship(named: "lentThings")?.deleteRule == .deny)
    #expect(model.entities.allSatisfy { $0.relationships.allSatisfy { !$0.isGuessed } })
    #expect(model.entity(named: "Label")?.uniqueness == [["labelName"]])
  }

  @Test(
    "Questions by the names of the model",
    arguments: [
      ("LentThing", "isLent == YES AND lentTo.fullName == \"Anna\"", [1, 3]), ("LentThing", "isLent == nil", [4]),
      ("Book", "lentOn > \"2022-01-01\"", [1]), ("Tool", "ANY labels.labelName == \"heavy\"", [3]),
      ("ClubMember", "lentThings.@count == 2", [1]), ("Card", "cardHolder.fullName == \"Ben\"", [1]),
      ("ClubMember", "memberCard.cardHolder.favouriteLabel.labelName == \"heavy\"", [2]),
      ("Label", "ANY labelledThings.comment == \"long\"", []), ("LentThing", "Z_PK > 3", [4]),
      ("ClubMember", "lentThings[FIRST].thingName == \"Drill\"", [1]),
      ("LentThing", "labels[FIRST].labelName == \"old\"", [1, 3]),
    ])
  func questions(_ entity: String, _ format: String, _ keys: [Int64]) throws {
    let database = try Self.database()
    if keys.isEmpty {
      #expect(throws: PredicateIssue.self) {
        try database.keys(EntityFetch(entity, where: QueryPredicate(format: QueryFormat(raw: format))))
      }
    } else {
      #expect(try database.keys(EntityFetch(entity, where: QueryPredicate(format: QueryFormat(raw: format)))) == keys)
    }
  }

  @Test("A stream that zlib has compressed")
  func compressed() throws {
    // 400 times `lent `.
    let stream: [UInt8] = [
      0xCB, 0x49, 0xCD, 0x2B, 0x51, 0xC8, 0x19, 0x25, 0x46, 0x89, 0x51, 0x62, 0x94, 0x18, 0x25, 0x46, 0x89, 0x51, 0x62,
      0x28, 0x13, 0x00,
    ]
    #expect(Inflation.bytes(of: stream, limit: 2_000) == Array(String(repeating: "lent ", count: 400).utf8))
    #expect(Inflation.bytes(of: stream, limit: 1_999) == nil)
    #expect(Inflation.bytes(of: ModelArchive.deflated(Array(1...200)), limit: 200) == Array(1...200))
    #expect(Inflation.bytes(of: ModelArchive.deflated(Array(1...200)), limit: 199) == nil)
    #expect(Inflation.bytes(of: ModelArchive.deflated([]), limit: 10) == [])
    #expect(Inflation.bytes(of: [], limit: 10) == nil)
    let large = [UInt8](repeating: 7, count: 200_000)
    #expect(Inflation.bytes(of: ModelArchive.deflated(large), limit: 200_000) == large)
    #expect(Inflation.bytes(of: Array(ModelArchive.deflated(large).dropLast()), limit: 200_000) == nil)
  }

  @Test("Tables of the application stay next to the model's")
  func otherTables() throws {
    let sql = """
      CREATE TABLE search_index (id INTEGER PRIMARY KEY, word TEXT NOT NULL);
      CREATE TABLE Label (id INTEGER PRIMARY KEY, text TEXT);
      """
    let database = try Self.database(ModelArchive.stream(of: Self.model, transient: Self.transient), sql)
    #expect(
      members(database.declaredModel) == Self.known + [
        "SearchIndex: id:integer word:string", "Label2: id:integer text:string",
      ])
  }

  // MARK: Stores without a model that can be used

  private static let guessedFrom =
    "the names and relationships are only guessed from the tables. To read them from the application's data model, use --model"

  @Test("A missing or damaged model is a note, and the store opens by its tables")
  func damaged() throws {
    var stream = ModelArchive.stream(of: Self.model)
    stream[9] = 0
    let cases: [([UInt8]?, String)] = [
      (nil, "Z_MODELCACHE is empty: \(Self.guessedFrom)"),
      ([], "Z_MODELCACHE contains no readable model: \(Self.guessedFrom)"),
      ([1, 2, 3], "the data model in the table Z_MODELCACHE is damaged: it cannot be inflated; \(Self.guessedFrom)"),
      (
        ModelArchive.deflated(Array("bplist00".utf8)),
        "the data model in the table Z_MODELCACHE is damaged: the file is too short for a binary property list; \(Self.guessedFrom)"
      ),
      (
        ModelArchive.deflated([UInt8](repeating: 0, count: CoreDataModelCache.limits.archive + 1)),
        "Z_MODELCACHE contains no readable model: \(Self.guessedFrom)"
      ),
    ]
    for (content, note) in cases {
      let database = try Self.database(content)
      #expect(database.notes.first == note)
      #expect(database.declaredModel.entity(named: "ClubMember")?.attribute(named: "fullname") != nil)
      #expect(try database.count(EntityFetch("LentThing")) == 4)
    }
  }

  @Test("Without the table of the model, there is one note")
  func withoutTheTable() throws {
    let queue = try Self.store(nil, "DROP TABLE Z_MODELCACHE;")
    let database = try PredicateDatabase(name: "club", queue: queue)
    #expect(
      database.notes.filter { $0.contains("Z_MODELCACHE") } == ["the store has no Z_MODELCACHE: \(Self.guessedFrom)"])
  }

  @Test("With a model of another store, missing parts are left out with a note")
  func otherModel() throws {
    let other = DataModel(
      entities: [Entity(name: "Planet", attributes: [Attribute(name: "mass", type: .double)])]
        + Self.model.entities.map(\.declared).map { entity in
          entity.name == "Card"
            ? entity.changed(attributes: entity.attributes + [Attribute(name: "color", type: .string)]) : entity
        })
    let database = try Self.database(ModelArchive.stream(of: other, transient: Self.transient))
    #expect(database.notes.contains("Card.color is left out: ZCARD has no column for it"))
    #expect(database.notes.contains("Planet is left out: there is no table ZPLANET"))
    #expect(members(database.declaredModel) == Self.known)
  }

  @Test("Mutated models give a note at most")
  func mutations() throws {
    let queue = try Self.store(nil)
    let source = ModelArchive.bytes(of: Self.model)
    for seed in RandomRun(rounds: 300).seeds {
      var random = SplitMix64(seed: seed)
      let stream = ModelArchive.deflated(ByteMutation.mutated(source, &random))
      try queue.write { database in
        try database.execute(sql: "DELETE FROM Z_MODELCACHE")
        try database.execute(sql: "INSERT INTO Z_MODELCACHE VALUES (?)", arguments: [Data(stream)])
        let reading = try SchemaReader.read(database)
        #expect(reading.model.issues().isEmpty, "OPENPREDICATE_SEED=\(seed) OPENPREDICATE_ROUNDS=1")
      }
    }
  }
}
