import Foundation
import GRDB
import PredicateSQLite
import Testing

@testable import PredicateShell

/// Another process changes the tables while a shell is open. The next statement uses the new tables, and a note mentions the change once.
@Suite("Tables that change under an open shell")
struct ChangedSchemaTests {
  private let output = TextOutput()
  private let errors = TextOutput()

  private func run(_ statement: String, _ session: ShellSession) -> (lines: [String], outcome: StatementOutcome) {
    let outcome = session.run(statement)
    return ((output.take() + errors.take()).split(separator: "\n").map(String.init), outcome)
  }

  private func change(_ url: URL, _ sql: String) throws {
    try DatabaseQueue(path: url.path).write { try $0.execute(sql: sql) }
  }

  private func opened() throws -> (ShellSession, URL) {
    let url = FileManager.default.temporaryDirectory.appendingPathComponent("\(UUID().uuidString) films.sqlite")
    try change(
      url,
      """
      CREATE TABLE film (id INTEGER PRIMARY KEY, title TEXT, year INTEGER);
      INSERT INTO film VALUES (1, 'Alien', 1979);
      CREATE TABLE other (id INTEGER PRIMARY KEY, n INTEGER);
      INSERT INTO other VALUES (1, 5);
      """)
    let session = ShellSession(database: try PredicateDatabase.open(path: url.path), output: output, errors: errors)
    session.mode = .csv
    return (session, url)
  }

  private static let note = "have changed, so they were read again"

  /// A statement is parsed with the tables as they are now.
  @Test(arguments: [
    ("ALTER TABLE film DROP COLUMN year", "Film has no property “year”"),
    ("DROP TABLE film; CREATE TABLE film (id INTEGER PRIMARY KEY, name TEXT)", "Film has no property “year”"),
    ("ALTER TABLE film RENAME TO movie", "there is no entity “Film”"),
  ])
  func whatIsGone(sql: String, message: String) throws {
    let (session, url) = try opened()
    defer { try? FileManager.default.removeItem(at: url) }
    #expect(run("Film", session).lines == ["id,title,year", "1,Alien,1979"])
    try change(url, sql)
    let (lines, outcome) = run("Film where year > 1900", session)
    #expect(outcome == .refused)
    #expect(lines.first?.hasSuffix(Self.note) == true && lines.contains { $0.contains(message) }, "\(lines)")
    // The note is written only once, and all other statements run.
    #expect(run("Other", session).lines == ["id,n", "1,5"])
    for command in [
      ".tables", ".schema", ".verify Film", ".explain Film where year > 1", ".why 1 Film where year > 1",
      ".empty Film where year > 1 AND title == 'x'",
    ] {
      #expect(!run(command, session).lines.contains { $0.hasSuffix(Self.note) })
    }
    #expect(session.currentEntity == (sql.contains("RENAME") ? "Movie" : "Film"))
  }

  @Test func whatIsNew() throws {
    let (session, url) = try opened()
    defer { try? FileManager.default.removeItem(at: url) }
    try change(
      url, "ALTER TABLE film ADD COLUMN genre TEXT; UPDATE film SET genre = 'SciFi'; CREATE TABLE tag (name TEXT)")
    let (lines, outcome) = run("Film where genre == 'SciFi' show title", session)
    #expect(outcome == .done)
    #expect(lines.first == "title" && lines.last?.hasSuffix(Self.note) == true && lines.count == 3, "\(lines)")
    #expect(run("count Tag", session).lines == ["0"])
    // A change of rows is not a change of the tables.
    try change(url, "INSERT INTO tag VALUES ('x')")
    #expect(run("count Tag", session).lines == ["1"])
  }

  /// A model file with a whole model stays valid. Statements about missing tables fail.
  @Test func aModelFileStaysInForce() throws {
    let (_, url) = try opened()
    defer { try? FileManager.default.removeItem(at: url) }
    let whole = try PredicateDatabase.open(path: url.path).model
    let database = try PredicateDatabase.open(path: url.path, model: whole)
    let session = ShellSession(database: database, output: output, errors: errors)
    session.mode = .csv
    try change(url, "ALTER TABLE film RENAME TO movie")
    #expect(run("Other", session).lines == ["id,n", "1,5"])
    let (lines, outcome) = run("Film", session)
    #expect(outcome == .failed && lines.contains { $0.contains("has changed since it was opened") }, "\(lines)")
  }
}
