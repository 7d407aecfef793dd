import GRDB
import PredicateModel
import PredicateSQL

extension SQLIndexes {
  /// The indexes of the main schema that hold every row, and of large tables the numbers that some rows have in them.
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
    guard span >= Self.manyRows, !columns.isEmpty else { return }
    let row = try RawStatement(
      database,
      "SELECT \(columns.map(\.quotedIdentifier).joined(separator: ", ")) FROM \(quoted) WHERE rowid >= ?1 LIMIT 1")
    var numbers: [[Double]] = columns.map { _ in [] }
    var texts: [[String]] = columns.map { _ in [] }
    for number in 0..<Self.sampleSize {
      try row.read([.integer(first + span / Self.sampleSize * number)]) { row in
        for position in columns.indices {
          switch row.value(at: position) {
          case .integer(let value): numbers[position].append(Double(value))
          case .real(let value): numbers[position].append(value)
          case .text(let value): texts[position].append(value)
          default: break
          }
        }
      }
    }
    for (position, column) in columns.enumerated() {
      let rowCount = Int(Self.sampleSize)
      if !numbers[position].isEmpty {
        addSample(numbers[position], ofRows: rowCount, table: table, column: column)
      } else if !texts[position].isEmpty {
        addSample(texts[position], ofRows: rowCount, table: table, column: column)
      }
    }
  }
}
