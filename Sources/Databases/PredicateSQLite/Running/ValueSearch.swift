import GRDB
import GRDBSQLite
import PredicateModel
import PredicateValues

/// The values of an attribute, for proposals.
extension PredicateDatabase {
  /// Distinct values of an attribute in ascending order, without nil. Takes a few milliseconds, whatever the table's size.
  ///
  /// If an index begins with the attribute, it finds each value in one jump. Of several texts that are equal by the index's collation, such as `Noir`
  /// and `noir`, only one is returned. Without an index, at most `sample` rows are read, in blocks from all over the table; values in other rows are
  /// not found. Empty if the entity or the attribute does not exist.
  ///
  /// - Parameters:
  ///   - prefix: The beginning of the value's text, in any case of ASCII letters; empty for all.
  ///   - limit: The greatest number of values.
  /// - Throws: ``DatabaseIssue``, and `CancellationError` after ``interrupt()``.
  public func distinctValues(
    of attributeName: String, in entityName: String, prefix: String = "", limit: Int = 50, sample: Int = 20_000
  ) throws -> [QueryValue] {
    guard let entity = declaredModel.entity(named: entityName),
      let attribute = entity.attribute(named: attributeName)
    else { return [] }
    do {
      let stored = try reader.unsafeReentrantRead { database in
        let search = ValueSearch(
          database: database, table: entity.table.quotedIdentifier, column: attribute.column.quotedIdentifier,
          rowNumber: entity.key.referenceColumn?.quotedIdentifier, prefix: prefix, limit: limit)
        var found: [StoredValue] = []
        if indexes.areUsable(ofTable: entity.table) {
          for collation in try Self.collations(ofIndexesOn: attribute.column, of: entity.table, in: database) {
            let ordered = search.ordered(by: collation)
            guard try ordered.jumpsByIndex else { continue }
            found = attribute.type == .string ? try ordered.textsByIndex() : try ordered.byIndex()
            break
          }
        }
        // If the index finds nothing, rows are sampled, because the index only finds the prefix in its usual spellings.
        return found.isEmpty ? try search.bySample(sample) : found
      }
      return stored.map { attribute.value(of: $0) }.filter { !$0.isNull }
    } catch let error as DatabaseError where error.resultCode == .SQLITE_INTERRUPT {
      throw CancellationError()
    } catch {
      throw DatabaseIssue(anyError: error, path: name)
    }
  }

  /// The collations of the indexes that contain all rows and begin with a column. BINARY, the order of the bytes, comes first.
  private static func collations(
    ofIndexesOn column: String, of table: String, in database: Database
  ) throws -> [String] {
    var collations: [String] = []
    try RawStatement(
      database,
      """
      SELECT DISTINCT i.coll FROM pragma_index_list(?1) l JOIN pragma_index_xinfo(l.name) i
      WHERE i.seqno = 0 AND i.name = ?2 AND NOT l.partial ORDER BY i.coll <> 'BINARY', i.coll
      """
    ).read([.text(table), .text(column)]) { collations.append($0.text(at: 0)) }
    return collations
  }
}

/// Searches for distinct values of a column that begin with a text.
struct ValueSearch {
  let database: Database
  /// The table and the column as written in SQL.
  let table: String
  let column: String
  /// The name by which SQL reads the row number; nil for a view, and if the table has columns with all of these names.
  let rowNumber: String?
  let prefix: String
  let limit: Int
  /// The collation of the index that is used. A comparison that does not state it would read the whole table for each value.
  private var collation = "BINARY"

  init(
    database: Database, table: String, column: String, rowNumber: String?, prefix: String, limit: Int
  ) {
    self.database = database
    self.table = table
    self.column = column
    self.rowNumber = rowNumber
    self.prefix = prefix
    self.limit = limit
  }

  /// The same search in an index of a collation.
  func ordered(by collation: String) -> ValueSearch {
    var search = self
    search.collation = collation
    return search
  }

  /// The column as the index compares it.
  private var indexed: String { "\(column) COLLATE \(collation.quotedIdentifier)" }

  /// Whether SQLite finds the next value by an index, so that the time does not depend on the size of the table.
  var jumpsByIndex: Bool {
    get throws {
      try ["\(indexed) > ?1", "\(indexed) >= ?1 AND \(indexed) < ?1 || char(0x10FFFF)"].allSatisfy { condition in
        try ColumnProofs.isFoundByIndex("SELECT min(\(indexed)) FROM \(table) WHERE \(condition)", in: database)
      }
    }
  }

