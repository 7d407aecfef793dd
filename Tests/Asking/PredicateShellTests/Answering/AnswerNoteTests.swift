import GRDB
import PredicateDemo
import PredicateSQLite
import Testing

@testable import PredicateShell

/// Notes on the errors' output without a terminal. The findings of `EmptyAnswer` are tested with
/// `PredicateSessions`.
@Suite("Notes on answers")
struct AnswerNoteTests {
  private let output = TextOutput()
  private let errors = TextOutput()

  private func opened(_ sql: String) throws -> ShellSession {
    let queue = try DatabaseQueue()
    try queue.write { try $0.execute(sql: sql) }
    return ShellSession(database: try PredicateDatabase(name: "shop", queue: queue), output: output, errors: errors)
  }

  @Test func answersWithoutRowsHaveNotes() throws {
    let session = ShellSession(database: try PredicateDatabase.demo(), output: output, errors: errors)
    #expect(session.run("genre == \"noir\"") == .done)
    #expect(output.take() == "No movies.\n")
    #expect(errors.take() == "note: No genre is \"noir\"; near: \"Noir\"\n")
    #expect(session.run(".notes off") == .done)
    #expect(session.run("genre == \"noir\"") == .done)
    #expect(errors.take().isEmpty)
  }

  /// An issue that comes from values of unknown type is marked in the condition.
  @Test func whatValuesCauseHasAPlace() throws {
    let session = try opened("CREATE TABLE event (id INTEGER PRIMARY KEY, payload); INSERT INTO event VALUES (1, 'x');")
    #expect(session.run("Event where payload.a == 1 limit 3") == .refused)
    #expect(
      errors.take() == """
        error[unknown-key]: a string has no property “a”
        Event where payload.a == 1 limit 3
                    ^~~~~~~~~~~~~~

        """)
  }

  /// A column of numbers with a text in it.
  @Test func textsAmongNumbersAreNoted() throws {
    let session = try opened(
      "CREATE TABLE part (id INTEGER PRIMARY KEY, p NUMERIC, n INT); INSERT INTO part VALUES (1, 2.5, 1), (2, 'n/a', 2);"
    )
    #expect(
      session.database.notes == ["part.p holds texts such as “n/a”, which are not numbers and read as nil"])
  }
}
