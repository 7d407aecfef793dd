import Foundation
import PredicateSyntax
import Testing

@testable import PredicateShell

/// The real shell in a real terminal, typed at as people do.
@Suite("The shell in a terminal")
struct ShellTerminalTests {
  // MARK: Typing

  @Test(
    "Tab inserts the part that has no alternative",
    arguments: [
      ("lentToF\t", "Movie> lentToFriend."), ("ANY ta\tn\t", "Movie> ANY tags.name "),
      ("genre == \"No\t", "Movie> genre == \"Noir\" "), ("title beg\t", "Movie> title BEGINSWITH"),
      ("title CONTAINS[n\t", "Movie> title CONTAINS[n] "),
      ("SUBQUERY(tags, \t$t.n\t", "Movie> SUBQUERY(tags, $t, $t.name "),
      ("Movie so\t\t", "Movie> Movie sort by "), (".sch\tFr\t", "Movie> .schema Friend "),
      ("lentToFriend.friendName == \"春\t", "Movie> lentToFriend.friendName == \"春香 Tanaka\" "),
    ])
  func completion(_ keys: String, _ line: String) async throws {
    let shell = try ShellOnTerminal()
    let terminal = try await shell.start()
    terminal.type(keys)
    try await terminal.seeCursor(behind: line)
  }

  @Test func tabShowsColumnsWhereThereIsAChoice() async throws {
    let shell = try ShellOnTerminal()
    let terminal = try await shell.start(columns: 50)
    terminal.type("lentToFriend.\t")
    try await terminal.seeLine("friendName  birthday    loans       friends*")
    try await terminal.seeLine("email       lentMovies  friends")
    try await terminal.seeCursor(behind: "Movie> lentToFriend.")
    #expect(terminal.screen.colourChanges > 0)
  }

  @Test func theGreetingBreaksBetweenWords() async throws {
    let terminal = try await ShellOnTerminal().start(columns: 80)
    try await terminal.seeLine("A predicate finds objects of the entity in the prompt. Write .help for help.")
    try await terminal.seeLine("Ctrl-D leaves the shell.")
  }

  @Test func noColourWhereNobodyWantsIt() async throws {
    let shell = try ShellOnTerminal()
    shell.environment["NO_COLOR"] = "1"
    let terminal = try await shell.start()
    terminal.enter("Tag limit 1")
    try await terminal.see("the answer") { $0.lines.contains { $0.hasPrefix("1 tag") } }
    terminal.enter("nonsense ==")
    terminal.enter("")
    try await terminal.see("the error") { $0.lines.contains { $0.hasPrefix("error[") } }
    #expect(terminal.screen.colourChanges == 0)
  }

  @Test("The file of settings is read at a terminal, and in pipes it is not")
  func settings() async throws {
    let shell = try ShellOnTerminal()
    shell.environment["XDG_CONFIG_HOME"] = shell.path("config")
    let write = try await shell.script(
      "mkdir -p config/openpredicate && printf 'mode = line\nnil = NULL\ncolors = off\nmood = good\n' "
        + "> config/openpredicate/shell.conf")
    #expect(write.status == 0)
    let terminal = try await shell.start(columns: 200)
    terminal.enter("Movie where rating == nil show title, rating limit 1")
    try await terminal.see("the answer") { $0.lines.contains { $0.hasPrefix("1 movie") } }
    #expect(terminal.screen.lines.contains("rating  NULL"))
    #expect(terminal.screen.lines.contains { $0.contains("shell.conf:4: there is no setting mood") })
    #expect(terminal.screen.colourChanges == 0)
    let piped = try await shell.script("predicate -e 'Movie where rating == nil show rating limit 1'")
    #expect(piped.output == "rating\n──────\nnil\n1 movie\n")
    #expect(piped.errors == "")
  }

  @Test func statementsOfSeveralLines() async throws {
    let shell = try ShellOnTerminal()
    let terminal = try await shell.start()
    terminal.enter("count (year > 1990")
    try await terminal.seeCursor(behind: "   ...> ")
    terminal.enter("OR year < 1930) AND")
    try await terminal.seeCursor(behind: "   ...> ")
    terminal.type("genre == \"Dr\t")
    try await terminal.seeCursor(behind: "   ...> genre == \"Drama\" ")
    terminal.enter("")
    try await terminal.see("a count") { $0.lines.contains { $0.contains(" movies (") } }
  }