  /// The greatest number of jumps. Each finds the next greater value in an index; more would take too long.
  private static let mostJumps = 2_000
  /// The number of places in the table that a sample is taken from.
  private static let blocks = 20

  /// Values with the prefix, from the beginning of an index.
  func byIndex() throws -> [StoredValue] {
    let values = Self.ascending(try jumps(from: nil, limit: prefix.isEmpty ? limit : Self.mostJumps))
    guard !prefix.isEmpty else { return values }
    return Array(values.filter { Self.text(of: $0).map(begins) ?? false }.prefix(limit))
  }

  /// The values with their texts in the order of their bytes, in which not every index has them. Texts follow each other, after all numbers.
  private static func ascending(_ values: [StoredValue]) -> [StoredValue] {
    let texts = values.compactMap { if case .text(let text) = $0 { text } else { nil } }
    var sorted = texts.sorted { $0.utf8.lexicographicallyPrecedes($1.utf8) }[...]
    return values.map { value in
      if case .text = value, let text = sorted.popFirst() { .text(text) } else { value }
    }
  }

  /// Texts that begin with the prefix as typed, in small letters, in capitals, or with a capital first letter.
  func textsByIndex() throws -> [StoredValue] {
    guard !prefix.isEmpty else { return try byIndex() }
    let lower = Self.lowercased(prefix)
    let upper = Self.uppercased(prefix)
    var spellings: [String] = []
    for spelling in [prefix, lower, upper, Self.uppercased(String(prefix.prefix(1))) + lower.dropFirst()]
    where !spellings.contains(where: { $0.utf8.elementsEqual(spelling.utf8) }) {
      spellings.append(spelling)
    }
    var found: [StoredValue] = []
    for spelling in spellings { found += try jumps(from: spelling, limit: limit) }
    let texts = found.compactMap { if case .text(let text) = $0 { text } else { nil } }
    let ordered = texts.sorted { $0.utf8.lexicographicallyPrecedes($1.utf8) }
    var distinct: [String] = []
    for text in ordered where !(distinct.last?.utf8.elementsEqual(text.utf8) ?? false) { distinct.append(text) }
    return distinct.prefix(limit).map { .text($0) }
  }

  /// Values in the order of the index, from the first one that begins with a text to the last one.
  private func jumps(from start: String?, limit: Int) throws -> [StoredValue] {
    // Every text with this prefix is less than the prefix followed by the greatest scalar.
    let range = start == nil ? "" : "AND \(indexed) < ?1 || char(0x10FFFF)"
    let first = start == nil ? "\(column) IS NOT NULL" : "\(indexed) >= ?1"
    var values: [StoredValue] = []
    try RawStatement(
      database,
      """
      WITH RECURSIVE found(v) AS (
        SELECT (SELECT min(\(indexed)) FROM \(table) WHERE \(first) \(range))
        UNION ALL
        SELECT (SELECT min(\(indexed)) FROM \(table) WHERE \(indexed) > found.v \(range)) FROM found
        WHERE found.v IS NOT NULL LIMIT ?2)
      SELECT v FROM found WHERE v IS NOT NULL
      """
    ).read([start.map { .text($0) } ?? .null, .integer(Int64(limit))]) { values.append($0.value(at: 0)) }
    return values
  }

  /// Values in a sample of rows from all over the table.
  func bySample(_ rows: Int) throws -> [StoredValue] {
    var least = Minimums(limit: limit)
    try RawStatement(
      database,
      """
      SELECT v FROM (\(try sampleText(rows))) \(prefix.isEmpty ? "" : "WHERE v LIKE ?1 ESCAPE '\\'")
      """
    ).read(prefix.isEmpty ? [] : [.text(Self.escapedPattern(prefix) + "%")]) { least.add($0.pointer, 0) }
    return least.values
  }

