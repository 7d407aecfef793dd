import GRDB
import PredicateSQLite
import Testing

@testable import PredicateShell

/// Objects are shown in the form that statements read: here the entity is a reserved word, and its key is a text with an apostrophe.
@Suite("Labels with quotes")
struct QuotedLabelTests {
  private let output = TextOutput()
  private let session: ShellSession

  init() throws {
    let queue = try DatabaseQueue(configuration: PredicateDatabase.defaultConfiguration)
    try queue.write { database in
      try database.execute(
        sql: """
          CREATE TABLE "And" (code TEXT PRIMARY KEY NOT NULL, n INTEGER, data JSON);
          INSERT INTO "And" VALUES ('O''Hara', 1, NULL), ('Bell', 2, NULL);
          CREATE TABLE "Shop" (id INTEGER PRIMARY KEY, place TEXT REFERENCES "And"(code) ON DELETE RESTRICT);
          INSERT INTO "Shop" VALUES (1, 'Bell'), (2, 'O''Hara');
          """)
    }
    session = ShellSession(database: try PredicateDatabase(queue), output: output, errors: output)
    session.mode = .csv
  }

  private func run(_ statement: String) -> String {
    _ = session.run(statement)
    return output.take()
  }

  /// A missing object and its nearest key are named by labels that can be pasted into a statement.
  @Test func missingObjects() {
    let answer = run(#"update Shop set place = "And"["O'Hra"] where id == 1"#)
    #expect(answer.contains(#"there is no object "And"["O'Hra"]"#), "\(answer)")
    #expect(answer.contains(#"the nearest key is "And"["O'Hara"]"#), "\(answer)")
    #expect(run(#"Shop where place == "And"["O'Hara"] show id"#).hasPrefix("id\n2\n"))
    for key in [#""O'Hra""#, #""And"["O'Hra"]"#] {
      #expect(run(#".why \#(key) "And" where n > 1"#).contains(#"there is no object "And"["O'Hra"]"#), "\(key)")
    }
  }

  /// The statement that removes the obstacle to a deletion runs as it is shown.
  @Test func remedies() throws {
    let answer = run(#"delete "And" where n == 1"#)
    let proposal = #"update Shop set place = nil where place == "And"["O'Hara"]"#
    #expect(answer.contains(#"hint: first run: \#(proposal)"#), "\(answer)")
    #expect(session.run(proposal) == .done)
    #expect(session.run(#"delete "And" where n == 1"#) == .done)
  }

  /// An example of an object is one that the grammar reads.
  @Test func examples() {
    #expect(run("update Shop set place = Shop[1] where id == 1").contains(#"the syntax is: place = "And"[3]"#))
    #expect(run("update Shop set place = 3 where id == 1").contains(#"the syntax is: place = "And"[3]"#))
    session.mode = .table
    #expect(run(#".go "And"["O'Hara"]"#).hasPrefix(#""And"["O'Hara"]"#))
  }
}
