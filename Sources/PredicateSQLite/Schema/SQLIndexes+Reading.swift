import GRDB
import PredicateModel
import PredicateSQL

extension SQLIndexes {
  /// The indexes of the main schema that hold every row, and of large tables what some rows have in their columns.
  ///
  /// - Parameter notes: Takes the tables that are damaged: nothing is known of them, and whoever asks them is told again.
  init(of database: Database, notes: inout [String]) throws {
    self.init()
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
        try readAmounts(of: table, names, in: database)
      } catch let error as DatabaseError where error.resultCode == .SQLITE_CORRUPT {
        let note = "\(table) is damaged: \(error.message ?? "its rows cannot be read")"
        if !notes.contains(note) { notes.append(note) }
      }
    }
  }

  /// A smaller table is read in no time whichever way.
  private static let manyRows: Int64 = 10_000
  private static let sampleSize: Int64 = 100
  private static let mostColumns: Int64 = 32
  private static let longText = 200

  private mutating func readAmounts(of table: String, _ columns: [String], in database: Database) throws {
    let quoted = table.quotedIdentifier
    // Apart: both in one would read the whole table.
    let ends = try RawStatement(
      database, "SELECT (SELECT min(rowid) FROM \(quoted)), (SELECT max(rowid) FROM \(quoted))")
    guard try ends.step(), case .integer(let first) = ends.value(at: 0), case .integer(let last) = ends.value(at: 1)
    else { return setRowCount(0, ofTable: table) }
    let (span, overflows) = last.subtractingReportingOverflow(first)
    guard !overflows, span < .max else { return }
    setRowCount(Int(span) + 1, ofTable: table)
    guard span >= Self.manyRows else { return }
    for column in try plainColumns(of: table, in: database) {
      let isIndexed = columns.contains { $0.hasSameScalars(as: column) }
      try readSample(of: column, table, from: first, step: span / Self.sampleSize, isIndexed: isIndexed, in: database)
    }
  }

  private func plainColumns(of table: String, in database: Database) throws -> [String] {
    // What is computed may fail, and take its time.
    let list = try RawStatement(
      database, "SELECT name FROM pragma_table_xinfo(?) WHERE hidden = 0 ORDER BY cid LIMIT ?")
    list.bind(.text(table), at: 1)
    list.bind(.integer(Self.mostColumns), at: 2)
    var columns: [String] = []
    while try list.step() { columns.append(list.text(at: 0)) }
    return columns
  }

  /// Reads some values of a column. Where no index has them and they are long they are left alone: nobody compares them as a whole, and
  /// reading them takes its time.
  private mutating func readSample(
    of column: String, _ table: String, from first: Int64, step: Int64, isIndexed: Bool, in database: Database
  ) throws {
    let row = try RawStatement(
      database, "SELECT t.\(column.quotedIdentifier) FROM \(table.quotedIdentifier) AS t WHERE rowid >= ?1 LIMIT 1")
    var numbers: [Double] = []
    var texts: [String] = []
    var isLong = false
    for number in 0..<Self.sampleSize where !isLong {
      try row.read([.integer(first + step * number)]) { row in
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
    let rowCount = Int(Self.sampleSize)
    if !numbers.isEmpty {
      addSample(numbers, ofRows: rowCount, table: table, column: column)
    } else if !texts.isEmpty {
      addSample(texts, ofRows: rowCount, table: table, column: column)
    }
  }
}
