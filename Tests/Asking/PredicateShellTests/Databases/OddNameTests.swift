import Foundation
import GRDB
import PredicateDatabases
import PredicateValues
import PredicateDemo
import PredicateFetching
import PredicateModel
import PredicateSQL
import PredicateSQLite
import Testing

@testable import PredicateShell

/// The shell works with entity names that are keywords or not words, infinite numbers, and indexes with unknown collations.
@Suite("Odd names and values")
struct OddNameTests {
  private let output = TextOutput()
  private let errors = TextOutput()

  private func run(_ statement: String, _ session: ShellSession) -> (lines: [String], outcome: StatementOutcome) {
    let outcome = session.run(statement)
    return ((output.take() + errors.take()).split(separator: "\n").map(String.init), outcome)
  }

  private func session(_ database: any QueryDatabase) -> ShellSession {
    let session = ShellSession(database: database, output: output, errors: errors)
    session.mode = .csv
    return session
  }

  /// A statement that fails because of its entity's name, and the statement with the correct spelling.
  @Test(arguments: [
    ("Count where n > 1", #""Count" where n > 1"#), ("Where", #""Where""#),
    ("Where where y == 2", #""Where" where y == 2"#),
    ("Group", #""Group""#), ("Group group by y", #""Group" group by y"#),
    ("Limit where id == 1", #""Limit" where id == 1"#),
    ("count Where", #"count "Where""#), ("Limit show sort", #""Limit" show sort"#),
    (".explain Count where n > $n", #".explain "Count" where n > $n"#),
    (".count Count where n > 1", #".count "Count" where n > 1"#),
    (".why 1 Where where y > 1", #".why 1 "Where" where y > 1"#), ("where limit 1", #""Where" limit 1"#),
  ])
  func entitiesThatNeedQuotes(statement: String, quoted: String) throws {
    let session = session(try OddlyNamedDatabase.open())
    _ = run(".let $n = 1", session)
    let failure = run(statement, session)
    #expect(failure.outcome == .refused)
    #expect(failure.lines.last == "hint: the name of this entity is a reserved word, so write it in quotes: \(quoted)")
    #expect(run(quoted, session).outcome == .done)
  }

  /// A name with `#`, and SELF, may follow the words before which parentheses can be left out.
  @Test func markedNamesFollowWords() throws {
    let session = session(try OddlyNamedDatabase.open())
    #expect(
      run("\"Count\" show count(distinct SELF.\"where\") as n, count(distinct #where) as m", session).outcome == .done)
    #expect(run("\"Count\" show previous #where as p, next SELF.\"where\" as q sort by id", session).outcome == .done)
  }

  /// The keyword `count`, which is also an entity's name, gets a note.
  @Test func countIsAWord() throws {
    let session = session(try OddlyNamedDatabase.open())
    let note =
      "note: Count: “count” is read as the word that counts objects, not as a property; for the entity, write \"Count\""
    _ = run(".use Plain", session)
    #expect(run("Count", session).lines == ["1", note])
    #expect(run("Count Where", session).outcome == .refused)
    #expect(run("count", session).lines == ["1"])
    #expect(run("count \"Count\"", session).lines == ["4"])
    #expect(self.session(try PredicateDatabase.demo()).run("Count Movie") == .done)
    #expect(errors.take().isEmpty)
  }

  /// A statement that fails for another reason than its entity's name gets no hint to write the name in quotes.
  @Test(arguments: ["Plain where m > 1", "y >", "count Count where m > 1", #""Where" where m == 2"#, "yy == 1"])
  func otherFailures(statement: String) throws {
    let failure = run(statement, session(try OddlyNamedDatabase.open()))
    #expect(failure.outcome == .refused)
    #expect(failure.lines.allSatisfy { !$0.contains("in quotes") })
  }

  @Test func commandsTakeEntitiesInQuotes() throws {
    let demo = session(try PredicateDatabase.demo())
    #expect(run(".schema \"Movie\"", demo).lines == run(".schema Movie", demo).lines)
    #expect(run(".help 'Movie'", demo).lines == run(".help Movie", demo).lines)
    #expect(run(".use \"Friend\"", demo).outcome == .done)
    #expect(demo.currentEntity == "Friend")
    #expect(run(".use 'Movie';", demo).outcome == .done && demo.currentEntity == "Movie")
    #expect(run(".use \"Nope\"", demo).lines.first == "error[unknown-entity]: there is no entity “Nope”")
    #expect(run(".schema \"Movie", demo).outcome == .refused)
    let odd = session(try OddlyNamedDatabase.open())
    #expect(run(".use \"Where\"", odd).outcome == .done && odd.currentEntity == "Where")
    #expect(run(".schema \"Count\"", odd).lines.first == "Count")
    #expect(run(".help \"Limit\"", odd).lines.first == "Limit")
  }

  // MARK: Infinite numbers

  /// An infinite number is not nil, and its JSON can be read again.
  @Test func infiniteNumbers() throws {
    let session = session(try OddlyNamedDatabase.open())
    session.mode = .ndjson
    #expect(
      run(#""Count" where id < 4 show n"#, session).lines == [
        #"{"n":{"$double":"inf"}}"#, #"{"n":{"$double":"-inf"}}"#, #"{"n":null}"#,
      ])
    session.mode = .csv
    #expect(run(#""Count" show id, n"#, session).lines == ["id,n", "1,inf", "2,-inf", "3,", "4,2.0"])
  }

  // MARK: Tables that cannot be read

  /// A table whose index has a collation that the process does not define.
  private func collated() throws -> (PredicateDatabase, URL) {
    let url = FileManager.default.temporaryDirectory.appendingPathComponent("\(UUID().uuidString).sqlite")
    var configuration = Configuration()
    configuration.prepareDatabase { database in
      database.add(
        collation: DatabaseCollation("odd") {
          $0.unicodeScalars.lexicographicallyPrecedes($1.unicodeScalars) ? .orderedAscending : .orderedDescending
        })
    }
    try DatabaseQueue(path: url.path, configuration: configuration).write { database in
      try database.execute(
        sql: """
          CREATE TABLE good (id INTEGER PRIMARY KEY, n INTEGER);
          INSERT INTO good VALUES (1, 2), (2, 3);
          CREATE TABLE bad (name TEXT COLLATE odd PRIMARY KEY, n INTEGER) WITHOUT ROWID;
          CREATE TABLE worse (id INTEGER PRIMARY KEY, name TEXT COLLATE odd, wide TEXT);
          INSERT INTO worse VALUES (1, 'a', 'b');
          CREATE INDEX by_name ON worse (name);
          """)
    }
    return (try PredicateDatabase.open(path: url.path), url)
  }

  @Test func tablesThatCannotBeCounted() throws {
    let (database, url) = try collated()
    defer { try? FileManager.default.removeItem(at: url) }
    let session = session(database)
    let (lines, outcome) = run(".tables", session)
    #expect(outcome == .done)
    // Worse is counted without its index. The order of Bad's rows is unknown, so it is not an entity.
    #expect(
      lines == [
        "entity,objects", "Good,2", "Worse,1",
        "note: table bad is left out: its key is sorted by the collation “odd”, which only the application that created the file has",
      ])
    let failing = FailingDatabase(base: database, failing: "Good")
    let (others, _) = run(".tables", self.session(failing))
    #expect(others == ["entity,objects,problem", "Good,,“good” cannot be read", "Worse,1,"])
    // Ctrl-C ends the whole command, and does not count as one table's problem.
    let cancelled = FailingDatabase(base: database, failing: "Good", error: CancellationError())
    #expect(run(".tables", self.session(cancelled)).outcome == .failed)
  }

  /// Every command on such tables writes something and does not end the shell.
  @Test(arguments: ["Bad", "Worse", "Good"])
  func commandsAboutThem(entity: String) throws {
    let (database, url) = try collated()
    defer { try? FileManager.default.removeItem(at: url) }
    let session = session(database)
    for statement in [
      entity, "count \(entity)", "\(entity) where n == 1", "\(entity) group by name", "\(entity) show distinct name",
      ".explain \(entity) where name == 'x'", ".empty \(entity) where name == 'x' AND n == 1",
      ".why 1 \(entity) where name == 'x'",
      ".why 1 \(entity) where n == 7", ".verify \(entity)", ".verify \(entity) group by name", ".schema \(entity)",
      "\(entity) sort by name",
    ] {
      let (lines, outcome) = run(statement, session)
      #expect(outcome == .done || !lines.isEmpty, "\(statement)")
    }
    #expect(run("count Good", session).lines == ["2"])
  }
}

/// A database with one entity that cannot be counted.
private struct FailingDatabase: QueryDatabase {
  let base: PredicateDatabase
  let failing: String
  var error: any Error = DatabaseIssue(.failed, "“good” cannot be read")

  var model: DataModel { base.model }
  var name: String { base.name }
  var kind: DatabaseKind { base.kind }

  func prepare(_ fetch: BoundFetch, as form: SQLFetchForm) throws -> PreparedFetch {
    try base.prepare(fetch, as: form)
  }

  func run(_ fetch: PreparedFetch, _ body: ([QueryValue]) throws -> Bool) throws {
    if fetch.form == .count, fetch.fetch.entity.name.hasSameScalars(as: failing) { throw error }
    try base.run(fetch, body)
  }

  func inTimeZone(_ zone: QueryTimeZone) -> FailingDatabase {
    FailingDatabase(base: base.inTimeZone(zone), failing: failing, error: error)
  }
  func version() throws -> DatabaseVersion { try base.version() }
  func reloadedIfChanged() throws -> FailingDatabase? { nil }
  func interrupt() { base.interrupt() }
  func areAlike(_ foreign: KeyColumns, _ key: KeyColumns) -> Bool { base.areAlike(foreign, key) }
}
