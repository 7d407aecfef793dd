import Foundation
import GRDB
import PredicateSQLite
import Testing

@testable import PredicateShell

/// What a shell says of a database whose tables another process changes meanwhile.
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

  /// The error names the command that reads the tables anew, and that command works as it stands.
  @Test(arguments: [
    "ALTER TABLE film DROP COLUMN year", "DROP TABLE film; CREATE TABLE film (id INTEGER PRIMARY KEY, name TEXT)",
    "ALTER TABLE film RENAME TO movie",
  ])
  func whatIsGone(sql: String) throws {
    let (session, url) = try opened()
    defer { try? FileManager.default.removeItem(at: url) }
    #expect(run("Film", session).lines == ["id,title,year", "1,Alien,1979"])
    try change(url, sql)
    let (lines, outcome) = run("Film where year > 1900", session)
    #expect(outcome == .failed)
    #expect(lines.count == 1 && lines[0].contains("has changed since it was opened"), "\(lines)")
    #expect(lines.first?.hasSuffix("(.open \(url.path) reads its tables anew)") == true, "\(lines)")
    // Everything else goes on.
    #expect(run("Other", session).lines == ["id,n", "1,5"])
    for command in [
      ".tables", ".schema", ".verify Film", ".explain Film where year > 1", ".why 1 Film where year > 1",
      ".empty Film where year > 1 AND title == 'x'",
    ] {
      _ = run(command, session)
    }
    #expect(run(".open \(url.path)", session).outcome == .done)
    #expect(run(".schema", session).lines.allSatisfy { !$0.contains("year") || sql.contains("RENAME") })
    #expect(run(".tables", session).outcome == .done)
  }

  @Test func whatIsNew() throws {
    let (session, url) = try opened()
    defer { try? FileManager.default.removeItem(at: url) }
    try change(
      url, "ALTER TABLE film ADD COLUMN genre TEXT; UPDATE film SET genre = 'SciFi'; CREATE TABLE tag (name TEXT)")
    #expect(run("Film where year > 1900 show title", session).lines == ["title", "Alien"])
    #expect(run(".open \(url.path)", session).outcome == .done)
    #expect(run("Film where genre == 'SciFi' show title", session).lines == ["title", "Alien"])
    #expect(run("count Tag", session).lines == ["0 tags"])
  }
}
