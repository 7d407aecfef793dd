import GRDB
import GRDBSQLite
import PredicateDatabases
import PredicateModel
import PredicateSyntax
import PredicateValues

/// Statements in SQLite's own SQL.
extension PredicateDatabase {
  /// Runs one statement that only reads. It may call the functions that translated predicates call.
  ///
  /// The first word is also checked, because SQLite treats PRAGMA and ATTACH as statements that only read. `pragma_table_info('movie')` is allowed.
  package func forEachBatch(of size: Int, ofSQL sql: String, _ body: (ResultTable) throws -> Void) throws {
    try ReadOnlySQL.check(
      sql, beginsWith: ["SELECT", "VALUES", "WITH", "EXPLAIN"],
      hints: ["PRAGMA": "SELECT * FROM pragma_table_info('NAME') reads one"])
    try failing {
      try reader.unsafeReentrantRead { database in
        try SQLiteFunctions.ensure(on: database)
        let statement = try Self.explaining(sql, on: database) { try RawStatement(database, sql) }
        guard sqlite3_stmt_readonly(statement.pointer.statement) != 0 else {
          throw ReadOnlySQL.writes("the statement writes to the database", in: sql)
        }
        let rest = String(decoding: Array(sql.utf8)[statement.length...], as: UTF8.self)
        if SQLTokens.tokens(of: rest).contains(where: { !$0.isSymbol(";") }) {
          throw ReadOnlySQL.several(sql, at: statement.length)
        }
        guard sqlite3_bind_parameter_count(statement.pointer.statement) == 0 else {
          throw ReadOnlySQL.parameter(in: sql)
        }
        let pointer = statement.pointer
        let columns = pointer.columnNames
        var batches = RowBatches(of: size, columns: columns)
        while try Self.explaining(sql, on: nil, { try statement.step() }) {
          let row = columns.indices.map { AttributeStorage.dynamic.value(of: pointer.stored($0), as: .any) }
          try batches.add(row).map(body)
        }
        try batches.last().map(body)
      }
    }
  }

  /// Prepares or runs a statement, and reports its errors with their places.
  ///
  /// - Parameter database: The connection, which has the position of an error after preparing a statement; nil for an error without a position.
  private static func explaining<Value>(
    _ sql: String, on database: Database?, _ body: () throws -> Value
  ) throws -> Value {
    do {
      return try body()
    } catch let error as DatabaseError where error.resultCode == .SQLITE_ERROR {
      if let issue = PredicateIssue(functionError: error) { throw issue }
      let offset = database?.sqliteConnection.map { Int(sqlite3_error_offset($0)) }
      throw ReadOnlySQL.issue(error.message ?? "\(error)", in: sql, at: offset)
    }
  }
}
