import GRDB
import PredicateModel
import PredicateSQLite
import Testing

/// Schemas with the most columns that SQLite allows, and with more tables than an application would have, are opened and queried.
@Suite struct HugeSchemaTests {
  @Test("Two thousand columns: both engines answer")
  func columns() throws {
    let queue = try DatabaseQueue()
    try queue.write { database in
      let columns = (0..<1_999).map { "c\($0) \(["INTEGER", "TEXT", "DATE", "UUID"][$0 % 4])" }
      try database.execute(sql: "CREATE TABLE wide (id INTEGER PRIMARY KEY, \(columns.joined(separator: ", ")))")
      try database.execute(sql: "CREATE TABLE bare (\((0..<2_000).map { "c\($0)" }.joined(separator: ", ")))")
      for row in 0..<5 {
        try database.execute(sql: "INSERT INTO wide (c0, c1, c1996, c1997) VALUES (\(row), 'a', \(row * 2), 'b\(row)')")
        try database.execute(sql: "INSERT INTO bare (c0, c1999) VALUES (\(row), 'b\(row)')")
      }
    }
    let subject = try AgreementSubject(PredicateDatabase(queue))
    for (entity, format, count) in [
      ("Wide", "c1996 > 3 AND c1997 != 'b3' AND c1998 == nil", 2), ("Wide", "c0 == 1 OR c1997 BEGINSWITH 'b4'", 2),
      ("Bare", "c1999 == 'b3' OR c0 == 2", 2),
    ] {
      try AgreementTests.check(format, entity, in: subject)
      #expect(try subject.memory(QueryPredicate(format: QueryFormat(raw: format)), entity).count == count)
    }
    #expect(try subject.database.fetch(EntityFetch("Wide", limit: 2)).rows.map(\.count) == [2_000, 2_000])
  }

  @Test("Five hundred tables: both engines answer")
  func tables() throws {
    var configuration = Configuration()
    configuration.foreignKeysEnabled = false
    let queue = try DatabaseQueue(configuration: configuration)
    try queue.write { database in
      for number in 0..<500 {
        let next = (number + 1) % 500
        try database.execute(
          sql: "CREATE TABLE t\(number) (id INTEGER PRIMARY KEY, v INTEGER, next_id INTEGER REFERENCES t\(next))")
      }
      for number in 0..<500 {
        try database.execute(sql: "INSERT INTO t\(number) VALUES (1, \(number), 2), (2, \(number) * 2, 1), (3, 0, 9)")
      }
    }
    let subject = try AgreementSubject(PredicateDatabase(queue))
    #expect(subject.database.model.entities.count == 500)
    for (entity, format) in [
      ("T7", "next.v == 16"), ("T499", "next.next.next.v > 2"), ("T250", "ANY t249s.v > 249"),
      ("T0", "v == next.next.v OR t499s.@count == 0"),
    ] {
      try AgreementTests.check(format, entity, in: subject)
    }
  }
}
