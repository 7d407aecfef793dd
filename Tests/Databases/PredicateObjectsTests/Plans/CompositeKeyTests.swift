import GRDB
import PredicateModel
import PredicateSQLite
import PredicateObjects
import PredicateSyntax
import Testing

/// Relationships over keys of several columns: SQL follows them, objects do not.
@Suite struct CompositeKeyTests {
  @Test func areNotReadAsEmpty() throws {
    let queue = try DatabaseQueue(configuration: PredicateDatabase.defaultConfiguration)
    try queue.write { database in
      try database.execute(
        sql: """
          CREATE TABLE area (id INTEGER PRIMARY KEY, country TEXT NOT NULL, code TEXT NOT NULL, name TEXT,
            UNIQUE (country, code));
          CREATE TABLE town (id INTEGER PRIMARY KEY, name TEXT, country TEXT, code TEXT,
            FOREIGN KEY (country, code) REFERENCES area (country, code));
          INSERT INTO area VALUES (1, 'DE', 'N', 'North');
          INSERT INTO town VALUES (1, 'Kiel', 'DE', 'N'), (2, 'Ulm', NULL, NULL);
          """)
    }
    let context = try ObjectContext(try PredicateDatabase(name: "towns", queue: queue))
    let town = try #require(context.database.model.entity(named: "town"))
    let area = try #require(town.relationships.first)
    let inverse = try #require(area.inverse)
    let north = EntityFetch(town.name, where: try QueryPredicate(format: "\(raw: area.name).name == 'North'"))
    let many = EntityFetch(area.destination, where: try QueryPredicate(format: "ANY \(raw: inverse).name == 'Kiel'"))
    let named = EntityFetch(town.name, where: try QueryPredicate(format: "name == 'Bonn'"))
    #expect(try context.count(north) == 1 && context.count(many) == 1)
    let ulm = try #require(try context.objects(EntityFetch(town.name)).last)
    let issue = #expect(throws: StoreIssue.self) { try ulm.objects(of: area.name) }
    #expect(issue?.code == .unreadable)
    // Beside unsaved changes conditions run over objects.
    try ulm.set("name", to: .string("Bonn"))
    #expect(throws: PredicateIssue.self) { try context.count(north) }
    #expect(throws: PredicateIssue.self) { try context.count(many) }
    #expect(try context.count(named) == 1)
    try context.save()
    #expect(try context.count(north) == 1 && context.count(many) == 1 && context.count(named) == 1)
  }
}
