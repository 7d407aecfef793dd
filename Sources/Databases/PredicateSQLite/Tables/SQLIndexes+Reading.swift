import GRDB
import PredicateDatabases
import PredicateModel
import PredicateSQL
import PredicateSyntax

extension SQLIndexes {
  /// The indexes of the main schema that contain every row, and the approximate numbers of rows. Samples of a column of a large table are read when a
  /// statement first compares the column.
  ///
  /// Virtual tables have no indexes, and no pages (`rootpage` 0). The pragmas fail for a virtual table whose module or tokenizer the connection
  /// lacks.
  ///
  /// - Parameter reader: The connections that samples are taken on.
  /// - Parameter notes: Receives the damaged tables. Their rows are not counted; statements that use them report the damage.
  init(of database: Database, in reader: any DatabaseReader, notes: inout [SchemaNote]) throws {
    self.init()
    try RawStatement(database, "SELECT name FROM sqlite_schema WHERE type = 'table'").read {
      add(table: $0.text(at: 0))
    }
    try RawStatement(
      database,
      """
      SELECT s.name, i.name, i.coll, i.desc,
        (SELECT ifnull(k.name, '') FROM pragma_index_xinfo(l.name) k WHERE k.seqno = 1 AND k.key)
      FROM sqlite_schema s JOIN pragma_index_list(s.name) l JOIN pragma_index_xinfo(l.name) i
      WHERE s.type = 'table' AND s.rootpage <> 0 AND NOT l.partial AND i.seqno = 0 AND i.name IS NOT NULL
      """
    ).read { row in
      let (table, column, collation) = (row.text(at: 0), row.text(at: 1), row.text(at: 2))
      // SQLite finds values in an index only if it has the collation of the comparison, which is that of the column unless it is stated.
      if TableInfo.collation(of: column, in: table, of: database)?.isSameSQLName(as: collation) != false {
        add(table: table, firstColumn: column)
        if case .text(let second) = row.value(at: 4) {
          add(table: table, firstColumn: column, second: second)
        } else {
          addOrder(table: table, column: column, isAscending: row.integer(at: 3) == 0)
        }
      }
      if collation.isSameSQLName(as: "NOCASE") { addIgnoringCase(table: table, firstColumn: column) }
    }
    try addPartialIndexes(of: database)
    try addLowercaseIndexes(of: database)
    try addUnusableIndexes(of: database)
    let hidden = try Self.tablesThatHideRowNumbers(in: database)
    // Tables without row numbers are left out, because samples need row numbers.
    let tables = try RawStatement(
      database,
      """
      SELECT name FROM pragma_table_list
      WHERE schema = 'main' AND type = 'table' AND NOT wr AND name NOT LIKE 'sqlite\\_%' ESCAPE '\\'
      """)
    var largeTables: [ScalarString: SampledRows] = [:]
    while try tables.step() {
      let table = tables.text(at: 0)
      do {
        let hasOwn = hidden.contains { $0.hasSameScalars(as: table) }
        let rowNumber =
          hasOwn ? TableInfo.rowNumberName(besides: try Self.columns(of: table, in: database).map(\.name)) : "rowid"
        if let rowNumber {
          guard let numbers = try database.rowNumbers(rowNumber, of: table.quotedIdentifier) else {
            setRowCount(0, ofTable: table)
            continue
          }
          let (span, overflows) = numbers.upperBound.subtractingReportingOverflow(numbers.lowerBound)
          guard !overflows, span < .max else { continue }
          setRowCount(Int(span) + 1, ofTable: table)
          if span >= Self.manyRows {
            largeTables[ScalarString(table)] = SampledRows(table: table, rowNumber: rowNumber, numbers: numbers)
          }
        }
      } catch let error as DatabaseError where error.resultCode == .SQLITE_CORRUPT {
        let note: SchemaNote = "\(table) is damaged: \(error.message ?? "its rows cannot be read")"
        if !notes.contains(note) { notes.append(note) }
      }
    }
    guard !largeTables.isEmpty else { return }
    sample(
      by: ColumnSampler { [largeTables] name, isIndexed in
        guard let rows = largeTables[name.table] else { return nil }
        // A reentrant read is needed, because the caller may be inside an access to the database.
        return try reader.unsafeReentrantRead { try rows.sample(of: name.column.text, isIndexed, in: $0) }
      })
  }

