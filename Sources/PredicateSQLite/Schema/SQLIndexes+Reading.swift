import GRDB
import PredicateModel
import PredicateSQL

extension SQLIndexes {
  /// The indexes of the main schema that hold every row, and of large tables what some rows have in their columns.
  ///
  /// - Parameter notes: Takes the tables that are damaged: nothing is known of them, and whoever asks them is told again.
  init(of database: Database, notes: inout [String]) throws {
    self.init()
    let all = try RawStatement(database, "SELECT name FROM sqlite_schema WHERE type = 'table'")
    while try all.step() { add(table: all.text(at: 0)) }
    let list = try RawStatement(
      database,
      """
      SELECT s.name, i.name FROM sqlite_schema s JOIN pragma_index_list(s.name) l JOIN pragma_index_info(l.name) i
      WHERE s.type = 'table' AND NOT l.partial AND i.seqno = 0 AND i.name IS NOT NULL
      """)
    var columns: [(table: String, column: String)] = []
    while try list.step() {
      columns.append((list.text(at: 0), list.text(at: 1)))
      add(table: list.text(at: 0), firstColumn: list.text(at: 1))
    }
    try addUnusableIndexes(of: database)
    let hidden = try Self.tablesThatHideRowNumbers(in: database)
    // Those without row numbers cannot be sampled by them.
    let tables = try RawStatement(
      database,
      """
      SELECT name FROM pragma_table_list
      WHERE schema = 'main' AND type = 'table' AND NOT wr AND name NOT LIKE 'sqlite\\_%' ESCAPE '\\'
      """)
    while try tables.step() {
      let table = tables.text(at: 0)
      var names: [String] = []
      for (owner, column) in columns where owner.hasSameScalars(as: table) {
        if !names.contains(where: { $0.hasSameScalars(as: column) }) { names.append(column) }
      }
      do {
        let hasOwn = hidden.contains { $0.hasSameScalars(as: table) }
        let rowNumber =
          hasOwn ? TableInfo.rowNumberName(besides: try Self.columns(of: table, in: database).map(\.name)) : "rowid"
        if let rowNumber { try readAmounts(of: table, rowNumber, names, in: database) }
      } catch let error as DatabaseError where error.resultCode == .SQLITE_CORRUPT {
        let note = "\(table) is damaged: \(error.message ?? "its rows cannot be read")"
        if !notes.contains(note) { notes.append(note) }
      }
    }
  }

  /// Indexes by a collation that an application registers, and this connection does not have.
  private mutating func addUnusableIndexes(of database: Database) throws {
    let list = try RawStatement(
      database,
      """
      SELECT DISTINCT x.coll, s.name FROM sqlite_schema s JOIN pragma_index_list(s.name) l
      JOIN pragma_index_xinfo(l.name) x
      WHERE s.type = 'table' AND x.coll COLLATE NOCASE NOT IN ('BINARY', 'NOCASE', 'RTRIM') ORDER BY 1
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

  /// Whether a connection has a collation. SQLite's own list has all that the schema names.
  private static func knows(_ collation: String, _ database: Database) throws -> Bool {
    do {
      _ = try RawStatement(database, "SELECT '' = '' COLLATE \(collation.quotedIdentifier)")
      return true
    } catch let error as DatabaseError where error.resultCode == .SQLITE_ERROR {
      return false
    }
  }

  /// A smaller table is read in no time whichever way.
  private static let manyRows: Int64 = 10_000
  private static let sampleSize = 100
  private static let mostColumns = 32
  private static let longText = 200

  /// Tables with a column that is called like the row number.
  private static func tablesThatHideRowNumbers(in database: Database) throws -> [String] {
    let list = try RawStatement(
      database,
      """
      SELECT DISTINCT s.name FROM sqlite_schema s JOIN pragma_table_xinfo(s.name) c
      WHERE s.type = 'table' AND lower(c.name) IN ('rowid', 'oid', '_rowid_')
      """)
    var tables: [String] = []
    while try list.step() { tables.append(list.text(at: 0)) }
    return tables
  }

  private mutating func readAmounts(
    of table: String, _ rowNumber: String, _ indexed: [String], in database: Database
  ) throws {
    let quoted = table.quotedIdentifier
    // Apart: both in one would read the whole table.
    let ends = try RawStatement(
      database, "SELECT (SELECT min(\(rowNumber)) FROM \(quoted)), (SELECT max(\(rowNumber)) FROM \(quoted))")
    guard try ends.step(), case .integer(let first) = ends.value(at: 0), case .integer(let last) = ends.value(at: 1)
    else { return setRowCount(0, ofTable: table) }
    let (span, overflows) = last.subtractingReportingOverflow(first)
    guard !overflows, span < .max else { return }
    setRowCount(Int(span) + 1, ofTable: table)
    guard span >= Self.manyRows else { return }
    let numbers = RowNumberSpread(from: first, to: last, parts: Self.sampleSize).numbers.dropLast()
    // What is computed may fail, and take its time.
    let columns = try Self.columns(of: table, in: database).filter { !$0.isGenerated }
    for column in columns.prefix(Self.mostColumns).map(\.name) {
      let isIndexed = indexed.contains { $0.hasSameScalars(as: column) }
      let source = "\(quoted) AS t WHERE t.\(rowNumber) >= ?1 LIMIT 1"
      try readSample(
        of: column, table, "SELECT t.\(column.quotedIdentifier) FROM \(source)", numbers, isIndexed, in: database)
    }
  }

  private static func columns(of table: String, in database: Database) throws -> [(name: String, isGenerated: Bool)] {
    let list = try RawStatement(database, "SELECT name, hidden FROM pragma_table_xinfo(?) ORDER BY cid")
    list.bind(.text(table), at: 1)
    var columns: [(name: String, isGenerated: Bool)] = []
    while try list.step() { columns.append((list.text(at: 0), list.integer(at: 1) != 0)) }
    return columns
  }

  /// Reads some values of a column. Where no index has them and they are long they are left alone: nobody compares them as a whole, and
  /// reading them takes its time.
  private mutating func readSample(
    of column: String, _ table: String, _ sql: String, _ rowNumbers: ArraySlice<Int64>, _ isIndexed: Bool,
    in database: Database
  ) throws {
    let row = try RawStatement(database, sql)
    var numbers: [Double] = []
    var texts: [String] = []
    var isLong = false
    for number in rowNumbers where !isLong {
      try row.read([.integer(number)]) { row in
        switch row.value(at: 0) {
        case .integer(let value): numbers.append(Double(value))
        case .real(let value): numbers.append(value)
        case .text(let value):
          texts.append(value)
          isLong = !isIndexed && value.utf8.count > Self.longText
        case .blob: isLong = !isIndexed
        case .null: break
        }
      }
    }
    if isLong { return }
    let rowCount = rowNumbers.count
    if !numbers.isEmpty {
      addSample(numbers, ofRows: rowCount, table: table, column: column)
    } else if !texts.isEmpty {
      addSample(texts, ofRows: rowCount, table: table, column: column)
    }
  }
}
