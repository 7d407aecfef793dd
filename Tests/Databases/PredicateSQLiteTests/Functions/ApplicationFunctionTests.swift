import Foundation
import GRDB
import PredicateBinding
import PredicateDemo
import PredicateModel
import PredicateSQLite
import PredicateValues
import Testing

/// Functions and limits of an application apply also on connections that were opened with other functions, or with none.
@Suite struct ApplicationFunctionTests {
  struct Movie: Codable, FetchableRecord, TableRecord {
    static let databaseTableName = "Movie"
    var id: Int64
  }

  private let queue: DatabaseQueue
  private let database: PredicateDatabase

  init() throws {
    queue = try DatabaseQueue()
    try PredicateDatabase.demo().reader.backup(to: queue)
    database = try PredicateDatabase(queue)
  }

  private static func options(timesOf factor: Int64) -> BindingOptions {
    let times = FunctionDefinition("times", [.number], result: .integer, documentation: "so many times a number") {
      (arguments, _) throws(PredicateIssue) in
      try ValueArithmetic.apply(.multiply, arguments[0], .integer(factor))
    }
    return BindingOptions(functions: .standard.adding(times))
  }

  private func ids(_ options: BindingOptions) throws -> [Int64] {
    try database.ids(entity: "Movie", predicate: QueryPredicate(format: "times(year) > 4000"), options: options)
  }

  @Test func areThoseOfTheQuestion() throws {
    let late = try database.ids(entity: "Movie", predicate: QueryPredicate(format: "year > 2000"))
    #expect(!late.isEmpty)
    let all = try database.ids(entity: "Movie", predicate: nil)
    // A function registered again under the same name replaces the former one at once, also if it is the first one again.
    for _ in 0..<2 {
      #expect(try ids(Self.options(timesOf: 2)) == late)
      #expect(try ids(Self.options(timesOf: 3)) == all)
      #expect(try ids(Self.options(timesOf: 1)).isEmpty)
    }
    #expect(try database.ids(entity: "Movie", predicate: QueryPredicate(format: "year > 2000")) == late)
  }

  @Test func areThereInEveryForm() throws {
    let options = Self.options(timesOf: 2)
    let predicate = try QueryPredicate(format: "times(year) > 4000")
    let fetch = EntityFetch("Movie", where: predicate)
    let expected = try ids(options)
    #expect(try database.count(fetch, options: options) == expected.count)
    #expect(try database.fetch(fetch, options: options).rows.count == expected.count)
    #expect(try database.records(Movie.self, fetch, options: options).map(\.id) == expected)
    let request = try Movie.filter(matching: predicate, in: database, options: options).orderByPrimaryKey()
    #expect(try queue.read { try request.fetchAll($0) }.map(\.id) == expected)
    var seen = 0
    try database.forEachKey(fetch, options: options) { _ in seen += 1 }
    #expect(seen == expected.count)
  }

  @Test func aConnectionKeepsThoseItWasOpenedWith() throws {
    let options = Self.options(timesOf: 2)
    var configuration = Configuration()
    SQLiteFunctions.prepare(&configuration, functions: options.functions)
    let prepared = try DatabaseQueue(configuration: configuration)
    try queue.backup(to: prepared)
    let database = try PredicateDatabase(prepared)
    #expect(try database.ids(entity: "Movie", predicate: QueryPredicate(format: "length(title) > 20")).count > 3)
    let request = try database.request(
      for: EntityFetch("Movie", where: QueryPredicate(format: "times(year) > 4000")), options: options)
    #expect(try prepared.read { try request.fetchCount($0) } == ids(options).count)
  }

  @Test func aConnectionWithoutThemSaysSo() throws {
    let options = Self.options(timesOf: 2)
    let request = try database.request(
      for: EntityFetch("Movie", where: QueryPredicate(format: "times(year) > 4000")), options: options)
    let error = try #require(throws: DatabaseError.self) { try queue.read { try request.fetchAll($0) } }
    let issue = try #require(PredicateIssue(functionError: error))
    #expect(issue.code == "function-not-registered" && issue.message.contains("“times”"))
  }

  @Test func limitsAreThoseOfTheQuestion() throws {
    let predicate = try QueryPredicate(format: "title MATCHES '(.+)+(?=x)y'")
    var limits = PredicateLimits.standard
    limits.regularExpressionSteps = 1
    let issue = #expect(throws: PredicateIssue.self) {
      try database.ids(entity: "Movie", predicate: predicate, options: BindingOptions(limits: limits))
    }
    #expect(issue?.code == "regular-expression-steps")
  }

  /// The closure that receives the rows of a fetch may itself run statements.
  @Test func theBodyOfAFetchMayAsk() throws {
    let fetch = EntityFetch("Movie", where: try QueryPredicate(format: "year > 2015"))
    var seen = 0
    try database.forEachKey(fetch) { key in
      seen += 1
      _ = try database.version()
      #expect(try database.distinctValues(of: "genre", in: "Movie").count > 5)
      #expect(try database.records(Movie.self, fetch).contains { $0.id == key })
    }
    #expect(seen > 3)
  }
}