  @Test func aPasteOfSeveralLinesIsOneStatement() async throws {
    let shell = try ShellOnTerminal()
    let terminal = try await shell.start()
    let pasted = "count Movie where\r  year > 1990\r\tAND genre == \"Drama\"\rcount Friend\rTag show name\r limit 1"
    terminal.type("\u{1B}[200~\(pasted)\u{1B}[201~")
    try await terminal.seeCursor(behind: "   ...>  limit 1")
    #expect(terminal.screen.lines.contains { $0.hasPrefix("12 friends") })
    #expect(terminal.screen.lines.contains { $0.hasPrefix("12 movies") })
    #expect(!terminal.screen.lines.contains { $0.hasPrefix("error") || $0.hasPrefix("72 movies") })
    terminal.enter("")
    try await terminal.see("the answer") { $0.lines.contains { $0.hasPrefix("1 tag") } }
  }

  @Test func aPasteInALineIsInserted() async throws {
    let shell = try ShellOnTerminal()
    let terminal = try await shell.start()
    terminal.type("count \u{1B}[200~Tag\u{1B}[201~ ")
    try await terminal.seeCursor(behind: "Movie> count Tag ")
    terminal.enter("")
    try await terminal.see("the answer") { $0.lines.contains { $0.hasPrefix("15 tags") } }
  }

  @Test func viKeysByEditrc() async throws {
    let shell = try ShellOnTerminal()
    try Data("predicate:bind -v\n".utf8).write(to: URL(fileURLWithPath: shell.path(".editrc")))
    let terminal = try await shell.start()
    terminal.type("Tag limit 9\u{1B}0")
    terminal.type("cwFriend")
    try await terminal.see("the changed word") { $0.lines.last == "Movie> Friend limit 9" }
  }

  // MARK: History

  @Test func historyOutlivesTheShell() async throws {
    let shell = try ShellOnTerminal()
    let statements = ["Tag limit 1", "count (year > 1990\rAND year < 1992)", " count private == 1", "Tag limit 1"]
    do {
      let terminal = try await shell.start()
      for (number, statement) in statements.enumerated() {
        terminal.enter(statement)
        // Ctrl-D has no effect on a terminal that no program reads from.
        try await terminal.seePrompts(number + 2)
      }
      terminal.type("\u{4}")
      #expect(try await terminal.end() == 0)
    }
    let terminal = try await shell.start()
    terminal.type("\u{1B}[A")
    try await terminal.seeCursor(behind: "Movie> Tag limit 1")
    terminal.type("\u{1B}[A")
    // The older "Tag limit 1" was removed, the private line was not recorded, and a statement of two lines is one entry.
    try await terminal.seeCursor(behind: "AND year < 1992)")
    #expect(terminal.screen.lines.contains("Movie> count (year > 1990"))
    terminal.type("\u{1B}[A\u{3}")
    try await terminal.see("the prompt again") { $0.lines.last == "Movie>" }
    terminal.type("\u{12}limit")
    try await terminal.see("what was searched") { $0.lines.contains { $0.contains("Tag limit 1") } }
    terminal.enter("")
    try await terminal.see("the answer") { $0.lines.contains { $0.hasPrefix("1 tag ") } }
  }

  // MARK: Interrupting

  @Test func controlCEndsALongStatementAndTheShellLives() async throws {
    let shell = try ShellOnTerminal()
    let terminal = try await shell.start(program: ShellOnTerminal.endlessProgram)
    terminal.enter("count Friend")
    try await Self.seeBar(terminal)
    terminal.type("\u{3}")
    try await terminal.seeLine("Cancelled.")
    try await terminal.seeCursor(behind: "Movie> ")
    terminal.enter("count")
    try await terminal.see("a count") { $0.lines.contains { $0.hasPrefix("200 movies") } }
    terminal.enter(".quit")
    #expect(try await terminal.end() == 0)
  }

  private static func seeBar(_ terminal: PseudoTerminal) async throws {
    try await terminal.see("the bar") { $0.lines.contains { $0.contains("░ 25 %  ") && $0.hasSuffix(" left") } }
  }

