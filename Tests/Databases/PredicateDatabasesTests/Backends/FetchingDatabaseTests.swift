import PredicateBinding
import PredicateDatabaseSuite
import PredicateDatabases
import PredicateFetching
import PredicateModel
import PredicateSyntax
import PredicateValues
import Testing

/// The fetch functions of an application have the same results on every database that applications use, also if memory runs a part of a fetch.
@Suite struct FetchingDatabaseTests {
  static let contracts = DatabaseContract.all.filter(\.hasFetches)

  /// PostgreSQL, and SQLite without functions, leave the condition to memory.
  private static func fetch() throws -> EntityFetch {
    EntityFetch(
      "Book", where: try QueryPredicate(text), columns: ["id", "title", "pages"], sortedBy: ["pages", "id"])
  }

  private static let text: QueryFormat = "title MATCHES '.*e.*'"

  private func open(_ contract: DatabaseContract) throws -> (database: any FetchingDatabase, reference: GraphFetch) {
    let opened = try Contract(contract)
    return (try #require(opened.database as? any FetchingDatabase), opened.reference)
  }

  private struct Book: Decodable, Equatable {
    let id: Int
    let title: String
    let pages: Int?
  }

  private struct Shelved: Decodable {
    let shelf: String
  }

  @Test(arguments: contracts) func rowsAreValuesOfATypeOfTheApplication(contract: DatabaseContract) throws {
    let (database, reference) = try open(contract)
    let books = try database.fetch(Self.fetch(), as: Book.self)
    #expect(books.count > 3 && Set(books.map { $0.pages == nil }).count == 2)
    #expect(try books == reference.rows(Self.fetch()).decoded(as: Book.self))
    #expect(throws: DecodingError.self) { try database.fetch(Self.fetch(), as: Shelved.self) }
  }

  /// Rows with one column are single values, or values of a type with one coding key.
  @Test(arguments: contracts) func oneColumn(contract: DatabaseContract) throws {
    struct Length: Decodable, Equatable { let pages: Int? }
    let (database, reference) = try open(contract)
    let fetch = EntityFetch("Book", columns: ["pages"], sortedBy: ["pages", "id"])
    let expected = try reference.rows(fetch).rows.map { $0[0].intValue }
    #expect(expected.contains(nil) && expected.count > 3)
    #expect(try database.fetch(fetch, as: Int?.self) == expected)
    #expect(try database.fetch(fetch, as: Length.self) == expected.map(Length.init))
    let titles = EntityFetch("Book", columns: ["title"])
    #expect(try database.fetch(titles, as: String.self).count == expected.count)
    #expect(throws: DecodingError.self) { try database.fetch(titles, as: Int.self) }
    #expect(throws: DecodingError.self) { try database.fetch(titles, as: Shelved.self) }
  }

  @Test(arguments: contracts) func everyFunctionGivesTheSameRows(contract: DatabaseContract) throws {
    let (database, reference) = try open(contract)
    let fetch = try Self.fetch()
    let expected = try reference.rows(fetch)
    let keys = expected.rows.map { if case .integer(let key) = $0[0] { "\(key)" } else { "\($0[0])" } }
    #expect(try database.fetch(fetch).rows.map(Contract.text) == expected.rows.map(Contract.text))
    #expect(try database.count(fetch) == keys.count)
    #expect(try database.keys(fetch).map { "\($0)" } == keys)
    let ids = try database.ids(entity: "Book", predicate: QueryPredicate(Self.text))
    #expect(try ids == database.keys(fetch).sorted())
    var found: [Int64] = []
    try database.forEachKey(fetch) { found.append($0) }
    #expect(found.map { "\($0)" } == keys)
    var rows: [String] = []
    let columns = try database.forEachRow(fetch) { row in
      // The body may run other statements on the database.
      let count = rows.isEmpty ? try database.count(fetch) : keys.count
      #expect(count == keys.count)
      rows.append(Contract.text(row))
    }
    #expect(columns == ["id", "title", "pages"] && rows == expected.rows.map(Contract.text))
    var sizes: [Int] = []
    try database.forEachBatch(of: 2, fetch) { sizes.append($0.rows.count) }
    #expect(sizes.reduce(0, +) == keys.count && sizes.dropLast().allSatisfy { $0 == 2 })
    #expect(try !database.statement(for: fetch).statement.text.isEmpty)
  }

  /// Untrusted text adds its condition and its order. A name that the policy hides is unknown.
  @Test(arguments: contracts) func untrustedTextAddsACondition(contract: DatabaseContract) throws {
    let (database, _) = try open(contract)
    var policy = QueryPolicy().allowing(.except("summary"), ofEntity: "Book")
    // The settings of the contract's server make each plan with a scan or a sort cost 10^10.
    policy.work = 100_000_000_000_000
    let (whole, text, order) = (EntityFetch("Book"), "title MATCHES '.*e.*'", "pages, id")
    let keys = try database.keys(Self.fetch())
    #expect(try database.keys(whole, text: text, order: order, policy: policy) == keys)
    let rows = try database.fetch(whole, text: text, order: order, policy: policy)
    #expect(rows.rows.count == keys.count && rows.columns.contains("pages") && !rows.columns.contains("summary"))
    #expect(try database.count(whole, text: text, policy: policy) == keys.count)
    let hidden = "summary != nil"
    let issue = try #require(throws: PredicateIssue.self) { try database.count(whole, text: hidden, policy: policy) }
    #expect(issue.has(.unknownKey), "\(issue)")
    var allowing = QueryPolicy().allowing(.all, ofEntity: "Book")
    allowing.work = policy.work
    #expect(try database.count(whole, text: hidden, policy: allowing) > 0)
  }

  /// In a cancelled task every function that runs a statement throws, also if it would find nothing.
  @Test(arguments: contracts) func aCancelledTaskGetsNoAnswer(contract: DatabaseContract) async throws {
    let (database, _) = try open(contract)
    let predicate = try QueryPredicate("id == -1")
    let (fetch, policy) = (EntityFetch("Book", where: predicate), QueryPolicy().allowing(.all, ofEntity: "Book"))
    let calls: [(name: String, run: @Sendable () throws -> Void)] = [
      ("ids", { _ = try database.ids(entity: "Book", predicate: predicate) }),
      ("keys", { _ = try database.keys(fetch) }),
      ("fetch", { _ = try database.fetch(fetch) }),
      ("decoded", { _ = try database.fetch(fetch, as: Book.self) }),
      ("count", { _ = try database.count(fetch) }),
      ("rows", { _ = try database.forEachRow(fetch) { _ in } }),
      ("each key", { try database.forEachKey(fetch) { _ in } }),
      ("batches", { try database.forEachBatch(of: 2, fetch) { _ in } }),
      ("explanation", { _ = try database.explanation(of: predicate, for: ObjectReference(entity: "Book", key: -1)) }),
      ("parts", { _ = try database.partCounts(of: predicate, entity: "Book") }),
      ("keys of text", { _ = try database.keys(fetch, text: "pages > 1", policy: policy) }),
      ("rows of text", { _ = try database.fetch(fetch, text: "pages > 1", policy: policy) }),
      ("count of text", { _ = try database.count(fetch, text: "pages > 1", policy: policy) }),
    ]
    for (name, run) in calls {
      try run()
      let task = Task {
        withUnsafeCurrentTask { $0?.cancel() }
        try run()
      }
      await #expect(throws: CancellationError.self, "\(name)") { try await task.value }
    }
  }

  @Test(arguments: contracts) func partsAreExplainedAndCounted(contract: DatabaseContract) throws {
    let (database, _) = try open(contract)
    let predicate = try QueryPredicate("title MATCHES '.*e.*' AND pages != nil")
    let key = try #require(database.keys(EntityFetch("Book", where: predicate)).first)
    let why = try database.explanation(of: predicate, for: ObjectReference(entity: "Book", key: key))
    #expect(why?.holds == true && why?.parts.count == 2)
    #expect(try database.explanation(of: predicate, for: ObjectReference(entity: "Book", key: -1)) == nil)
    let missing = try database.explanation(of: "pages == \(-1)", for: ObjectReference(entity: "Book", key: key))
    #expect(missing?.holds == false)
    #expect(try database.partCounts(of: predicate, entity: "Book").parts.count == 2)
  }

  /// An error of the body ends the iteration, and the database can run further statements.
  @Test(arguments: contracts) func theBodyEndsTheRows(contract: DatabaseContract) throws {
    struct Enough: Error {}
    let (database, _) = try open(contract)
    var seen = 0
    func see() throws {
      seen += 1
      throw Enough()
    }
    #expect(throws: Enough.self) { try database.forEachRow(Self.fetch()) { _ in try see() } }
    #expect(throws: Enough.self) { try database.forEachKey(Self.fetch()) { _ in try see() } }
    #expect(throws: Enough.self) { try database.forEachBatch(of: 1, Self.fetch()) { _ in try see() } }
    #expect(seen == 3)
    #expect(try database.count(Self.fetch()) > 3)
  }
}
