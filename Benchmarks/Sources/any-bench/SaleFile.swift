import Foundation
import GRDB

/// A file that nobody tuned: a million sales. Each declared type has two columns, one of them with an index. The tables declare types and keys
/// only. One in twenty values is NULL. The columns `loose` and `looseX` contain some texts among numbers.
struct SaleFile {
  let path: String

  /// A column with its declared type and the SQL that makes a value of the row's number `i`.
  struct Column {
    let name: String
    let type: String
    let value: String
  }

  /// Numbers without an order, from 0 to 999,999.
  private static let random = "((i * 7919) % 1000003 * 7907 % 999983)"
  /// Seconds since 1970, over twenty years from 2005 on.
  private static let seconds = "(1104537600 + \(random) * 631)"

  static let columns = [
    Column(name: "whole", type: "INTEGER", value: random),
    Column(name: "price", type: "REAL", value: "\(random) / 100.0"),
    Column(name: "weight", type: "NUMERIC(10,2)", value: "\(random) % 1000 / 4.0"),
    Column(name: "paid", type: "BOOLEAN", value: "\(random) % 3 = 0"),
    Column(
      name: "code", type: "VARCHAR(40)",
      value: "printf('%06d-%s', \(random), substr('lumpyfrogsandhats', i % 11 + 1, 5))"),
    Column(name: "orderedAt", type: "DATETIME", value: seconds),
    Column(name: "seenAt", type: "TIMESTAMP", value: "\(seconds) * 1000"),
    Column(name: "shippedOn", type: "DATE", value: "datetime(\(seconds), 'unixepoch')"),
    Column(name: "loose", type: "REAL", value: "CASE WHEN i % 9999 = 0 THEN 'unknown' ELSE \(random) / 100.0 END"),
  ]

  /// Makes a file in the temporary folder, or at a path unless a file is there.
  init(rows: Int, keptAt place: String? = nil) throws {
    path =
      place ?? FileManager.default.temporaryDirectory.path
      + "/any-bench-\(ProcessInfo.processInfo.processIdentifier).sqlite"
    if FileManager.default.fileExists(atPath: path) { return }
    let queue = try DatabaseQueue(path: path)
    let definitions = Self.columns.flatMap { ["\($0.name) \($0.type)", "\($0.name)X \($0.type)"] }
    let values = Self.columns.flatMap { column in
      let value = "CASE WHEN i % 20 = 7 THEN NULL ELSE \(column.value) END"
      return [value, value]
    }
    try queue.write { database in
      try database.execute(
        sql: """
          CREATE TABLE customer (id INTEGER PRIMARY KEY, name TEXT, city TEXT);
          CREATE TABLE sale (id INTEGER PRIMARY KEY, customer_id INTEGER NOT NULL REFERENCES customer (id), shop TEXT,
            \(definitions.joined(separator: ", ")));
          WITH RECURSIVE n(i) AS (SELECT 1 UNION ALL SELECT i + 1 FROM n WHERE i < 1000)
            INSERT INTO customer SELECT i, 'customer ' || i, 'city ' || i % 40 FROM n;
          WITH RECURSIVE n(i) AS (SELECT 1 UNION ALL SELECT i + 1 FROM n WHERE i < \(rows))
            INSERT INTO sale SELECT i, \(Self.random) % 1000 + 1, 'shop ' || \(Self.random) % 25, \(values.joined(separator: ", ")) FROM n;
          CREATE INDEX sale_customer ON sale (customer_id);
          \(VisitTable.definition(rows: rows, seconds: Self.seconds))
          """)
      for column in Self.columns {
        try database.execute(sql: "CREATE INDEX sale_\(column.name) ON sale (\(column.name)X)")
      }
    }
    try queue.close()
  }

  func remove() throws { try FileManager.default.removeItem(atPath: path) }
}
