import Foundation
import PredicateDemo
import PredicateSQLite
import PredicateStatements
import PredicateSyntax
import Testing

@testable import PredicateShell

/// `.raw`: one read-only statement in SQLite's SQL.
@Suite("SQL that only reads")
struct RawCommandTests {
  private let shell: TestedShell

  init() throws { shell = try TestedShell() }

  @Test func rowsAreShownInEveryMode() throws {
    #expect(
      shell.rows(".raw SELECT title, year FROM movie WHERE year < 1904;") == [
        "Le Voyage dans la Lune,1902", "The Great Train Robbery,1903",
      ])
    shell.session.mode = .ndjson
    #expect(
      shell.lines(".raw SELECT 1 AS a, NULL AS b, x'00ff' AS c, 1.0 AS d, 'é' AS e")
        == [#"{"a":1,"b":null,"c":"AP8=","d":1.0,"e":"é"}"#])
    shell.session.mode = .table
    #expect(shell.lines(".raw SELECT id FROM movie WHERE id < 0") == ["No rows."])
    shell.session.mode = .csv
    #expect(shell.lines(".raw SELECT id FROM movie WHERE id < 0") == ["id"])
  }

  /// Comments, parentheses of a subquery, and a semicolon with a comment after it are not a second statement.
  @Test(arguments: [
    "-- all\nSELECT 1", "/* a; */ SELECT 1;", "VALUES (1)", "WITH n(i) AS (SELECT 1) SELECT i FROM n; -- end",
    "SELECT count(*) FROM (SELECT 1)", "select 1 ; ;",
  ])
  func statementsThatOnlyRead(_ sql: String) {
    #expect(shell.rows(".raw \(sql)") == ["1"])
  }

  @Test func anUnfinishedAnswerIsCountedAndShownAgain() {
    shell.lines(".rows 2")
    #expect(shell.lines(".raw SELECT id FROM movie").last == "2 of 200 rows. Write .rows all to show all.")
    #expect(shell.lines(".last csv") == ["id", "1", "2"])
  }

  @Test(arguments: [
    ("DELETE FROM movie", "sql-writes", "DELETE"), ("PRAGMA query_only = 0", "sql-writes", "PRAGMA"),
    ("ATTACH 'x' AS y", "sql-writes", "ATTACH"), ("-- SELECT\n DROP TABLE movie", "sql-writes", ""),
    ("WITH a AS (SELECT 1) DELETE FROM movie", "sql-writes", "WITH a AS (SELECT 1) DELETE FROM movie"),
    ("SELECT 1; SELECT 2", "sql-several", " SELECT 2"),
    ("SELECT 1; DELETE FROM movie", "sql-several", " DELETE FROM movie"),
    ("SELECT titel FROM movie", "sql", "titel"), ("SELECT title FRM movie", "sql", "movie"),
    ("SELECT", "sql", "SELECT"), ("SELCT 1", "sql", "SELCT"),
    ("SELECT ?1", "sql-parameter", "SELECT ?1"), ("SELECT load_extension('x')", "sql", "SELECT load_extension('x')"),
    ("SELECT abs(-9223372036854775808)", "sql", "SELECT abs(-9223372036854775808)"), ("", "command-argument", ""),
  ])
  func whatIsRefused(_ sql: String, _ code: String, _ words: String) {
    let refusal = shell.refusal(".raw \(sql)")
    #expect(refusal.code == code)
    if !words.isEmpty { #expect(refusal.words == words.trimmingCharacters(in: .whitespaces) || refusal.words == words) }
    #expect(shell.rows("count Movie").isEmpty)
  }

  /// `.raw` only reads, even if the database is open for writing. Its rows do not include unsaved changes.
  @Test func unsavedChangesAreNotRead() throws {
    shell.session.confirmation = .always
    shell.lines("update Movie set year = 1 where year == 1921")
    #expect(shell.rows(".raw SELECT min(year) FROM movie") == ["1902"])
    #expect(shell.errors.take().contains("note: SQL reads only saved values"))
    #expect(shell.refusal(".raw UPDATE movie SET year = 2").code == "sql-writes")
  }

  /// After `.raw`, a command that explains the last statement reports that there is none, and `.export` writes the rows of the SQL.
  @Test func otherCommandsTakeTheRows() throws {
    let file = FileManager.default.temporaryDirectory.appending(path: UUID().uuidString + ".csv").path
    defer { try? FileManager.default.removeItem(atPath: file) }
    shell.lines("Movie where year < 1930")
    shell.lines(".rows 1")
    shell.lines(".raw SELECT id FROM movie WHERE id < 4")
    #expect(shell.refusal(".sql").code == "no-statement")
    shell.lines(".export \(file)")
    #expect(try String(contentsOfFile: file, encoding: .utf8) == "id\n1\n2\n3\n")
  }

  /// Pasted lines of SQL, or lines from a file, are one statement up to the semicolon.
  @Test(arguments: [
    ([".raw SELECT title,", "year", "FROM movie", "WHERE year < 1904", "ORDER BY year;", "count Movie"], 5),
    ([".raw SELECT count(", "*) FROM movie", "Movie"], 2), ([".raw SELECT 'a", "b'", "Movie"], 2),
    ([".raw WITH a AS (SELECT 1)", "SELECT * FROM a", "Movie"], 2), ([".raw SELECT 1;", "where year > 1990"], 1),
  ])
  func linesThatBelongTogether(_ lines: [String], _ count: Int) {
    var continuation = StatementContinuation(shell.session.parser)
    var taken = 0
    for line in lines where taken == 0 || continuation.needsMore || continuation.canGoOn(with: line) {
      continuation.add(line)
      taken += 1
    }
    #expect(taken == count)
  }

  @Test func aSelectWithoutItsCommandIsHelped() {
    #expect(shell.refusal("select * from movie, friend").hint.hasSuffix("write .raw SQL"))
  }
}
