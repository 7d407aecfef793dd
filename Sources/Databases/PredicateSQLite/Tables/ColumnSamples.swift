import GRDB
import PredicateModel
import PredicateSQL

/// Some values of a table's columns. They determine the storage of a column whose declared type leaves it open, such as DATE.
///
/// The samples are the first rows, and some rows that are spread evenly over the row numbers. If a column is NULL in all of them, further rows from
/// the front are read. In a column of bytes that may have another type, bytes are read as empty, because they may be long and their content does not
/// matter. The work is bounded, whatever a table contains.
struct ColumnSamples {
  private var values: [[UInt8]: [StoredValue]] = [:]

  /// How many rows are read from the front, and how many that are spread over the table.
  private let (firstRows, spreadRows): (Int, Int)
  private static let mostRows = 1_000

  init() { (firstRows, spreadRows) = (0, 0) }

  /// Samples of columns whose declared type leaves the storage open, and of columns that may have another type, or texts among numbers. Views are not
  /// read, because one row may cost as much as all. Virtual tables are not read either.
  init(of table: TableInfo, in database: Database) throws {
    let open = table.columns.filter { DeclaredType.leavesStorageOpen($0, in: table) }.map(\.name)
    let others = table.columns.filter {
      !open.contains($0.name)
        && (DeclaredType.mayBeAnotherType($0, in: table) || DeclaredType.mayHoldTexts($0, in: table))
    }.map(\.name)
    try self.init(of: table, open: open, others: others, rows: 24, in: database)
  }

  /// Samples of one column: `rows` values from the front, and as many spread over the table. Of a view or a virtual table, which have no row numbers,
  /// only the values from the front.
  init(of table: TableInfo, column: String, rows: Int, in database: Database) throws {
    guard table.kind != .table else {
      try self.init(of: table, open: [column], others: [], rows: rows, in: database)
      return
    }
    self.init()
    let name = column.quotedIdentifier
    try RawStatement(
      database, "SELECT \(name) FROM \(table.name.quotedIdentifier) WHERE \(name) IS NOT NULL LIMIT \(rows)"
    ).read { add($0, [column]) }
  }

  /// Samples of columns of a table: up to 200 values of each, so that long texts cost little.
  init(of table: TableInfo, columns: [String], in database: Database) throws {
    try self.init(of: table, open: columns, others: [], rows: 100, in: database)
  }

  private init(of table: TableInfo, open: [String], others: [String], rows: Int, in database: Database) throws {
    (firstRows, spreadRows) = (rows, rows)
    let columns = open + others
    guard table.kind == .table, !columns.isEmpty else { return }
    let terms = open.map { "t." + $0.quotedIdentifier } + others.map { Self.term(of: $0, in: table) }
    let list = terms.joined(separator: ", ")
    let source = "\(table.name.quotedIdentifier) AS t"
    var rowCount = 0
    try RawStatement(database, "SELECT \(list) FROM \(source) LIMIT \(firstRows)").read { row in
      rowCount += 1
      add(row, columns)
    }
    guard rowCount == firstRows else { return }
    if let rowNumber = table.rowNumberName?.quotedIdentifier {
      try addSpread(columns, list, source, rowNumber: "t." + rowNumber, in: database)
    }
    for (column, term) in zip(columns, terms) where self[column].isEmpty {
      try RawStatement(
        database,
        """
        SELECT v FROM (SELECT \(term) AS v FROM \(source) LIMIT \(Self.mostRows)) WHERE v IS NOT NULL
        LIMIT \(firstRows)
        """
      ).read { add($0, [column]) }
    }
  }

  private static func term(of column: String, in table: TableInfo) -> String {
    let name = "t." + column.quotedIdentifier
    guard let info = table.column(named: column), table.affinity(of: info) == .none else { return name }
    return "CASE typeof(\(name)) WHEN 'blob' THEN x'' ELSE \(name) END"
  }

  /// Samples for the columns of a view, whose rows may be expensive. They are taken from tables' columns with the same name and declared type.
  init(ofView view: TableInfo, from tables: [TableInfo]) {
    self.init()
    for column in view.columns where DeclaredType.leavesStorageOpen(column, in: view) {
      for table in tables {
        guard let other = table.column(named: column.name), other.declaredType.isSameSQLName(as: column.declaredType)
        else { continue }
        values[column.name.foldedSQLName, default: []] += table.samples[other.name]
      }
    }
  }

