import Foundation
import GRDB
import PredicateModel
import PredicateObjects
import PredicateSQLite
import PredicateTestSupport
import PredicateValues
import Testing

/// Stores of Core Data stay valid: both columns of a one-to-one relationship, numbers of entities, counts of writes, greatest keys, places.
@Suite struct CoreDataWritingTests {
  private static func toOne(_ name: String, _ destination: String, _ inverse: String) -> Relationship {
    Relationship(
      name: name, destination: destination, inverse: inverse, cardinality: .toOne, storage: .foreignKey("x"))
  }

  private static func toMany(
    _ name: String, _ destination: String, _ inverse: String, _ rule: DeleteRule = .nullify, isOrdered: Bool = false
  ) -> Relationship {
    Relationship(
      name: name, destination: destination, inverse: inverse, cardinality: .toMany, deleteRule: rule,
      storage: .foreignKeyOfDestination("x"), orderColumn: isOrdered ? "x" : nil)
  }

  /// Things that are made by recipes, boxes that hold things and tools, labels.
  private static let model = DataModel(entities: [
    Entity(
      name: "Box", attributes: [Attribute(name: "boxName", type: .string, isOptional: true)],
      relationships: [
        toMany("contents", "Thing", "box", .cascade, isOrdered: true),
        Relationship(
          name: "keeper", destination: "Thing", inverse: "kept", cardinality: .toOne, storage: .foreignKey("x")),
      ]),
    Entity(
      name: "Recipe", attributes: [Attribute(name: "steps", type: .integer, isOptional: true)],
      relationships: [toOne("product", "Thing", "recipe")]),
    Entity(
      name: "Thing", attributes: [Attribute(name: "thingName", type: .string, isOptional: true)],
      relationships: [
        toOne("recipe", "Recipe", "product"), toOne("box", "Box", "contents"), toMany("kept", "Box", "keeper"),
      ]),
    Entity(
      name: "Tool", attributes: [Attribute(name: "weight", type: .integer, isOptional: true)], parent: "Thing"),
  ])

  private static let tables = """
    CREATE TABLE ZBOX (Z_PK INTEGER PRIMARY KEY, Z_ENT INTEGER, Z_OPT INTEGER, ZKEEPER INTEGER, Z4_KEEPER INTEGER, ZBOXNAME VARCHAR);
    CREATE TABLE ZRECIPE (Z_PK INTEGER PRIMARY KEY, Z_ENT INTEGER, Z_OPT INTEGER, ZSTEPS INTEGER, ZPRODUCT INTEGER, Z4_PRODUCT INTEGER);
    CREATE TABLE ZTHING (Z_PK INTEGER PRIMARY KEY, Z_ENT INTEGER, Z_OPT INTEGER, ZRECIPE INTEGER, ZBOX INTEGER, Z_FOK_BOX INTEGER,
      ZTHINGNAME VARCHAR, ZWEIGHT INTEGER);
    CREATE INDEX ZTHING_ZBOX_INDEX ON ZTHING (ZBOX);
    CREATE TABLE Z_PRIMARYKEY (Z_ENT INTEGER PRIMARY KEY, Z_NAME VARCHAR, Z_SUPER INTEGER, Z_MAX INTEGER);
    CREATE TABLE Z_METADATA (Z_VERSION INTEGER PRIMARY KEY, Z_UUID VARCHAR(255), Z_PLIST BLOB);
    CREATE TABLE Z_MODELCACHE (Z_CONTENT BLOB);
    INSERT INTO Z_PRIMARYKEY VALUES (2, 'Box', 0, 1), (3, 'Recipe', 0, 2), (4, 'Thing', 0, 9), (5, 'Tool', 4, 0);
    INSERT INTO ZBOX VALUES (1, 2, 1, NULL, NULL, 'A');
    INSERT INTO ZRECIPE VALUES (1, 3, 1, 5, 1, 4), (2, 3, 1, 6, NULL, NULL);
    INSERT INTO ZTHING VALUES (1, 4, 1, 1, 1, 1024, 'Door', NULL), (2, 4, 1, NULL, 1, 2048, 'Key', NULL), (3, 5, 1, NULL, NULL, NULL, 'Saw', 7);
    """

  private static func context(hasModel: Bool = true) throws -> ObjectContext {
    let queue = try DatabaseQueue(configuration: PredicateDatabase.defaultConfiguration)
    try queue.write { database in
      try database.execute(sql: tables)
      if hasModel {
        try database.execute(
          sql: "INSERT INTO Z_MODELCACHE VALUES (?)", arguments: [Data(ModelArchive.stream(of: model, transient: []))])
      }
    }
    return try ObjectContext(PredicateDatabase(name: "store", queue: queue))
  }

