import Foundation
import PredicateDatabases
import PredicateModel
import PredicateSyntax
import PredicateValues
import Testing

@testable import PredicateShell

@Suite("A session without a terminal")
struct ShellSessionTests {
  private let database = FakeDatabase()
  private let output = TextOutput()
  private let errors = TextOutput()
  private let session: ShellSession

  init() {
    session = ShellSession(database: database, output: output, errors: errors)
  }

  /// The lines that a statement writes to the output, and its errors.
  private func run(_ text: String) -> (lines: [String], errors: String, outcome: StatementOutcome) {
    let outcome = session.run(text)
    return (output.take().split(separator: "\n").map(String.init), errors.take(), outcome)
  }

  private func terminal(rows: Int = 40) -> ShellSession {
    ShellSession(
      database: database, output: output, errors: errors,
      layout: { OutputLayout(width: 80, rowLimit: rows, style: .plain, showsTime: false) })
  }

  @Test func anAnswerIsATableAndACount() {
    let (lines, errors, outcome) = run("Movie where year > 1900 limit 2")
    #expect(outcome == .done)
    #expect(errors.isEmpty)
    #expect(lines.first == "id  title      year  rating  lent  lentOn            lentToFriend")
    #expect(lines.count == 5)
    #expect(lines.last == "2 movies")
    #expect(database.fetches.last?.entity.name == "Movie")
    #expect(database.fetches.last?.limit == 2)
  }

  /// The fake database returns every row for every predicate, so verification shows a difference. It does not support groups.
  @Test func verifyShowsADifference() {
    let lines = run(".verify Movie where year > 1990").lines
    #expect(lines.first == "bug: memory and SQL differ.")
    #expect(lines.contains("  SQL counts 3 movies, memory counts 1 movie"))
    let groups = run(".verify Movie group by year").lines
    #expect(groups.first == "bug: memory and SQL differ.")
    #expect(groups.dropFirst().first?.hasPrefix("  SQL gives the columns id, title, year") == true)
  }

  @Test func noRowsAreTold() {
    #expect(run("Tag").lines == ["No tags."])
    #expect(run("Movie offset 3").lines == ["No movies."])
  }

  @Test func aTerminalGetsTheFirstRows() {
    #expect(terminal().run("Loan") == .done)
    let lines = output.take().split(separator: "\n")
    #expect(lines.count == 43)
    #expect(lines.last == "40 of 200 loans. Write .rows all to show all.")
    #expect(database.fetches.last?.limit == 41)
    #expect(terminal().run("Loan limit 50 offset 190") == .done)
    #expect(output.take().hasSuffix("\n10 loans\n"))
    #expect(terminal(rows: 3).run("Loan limit 50 offset 190") == .done)
    #expect(output.take().hasSuffix("\n3 of 10 loans. Write .rows all to show all.\n"))
  }

  @Test func rowsAreASetting() {
    let session = terminal()
    #expect(session.run(".rows 2") == .done)
    #expect(session.run("Loan") == .done)
    #expect(output.take().hasSuffix("\n2 of 200 loans. Write .rows all to show all.\n"))
    #expect(session.run(".rows all") == .done)
    #expect(session.run("Loan") == .done)
    #expect(output.take().hasSuffix("\n200\n200 loans\n"))
    #expect(session.run(".rows") == .done)
    #expect(output.take() == "all\n")
  }

  @Test func useSetsTheEntityOfBarePredicates() {
    #expect(session.currentEntity == "Movie")
    #expect(run(".use friend").outcome == .done)
    #expect(session.currentEntity == "Friend")
    #expect(run("friendName == 'a'").outcome == .done)
    #expect(database.fetches.last?.entity.name == "Friend")
    let (_, errors, outcome) = run(".use Frend")
    #expect(outcome == .refused)
    #expect(errors.contains(".use Frend\n     ^~~~~\n"))
    #expect(session.currentEntity == "Friend")
  }

  @Test func countsConsiderLimitAndOffset() {
    #expect(run(".count").lines == ["3 movies"])
    #expect(run(".count Loan").lines == ["200 loans"])
    #expect(run(".count Loan where TRUEPREDICATE limit 7").lines == ["7 loans"])
    #expect(run(".count Loan offset 199").lines == ["1 loan"])
    #expect(run(".count .help").outcome == .refused)
  }

