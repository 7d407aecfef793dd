import GRDB
import PredicateSQLite
import Testing

@testable import PredicateShell

/// Without a screen, texts are complete. Modes for programs show numbers as they are, modes for people show titles.
@Suite("Answers in the modes")
struct AnswerModeTests {
  private func shell(_ sql: String) throws -> TestedShell {
    let queue = try DatabaseQueue()
    try queue.write { try $0.execute(sql: sql) }
    return try TestedShell(PredicateDatabase(name: "texts", queue: queue))
  }

  /// The width of a table's columns comes from the first thousand rows. Later rows with longer texts are not cut.
  @Test(arguments: [OutputMode.table, .box])
  func textIsNeverCutWithoutAScreen(mode: OutputMode) throws {
    let shell = try shell(
      """
      CREATE TABLE t (id INTEGER PRIMARY KEY, s TEXT);
      WITH RECURSIVE n(i) AS (SELECT 1 UNION ALL SELECT i + 1 FROM n WHERE i < 3000)
        INSERT INTO t SELECT i, CASE WHEN i < 2000 THEN 'short' ELSE 'a much longer text than before' END FROM n;
      """)
    shell.session.mode = mode
    let lines = shell.lines("T")
    #expect(lines.filter { $0.contains("a much longer text than before") }.count == 1_001)
    #expect(!lines.contains { $0.contains("…") })
  }

  @Test(arguments: [
    (OutputMode.csv, "3"), (.tsv, "3"), (.json, "{\"count\":3}"), (.ndjson, "{\"count\":3}"), (.table, "3 films"),
    (.markdown, "3 films"),
  ])
  func countsForPrograms(mode: OutputMode, text: String) throws {
    let shell = try shell(
      "CREATE TABLE film (id INTEGER PRIMARY KEY, s TEXT); INSERT INTO film VALUES (1, 'a'), (2, 'b'), (3, 'c');")
    shell.session.mode = mode
    #expect(shell.lines("count Film") == [text])
    #expect(shell.lines(".count Film") == [text])
  }

  @Test(arguments: [(OutputMode.markdown, "| Alien | Anna   |"), (.html, "<td>Alien</td><td>Anna</td>")])
  func namesForReaders(mode: OutputMode, row: String) throws {
    let shell = try shell(
      """
      CREATE TABLE friend (id INTEGER PRIMARY KEY, name TEXT NOT NULL);
      CREATE TABLE movie (id INTEGER PRIMARY KEY, title TEXT NOT NULL, friend_id INTEGER REFERENCES friend (id));
      INSERT INTO friend VALUES (1, 'Anna');
      INSERT INTO movie VALUES (1, 'Alien', 1);
      """)
    shell.session.mode = mode
    let text = shell.lines("Movie show title, friend").joined(separator: "\n")
    #expect(text.contains(row), "\(text)")
  }
}
