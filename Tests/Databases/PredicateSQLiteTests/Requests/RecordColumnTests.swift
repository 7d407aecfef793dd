import Foundation
import GRDB
import PredicateBinding
import PredicateFetching
import PredicateModel
import PredicateSQLite
import PredicateValues
import Testing

/// Columns that GRDB's records write: dates with milliseconds, and UUIDs and decimal numbers as texts. Predicates find the rows by these values.
@Suite struct RecordColumnTests {
  struct Visit: Codable, FetchableRecord, PersistableRecord {
    static let databaseTableName = "visit"
    static func databaseUUIDEncodingStrategy(for column: String) -> DatabaseUUIDEncodingStrategy { .uppercaseString }
    var id: Int64
    var at: Date
    var code: UUID
    var price: Decimal
  }

  private static func queue() throws -> DatabaseQueue {
    let queue = try DatabaseQueue()
    try queue.write {
      try $0.execute(
        sql: "CREATE TABLE visit(id INTEGER PRIMARY KEY, at DATETIME, code TEXT NOT NULL, price TEXT NOT NULL)")
    }
    return queue
  }

  /// Dates with milliseconds. Their doubles differ in the last bits from the doubles that reading their texts gives.
  private static let dates = (0..<100).map {
    Date(timeIntervalSince1970: 1_600_000_000 + Double($0 * 986_543_217 % 100_000_000_000) / 1000)
  }

  /// A date that a record stored is found by the same date, in SQL and in memory, whether the table had rows when it was opened or not.
  @Test(arguments: [true, false])
  func datesWithMilliseconds(isOpenedFirst: Bool) throws {
    let queue = try Self.queue()
    var database = try PredicateDatabase(queue)
    try queue.write { db in
      for (id, date) in Self.dates.enumerated() {
        try Visit(id: Int64(id), at: date, code: UUID(), price: 1).insert(db)
      }
    }
    if !isOpenedFirst { database = try PredicateDatabase(queue) }
    let graph = try GraphFetch(ObjectGraph(database))
    for (id, date) in Self.dates.enumerated() {
      let later = date.addingTimeInterval(0.001)
      for (format, isFound) in [
        ("at == $at", true), ("at <= $at", true), ("at >= $at", true), ("at IN {$at}", true), ("at != $at", false),
        ("at < $at", false), ("at > $at", false), ("at BETWEEN {$at, $at}", true), ("at == $later", false),
        ("at < $later", true),
      ] {
        let fetch = try EntityFetch("Visit", where: QueryPredicate(QueryFormat(raw: "id == \(id) AND \(format)")))
        let variables: QueryVariables = format.contains("later") ? ["later": later] : ["at": date]
        #expect(try database.count(fetch, variables: variables) == (isFound ? 1 : 0), "\(format) \(date)")
        #expect(try graph.count(fetch, variables: variables) == (isFound ? 1 : 0), "\(format) \(date)")
      }
      let own = try queue.read { try Visit.fetchOne($0, key: id) }
      let back = try #require(own?.at)
      #expect(try queue.read { try Visit.filter(matching: "at == \(back)", in: database).fetchCount($0) } == 1)
    }
  }

  /// Dates that differ by less than a millisecond stay different if their texts have a finer fraction.
  @Test func finerFractions() throws {
    let queue = try Self.queue()
    try queue.write { db in
      for (id, fraction) in [".1234568", ".123457", ""].enumerated() {
        try db.execute(
          sql: "INSERT INTO visit VALUES (?, ?, '', '')", arguments: [id, "2024-01-01 00:00:00\(fraction)"])
      }
    }
    let database = try PredicateDatabase(queue)
    let date = try #require(ISODate.parse("2024-01-01T00:00:00.1234568"))
    let found = try database.keys(EntityFetch("Visit", where: "at == \(QueryArgument.literal(.date(date)))"))
    #expect(found == [0])
  }

  @Test func hintsForTexts() throws {
    let queue = try Self.queue()
    let database = try PredicateDatabase(queue)
    let code = UUID()
    try queue.write { try Visit(id: 1, at: Self.dates[0], code: code, price: 1.5).insert($0) }
    for (format, hint) in [
      ("code == \(code)", "to read the texts of the column as values of this type, call retyped(…, to: .uuid)"),
      (
        "price > \(Decimal(1))", "to read the texts of the column as values of this type, call retyped(…, to: .decimal)"
      ),
    ] as [(QueryFormat, String)] {
      let issue = try #require(throws: PredicateIssue.self) {
        try Visit.filter(matching: format, in: database)
      }
      #expect(issue.hint?.hasPrefix(hint) == true, "\(issue)")
    }
    let retyped = try database.retyped("code", of: "Visit", to: .uuid).retyped("price", of: "Visit", to: .decimal)
    let request = try Visit.filter(matching: "code == \(code) AND price > \(Decimal(1))", in: retyped)
    #expect(try queue.read { try request.fetchCount($0) } == 1)
  }

  private struct Price: Decodable, Equatable {
    var id: Int
    var at: Date
    var code: UUID
    var price: Decimal?
  }

  @Test func rowsOfAType() throws {
    let queue = try Self.queue()
    let code = UUID()
    let date = Date(timeIntervalSinceReferenceDate: 5)
    try queue.write { try Visit(id: 1, at: date, code: code, price: 1.5).insert($0) }
    let database = try PredicateDatabase(queue).retyped("price", of: "Visit", to: .decimal)
    let expected = [Price(id: 1, at: date, code: code, price: 1.5)]
    #expect(try database.fetch(EntityFetch("Visit"), as: Price.self) == expected)
    let some = EntityFetch("Visit", columns: ["id", "at", "code"])
    #expect(try database.fetch(some, as: Price.self).map(\.price) == [nil])
    #expect(throws: DecodingError.self) {
      try database.fetch(EntityFetch("Visit", columns: ["id"]), as: Price.self)
    }
    let statement = try database.statement(for: EntityFetch("Visit", where: "id > \(3)", columns: ["id"])).statement
    #expect("\(statement)".hasSuffix("> 3") || "\(statement)".contains("> 3 "), "\(statement)")
  }
}
