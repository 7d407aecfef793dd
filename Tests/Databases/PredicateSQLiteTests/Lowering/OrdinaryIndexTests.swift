import Foundation
import GRDB
import PredicateBinding
import PredicateEngine
import PredicateModel
import PredicateReference
import PredicateSQLite
import Testing

/// An ordinary database: nothing proves that its columns hold only values of their types. Indexes are used nevertheless, and values of other types are nil.
@Suite struct OrdinaryIndexTests {
  private static func database() throws -> PredicateDatabase {
    let queue = try DatabaseQueue()
    try queue.write { database in
      try database.execute(
        sql: """
          CREATE TABLE person (id INTEGER PRIMARY KEY, name TEXT, year INTEGER, height REAL, code NUMERIC);
          WITH RECURSIVE n(i) AS (SELECT 1 UNION ALL SELECT i + 1 FROM n WHERE i < 500)
            INSERT INTO person SELECT i, 'n' || i, i % 50, i * 0.5, i FROM n;
          INSERT INTO person VALUES (501, x'6E35', 'abc', 'tall', 'x'), (502, 'n5', 7.5, 7, 1), (503, NULL, NULL, NULL, NULL);
          CREATE INDEX person_name ON person (name); CREATE INDEX person_year ON person (year);
          CREATE INDEX person_height ON person (height);
          """)
    }
    return try PredicateDatabase(queue)
  }

  @Test(arguments: [
    ("name == 'n5'", 2), ("name BEGINSWITH 'n50'", 2), ("name IN {'n5', 'n7'}", 3), ("name > 'n98'", 1),
    ("name < 'n10'", 1), ("name BETWEEN {'n97', 'n99'}", 3), ("year == 7", 10), ("year > 48", 10), ("year < 1", 10),
    ("year BETWEEN {7, 8}", 21), ("year IN {1, 2}", 20), ("height >= 249.5", 2), ("height == 7", 2),
  ])
  func servesWithoutProof(format: String, count: Int) throws {
    let database = try Self.database()
    let fetch = EntityFetch("Person", where: try QueryPredicate(format: QueryFormat(raw: format)))
    #expect(try database.count(fetch) == count)
    let bound = try Binder.bind(QueryPredicate(format: QueryFormat(raw: format)), to: .entity("Person", database.model))
    let evaluator = ReferenceEvaluator()
    let matches = try ObjectGraph(database).objects(of: "Person").filter {
      try evaluator.evaluate(bound, object: .object($0))
    }
    #expect(matches.count == count)
    let plan = try database.plan(of: database.statement(for: fetch, form: .count).statement)
    #expect(plan.all.contains { $0.words.contains("person_") }, "\(format): \(plan)")
  }

  /// Foreign keys that SQLite does not enforce: some refer to no row, or are not numbers. The numbers of rows are those expected, and indexes are used.
  @Test(arguments: [
    ("owner.name == 'o5'", 10), ("owner.name IN {'o5', 'o6'}", 20), ("owner.name BEGINSWITH 'o49'", 10),
    ("NOT (owner.name == 'o5')", 493), ("owner.name != 'o5'", 493),
    ("ANY owner.pets.name == 'p5'", 10), ("owner.name == 'o5' AND name != 'p5'", 9),
  ])
  func unprovenKeysLeadByTheirIndex(format: String, count: Int) throws {
    var configuration = Configuration()
    configuration.foreignKeysEnabled = false
    let queue = try DatabaseQueue(configuration: configuration)
    try queue.write { database in
      try database.execute(
        sql: """
          CREATE TABLE owner (id INTEGER PRIMARY KEY, name TEXT);
          CREATE TABLE pet (id INTEGER PRIMARY KEY, name TEXT, owner_id INTEGER REFERENCES owner (id));
          WITH RECURSIVE n(i) AS (SELECT 1 UNION ALL SELECT i + 1 FROM n WHERE i < 50)
            INSERT INTO owner SELECT i, 'o' || i FROM n;
          WITH RECURSIVE n(i) AS (SELECT 1 UNION ALL SELECT i + 1 FROM n WHERE i < 500)
            INSERT INTO pet SELECT i, 'p' || i, iif(i % 2, i % 50, CAST(i % 50 AS TEXT)) FROM n;
          INSERT INTO pet VALUES (501, 'lost', 999), (502, 'wild', NULL), (503, 'odd', 'o5');
          CREATE INDEX pet_owner ON pet (owner_id);
          """)
    }
    let database = try PredicateDatabase(queue)
    let fetch = EntityFetch("Pet", where: try QueryPredicate(format: QueryFormat(raw: format)))
    let bound = try Binder.bind(QueryPredicate(format: QueryFormat(raw: format)), to: .entity("Pet", database.model))
    let evaluator = ReferenceEvaluator()
    let matches = try ObjectGraph(database).objects(of: "Pet").filter {
      try evaluator.evaluate(bound, object: .object($0))
    }
    #expect(try database.count(fetch) == matches.count)
    #expect(matches.count == count)
    guard format.hasPrefix("owner.name"), !format.contains("!=") || format.contains("==") else { return }
    let plan = try database.plan(of: database.statement(for: fetch, form: .keys).statement)
    #expect(
      plan.all.contains { $0.words.contains("SEARCH t0") && $0.words.contains("pet_owner") }, "\(format): \(plan)")
  }
}
