import Foundation
import GRDB
import PredicateModel
import PredicateValues
import Testing

@testable import PredicateSQLite

@Suite("An attribute's own values")
struct DistinctValuesTests {
  /// 30,000 rows. The value of each column stays the same over a block of rows, so that the first rows have few different values.
  private func database(index: String?) throws -> PredicateDatabase {
    let folder = FileManager.default.temporaryDirectory
    let path = folder.appendingPathComponent("openpredicate-\(UUID().uuidString).sqlite").path
    let queue = try DatabaseQueue(path: path)
    try queue.write { database in
      try database.execute(
        sql: """
          CREATE TABLE Film (id INTEGER PRIMARY KEY, genre TEXT, year INTEGER NOT NULL);
          WITH RECURSIVE n(i) AS (VALUES (0) UNION ALL SELECT i + 1 FROM n WHERE i < 29999)
          INSERT INTO Film SELECT i + 1, CASE i / 3000 WHEN 0 THEN 'Noir' WHEN 1 THEN 'noise' WHEN 2 THEN 'NOISE 2'
            WHEN 3 THEN 'nOvel' WHEN 4 THEN NULL WHEN 5 THEN '100%' WHEN 6 THEN 'Ä' ELSE 'Drama' END, 1990 + i / 6000 FROM n;
          """)
      if let index { try database.execute(sql: index) }
    }
    try queue.close()
    let database = try PredicateDatabase.open(path: path)
    try FileManager.default.removeItem(atPath: path)
    return database
  }

  @Test(
    "With an index and without",
    arguments: [
      nil, "CREATE INDEX g ON Film(genre); CREATE INDEX y ON Film(year)", "CREATE INDEX p ON Film(genre) WHERE id < 9",
      "CREATE INDEX g ON Film(genre COLLATE NOCASE)", "CREATE INDEX g ON Film(genre COLLATE RTRIM DESC, year)",
    ])
  func values(index: String?) throws {
    let database = try database(index: index)
    func texts(_ prefix: String, limit: Int = 50) throws -> [String] {
      try database.distinctValues(of: "genre", in: "Film", prefix: prefix, limit: limit).compactMap {
        if case .string(let text) = $0 { text } else { nil }
      }
    }
    #expect(try texts("") == ["100%", "Drama", "NOISE 2", "Noir", "nOvel", "noise", "Ä"])
    #expect(try texts("", limit: 2) == ["100%", "Drama"])
    #expect(try texts("noi") == ["NOISE 2", "Noir", "noise"])
    #expect(try texts("NOIS") == ["NOISE 2", "noise"])
    #expect(try texts("nOv") == ["nOvel"])
    #expect(try texts("100%") == ["100%"])
    #expect(try texts("%").isEmpty)
    #expect(try texts("Ä") == ["Ä"])
    func years(_ prefix: String, limit: Int = 50) throws -> [Int64] {
      try database.distinctValues(of: "year", in: "Film", prefix: prefix, limit: limit).compactMap {
        if case .integer(let year) = $0 { year } else { nil }
      }
    }
    #expect(try years("199", limit: 3) == [1990, 1991, 1992])
    #expect(try years("1994") == [1994])
    #expect(try database.distinctValues(of: "nothing", in: "Film").isEmpty)
    #expect(try database.approximateRowCount(ofTable: "Film") == 30_000)
    #expect(throws: DatabaseIssue.self) { try database.approximateRowCount(ofTable: "Nothing") }
  }

