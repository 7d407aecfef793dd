import GRDB
import PredicateModel

/// Looks for distinct values of a column that begin with a text.
struct ValueSearch {
  let database: Database
  /// The table and the column as SQL has them.
  let table: String
  let column: String
  /// The name of the row number; nil for a view, and where columns have all of its names.
  let rowNumber: String?
  let prefix: String
  let limit: Int

  /// An index gives the next greater value in one jump; more jumps than this take too long.
  private static let mostJumps = 2_000
  /// How many places of the table a sample is taken from.
  private static let blocks = 20

  /// Values from the beginning of an index that fit the prefix.
  func byIndex() throws -> [StoredValue] {
    let values = try jumps(from: nil, limit: prefix.isEmpty ? limit : Self.mostJumps)
    guard !prefix.isEmpty else { return values }
    return Array(values.filter { Self.text(of: $0).map(begins) ?? false }.prefix(limit))
  }

  /// Texts that begin with the prefix as it was typed, in small or large letters, or with a large letter first.
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

  /// Values in the order of the index, from the first that begins with a text, as long as they do.
  private func jumps(from start: String?, limit: Int) throws -> [StoredValue] {
    // Every text with this beginning is less than it with the greatest scalar behind.
    let range = start == nil ? "" : "AND \(column) < ?1 || char(0x10FFFF)"
    let first = start == nil ? "\(column) IS NOT NULL" : "\(column) >= ?1"
    let statement = try RawStatement(
      database,
      """
      WITH RECURSIVE found(v) AS (
        SELECT (SELECT min(\(column)) FROM \(table) WHERE \(first) \(range))
        UNION ALL
        SELECT (SELECT min(\(column)) FROM \(table) WHERE \(column) > found.v \(range)) FROM found
        WHERE found.v IS NOT NULL LIMIT ?2)
      SELECT v FROM found WHERE v IS NOT NULL
      """)
    statement.bind(start.map { .text($0) } ?? .null, at: 1)
    statement.bind(.integer(Int64(limit)), at: 2)
    var values: [StoredValue] = []
    while try statement.step() { values.append(statement.value(at: 0)) }
    return values
  }

  /// Values among some rows, from places all over the table.
  func bySample(_ rows: Int) throws -> [StoredValue] {
    let statement = try RawStatement(
      database,
      """
      SELECT v FROM (\(try sampleText(rows))) \(prefix.isEmpty ? "" : "WHERE v LIKE ?1 ESCAPE '\\'")
      """)
    if !prefix.isEmpty { statement.bind(.text(Self.escapedPattern(prefix) + "%"), at: 1) }
    var least = LeastValues(limit: limit)
    while try statement.step() { least.add(statement.pointer, 0) }
    return least.values
  }

  private func sampleText(_ rows: Int) throws -> String {
    // By bytes from the start: the connection may lack the column's own collation.
    let value = "\(column) COLLATE BINARY AS v"
    let whole = "SELECT \(value) FROM \(table) LIMIT \(rows)"
    guard let rowNumber else { return whole }
    let ends = try RawStatement(
      database, "SELECT (SELECT min(\(rowNumber)) FROM \(table)), (SELECT max(\(rowNumber)) FROM \(table))")
    guard try ends.step(), case .integer(let first) = ends.value(at: 0), case .integer(let last) = ends.value(at: 1)
    else { return whole }
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
    var result = String.UnicodeScalarView()
    for scalar in text.unicodeScalars {
      if scalar == "%" || scalar == "_" || scalar == "\\" { result.append("\\") }
      result.append(scalar)
    }
    return String(result)
  }
}
