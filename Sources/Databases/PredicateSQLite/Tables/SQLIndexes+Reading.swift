import GRDB
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
  init(of database: Database, in reader: any DatabaseReader, notes: inout [String]) throws {
    self.init()
    try RawStatement(database, "SELECT name FROM sqlite_schema WHERE type = 'table'").read {
      add(table: $0.text(at: 0))
    }
    try RawStatement(
      database,
      """
      SELECT s.name, i.name FROM sqlite_schema s JOIN pragma_index_list(s.name) l JOIN pragma_index_info(l.name) i
      WHERE s.type = 'table' AND s.rootpage <> 0 AND NOT l.partial AND i.seqno = 0 AND i.name IS NOT NULL
      """
    ).read { add(table: $0.text(at: 0), firstColumn: $0.text(at: 1)) }
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
        let note = "\(table) is damaged: \(error.message ?? "its rows cannot be read")"
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