  private func object(_ entity: String, _ key: Int64, _ context: ObjectContext) throws -> StoredObject {
    try #require(try context.object(for: ObjectID(ObjectReference(entity: entity, key: key))))
  }

  private func rows(_ sql: String, _ context: ObjectContext) throws -> [String] {
    try context.database.reader.read { try String.fetchAll($0, sql: sql) }
  }

  private static let things = "SELECT Z_PK || ' ' || Z_OPT || ' ' || ifnull(ZRECIPE, '-') FROM ZTHING ORDER BY Z_PK"
  private static let recipes = "SELECT Z_PK || ' ' || Z_OPT || ' ' || ifnull(ZPRODUCT, '-') FROM ZRECIPE ORDER BY Z_PK"

  @Test("Both columns of a one-to-one relationship", arguments: [true, false])
  func bothColumns(fromThing: Bool) throws {
    let context = try Self.context()
    let (door, key) = (try object("Thing", 1, context), try object("Thing", 2, context))
    let (first, second) = (try object("Recipe", 1, context), try object("Recipe", 2, context))
    #expect(try door.object(of: "recipe") === first && first.object(of: "product") === door)
    if fromThing { try door.setObject(nil, of: "recipe") } else { try first.setObject(nil, of: "product") }
    try context.save()
    #expect(try rows(Self.things, context) == ["1 2 -", "2 1 -", "3 1 -"])
    #expect(try rows(Self.recipes, context) == ["1 2 -", "2 1 -"])
    context.undo()
    try context.save()
    #expect(try rows(Self.things, context).first == "1 3 1" && rows(Self.recipes, context).first == "1 3 1")
    // Another object becomes the partner in the one-to-one relationship.
    if fromThing { try key.setObject(first, of: "recipe") } else { try first.setObject(key, of: "product") }
    try context.save()
    #expect(try rows(Self.things, context) == ["1 4 -", "2 2 1", "3 1 -"])
    #expect(try rows(Self.recipes, context) == ["1 4 2", "2 1 -"])
    let new = try context.insert(entity: "Thing")
    if fromThing { try new.setObject(second, of: "recipe") } else { try second.setObject(new, of: "product") }
    try context.save()
    #expect(try rows(Self.things, context).last == "10 1 2" && rows(Self.recipes, context).last == "2 2 10")
    try context.delete(fromThing ? second : new)
    try context.delete(first)
    try context.save()
    #expect(try rows(Self.things, context).allSatisfy { $0.hasSuffix("-") })
    #expect(try rows("SELECT Z_PK FROM ZRECIPE WHERE ZPRODUCT IS NOT NULL", context).isEmpty)
    for _ in 0..<2 { context.undo() }
    try context.save()
    #expect(try rows(Self.recipes, context).map { $0.suffix(2) } == [" 2", "10"])
  }

  @Test("The number of the entity in the other column of a one-to-one relationship", arguments: [true, false])
  func entityOfTheOtherColumn(fromThing: Bool) throws {
    let context = try Self.context()
    let numbers = "SELECT ifnull(ZPRODUCT, '-') || ' ' || ifnull(Z4_PRODUCT, '-') FROM ZRECIPE ORDER BY Z_PK"
    let (saw, second) = (try object("Thing", 3, context), try object("Recipe", 2, context))
    if fromThing { try saw.setObject(second, of: "recipe") } else { try second.setObject(saw, of: "product") }
    try context.save()
    #expect(try rows(numbers, context) == ["1 4", "3 5"])
    let first = try object("Recipe", 1, context)
    if fromThing { try saw.setObject(first, of: "recipe") } else { try first.setObject(saw, of: "product") }
    try context.save()
    #expect(try rows(numbers, context) == ["3 5", "- -"])
    if fromThing { try saw.setObject(nil, of: "recipe") } else { try first.setObject(nil, of: "product") }
    try context.save()
    #expect(try rows(numbers, context) == ["- -", "- -"])
  }

