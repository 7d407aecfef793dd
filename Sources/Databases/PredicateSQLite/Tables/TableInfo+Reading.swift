import GRDB
import GRDBSQLite
import PredicateDatabases
import PredicateModel
import PredicateSQL

extension TableInfo {
  /// All tables and views of some schemas in the order of their creation, without SQLite's own tables and the hidden parts of virtual tables. The
  /// notes name those that cannot be read, such as a view of a missing table.
  static func all(
    in database: Database, schemas: [String] = ["main"], notes: inout [SchemaNote]
  ) throws -> [TableInfo] {
    try schemas.flatMap { try all(in: database, schema: $0, notes: &notes) }
  }

  private static func all(in database: Database, schema: String, notes: inout [SchemaNote]) throws -> [TableInfo] {
    var headers: [(name: String, kind: SchemaTable.Kind, hasRowNumbers: Bool, isStrict: Bool, sql: String)] = []
    try RawStatement(
      database,
      """
      SELECT l.name, l.type, l.wr, l.strict, s.sql FROM \(schema.quotedIdentifier).sqlite_schema s
      JOIN pragma_table_list l ON l.name = s.name AND l.schema = ?
      WHERE s.type IN ('table', 'view') AND s.name NOT LIKE 'sqlite\\_%' ESCAPE '\\' ORDER BY s.rowid
      """
    ).read([.text(schema)]) { list in
      guard let kind = SchemaTable.Kind(rawValue: list.text(at: 1)) else { return }
      headers.append(
        (
          list.text(at: 0), kind, kind != .view && list.integer(at: 2) == 0, list.integer(at: 3) != 0, list.text(at: 4)
        ))
    }
    var tables: [TableInfo] = []
    let statements = try Statements(database)
    for header in headers {
      do {
        let indexes = try uniqueIndexes(of: header.name, statements, in: database)
        let columns = try readable(
          columns(of: header.name, isView: header.kind == .view, statements, in: database), of: header.name,
          needsCheck: header.kind != .table || indexes.contains { !$0.isOrdinary }, in: database, notes: &notes)
        let key = TableInfo.key(of: columns)
        // Indexes that contain the primary key are left out, because rows with different keys cannot conflict in them.
        let meeting = indexes.filter { index in key.isEmpty || !key.allSatisfy(index.columns.contains) }
        tables.append(
          TableInfo(
            name: header.name, kind: header.kind, hasRowNumbers: header.hasRowNumbers, isStrict: header.isStrict,
            columns: columns, keyColumns: key,
            foreignKeys: try foreignKeys(of: header.name, statements),
            uniqueKeys: indexes.filter(\.isOrdinary).map(\.columns), uniqueColumns: meeting.flatMap(\.columns),
            hasKeyIndex: indexes.contains(where: \.isPrimaryKey),
            isKeyOrdinary: !indexes.contains { $0.isPrimaryKey && !$0.isOrdinary },
            checks: header.kind == .table ? TableChecks(sql: header.sql) : TableChecks()))
      } catch let error as DatabaseError where header.kind != .table || error.resultCode == .SQLITE_ERROR {
        let reason = try unknownKeyCollation(of: header.name, statements, in: database) ?? error.message
        notes.append(.leftOut(header.name, kind: header.kind.rawValue, because: reason ?? "it cannot be read"))
      }
    }
    return tables
  }

  /// The reason why a table without row numbers cannot be read: its key is sorted by a collation that this connection lacks. SQLite's own message
  /// would be “no query solution”. Nil if the key has no such collation.
  private static func unknownKeyCollation(
    of table: String, _ statements: Statements, in database: Database
  ) throws -> String? {
    var names: [String] = []
    do {
      try statements.uniqueIndexes.read([.text(table)]) { list in
        if list.integer(at: 1) != 0 { names.append(list.text(at: 3)) }
      }
    } catch is DatabaseError {
      // The list of indexes is missing for a virtual table without its module. SQLite's message then names the module.
      return nil
    }
    return try names.first { try !SQLIndexes.knows($0, database) }.map {
      "its key is sorted by the collation “\($0)”, which only the application that created the file has"
    }
  }

  /// The statements that read each table's description. They are prepared once, because a database may have thousands of tables.
  private struct Statements {
    let columns: RawStatement
    let foreignKeys: RawStatement
    let uniqueIndexes: RawStatement

    init(_ database: Database) throws {
      columns = try RawStatement(
        database,
        """
        SELECT name, type, "notnull", pk, hidden, dflt_value FROM pragma_table_xinfo(?) WHERE hidden <> 1 ORDER BY cid
        """)
      foreignKeys = try RawStatement(
        database,
        "SELECT id, \"table\", \"from\", \"to\", on_delete, on_update FROM pragma_foreign_key_list(?) ORDER BY id DESC, seq"
      )
      uniqueIndexes = try RawStatement(
        database,
        """
        SELECT l.name, l.origin = 'pk', i.name, i.coll FROM pragma_index_list(?) l, pragma_index_xinfo(l.name) i
        WHERE l."unique" AND NOT l.partial AND i.key ORDER BY l.name, i.seqno
        """)
    }
  }

