import GRDB
import PredicateDatabases
import PredicateModel
import PredicateSQLite
import PredicateTestSupport
import PredicateValues

/// A database that the suite runs on.
package struct DatabaseContract: Sendable, CustomStringConvertible {
  package let description: String
  /// Whether the database has SQL with plans and indexes, and a schema that determines its model.
  package let hasSQL: Bool
  /// The range for the share of conditions that memory decides. It is 0 for a database that can express all of them.
  package let partOfMemory: ClosedRange<Double>
  /// Whether the database is a product that applications use (`FetchingDatabase`).
  package let hasFetches: Bool
  private let open: @Sendable (ContractFixture, DataModel?, Use) throws -> any QueryDatabase
  private let openAgain: @Sendable (any QueryDatabase, DataModel?, _ path: String) throws -> any QueryDatabase

  /// What a test does with a database.
  package enum Use: Sendable {
    /// The test reads, and may share the database with other tests.
    case reading
    case writing
    /// The database is opened twice, by its path if it has a file.
    case opening(path: String)

    fileprivate var path: String? { if case .opening(let path) = self { path } else { nil } }
  }

  /// Whether memory decides nothing.
  package var isExact: Bool { partOfMemory.upperBound == 0 }

  /// Makes a database with the tables and rows of a fixture.
  ///
  /// - Parameter model: The model for opening the database; nil for the model of its schema.
  package func make(_ fixture: ContractFixture, _ model: DataModel?, for use: Use = .reading) throws
    -> any QueryDatabase
  {
    try open(fixture, model, use)
  }

  /// Makes a database and opens it twice.
  ///
  /// - Parameter path: The path for the database's file, if it has one.
  package func makeTwo(_ fixture: ContractFixture, at path: String) throws -> [any QueryDatabase] {
    let first = try open(fixture, fixture.model, .opening(path: path))
    return [first, try openAgain(first, fixture.model, path)]
  }

  package static let all =
    [
      DatabaseContract("SQLite", isExact: true) { $0 },
      DatabaseContract("SQLite without rewrites", isExact: true) { $0.rewriting(by: []) },
      DatabaseContract("SQLite without half of the forms") { LoweredDatabase($0, without: .half) },
      DatabaseContract("SQLite without half of the forms and rewrites") {
        LoweredDatabase($0.rewriting(by: []), without: .half)
      },
      DatabaseContract("SQLite without functions") { LoweredDatabase($0.rewriting(by: []), without: .all) },
      DatabaseContract(
        description: "memory", hasSQL: false, partOfMemory: 0...0, hasFetches: false,
        open: { fixture, model, _ in MemoryDatabase(fixture, model) },
        openAgain: { first, _, _ in first }),
    ] + servers

  /// The databases on servers that are installed.
  private static var servers: [DatabaseContract] {
    #if PostgreSQL
      PostgreSQLServer.shared.map { [.postgreSQL($0)] } ?? []
    #else
      []
    #endif
  }

  init(
    description: String, hasSQL: Bool, partOfMemory: ClosedRange<Double>, hasFetches: Bool,
    open: @escaping @Sendable (ContractFixture, DataModel?, Use) throws -> any QueryDatabase,
    openAgain: @escaping @Sendable (any QueryDatabase, DataModel?, String) throws -> any QueryDatabase
  ) {
    (self.description, self.hasSQL, self.partOfMemory) = (description, hasSQL, partOfMemory)
    self.hasFetches = hasFetches
    (self.open, self.openAgain) = (open, openAgain)
  }

  private init(
    _ description: String, isExact: Bool = false, of make: @escaping @Sendable (PredicateDatabase) -> any QueryDatabase
  ) {
    self.init(
      description: description, hasSQL: true, partOfMemory: isExact ? 0...0 : 0.25...1, hasFetches: true,
      open: { make(try Self.sqlite($0, $1, at: $2.path)) },
      openAgain: { make(try PredicateDatabase.open(path: $2, isReadOnly: false, file: $1.map { .whole($0) })) })
  }

  /// A SQLite database with the tables and rows of a fixture.
  package static func sqlite(
    _ fixture: ContractFixture, _ model: DataModel?, at path: String? = nil
  ) throws -> PredicateDatabase {
    let configuration = PredicateDatabase.defaultConfiguration
    let queue =
      try path.map { try DatabaseQueue(path: $0, configuration: configuration) }
      ?? DatabaseQueue(configuration: configuration)
    try queue.write { database in
      try database.execute(sql: "PRAGMA defer_foreign_keys = ON")
      for table in fixture.tables { try database.execute(sql: table.schema.creation) }
      for table in fixture.tables {
        let columns = table.schema.columns
        let insertion = try RawStatement(database, columns.map(\.name).insertion(into: table.schema.name))
        for row in table.rows { try insertion.run(zip(columns, row).map { $0.attribute.stored($1) ?? .null }) }
      }
    }
    return try PredicateDatabase(name: path ?? "fixture", queue: queue, file: model.map { .whole($0) })
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
    if key.referenceColumn == nil, !keyColumns.isEmpty { parts.append("PRIMARY KEY (\(keyColumns.quotedList))") }
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
    default: comparesBytes ? "TEXT" : "TEXT COLLATE NOCASE"
    }
  }
}