  /// A save counts the row at the other end of a changed relationship as written, once.
  @Test func countsOfTheOtherEnd() throws {
    let context = try Self.context()
    let boxes = "SELECT Z_PK || ' ' || Z_OPT FROM ZBOX ORDER BY Z_PK"
    let box = try object("Box", 1, context)
    for key: Int64 in [1, 2] { try object("Thing", key, context).setObject(nil, of: "box") }
    try context.save()
    #expect(try rows(boxes, context) == ["1 2"])
    let other = try context.insert(entity: "Box")
    try object("Thing", 1, context).setObject(box, of: "box")
    try object("Thing", 2, context).setObject(other, of: "box")
    try box.set("boxName", to: .string("B"))
    try context.save()
    #expect(try rows(boxes, context) == ["1 3", "2 1"])
    try object("Thing", 1, context).setObject(other, of: "box")
    try context.save()
    #expect(try rows(boxes, context) == ["1 4", "2 2"])
    try context.delete(object("Thing", 2, context))
    try context.save()
    #expect(try rows(boxes, context) == ["1 4", "2 3"])
    // A relationship that is the same again is not a change.
    try object("Thing", 1, context).setObject(box, of: "box")
    try object("Thing", 1, context).setObject(other, of: "box")
    try object("Thing", 1, context).set("thingName", to: .string("Gate"))
    try context.save()
    #expect(try rows(boxes, context) == ["1 4", "2 3"])
  }

  @Test func entitiesKeysAndPlaces() throws {
    let context = try Self.context()
    let box = try object("Box", 1, context)
    let tool = try context.insert(entity: "Tool")
    try tool.set("weight", to: .integer(3))
    try tool.setObject(box, of: "box")
    try box.setObject(try object("Thing", 3, context), of: "keeper")
    try context.save()
    #expect(
      try rows(
        "SELECT Z_PK || ' ' || Z_ENT || ' ' || Z_OPT || ' ' || ZBOX || ' ' || Z_FOK_BOX FROM ZTHING WHERE Z_PK > 3",
        context)
        == ["10 5 1 1 3072"])
    #expect(try rows("SELECT Z_MAX FROM Z_PRIMARYKEY ORDER BY Z_ENT", context) == ["1", "2", "10", "0"])
    #expect(try rows("SELECT ZKEEPER || ' ' || Z4_KEEPER FROM ZBOX", context) == ["3 5"])
    try box.setObject(nil, of: "keeper")
    try context.save()
    #expect(try rows("SELECT count(ZKEEPER) + count(Z4_KEEPER) FROM ZBOX", context) == ["0"])
    // Things are deleted with their box, and the recipe of one of them loses its reference.
    try context.delete(box)
    try context.save()
    #expect(try rows("SELECT Z_PK FROM ZTHING", context) == ["3"])
    #expect(try rows("SELECT count(ZPRODUCT) FROM ZRECIPE", context) == ["0"])
  }

  @Test func guessedRelationshipsAreNotChanged() throws {
    let context = try Self.context(hasModel: false)
    let thing = try object("Thing", 1, context)
    let guessed = try #require(thing.entity.relationships.first { $0.isGuessed })
    let issue = #expect(throws: StoreIssue.self) { try thing.setObject(nil, of: guessed.name) }
    #expect(issue?.message.contains("guessed") == true)
    #expect(throws: StoreIssue.self) { try context.delete(thing) }
    #expect(!context.hasChanges)
    let name = try #require(thing.entity.attributes.first { $0.column == "ZTHINGNAME" }).name
    try thing.set(name, to: .string("Gate"))
    try context.save()
    #expect(try rows("SELECT ZTHINGNAME || Z_OPT FROM ZTHING WHERE Z_PK = 1", context) == ["Gate2"])
  }

  @Test func copyBeforeTheFirstSave() throws {
    let folder = FileManager.default.temporaryDirectory.appendingPathComponent(UUID().uuidString)
    try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
    defer { try? FileManager.default.removeItem(at: folder) }
    let path = folder.appendingPathComponent("Things.store").path
    let queue = try DatabaseQueue(path: path)
    try queue.write { try $0.execute(sql: Self.tables) }
    // No other user may read the copy either.
    try FileManager.default.setAttributes([.posixPermissions: 0o600], ofItemAtPath: path)
    let context = try ObjectContext(PredicateDatabase.open(path: path, isReadOnly: false, coreDataModel: Self.model))
    try object("Thing", 2, context).set("thingName", to: .string("Lock"))
    let copy = try #require(try context.copyBeforeSaving())
    #expect(copy.hasSuffix("/Things.store.backup"))
    #expect(try FileManager.default.attributesOfItem(atPath: copy)[.posixPermissions] as? Int == 0o600)
    try context.save()
    #expect(try context.copyBeforeSaving() == nil)
    let names = "SELECT ZTHINGNAME FROM ZTHING WHERE Z_PK = 2"
    #expect(try DatabaseQueue(path: copy).read { try String.fetchOne($0, sql: names) } == "Key")
    #expect(try rows(names, context) == ["Lock"])
    let next = try ObjectContext(PredicateDatabase.open(path: path, isReadOnly: false, coreDataModel: Self.model))
    #expect(try next.copyBeforeSaving()?.hasSuffix("/Things.store.backup-2") == true)
  }
}