  /// The values of a column that are not NULL; empty for a column without samples.
  subscript(_ column: String) -> [StoredValue] { values[column.foldedSQLName] ?? [] }

  private mutating func addSpread(
    _ columns: [String], _ list: String, _ source: String, rowNumber: String, in database: Database
  ) throws {
    guard let numbers = try database.rowNumbers(rowNumber, of: source) else { return }
    let spread = RowNumberSpread(from: numbers.lowerBound, to: numbers.upperBound, parts: spreadRows)
    let row = try RawStatement(database, "SELECT \(list) FROM \(source) WHERE \(rowNumber) >= ?1 LIMIT 1")
    // The first row number is skipped, because the first rows have already been read.
    for number in spread.numbers.dropFirst() {
      try row.read([.integer(number)]) { add($0, columns) }
    }
  }

  private mutating func add(_ row: RawStatement, _ columns: [String]) {
    for (position, column) in columns.enumerated() {
      let value = row.value(at: position)
      if case .null = value { continue }
      values[column.foldedSQLName, default: []].append(value)
    }
  }
}

/// The rows of a large table for samples of its columns. They are spread evenly over the row numbers.
struct SampledRows {
  let table: String
  /// The name of the row number as written in SQL.
  let rowNumber: String
  /// The range from the least to the greatest row number (`rowid`).
  let numbers: ClosedRange<Int64>

  private static let count = 100
  private static let longText = 200

  /// A sample of the rows' values in a column; nil if none of them can be compared.
  ///
  /// Long values without an index are not read: they are seldom compared as a whole, and reading them takes time.
  func sample(of column: String, _ isIndexed: Bool, in database: Database) throws -> ColumnSample? {
    // Generated columns are left out, because computing them may fail or be slow.
    let isStored = try SQLIndexes.columns(of: table, in: database).contains {
      $0.name.hasSameScalars(as: column) && !$0.isGenerated
    }
    guard isStored else { return nil }
    let row = try RawStatement(
      database,
      "SELECT t.\(column.quotedIdentifier) FROM \(table.quotedIdentifier) AS t WHERE t.\(rowNumber) >= ?1 LIMIT 1")
    let spread = RowNumberSpread(from: numbers.lowerBound, to: numbers.upperBound, parts: Self.count)
    let rowNumbers = spread.numbers.dropLast()
    var found: [Double] = []
    var texts: [String] = []
    var isLong = false
    for number in rowNumbers where !isLong {
      try row.read([.integer(number)]) { row in
        switch row.value(at: 0) {
        case .integer(let value): found.append(Double(value))
        case .real(let value): found.append(value)
        case .text(let value):
          texts.append(value)
          isLong = !isIndexed && value.utf8.count > Self.longText
        case .blob: isLong = !isIndexed
        case .null: break
        }
      }
    }
    if isLong { return nil }
    if !found.isEmpty { return ColumnSample(found, ofRows: rowNumbers.count) }
    return texts.isEmpty ? nil : ColumnSample(texts, ofRows: rowNumbers.count)
  }
}

/// Row numbers at even distances, from the least of a table to the greatest.
///
/// Row numbers may be at both ends of `Int64`, so their distance does not always fit an `Int64`: `RowNumberSpread(from: .min, to: .max,
/// parts: 2).numbers` is `[.min, -1, .max - 1]`.
struct RowNumberSpread {
  /// The numbers in ascending order: the least one, and the end of each part.
  let numbers: [Int64]

  /// - Parameters:
  ///   - first: The least row number.
  ///   - last: The greatest row number, which is at least `first`.
  ///   - parts: The number of parts into which the distance is divided; at least 1.
  init(from first: Int64, to last: Int64, parts: Int) {
    let step = UInt64(bitPattern: last &- first) / UInt64(parts)
    // Both operations may overflow and wrap around, but the result is between the two ends.
    numbers = (0...UInt64(parts)).map { first &+ Int64(bitPattern: step &* $0) }
  }
}