  @Test func sqlIsShownOnceOrAlways() {
    let sql = ["SELECT id", "FROM Movie", "  ?1 = 1990", "  ?2 = \"a\\x1B[2Jb\"", "  ?3 = nil"]
    #expect(run(".sql").outcome == .refused)
    #expect(run(".sql year > 1990").lines == sql)
    #expect(database.fetches.isEmpty)
    #expect(run(".sql").lines == sql)
    #expect(run(".sql on").lines.isEmpty)
    #expect(Array(run("Movie").lines.prefix(5)) == sql)
    #expect(run(".SQL off").outcome == .done)
    #expect(run("Tag").lines == ["No tags."])
  }

  @Test func modesAreSetAndTold() {
    #expect(run(".mode").lines == ["table"])
    #expect(run(".mode LINE").outcome == .done)
    #expect(run("Movie limit 1").lines.first == "          id  1")
    let (_, errors, outcome) = run(".mode tabel")
    #expect(outcome == .refused)
    #expect(errors.contains("hint: table may be meant"))
  }

  @Test func schemaAndTables() {
    #expect(
      run(".tables").lines.dropFirst(2) == ["Movie         3", "Friend        0", "Tag           0", "Loan        200"])
    let (lines, _, _) = run(".schema movie")
    #expect(lines.first == "Movie")
    #expect(lines.contains("  rating            Double?"))
    #expect(lines.contains("  lentToFriend      → Friend?    inverse lentMovies; on delete nullify"))
    #expect(lines.contains("  tags              → many Tag   inverse movies; on delete nullify"))
    #expect(run(".schema").lines.filter { !$0.hasPrefix(" ") } == ["Movie", "Friend", "Tag", "Loan"])
  }

  @Test func helpIsMadeOfTheTables() {
    let help = run(".help").lines.joined(separator: " ").split(separator: " ").joined(separator: " ")
    for command in ShellCommand.all { #expect(help.contains("\(command.usage) \(command.summary)")) }
    #expect(run(".help .rows").lines.first == ".rows [NUMBER|all]")
    #expect(run(".help exit").lines.first == ".quit, .exit")
    #expect(run(".help like").lines.contains("    c  ignores upper and lower case"))
    #expect(run(".help -").lines.filter { $0.hasPrefix("-") }.count == 2)
    #expect(run(".help operators").lines.count { !$0.hasPrefix("   ") } == OperatorTable.entries.count)
    #expect(run(".help contans").errors.contains("hint: CONTAINS may be meant"))
  }

  @Test("Help fits a screen of 80 columns")
  func helpIsNarrow() {
    let topics =
      ShellCommand.all.map { "." + $0.names[0] } + HelpTopic.all.flatMap(\.names)
      + OperatorTable.entries.map(\.spelling) + FunctionTable.standard.all.map(\.name) + ["", "operators", "functions"]
    for topic in topics {
      let (lines, errors, outcome) = run(".help \(topic)")
      #expect(outcome == .done && !lines.isEmpty, "\(topic): \(errors)")
      for line in lines { #expect(DisplayWidth.columns(of: line) <= 80, "\(topic): \(line)") }
    }
  }

  @Test(
    "Help knows the clauses and forms besides operators",
    arguments: [
      ("sort", "… sort by KEY desc, KEY"), ("Group by", "… group by KEY"), ("where", "ENTITY where PREDICATE"),
      ("SUBQUERY", "SUBQUERY(COLLECTION, $x, PREDICATE)"), ("cast", "CAST(VALUE, \"TYPE\")"),
      ("@count", "COLLECTION.@count"), ("dates", "\"2024-05-01\""), ("limit", "… limit NUMBER"),
    ])
  func helpOnForms(topic: String, form: String) {
    #expect(run(".help \(topic)").lines.first == form)
  }

  @Test("Leaving", arguments: [".quit", ".exit", " .QUIT ; "])
  func quit(_ text: String) {
    #expect(session.run(text) == .quit)
  }

  @Test func whatIsWrongIsShownWithItsPlace() {
    let (lines, errors, outcome) = run("Movie where year >< 3")
    #expect(lines.isEmpty)
    #expect(outcome == .refused)
    #expect(errors.hasPrefix("error["))
    #expect(errors.contains("\nMovie where year >< 3\n                  ^"))
    #expect(run(".hlep").errors.hasSuffix("hint: .help may be meant\n"))
    #expect(run(".quit now").outcome == .refused)
  }

  @Test func linesAreNumberedFromTheFirst() {
    #expect(session.run("(year > 3\nAND yeer\n= = 3)", line: 4) == .refused)
    #expect(errors.take().hasPrefix("line 6: error["))
  }

  @Test func whatTheDatabaseRefusesIsWrong() {
    database.failure = PredicateIssue(
      kind: .unsupported, code: "sql-unsupported", message: "no such SQL", range: SourceRange(12, 16))
    let (_, errors, outcome) = run("Movie where year > 3")
    #expect(outcome == .refused)
    #expect(errors == "error[sql-unsupported]: no such SQL\nMovie where year > 3\n            ^~~~\n")
  }

  @Test func whatFailsIsTold() {
    database.failure = FakeFailure(description: "disk\u{1B}[2J gone")
    let (_, errors, outcome) = run("Movie")
    #expect(outcome == .failed)
    #expect(errors == "error: disk\\x1B[2J gone\n")
  }

  @Test func anInterruptCancelsAndTheSessionLives() {
    let interrupts = InterruptWatch()
    let session = ShellSession(
      database: database, screen: ShellScreen(output: output, errors: errors, layout: { .plain }),
      interrupts: interrupts)
    // Without a running statement an interrupt has no effect.
    interrupts.interrupt()
    database.whileFetching = { interrupts.interrupt() }
    #expect(session.run("Movie") == .failed)
    #expect(errors.take() == "Cancelled.\n")
    database.whileFetching = nil
    #expect(session.run("Movie limit") == .refused)
    #expect(errors.take().hasPrefix("error[clause-number]"))
    #expect(session.run("Movie") == .done)
  }

  /// A note and the hint of an error report that tables cannot be read without the rights to them.
  @Test func tablesWithoutRightsAreNamed() {
    let database = FakeDatabase(model: DataModel(entities: []), tables: [:])
    database.unreadableTables = ["app_user", "event"]
    let session = ShellSession(database: database, output: output, errors: errors)
    let text = "2 tables are left out: the user has no right to SELECT from app_user, event\n"
    #expect(session.run(".tables") == .done)
    #expect(output.take() == "No entities.\n")
    #expect(errors.take() == "note: " + text)
    #expect(session.run("AppUser") == .refused)
    #expect(errors.take().hasSuffix("hint: " + text))
  }

  /// The hint also names the tables if other entities can be read, for an entity and for a relationship that is left out.
  @Test(arguments: ["count Project", "Movie where project.name == \"x\""])
  func aNameThatCannotBeReadIsExplained(statement: String) {
    let database = FakeDatabase()
    database.unreadableTables = ["projects"]
    let session = ShellSession(database: database, output: output, errors: errors)
    #expect(session.run(statement) == .refused)
    #expect(errors.take().contains("hint: 1 table is left out: the user has no right to SELECT from projects"))
    #expect(session.run("Movie where titel == \"x\"") == .refused)
    #expect(!errors.take().contains("no right"))
  }

  /// A column that has no property is explained, whether the name is spelled like a property or like the column.
  @Test(arguments: ["priceFrom", "price_from"])
  func aColumnThatIsLeftOutIsExplained(name: String) {
    let database = FakeDatabase()
    let reason = "predicates cannot read values of the type money"
    let note = SchemaNote.leftOut("sales.movie", "price_from", because: reason)
    database.schemaNotes = [.leftOut("movie", "stay", because: "the user may not read it"), note]
    let session = ShellSession(database: database, output: output, errors: errors)
    #expect(session.run("Movie where \(name) > 10") == .refused)
    #expect(errors.take().contains("hint: \(note.text)"))
    #expect(session.run("Movie where titel == \"x\"") == .refused)
    #expect(!errors.take().contains("left out"))
  }
}
