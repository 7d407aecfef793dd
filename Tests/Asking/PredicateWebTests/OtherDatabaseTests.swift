import PredicateDatabases
import PredicateDocuments
import PredicateFetching
import PredicateModel
import PredicateSQL
import PredicateSQLite
import PredicateTestSupport
import PredicateValues
import Testing

@testable import PredicateWeb

/// The page over a database whose kind differs from SQLite.
@Suite("The page of another kind of database")
struct OtherDatabaseTests {
  /// The rows of a SQLite database, under a kind whose LIKE distinguishes capital letters.
  private struct ExactDatabase: QueryDatabase {
    let base: PredicateDatabase
    let kind = DatabaseKind(
      name: "exact", noun: "a database with an exact LIKE", isServer: false, addresses: DatabaseAddresses(),
      foldsLike: false, countedRows: .received, changeRefusal: nil
    ) { throw DatabaseIssue(.notADatabase, $0.address) }

    var name: String { base.name }
    var model: DataModel { base.model }

    func prepare(_ fetch: BoundFetch, as form: SQLFetchForm) throws -> PreparedFetch {
      try base.prepare(fetch, as: form)
    }

    func run(_ fetch: PreparedFetch, _ body: ([QueryValue]) throws -> Bool) throws { try base.run(fetch, body) }
    func inTimeZone(_ zone: QueryTimeZone) -> ExactDatabase { ExactDatabase(base: base.inTimeZone(zone)) }
    func areAlike(_ foreign: KeyColumns, _ key: KeyColumns) -> Bool { base.areAlike(foreign, key) }
    func version() throws -> DatabaseVersion { try base.version() }
    func reloadedIfChanged() throws -> ExactDatabase? { nil }
    func interrupt() { base.interrupt() }
  }

  private func hint(_ session: WebSession, _ text: String) async throws -> String? {
    try await session.ask("check", text)["issues"]?.elements.first?["fixes"]?.elements.first?.text
  }

  /// SQL with LIKE becomes a predicate with the meaning that LIKE has in the database.
  @Test func likeHasTheMeaningOfTheDatabase() async throws {
    let sqlite = try TestedDatabase.demo()
    let text = "SELECT * FROM Movie WHERE title LIKE 'A%'"
    let folding = try await hint(WebSession(sqlite), text)
    let exact = try await hint(WebSession(ExactDatabase(base: sqlite)), text)
    #expect(folding == "Movie where title LIKE[c] 'A*'")
    #expect(exact == "Movie where title LIKE 'A*'")
  }
}