  @Test func aLongStatementShowsThatItRuns() async throws {
    let shell = try ShellOnTerminal()
    let terminal = try await shell.start(program: ShellOnTerminal.endlessProgram)
    terminal.enter("count Friend")
    try await Self.seeBar(terminal)
    terminal.type("\u{3}")
    try await terminal.seePrompts(2)
    #expect(!terminal.screen.lines.contains { $0.contains("░") })
  }

  @Test func controlCDropsTheLine() async throws {
    let shell = try ShellOnTerminal()
    let terminal = try await shell.start()
    terminal.type("year > ")
    try await terminal.seeCursor(behind: "year > ")
    terminal.type("\u{3}")
    try await terminal.seeCursor(behind: "Movie> ")
    terminal.enter("count (year > 3")
    try await terminal.seeCursor(behind: "   ...> ")
    terminal.type("\u{3}")
    try await terminal.seeCursor(behind: "Movie> ")
    terminal.enter("count")
    try await terminal.see("a count") { $0.lines.contains { $0.hasPrefix("200 movies") } }
    #expect(!terminal.screen.lines.contains { $0.contains("error") })
  }

  // MARK: Screens

  @Test func answersFitTheWindowAsItIs() async throws {
    let shell = try ShellOnTerminal()
    let terminal = try await shell.start(columns: 120)
    terminal.enter("Movie where title == \"Alien\"")
    try await terminal.see("the wide answer") { $0.lines.contains { $0.hasPrefix("1 movie") } }
    #expect(terminal.screen.lines.contains { $0.contains("lentToFriend") && $0.contains("rating") })
    terminal.resize(columns: 60, rows: 30)
    terminal.enter("Movie where title == \"Dune\"")
    try await terminal.see("the narrow answer") { $0.lines.contains { $0.contains("Dune") && !$0.contains(">") } }
    try await terminal.seeCursor(behind: "Movie> ")
    let narrow = terminal.screen.lines.suffix(8)
    #expect(narrow.allSatisfy { DisplayWidth.columns(of: $0) <= 60 }, "\(narrow.joined(separator: "\n"))")
    #expect(!narrow.contains { $0.contains("lentToFriend") && $0.contains("movieDescription") && $0.contains("title") })
    // Completion knows the value, too.
    terminal.type("genre == \t")
    try await terminal.seeCursor(behind: "Movie> genre == ")
    #expect(terminal.screen.lines.suffix(10).allSatisfy { DisplayWidth.columns(of: $0) <= 60 })
  }

  @Test func aTableOf300Columns() async throws {
    let shell = try ShellOnTerminal()
    let terminal = try await shell.start(columns: 300)
    let columns = (1...30).map { "title as column\($0)" }.joined(separator: ", ")
    terminal.enter("Movie where title == \"Alien\" show \(columns)")
    try await terminal.see("the answer") { $0.lines.contains { $0.hasPrefix("1 movie") } }
    let lines = terminal.screen.lines
    let header = try #require(lines.first { $0.hasPrefix("column1 ") })
    #expect(header.hasSuffix("column30"))
    #expect(DisplayWidth.columns(of: header) <= 300)
    let row = try #require(lines.first { $0.hasPrefix("Alien ") })
    #expect(row.split(separator: " ").count == 30)
  }

  @Test func widthsAreThoseOfTheCharacters() async throws {
    let shell = try ShellOnTerminal()
    let terminal = try await shell.start()
    terminal.enter("Movie where title IN {\"七人の侍\", \"Amélie\", \"Alien\"} show title, year")
    try await terminal.see("the answer") { $0.lines.contains { $0.hasPrefix("3 movies") } }
    let years = ["1954", "2001", "1979"]
    let rows = terminal.screen.lines.filter { line in years.contains { line.hasSuffix($0) } }
    #expect(rows.count == 3)
    #expect(Set(rows.map { DisplayWidth.columns(of: $0) }).count == 1, "\(rows)")
  }

  @Test func whatIsLongerThanTheScreenIsPaged() async throws {
    let shell = try ShellOnTerminal()
    shell.environment["PAGER"] = "cat > \(shell.path("paged")); echo paged"
    let terminal = try await shell.start(rows: 20)
    terminal.enter("Movie limit 30")
    try await terminal.seeLine("paged")
    try await terminal.seeCursor(behind: "Movie> ")
    let text = try String(contentsOfFile: shell.path("paged"), encoding: .utf8)
    #expect(text.contains("30 movies"))
  }
}
