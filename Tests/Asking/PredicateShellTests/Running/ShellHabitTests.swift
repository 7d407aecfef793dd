import Foundation
import PredicateDemo
import PredicateSQLite
import Testing

@testable import PredicateShell

/// The shell answers commands of other shells with hints and notes. The texts of the hints are tested with `PredicateStatements`.
@Suite("Habits of other shells")
struct ShellHabitTests {
  private let output = TextOutput()
  private let errors = TextOutput()
  private let session: ShellSession

  init() throws {
    session = ShellSession(database: try PredicateDatabase.demo(), output: output, errors: errors)
  }

  @Test func hintsStandBehindTheMark() {
    #expect(session.run("lentToFriend.frendName == \"a\"") == .refused)
    let lines = errors.take().split(separator: "\n").map(String.init)
    #expect(lines.count == 4 && lines[2] == String(repeating: " ", count: 13) + "^~~~~~~~~", "\(lines)")
    #expect(lines.last?.hasPrefix("hint: the nearest name is “friendName”") == true)
    #expect(session.run("tables") == .refused)
    #expect(errors.take().contains("hint: a command must begin with a dot: .tables"))
  }

  @Test(
    "Commands of the sqlite3 program and of pandas",
    arguments: [
      (".headers on", "a table always shows the names of its columns above the rows"),
      (".dump", "to write objects to a file, write .export FILE ENTITY"),
      (".tables movies", "to list its properties, write .schema Movie"), ("Movie.describe()", "write .summary Movie"),
      (
        ".raw select * from Movie where title = \"neu\"",
        "SQL has texts in single quotes: .raw select * from Movie where title = 'neu'"
      ),
    ])
  func otherCommands(_ statement: String, _ hint: String) {
    #expect(session.run(statement) == .refused)
    let words = errors.take().split(separator: "\n").joined(separator: " ")
    #expect(words.hasSuffix("hint: \(hint)"), "\(words)")
  }

  @Test(
    "Other shells' words for help and quit work",
    arguments: ["?", "\\?", "help", "\\q", "quit", "exit", "-- words", "--"])
  func habits(_ statement: String) {
    let isLeaving = ["\\q", "quit", "exit"].contains(statement)
    #expect(session.run(statement) == (isLeaving ? .quit : .done), "\(errors.take())")
    let isComment = statement.hasPrefix("--")
    #expect(output.take().isEmpty == (isComment || isLeaving))
  }

  /// Conditions on the integer key of rows. SQL and memory find the same ids.
  @Test(
    "Rows can be looked up by their integer keys",
    arguments: [
      ("id == 3", "3"), ("id IN {24, 3}", "3 24"), ("id < 3", "1 2"), ("id BETWEEN {7, 8} AND year > 1900", "7 8"),
      ("lentToFriend.id == 1 AND id < 60", nil), ("ANY tags.id == 2 limit 1", nil), ("SELF.id == 5", "5"),
      ("sort by id desc limit 2", "200 199"), ("id > 198 show id", "199 200"), ("loans.@max.id > 290", nil),
    ] as [(String, String?)])
  func keys(_ statement: String, _ ids: String?) {
    #expect(session.run(statement) == .done, "\(errors.take())")
    let rows = output.take().split(separator: "\n").dropFirst(2).dropLast()
    let found = rows.compactMap { $0.split(separator: " ").first.map(String.init) }.joined(separator: " ")
    #expect(ids == nil ? !found.isEmpty : found == ids)
    #expect(session.run(".verify") == .done)
    #expect(output.take().hasPrefix("The answers from SQL and from memory are equal in"))
  }

  @Test func aNoteThatReadsTheSameIsSaidOnce() {
    #expect(session.run(#"title == "\p\p""#) == .done)
    #expect(errors.take().split(separator: "\n").count { $0.contains("does not have this escape sequence") } == 1)
  }

  @Test func wordsThatArePropertiesAreNoTexts() {
    #expect(session.run("title == genre") == .done)
    #expect(errors.take().isEmpty)
  }

  @Test func longHintsBreakBetweenWords() {
    let errors = TextOutput(hasColors: true)
    let screen = ShellScreen(
      output: output, errors: errors,
      layout: { OutputLayout(width: 40, rowLimit: nil, style: .plain, showsTime: false) })
    let session = ShellSession(database: self.session.database, screen: screen, interrupts: InterruptWatch())
    #expect(session.run("xyz == 3") == .refused)
    let text = errors.take()
    #expect(text.contains("movieDescription") && text.contains("lentToFriend"))
    #expect(text.split(separator: "\n").allSatisfy { $0.filter { !"\u{1B}[0123456789;m".contains($0) }.count <= 40 })
    session.write(note: "the title of that article is nil for all books, and nil is never equal to a text")
    let note = errors.take().split(separator: "\n").map { $0.filter { !"\u{1B}[0123456789;m".contains($0) } }
    #expect(note == ["note: the title of that article is nil", "for all books, and nil is never equal to", "a text"])
  }

  @Test(
    "A clause alone is about the current entity",
    arguments: [
      ("limit 1 show title", "Le Voyage dans la Lune"), ("sort by year desc limit 1 show title", "Flow"),
      ("where title == \"Alien\" show year", "1979"), ("show title limit 1", "Le Voyage dans la Lune"),
      ("count where year > 2010", "20 movies"), ("offset 199 show title", "Flow"),
    ])
  func clauses(_ statement: String, _ line: String) {
    #expect(session.run(statement) == .done, "\(errors.take())")
    #expect(output.take().split(separator: "\n").contains { $0.trimmingCharacters(in: .whitespaces) == line })
  }

  @Test func commandsThatNeedNoDot() {
    #expect(session.run("exit") == .quit)
    #expect(session.run("QUIT;") == .quit)
    #expect(session.run("help") == .done)
    #expect(output.take().contains(".schema"))
    #expect(session.run("help LIKE") == .done)
    #expect(output.take().contains("'Star Wars' LIKE[c] '*star*' ⇒ true"))
    // A text that is a predicate is not read as a command.
    #expect(session.run("help == 1") == .refused)
    #expect(errors.take().contains("Movie has no property “help”"))
  }

  @Test func notesGoToTheErrorsWhereNobodyLooks() {
    #expect(session.run("count title like \"Alien\"") == .done)
    #expect(output.take() == "1 movie\n")
    #expect(errors.take().hasPrefix("note: \"Alien\": LIKE without * or ? compares with the whole text"))
    #expect(session.run(".notes off") == .done)
    #expect(session.run("count title like \"Alien\"") == .done)
    #expect(errors.take().isEmpty)
  }

  @Test(
    "Help on functions of several words, options and clauses",
    arguments: [
      ("round", "round:places:"), ("round:places:", "round:places:"), ("substring", "substring:from:length:"),
      ("groupConcat", "groupConcat:separator:"), ("[cd]", "OPERATOR[cd]"), ("nil", "VALUE == nil"),
      ("join", "RELATIONSHIP.PROPERTY"), ("\"order by\"", "… sort by KEY"), ("order by", "… sort by KEY"),
    ])
  func help(topic: String, words: String) {
    #expect(session.run(".help \(topic)") == .done, "\(errors.take())")
    #expect(output.take().contains(words))
  }

  @Test func savedStatementsWithClauses() {
    #expect(session.run(".save good rating >= 8") == .done)
    #expect(session.run(".run good limit 1") == .refused)
    #expect(errors.take().contains("write it out: Movie where rating >= 8 limit 1"))
  }
}