  private static func columns(
    of table: String, isView: Bool, _ statements: Statements, in database: Database
  ) throws -> [Column] {
    var columns: [Column] = []
    var isOfCoreData = false
    try statements.columns.read([.text(table)]) { list in
      let name = list.text(at: 0)
      let defaultExpression: String? = if case .text(let text) = list.value(at: 5) { text } else { nil }
      columns.append(
        Column(
          name: name, declaredType: list.text(at: 1), isNotNull: list.integer(at: 2) != 0,
          keyPosition: Int(list.integer(at: 3)),
          collation: isView ? nil : collation(of: name, in: table, of: database),
          isOfCoreData: isOfCoreData || name.hasSameScalars(as: "Z_PK"), isGenerated: list.integer(at: 4) != 0,
          defaultExpression: defaultExpression))
      isOfCoreData = columns.first?.isOfCoreData == true
    }
    return columns
  }

  /// The columns that a statement can use. A generated column that calls a function which this connection lacks is left out, with a note.
  ///
  /// - Throws: `DatabaseError` if no column can be used.
  private static func readable(
    _ columns: [Column], of table: String, needsCheck: Bool, in database: Database, notes: inout [SchemaNote]
  ) throws -> [Column] {
    /// SQLite's error for a statement that uses some columns; nil if it accepts them.
    func objection(to columns: [Column]) throws -> String? {
      let list = columns.map { "t." + $0.name.quotedIdentifier }.joined(separator: ", ")
      do {
        _ = try RawStatement(database, "SELECT \(list.isEmpty ? "1" : list) FROM \(table.quotedIdentifier) AS t")
        return nil
      } catch let error as DatabaseError where error.resultCode == .SQLITE_ERROR && !columns.isEmpty {
        return error.message ?? "it cannot be read"
      }
    }
    // Only generated columns and columns with unusual collations need the check. GRDB records each column that a statement uses, which would take a
    // minute for thousands of tables.
    guard needsCheck || columns.contains(where: \.mayBeUnreadable) else { return columns }
    _ = try objection(to: [])
    let most = 1_000
    let blocks = stride(from: 0, to: columns.count, by: most).map { columns[$0..<min($0 + most, columns.count)] }
    return try blocks.flatMap { block in
      guard try objection(to: Array(block)) != nil else { return Array(block) }
      return try block.filter { column in
        guard let words = try objection(to: [column]) else { return true }
        notes.append(.leftOut(table, column.name, kind: "the column", because: words))
        return false
      }
    }
  }

  /// The collation of a column; nil for a column of a view.
  static func collation(of column: String, in table: String, of database: Database) -> String? {
    // The table is first looked up in the main database, then without a schema, as in a statement, so that attached databases are also searched.
    for schema in ["main", nil] {
      var collation: UnsafePointer<CChar>?
      let code = sqlite3_table_column_metadata(
        database.sqliteConnection, schema, table, column, nil, &collation, nil, nil, nil)
      if code == SQLITE_OK, let collation { return String(cString: collation) }
    }
    return nil
  }

  /// The foreign keys in the order of declaration, which is the reverse of SQLite's order.
  private static func foreignKeys(of table: String, _ statements: Statements) throws -> [SchemaForeignKey] {
    var keys: [SchemaForeignKey] = []
    var lastID: Int64?
    try statements.foreignKeys.read([.text(table)]) { list in
      let id = list.integer(at: 0)
      let to: [String] = if case .text(let name) = list.value(at: 3) { [name] } else { [] }
      if id == lastID, let key = keys.popLast() {
        keys.append(
          SchemaForeignKey(
            key.columns + [list.text(at: 2)], to: key.table, key.referenced + to, onDelete: key.onDelete,
            onUpdate: key.onUpdate))
      } else {
        keys.append(
          SchemaForeignKey(
            [list.text(at: 2)], to: list.text(at: 1), to, onDelete: list.text(at: 4), onUpdate: list.text(at: 5)))
      }
      lastID = id
    }
    return keys
  }

  /// The unique indexes that contain only columns, by the columns' own collations. Indexes over an expression and partial indexes are left out.
  ///
  /// An index with another collation is left out too, because SQLite refuses foreign keys that refer to its columns.
  private static func uniqueIndexes(
    of table: String, _ statements: Statements, in database: Database
  ) throws -> [(columns: [String], isPrimaryKey: Bool, isOrdinary: Bool)] {
    var indexes: [(name: String, columns: [String], isPrimaryKey: Bool, isPlain: Bool, isOrdinary: Bool)] = []
    try statements.uniqueIndexes.read([.text(table)]) { list in
      let name = list.text(at: 0)
      var column: [String] = []
      var isOrdinary = false
      if case .text(let text) = list.value(at: 2) {
        column = [text]
        isOrdinary = collation(of: text, in: table, of: database)?.uppercased() == list.text(at: 3).uppercased()
      }
      if let last = indexes.last, last.name.hasSameScalars(as: name) {
        indexes[indexes.count - 1].columns += column
        indexes[indexes.count - 1].isPlain = last.isPlain && !column.isEmpty
        indexes[indexes.count - 1].isOrdinary = last.isOrdinary && isOrdinary
      } else {
        indexes.append((name, column, list.integer(at: 1) != 0, !column.isEmpty, isOrdinary))
      }
    }
    return indexes.filter(\.isPlain).map { ($0.columns, $0.isPrimaryKey, $0.isOrdinary) }
  }
}
