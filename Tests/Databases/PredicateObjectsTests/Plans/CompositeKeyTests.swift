import GRDB
import PredicateModel
import PredicateSQLite
import PredicateObjects
import PredicateSyntax
import PredicateValues
import Testing

@Suite struct CompositeKeyTests {
  private static func context() throws -> ObjectContext {
    let queue = try DatabaseQueue(configuration: PredicateDatabase.defaultConfiguration)
    try queue.write { database in
      try database.execute(
        sql: """
          CREATE TABLE area (id INTEGER PRIMARY KEY, country TEXT NOT NULL, code TEXT NOT NULL, name TEXT,
            UNIQUE (country, code));
          CREATE TABLE town (id INTEGER PRIMARY KEY, name TEXT, country TEXT, code TEXT,
            FOREIGN KEY (country, code) REFERENCES area (country, code));
          INSERT INTO area VALUES (1, 'DE', 'N', 'North'), (2, 'DE', 'S', 'South');
          INSERT INTO town VALUES (1, 'Kiel', 'DE', 'N'), (2, 'Ulm', NULL, NULL);
          """)
    }
    return try ObjectContext(try PredicateDatabase(name: "towns", queue: queue))
  }

  @Test func areFollowed() throws {
    let context = try Self.context()
    let town = try #require(context.database.model.entity(named: "town"))
    let area = try #require(town.relationships.first)
    let inverse = try #require(area.inverse)
    let north = EntityFetch(town.name, where: try QueryPredicate(format: "\(raw: area.name).name == 'North'"))
    let many = EntityFetch(area.destination, where: try QueryPredicate(format: "ANY \(raw: inverse).name == 'Kiel'"))
    let named = EntityFetch(town.name, where: try QueryPredicate(format: "name == 'Bonn'"))
    #expect(try context.count(north) == 1 && context.count(many) == 1)
    let ulm = try #require(try context.objects(EntityFetch(town.name)).last)
    #expect(try ulm.object(of: area.name) == nil)
    // With an unsaved change, conditions are evaluated in memory.
    try ulm.set("name", to: .string("Bonn"))
    #expect(try context.count(north) == 1 && context.count(many) == 1 && context.count(named) == 1)
    try context.save()
    #expect(try context.count(north) == 1 && context.count(many) == 1 && context.count(named) == 1)
  }

  /// Setting the relationship changes the attributes of its columns, and setting these changes the relationship.
  @Test func areChangedFromBothSides() throws {
    let context = try Self.context()
    let towns = try context.objects(EntityFetch("Town"))
    let areas = try context.objects(EntityFetch("Area"))
    let (ulm, south) = (towns[1], areas[1])
    let name = try #require(ulm.entity.relationships.first?.name)
    let inverse = try #require(south.entity.relationships.first?.name)
    try ulm.setObject(south, of: name)
    #expect(try ulm.value(of: "code").equals(.string("S")) && ulm.value(of: "country").equals(.string("DE")))
    #expect(try south.objects(of: inverse).map(\.id) == [ulm.id])
    try ulm.set("code", to: .string("N"))
    #expect(try ulm.object(of: name) === areas[0] && south.objects(of: inverse).isEmpty)
    try ulm.set("code", to: .string("X"))
    #expect(try ulm.object(of: name) == nil)
    context.undo()
    #expect(try ulm.object(of: name) === areas[0])
    // Foreign keys follow a change of the key.
    try areas[0].set("code", to: .string("NN"))
    #expect(try towns.map { try $0.value(of: "code").text } == ["NN", "NN"])
    try context.save()
    let rows = try context.database.reader.read {
      try String.fetchAll($0, sql: "SELECT name || country || code FROM town ORDER BY id")
    }
    #expect(rows == ["KielDENN", "UlmDENN"])
    for _ in 0..<3 { context.undo() }
    try context.save()
    #expect(
      try context.database.reader.read { try String.fetchAll($0, sql: "SELECT code FROM town WHERE id = 1") } == ["N"])
    #expect(try context.database.reader.read { try Int.fetchOne($0, sql: "SELECT count(code) FROM town") } == 1)
  }
}

extension QueryValue {
  fileprivate var text: String? { if case .string(let text) = self { text } else { nil } }
}
