import PredicateSQLite

/// A fetch, the SQL that a person types for it, and how many times as long the fetch may take.
struct Question {
  let name: String
  let fetch: EntityFetch
  let isCount: Bool
  let sql: String
  /// Nil where the limit is 5 ms.
  let limit: Double?

  private init(_ name: String, _ fetch: EntityFetch, isCount: Bool = false, _ sql: String, limit: Double?) {
    self.name = name
    self.fetch = fetch
    self.isCount = isCount
    self.sql = sql
    self.limit = limit
  }

  static func count(
    _ condition: String, of entity: String = "Sale", _ sql: String, in table: String = "sale", limit: Double = 1.3
  ) throws -> Question {
    Question(
      "count \(condition)", EntityFetch(entity, where: try QueryPredicate(format: QueryFormat(raw: condition))),
      isCount: true,
      "SELECT COUNT(*) FROM \(table) WHERE \(sql)", limit: limit)
  }

  private static func groups(_ key: String, _ value: String, _ sql: String, limit: Double) throws -> Question {
    let columns = try [key, value].map { FetchedColumn(try QueryExpression(format: QueryFormat(raw: $0))) }
    return Question(
      "group by \(key) show \(value)", EntityFetch("Sale", columns: columns, groupBy: [columns[0]]), sql, limit: limit)
  }

  /// All questions, about each column with and without its index.
  static func all() throws -> [Question] {
    var all: [Question] = []
    for column in SaleFile.columns {
      for (name, isIndexed) in [(column.name, false), (column.name + "X", true)] {
        all += try first(name, isIndexed)
        all += try conditions(name, column)
      }
    }
    all += try VisitTable.questions()
    for number in ["price", "whole", "weight", "loose"] {
      let sql = number == "loose" ? "CASE WHEN typeof(loose) = 'real' THEN loose END" : number
      all.append(
        try groups(
          "shop", "sum(\(number))", "SELECT shop, SUM(\(sql)) FROM sale GROUP BY shop ORDER BY shop", limit: 1.6))
      all.append(
        try groups(
          "shop", "average(\(number))", "SELECT shop, AVG(\(sql)) FROM sale GROUP BY shop ORDER BY shop", limit: 1.6))
    }
    all += [
      try groups("shop", "count()", "SELECT shop, COUNT(*) FROM sale GROUP BY shop ORDER BY shop", limit: 1.3),
      try groups("paid", "count()", "SELECT paid, COUNT(*) FROM sale GROUP BY paid ORDER BY paid", limit: 1.3),
      try groups(
        "customer.city", "sum(price)",
        "SELECT c.city, SUM(price) FROM sale s JOIN customer c ON c.id = s.customer_id GROUP BY c.city ORDER BY c.city",
        limit: 1.6),
      try groups(
        "customer.city", "count()",
        "SELECT c.city, COUNT(*) FROM sale s JOIN customer c ON c.id = s.customer_id GROUP BY c.city ORDER BY c.city",
        limit: 1.6),
      try groups(
        "shop", "count(distinct whole)",
        "SELECT shop, COUNT(DISTINCT whole) FROM sale GROUP BY shop ORDER BY shop", limit: 2),
    ]
    let distinct = FetchedColumn(try QueryExpression(format: "count(distinct whole)"))
    all.append(
      Question(
        "count(distinct whole)", EntityFetch("Sale", columns: [distinct]), "SELECT COUNT(DISTINCT whole) FROM sale",
        limit: 2))
    let price = QuerySortKey(try QueryExpression(format: "price"), isAscending: false)
    all.append(
      Question(
        "first 2 of each shop by price",
        EntityFetch(
          "Sale", sortedBy: [price], firstOfEach: FirstOfEach(2, of: [try QueryExpression(format: "shop")])),
        """
        SELECT * FROM (SELECT *, ROW_NUMBER() OVER (PARTITION BY shop ORDER BY price DESC) AS place FROM sale)
        WHERE place <= 2 ORDER BY price DESC
        """, limit: 1.3))
    all.append(
      Question(
        "limit 5 offset 900000", EntityFetch("Sale", limit: 5, offset: 900_000),
        "SELECT * FROM sale ORDER BY id LIMIT 5 OFFSET 900000", limit: 1.5))
    all.append(
      Question(
        "sort by price limit 5 offset 900000", EntityFetch("Sale", sortedBy: [price], limit: 5, offset: 900_000),
        "SELECT * FROM sale ORDER BY price DESC LIMIT 5 OFFSET 900000", limit: 1.5))
    return all
  }

  private static func first(_ name: String, _ isIndexed: Bool) throws -> [Question] {
    try [true, false].map { isAscending in
      let key = QuerySortKey(try QueryExpression(format: QueryFormat(raw: name)), isAscending: isAscending)
      let words = isAscending ? "" : " DESC"
      return Question(
        "sort by \(name)\(words) limit 5", EntityFetch("Sale", sortedBy: [key], limit: 5),
        "SELECT * FROM sale ORDER BY \(name)\(words), id LIMIT 5", limit: isIndexed ? nil : 1.5)
    }
  }

  private static func conditions(_ name: String, _ column: SaleFile.Column) throws -> [Question] {
    switch column.type {
    case "BOOLEAN": return [try count("\(name) == YES", "\(name)"), try count("\(name) != YES", "\(name) IS NOT 1")]
    case "VARCHAR(40)":
      return [
        try count("\(name) CONTAINS 'frog'", "instr(\(name), 'frog')"),
        try count("\(name) == '000123-frogs'", "\(name) = '000123-frogs'"),
        try count("\(name) IN {'000123-frogs', '000124-rogsa'}", "\(name) IN ('000123-frogs', '000124-rogsa')"),
        try count("\(name) BEGINSWITH '01'", "\(name) GLOB '01*'"),
        try count("\(name) < '1'", "\(name) < '1'"), try count("\(name) > '1'", "\(name) > '1'"),
      ]
    case "DATETIME":
      return [
        try count("\(name) > '2020-01-01'", "\(name) > 1577836800", limit: 1.6),
        try count(
          "\(name) BETWEEN {'2020-01-01', '2020-04-01'}", "\(name) BETWEEN 1577836800 AND 1585699200", limit: 1.6),
      ]
    case "TIMESTAMP":
      return [
        try count("\(name) > '2020-01-01'", "\(name) > 1577836800000", limit: 1.6),
        try count(
          "\(name) >= '2020-01-01' AND \(name) < '2020-04-01'", "\(name) >= 1577836800000 AND \(name) < 1585699200000",
          limit: 1.6),
      ]
    case "DATE":
      return [
        try count("\(name) > '2020-01-01'", "\(name) > '2020-01-01'", limit: 1.6),
        try count(
          "\(name) >= '2020-01-01' AND \(name) < '2020-04-01'", "\(name) >= '2020-01-01' AND \(name) < '2020-04-01'",
          limit: 1.6),
      ]
    default:
      let guarded = column.name == "loose" ? "\(name) < '' AND " : ""
      return [
        try count("\(name) < 500", "\(guarded)\(name) < 500"), try count("\(name) > 500", "\(guarded)\(name) > 500"),
        try count("\(name) == 250", "\(name) = 250"), try count("\(name) != 250", "\(name) IS NOT 250"),
        try count("\(name) BETWEEN {100, 200}", "\(name) BETWEEN 100 AND 200"),
        try count("\(name) IN {1, 2, 3, 250}", "\(name) IN (1, 2, 3, 250)"),
      ]
    }
  }
}