  /// Adds the numbers with which the conditions of partial indexes compare columns: `0` for `… WHERE deleted = 0`.
  private mutating func addPartialIndexes(of database: Database) throws {
    try RawStatement(
      database,
      """
      SELECT s.name, x.sql, i.name, i.coll FROM sqlite_schema s JOIN pragma_index_list(s.name) l
      JOIN pragma_index_xinfo(l.name) i ON i.seqno = 0
      JOIN sqlite_schema x ON x.type = 'index' AND x.name = l.name
      WHERE s.type = 'table' AND s.rootpage <> 0 AND l.partial AND x.sql IS NOT NULL
      """
    ).read { row in
      let tokens = SQLTokens.tokens(of: row.text(at: 1))
      guard let start = tokens.lastIndex(where: { $0.isWord("WHERE") }) else { return }
      let condition = tokens[start...].dropFirst()
      guard !condition.contains(where: { $0.isWord("OR") || $0.isWord("NOT") || $0.isWord("CASE") }) else { return }
      let table = row.text(at: 0)
      let columns = try Self.columns(of: table, in: database).map(\.name)
      for place in condition.indices.dropLast(2) where condition[place + 1].isSymbol("=") {
        guard case .symbol(let text) = condition[place + 2], let number = Int64(text),
          let name = condition[place].name, let column = columns.first(where: { $0.isSameSQLName(as: name) })
        else { continue }
        addPartialIndex(table: table, where: column, equals: number)
        let first = row.text(at: 2)
        if condition.count == 3, !first.isEmpty,
          TableInfo.collation(of: first, in: table, of: database)?.isSameSQLName(as: row.text(at: 3)) != false
        {
          add(table: table, firstColumn: first, only: SQLPartialRows(where: column, equals: number))
        }
      }
    }
  }

  /// Adds the indexes that begin with `lower(column)`.
  private mutating func addLowercaseIndexes(of database: Database) throws {
    try RawStatement(
      database,
      """
      SELECT s.name, x.sql FROM sqlite_schema s JOIN pragma_index_list(s.name) l
      JOIN pragma_index_xinfo(l.name) i ON i.seqno = 0 AND i.cid = -2 AND i.coll = 'BINARY'
      JOIN sqlite_schema x ON x.type = 'index' AND x.name = l.name
      WHERE s.type = 'table' AND s.rootpage <> 0 AND NOT l.partial AND x.sql IS NOT NULL
      """
    ).read { row in
      let tokens = SQLTokens.tokens(of: row.text(at: 1))
      guard let start = tokens.firstIndex(where: { $0.isSymbol("(") }), tokens.indices.contains(start + 5),
        tokens[start + 1].isWord("lower"), tokens[start + 2].isSymbol("("), let name = tokens[start + 3].name,
        tokens[start + 4].isSymbol(")"), tokens[start + 5].isSymbol(",") || tokens[start + 5].isSymbol(")")
      else { return }
      let table = row.text(at: 0)
      let column = try Self.columns(of: table, in: database).first { $0.name.isSameSQLName(as: name) }
      if let column { addLowercase(table: table, of: column.name) }
    }
  }

  /// Adds the indexes with a collation that an application registers and that this connection lacks.
  private mutating func addUnusableIndexes(of database: Database) throws {
    let list = try RawStatement(
      database,
      """
      SELECT DISTINCT x.coll, s.name FROM sqlite_schema s JOIN pragma_index_list(s.name) l
      JOIN pragma_index_xinfo(l.name) x
      WHERE s.type = 'table' AND s.rootpage <> 0 AND x.coll COLLATE NOCASE NOT IN ('BINARY', 'NOCASE', 'RTRIM') ORDER BY 1
      """)
    var last: (collation: String, isKnown: Bool)?
    while try list.step() {
      let collation = list.text(at: 0)
      if last?.collation.hasSameScalars(as: collation) != true {
        last = (collation, try Self.knows(collation, database))
      }
      if last?.isKnown == false { addUnusableIndex(ofTable: list.text(at: 1)) }
    }
  }

  /// Whether a connection has a collation. `PRAGMA collation_list` does not answer this: it also lists unregistered collations that the schema names.
  static func knows(_ collation: String, _ database: Database) throws -> Bool {
    do {
      _ = try RawStatement(database, "SELECT '' = '' COLLATE \(collation.quotedIdentifier)")
      return true
    } catch let error as DatabaseError where error.resultCode == .SQLITE_ERROR {
      return false
    }
  }

  /// The least number of rows for a sample. Smaller tables are fast in any case.
  private static let manyRows: Int64 = 1_000

  /// The tables with a column whose name is that of the row number.
  private static func tablesThatHideRowNumbers(in database: Database) throws -> [String] {
    var tables: [String] = []
    try RawStatement(
      database,
      """
      SELECT DISTINCT s.name FROM sqlite_schema s JOIN pragma_table_xinfo(s.name) c
      WHERE s.type = 'table' AND s.rootpage <> 0 AND lower(c.name) IN ('rowid', 'oid', '_rowid_')
      """
    ).read { tables.append($0.text(at: 0)) }
    return tables
  }

  /// The columns of a table, including computed ones.
  static func columns(of table: String, in database: Database) throws -> [(name: String, isGenerated: Bool)] {
    var columns: [(name: String, isGenerated: Bool)] = []
    try RawStatement(database, "SELECT name, hidden FROM pragma_table_xinfo(?) ORDER BY cid").read([.text(table)]) {
      columns.append(($0.text(at: 0), $0.integer(at: 1) != 0))
    }
    return columns
  }
}
