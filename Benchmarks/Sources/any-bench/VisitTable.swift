import PredicateSQLite

/// A table of dates: each way to store a date has two columns, one of them with an index. One in twenty values is NULL.
enum VisitTable {
  /// A column with its declared type, the SQL that makes a value from `s`, seconds since 1970, and the SQL of a date for a person who knows how
  /// the column stores it.
  struct Column {
    let name: String
    let type: String
    let value: String
    /// From seconds since 1970, which begin a day.
    let constant: @Sendable (Int) -> String
    /// Whether some values are of another class, so that a person excludes them.
    var isLoose = false
  }

  /// From seconds since 1970 to those since 1601, and to days of the Julian calendar.
  private static let (to1601, julian) = (11_644_473_600, 2_440_587.5)
  private static let to2001 = 978_307_200

  private static func days(_ form: String) -> @Sendable (Int) -> String {
    { "strftime('\(form)', \($0), 'unixepoch')" }
  }

  static let columns = [
    Column(name: "fraction", type: "DATETIME", value: "s + i % 8 / 8.0", constant: { "\($0)" }),
    Column(name: "micro", type: "TIMESTAMP", value: "s * 1000000 + i % 1000", constant: { "\($0)000000" }),
    Column(name: "chrome", type: "TIMESTAMP", value: "(s + \(to1601)) * 1000000", constant: { "\($0 + to1601)000000" }),
    Column(name: "windows", type: "DATETIME", value: "(s + \(to1601)) * 1000", constant: { "\($0 + to1601)000" }),
    Column(name: "apple", type: "TIMESTAMP", value: "s - \(to2001) + 0.5", constant: { "\($0 - to2001)" }),
    Column(
      name: "nano", type: "DATETIME", value: "(s - \(to2001)) * 1000000000", constant: { "\($0 - to2001)000000000" }),
    Column(
      name: "julian", type: "DATETIME", value: "\(julian) + s / 86400.0",
      constant: { "\(julian + Double($0) / 86_400)" }),
    Column(
      name: "iso", type: "DATETIME", value: "strftime('%Y-%m-%dT%H:%M:%SZ', s, 'unixepoch')",
      constant: days("%Y-%m-%dT%H:%M:%SZ")),
    Column(name: "day", type: "DATE", value: "date(s, 'unixepoch')", constant: days("%Y-%m-%d")),
    Column(
      name: "loosely", type: "DATETIME", value: "CASE WHEN i % 9999 = 0 THEN 'unknown' ELSE s END",
      constant: { "\($0)" }, isLoose: true),
  ]

  /// The statements that make the table, from the SQL of seconds since 1970 of row `i`.
  static func definition(rows: Int, seconds: String) -> String {
    let definitions = columns.flatMap { ["\($0.name) \($0.type)", "\($0.name)X \($0.type)"] }
    let values = columns.flatMap { column in
      let value = "CASE WHEN i % 20 = 7 THEN NULL ELSE \(column.value) END"
      return [value, value]
    }
    let indexes = columns.map { "CREATE INDEX visit_\($0.name) ON visit (\($0.name)X);" }
    return """
      CREATE TABLE visit (id INTEGER PRIMARY KEY, \(definitions.joined(separator: ", ")));
      WITH RECURSIVE n(i) AS (SELECT 1 UNION ALL SELECT i + 1 FROM n WHERE i < \(rows))
        INSERT INTO visit SELECT i, \(values.joined(separator: ", ")) FROM (SELECT i, \(seconds) AS s FROM n);
      \(indexes.joined(separator: "\n"))
      """
  }

  static func questions() throws -> [Question] {
    try columns.flatMap { column in try [column.name, column.name + "X"].flatMap { try questions($0, column) } }
  }

  private static func questions(_ name: String, _ column: Column) throws -> [Question] {
    // 2020-01-01, 2020-04-01
    let (first, second) = (column.constant(1_577_836_800), column.constant(1_585_699_200))
    let guarded = column.isLoose ? " AND \(name) < ''" : ""
    let words: [(String, String)] = [
      ("\(name) > '2020-01-01'", "\(name) > \(first)\(guarded)"),
      ("\(name) <= '2020-01-01'", "\(name) <= \(first)"),
      ("\(name) == '2020-01-01'", "\(name) = \(first)"),
      ("\(name) != '2020-01-01'", "\(name) IS NOT \(first)"),
      ("\(name) IN {'2020-01-01', '2020-04-01'}", "\(name) IN (\(first), \(second))"),
      ("\(name) BETWEEN {'2020-01-01', '2020-04-01'}", "\(name) BETWEEN \(first) AND \(second)"),
      ("\(name) >= '2020-01-01' AND \(name) < '2020-04-01'", "\(name) >= \(first) AND \(name) < \(second)"),
    ]
    return try words.map { try .count($0, of: "Visit", $1, in: "visit", limit: 1.6) }
  }
}
