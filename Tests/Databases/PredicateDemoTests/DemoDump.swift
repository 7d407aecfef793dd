import GRDB
import PredicateSQLite

/// Every value of every table, as text. It is equal for two databases with the same contents.
func dump(_ queue: DatabaseQueue) throws -> String {
  try queue.read { database in
    var lines: [String] = []
    let tables = try String.fetchAll(
      database, sql: "SELECT name FROM sqlite_schema WHERE type = 'table' AND name NOT LIKE 'sqlite%' ORDER BY name")
    for table in tables {
      let columns = try String.fetchAll(database, sql: "SELECT name FROM pragma_table_info(?)", arguments: [table])
      let values = columns.map { "quote(\($0.quotedIdentifier))" }.joined(separator: " || ',' || ")
      lines.append(table)
      lines += try String.fetchAll(database, sql: "SELECT \(values) FROM \(table.quotedIdentifier) ORDER BY 1")
    }
    return lines.joined(separator: "\n")
  }
}

/// FNV-1a of the bytes: a checksum of a text. Foundation's hash changes from run to run.
func checksum(_ text: String) -> UInt64 {
  text.utf8.reduce(0xcbf2_9ce4_8422_2325) { ($0 ^ UInt64($1)) &* 0x100_0000_01b3 }
}
