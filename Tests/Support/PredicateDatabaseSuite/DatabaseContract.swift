import GRDB
import PredicateDatabases
import PredicateModel
import PredicateSQLite
import PredicateValues

/// A database that the suite runs on.
package struct DatabaseContract: Sendable, CustomStringConvertible {
  package let description: String
  /// Makes a database with the tables and rows of a fixture.
  ///
  /// - Parameter model: The model that it is opened with; nil for the one that its schema gives.
  package let make: @Sendable (_ fixture: ContractFixture, _ model: DataModel?) throws -> PredicateDatabase

  package static let all = [
    DatabaseContract(description: "SQLite") { try sqlite($0, $1) },
    DatabaseContract(description: "SQLite without rewrites") { try sqlite($0, $1).rewriting(by: []) },
  ]

  private static func sqlite(_ fixture: ContractFixture, _ model: DataModel?) throws -> PredicateDatabase {
    let queue = try DatabaseQueue(configuration: PredicateDatabase.defaultConfiguration)
    try queue.write { database in
      try database.execute(sql: "PRAGMA defer_foreign_keys = ON")
      for table in fixture.tables { try database.execute(sql: table.schema.creation) }
      for table in fixture.tables {
        let columns = table.schema.columns
        let insertion = try RawStatement(database, columns.map(\.name).insertion(into: table.schema.name))
        for row in table.rows { try insertion.run(zip(columns, row).map { $0.attribute.stored($1) ?? .null }) }
      }
    }
    return try PredicateDatabase(name: "fixture", queue: queue, file: model.map { .whole($0) })
  }
}

extension SchemaTable {
  /// `CREATE TABLE` in SQLite's words.
  fileprivate var creation: String {
    var parts = columns.map { column in
      let isNumber = keyColumns == [column.name] && column.attribute.type == .integer
      return "\(column.name.quotedIdentifier) \(column.declaration)\(column.isNotNull ? " NOT NULL" : "")"
        + (isNumber ? " PRIMARY KEY" : "")
    }
    if key.referenceColumn == nil { parts.append("PRIMARY KEY (\(keyColumns.quotedList))") }
    for columns in uniqueKeys { parts.append("UNIQUE (\(columns.quotedList))") }
    for key in foreignKeys {
      parts.append(
        "FOREIGN KEY (\(key.columns.quotedList)) REFERENCES \(key.table.quotedIdentifier) (\(key.referenced.quotedList))"
      )
    }
    return "CREATE TABLE \(name.quotedIdentifier) (\(parts.joined(separator: ", ")))"
  }
}

extension SchemaColumn {
  fileprivate var declaration: String {
    switch attribute.storage {
    case .integer, .zeroOrOne: "INTEGER"
    case .real, .secondsSince2001: "REAL"
    case .blob: "BLOB"
    default: "TEXT"
    }
  }
}