  /// The index must have the collation of the comparison. With another collation SQLite would read the whole table for each value.
  @Test(arguments: [
    ("genre", "BINARY", true), ("genre", "NOCASE", false), ("genre COLLATE NOCASE", "NOCASE", true),
    ("genre COLLATE NOCASE", "BINARY", false), ("genre COLLATE NOCASE DESC", "NOCASE", true),
    ("id, genre", "BINARY", false),
  ])
  func valuesAreFoundInAnIndexOfTheirCollation(columns: String, collation: String, isFound: Bool) throws {
    let queue = try DatabaseQueue()
    try queue.write {
      try $0.execute(
        sql: "CREATE TABLE Film (id INTEGER PRIMARY KEY, genre TEXT); CREATE INDEX g ON Film(\(columns))")
    }
    try queue.read { database in
      let search = ValueSearch(
        database: database, table: "Film", column: "genre", rowNumber: "id", prefix: "", limit: 50)
      let jumps = try search.ordered(by: collation).jumpsByIndex
      #expect(jumps == isFound)
    }
  }

  /// One column holds numbers, texts and bytes, most of them several times. The least of them are returned in order, as many as the limit allows.
  @Test(arguments: [1, 2, 3, 7, 50, 400])
  func theLeastOfMixedValues(limit: Int) throws {
    let queue = try DatabaseQueue(configuration: PredicateDatabase.defaultConfiguration)
    try queue.write { database in
      try database.execute(
        sql: """
          CREATE TABLE Thing (id INTEGER PRIMARY KEY, x);
          WITH RECURSIVE n(i) AS (VALUES (1) UNION ALL SELECT i + 1 FROM n WHERE i < 3000)
          INSERT INTO Thing SELECT i, CASE i * 7919 % 6 WHEN 0 THEN i * 31 % 97 - 40 WHEN 1 THEN (i * 31 % 97) / 4.0
            WHEN 2 THEN NULL WHEN 3 THEN 'a' || char(48 + i % 10, 0x1F600 + i % 7) WHEN 4 THEN char(0xE4 + i % 20)
            ELSE zeroblob(i % 5) END FROM n;
          """)
    }
    let database = try PredicateDatabase(name: "things", queue: queue)
    let stored = try queue.read {
      try Row.fetchAll(
        $0, sql: "SELECT DISTINCT x FROM Thing WHERE x IS NOT NULL ORDER BY x LIMIT ?", arguments: [limit])
    }
    let expected = stored.map { row -> String in
      switch row[0] as DatabaseValue {
      case let value where value.storage.value is Int64: "number \(Double(Int64.fromDatabaseValue(value) ?? 0))"
      case let value where value.storage.value is Double: "number \(Double.fromDatabaseValue(value) ?? 0)"
      case let value where value.storage.value is String: "text \(String.fromDatabaseValue(value) ?? "")"
      case let value: "bytes \(Data.fromDatabaseValue(value)?.count ?? 0)"
      }
    }
    let found = try database.distinctValues(of: "x", in: "Thing", limit: limit).map { value -> String in
      switch value {
      case .integer(let number): "number \(Double(number))"
      case .double(let number): "number \(number)"
      case .string(let text): "text \(text)"
      case .data(let bytes): "bytes \(bytes.count)"
      default: "\(value)"
      }
    }
    #expect(found == expected)
    #expect(try database.distinctValues(of: "x", in: "Thing", limit: 0).isEmpty)
  }

  /// The double nearest to 2^53 + 1 is 2^53. A column without a type holds the integer and the double as two values.
  @Test func integersAndDoublesAreComparedWithoutRounding() throws {
    let queue = try DatabaseQueue(configuration: PredicateDatabase.defaultConfiguration)
    try queue.write { database in
      try database.execute(
        sql: """
          CREATE TABLE Thing (id INTEGER PRIMARY KEY, x);
          INSERT INTO Thing (x) VALUES (9007199254740992.0), (9007199254740993), (9007199254740992), (9007199254740991.0);
          """)
    }
    let database = try PredicateDatabase(name: "things", queue: queue)
    let found = try database.distinctValues(of: "x", in: "Thing").map { value -> Int64? in
      switch value {
      case .integer(let number): number
      case .double(let number): Int64(number)
      default: nil
      }
    }
    #expect(found == [9_007_199_254_740_991, 9_007_199_254_740_992, 9_007_199_254_740_993])
  }
}
