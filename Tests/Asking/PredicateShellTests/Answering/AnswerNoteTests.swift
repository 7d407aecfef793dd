import GRDB
import PredicateDemo
import PredicateSQLite
import Testing

@testable import PredicateShell

/// Notes on the output for errors, without a terminal. The findings of `EmptyAnswer` are tested with `PredicateSessions`.
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
    #expect(errors.take() == "note: No object has genre \"noir\". Similar values are \"Noir\"\n")
    #expect(session.run(".notes off") == .done)
    #expect(session.run("genre == \"noir\"") == .done)
    #expect(errors.take().isEmpty)
  }

  /// A division of integers drops the fraction, which is noted. The hint gives the exact value.
  @Test(
    "Integers that are divided in a column have a note",
    arguments: [
      ("Movie show year / 60 limit 1", "year / 60.0"), ("Movie show title, 1 / 2 as half limit 1", "1.0 / 2"),
      ("Movie show year / loans.@count limit 1", "1.0 * year / loans.@count"),
      ("Movie show (year + 1) / tags.@count as n limit 1", "1.0 * (year + 1) / tags.@count"),
      ("Movie group by genre show genre, sum(year) / count() limit 1", "1.0 * sum(year) / count()"),
      ("Movie show year / 60 * 100 limit 1", "year / 60.0"),
    ])
  func integerDivision(_ statement: String, _ exact: String) throws {
    let session = ShellSession(database: try PredicateDatabase.demo(), output: output, errors: errors)
    #expect(session.run(statement) == .done)
    let text = errors.take()
    #expect(
      text.hasPrefix("note: ") && text.split(separator: "\n").count == 1
        && text.hasSuffix("the division of two integers gives an integer without a fraction; write \(exact)\n"),
      "\(text)")
    // The exact form in the hint is a valid value of the statement.
    _ = output.take()
    let entity = statement.contains("group by") ? "Movie group by genre show" : "Movie show"
    #expect(session.run("\(entity) \(exact) limit 1") == .done)
    #expect(errors.take().isEmpty)
  }

  @Test(
    "Divisions that are meant as those of integers have no note",
    arguments: [
      "Movie show year / 10 * 10 limit 1", "Movie show distinct 10 * (year / 10) as decade limit 1",
      "Movie group by year / 10 show year / 10, count() limit 1", "Movie show rating / 2 limit 1",
      "Movie show year / 2.0 limit 1", "Movie show 4 / 2 limit 1",
      "Loan show (lentOn.month + 2) / 3 as quarter limit 1",
      "Movie show floor(year / 10) limit 1", "count Movie show year / 10",
    ])
  func wantedIntegerDivision(_ statement: String) throws {
    let session = ShellSession(database: try PredicateDatabase.demo(), output: output, errors: errors)
    #expect(session.run(statement) == .done)
    #expect(errors.take().isEmpty)
  }

  /// Employees are shown by their names. Their attribute `title` is not a name.
  @Test func peopleAreShownByTheirNames() throws {
    let session = try opened(
      """
      CREATE TABLE employee (id INTEGER PRIMARY KEY, lastName TEXT, firstName TEXT, title TEXT,
        reportsTo INTEGER REFERENCES employee (id));
      INSERT INTO employee VALUES (1, 'Adams', 'Andrew', 'Manager', NULL), (2, 'Edwards', 'Nancy', 'Agent', 1);
      """)
    #expect(session.run("Employee where id == 2 show lastName, reportsTo") == .done)
    #expect(output.take().contains("Andrew Adams"))
    for (text, hint) in [
      ("Andrew", #"reportsTo.firstName = "Andrew" OR reportsTo.lastName = "Andrew""#),
      ("Andrew Adams", #"reportsTo.firstName = "Andrew" AND reportsTo.lastName = "Adams""#),
    ] {
      #expect(session.run("Employee where reportsTo = \"\(text)\"") == .refused)
      let found = errors.take()
      #expect(
        found.contains("hint: to compare a text of the object, write \(hint)\n"),
        "\(found)")
      #expect(session.run("count Employee where \(hint)") == .done)
      #expect(output.take() == "1 employee\n")
    }
  }

  /// A hint names an entity of the open database.
  @Test func hintsNameWhatThereIs() throws {
    let session = try opened(
      """
      CREATE TABLE artist (id INTEGER PRIMARY KEY, name TEXT);
      CREATE TABLE album (id INTEGER PRIMARY KEY, title TEXT, artist INTEGER REFERENCES artist (id));
      CREATE TABLE track (id INTEGER PRIMARY KEY, name TEXT, album INTEGER REFERENCES album (id));
      """)
    #expect(session.run(".go 99999") == .refused)
    #expect(errors.take().hasSuffix("hint: run a statement that finds objects: Artist limit 3\n"))
    #expect(session.run("Track show artist.name") == .refused)
    #expect(errors.take().hasSuffix("hint: the path to Artist is album.artist: Track show album.artist.name\n"))
    #expect(session.run("Track show album.artist.name") == .done)
    #expect(session.run("Album limit 1") == .done)
    #expect(session.run(".export out.xlsx") == .refused)
    #expect(errors.take().hasSuffix("hint: for a spreadsheet, write .export out.csv\n"))
    #expect(session.run(".export \"./my v2.out.XLS\"") == .refused)
    #expect(errors.take().hasSuffix("hint: for a spreadsheet, write .export \"./my v2.out.csv\"\n"))
    #expect(session.run(".export out.txt") == .refused)
    #expect(!errors.take().contains("hint"))
  }

  /// An issue that a value of unknown type causes has the range of the condition.
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

  /// A note names the column of numbers that contains a text.
  @Test func textsAmongNumbersAreNoted() throws {
    let session = try opened(
      "CREATE TABLE part (id INTEGER PRIMARY KEY, p NUMERIC, n INT); INSERT INTO part VALUES (1, 2.5, 1), (2, 'n/a', 2);"
    )
    #expect(
      session.database.notes == ["part.p holds texts such as “n/a”, which are read as nil because they are not numbers"]
    )
  }
}