  private func sampleText(_ rows: Int) throws -> String {
    // The values are compared by bytes, because the connection may lack the column's own collation.
    let value = "\(column) COLLATE BINARY AS v"
    let whole = "SELECT \(value) FROM \(table) LIMIT \(rows)"
    guard let rowNumber, let numbers = try database.rowNumbers(rowNumber, of: table) else { return whole }
    let (first, last) = (numbers.lowerBound, numbers.upperBound)
    let (span, overflows) = last.subtractingReportingOverflow(first)
    guard overflows || span >= rows else {
      return "SELECT \(value) FROM \(table) NOT INDEXED LIMIT \(rows)"
    }
    let size = max(1, rows / Self.blocks)
    let parts = RowNumberSpread(from: first, to: last, parts: Self.blocks).numbers.dropLast().map { start in
      "SELECT v FROM (SELECT \(value) FROM \(table) NOT INDEXED WHERE \(rowNumber) >= \(start) LIMIT \(size))"
    }
    return parts.joined(separator: " UNION ALL ")
  }

  // MARK: Texts

  private static func text(of value: StoredValue) -> String? {
    switch value {
    case .text(let text): text
    case .integer(let number): String(number)
    case .real(let number): "\(number)"
    case .blob, .null: nil
    }
  }

  private func begins(_ text: String) -> Bool {
    Self.lowercased(text).utf8.starts(with: Self.lowercased(prefix).utf8)
  }

  private static func lowercased(_ text: String) -> String {
    String(decoding: text.utf8.map { (0x41...0x5A).contains($0) ? $0 + 0x20 : $0 }, as: UTF8.self)
  }

  private static func uppercased(_ text: String) -> String {
    String(decoding: text.utf8.map { (0x61...0x7A).contains($0) ? $0 - 0x20 : $0 }, as: UTF8.self)
  }

  private static func escapedPattern(_ text: String) -> String {
    text.replacingScalars { ["%", "_", "\\"].contains($0) ? "\\\($0)" : nil }
  }
}

/// Collects the least distinct values: at most `limit`, in ascending order, numbers before texts before bytes.
///
/// SQLite's DISTINCT would keep every value in a separate tree and then sort them. For 20,000 rows that took 7 to 11 ms. Here one comparison rejects
/// most values, because they are greater than all collected ones.
struct Minimums {
  let limit: Int
  private(set) var values: [StoredValue] = []

  init(limit: Int) { self.limit = limit }

  /// Adds a column of the current row, counted from 0, unless it is NULL.
  mutating func add(_ row: StatementPointer, _ column: Int) {
    let value = sqlite3_column_value(row.statement, Int32(column))
    guard limit > 0, sqlite3_value_type(value) != SQLITE_NULL else { return }
    if values.count == limit, let last = values.last, Self.order(of: value, and: last) != .less { return }
    let place = BinarySearch.place(in: values.count) { Self.order(of: value, and: values[$0]) == .greater }
    if place < values.count, Self.order(of: value, and: values[place]) == .equal { return }
    if values.count == limit { values.removeLast() }
    values.insert(row.stored(column), at: place)
  }

  /// Compares a row's value with a collected value.
  private static func order(of value: OpaquePointer?, and known: StoredValue) -> ValueOrder {
    switch (sqlite3_value_type(value), known) {
    case (SQLITE_INTEGER, .integer(let number)): return ValueOrder(sqlite3_value_int64(value), number)
    case (SQLITE_FLOAT, .real(let number)): return ValueOrder(sqlite3_value_double(value), number)
    // A double cannot represent every integer, so two numbers of different classes are compared exactly. SQLite stores no NaN.
    case (SQLITE_INTEGER, .real(let number)):
      return NumberOrder.compare(sqlite3_value_int64(value), number) ?? .less
    case (SQLITE_FLOAT, .integer(let number)):
      return NumberOrder.compare(number, sqlite3_value_double(value))?.reversed ?? .less
    case (SQLITE_INTEGER, _), (SQLITE_FLOAT, _): return .less
    case (SQLITE_TEXT, .text(var text)):
      // The pointer must be requested before the length, because requesting it may convert the value and change its length.
      let start = sqlite3_value_text(value)
      let bytes = UnsafeBufferPointer(start: start, count: Int(sqlite3_value_bytes(value)))
      return text.withUTF8 { StringSearch.order(bytes, $0) }
    case (SQLITE_TEXT, .blob): return .less
    case (SQLITE_TEXT, _): return .greater
    case (_, .blob(let known)):
      let start = sqlite3_value_blob(value)?.assumingMemoryBound(to: UInt8.self)
      let bytes = UnsafeBufferPointer(start: start, count: Int(sqlite3_value_bytes(value)))
      return known.withUnsafeBufferPointer { StringSearch.order(bytes, $0) }
    default: return .greater
    }
  }
}
