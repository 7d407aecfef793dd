import GRDB
import PredicateDemo
import PredicateSQLite
import Testing

@testable import PredicateShell

/// What is said of answers without rows where nobody looks at a terminal: notes on the errors' output.
@Suite("Answers without rows")
struct EmptyAnswerTests {
  private let output = TextOutput()
  private let errors = TextOutput()

  private func opened(_ sql: String) throws -> ShellSession {
    let queue = try DatabaseQueue()
    try queue.write { try $0.execute(sql: sql) }
    return ShellSession(database: try PredicateDatabase(name: "shop", queue: queue), output: output, errors: errors)
  }

  /// The text that is meant stands behind thousands of others.
  @Test func allTextsAreLookedThrough() throws {
    let session = try opened(
      """
      CREATE TABLE customer (id INTEGER PRIMARY KEY, name TEXT);
      WITH RECURSIVE n(i) AS (SELECT 1 UNION ALL SELECT i + 1 FROM n WHERE i < 5000)
      INSERT INTO customer SELECT i, 'Customer ' || i || ' Smith' FROM n;
      INSERT INTO customer VALUES (9999, 'Zoë O’Neil');
      """)
    #expect(session.run("Customer where name == \"customer 4990 smith\"") == .done)
    #expect(output.take() == "No customers.\n")
    #expect(
      errors.take() == "note: No name is \"customer 4990 smith\"; near: \"Customer 4990 Smith\"\n")
    #expect(session.run("count Customer where name == \"Zoe O'Neil\"") == .done)
    #expect(errors.take().contains("near: \"Zoë O’Neil\""))
    #expect(session.run("Customer where name == \"Customer 4990 Smith\" AND id < 0") == .done)
    #expect(!errors.take().contains("near:"))
  }

  @Test func manyTextsThatContainAText() throws {
    let session = ShellSession(database: try PredicateDatabase.demo(), output: output, errors: errors)
    #expect(session.run("Friend where loans.movie.title CONTAINS \"M\"") == .done)
    #expect(
      errors.take().contains("ANY loans.movie.title CONTAINS \"M\" looks into each text, and finds 11 friends."))
    #expect(session.run(".notes off") == .done)
    #expect(session.run("genre == \"noir\"") == .done)
    #expect(errors.take().isEmpty)
  }

  /// A relationship to many is a list, which is never nil.
  @Test func listsThatAreComparedWithNil() throws {
    let session = try opened(
      """
      CREATE TABLE shelf (id INTEGER PRIMARY KEY, name TEXT);
      CREATE TABLE book (id INTEGER PRIMARY KEY, title TEXT, shelf_id INTEGER REFERENCES shelf (id));
      INSERT INTO shelf VALUES (1, 'Left'), (2, 'Right'), (3, 'Top');
      INSERT INTO book VALUES (1, 'Emma', 1);
      """)
    #expect(session.run("Shelf where books == nil AND id > 0") == .done)
    #expect(errors.take() == "note: books is a list, which is never nil: books.@count == 0 finds 2 shelves.\n")
    #expect(session.run("Shelf where books.@count == 0 AND books != nil") == .done)
    #expect(errors.take().isEmpty)
  }

  @Test func comparisonsArePrintedAsTheyAreWritten() throws {
    let session = ShellSession(database: try PredicateDatabase.demo(), output: output, errors: errors)
    #expect(session.run(".empty lent == YES AND year>3000") == .done)
    let lines = output.take().split(separator: "\n")
    #expect(lines.contains { $0.hasSuffix("  lent == YES") } && lines.contains { $0.hasSuffix("  year>3000") })
  }

  /// What values of unknown type cause is marked in the condition.
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
      session.database.notes == ["part.p holds texts such as “n/a”, which are no numbers and read as nil"])
  }
}
