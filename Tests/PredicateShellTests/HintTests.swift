import Foundation
import PredicateSQLite
import Testing

@testable import PredicateShell

/// What the shell makes of what people type who know other shells, and its hints, which are to be true.
@Suite("Habits and hints")
struct HintTests {
  private let output = TextOutput()
  private let errors = TextOutput()
  private let session: ShellSession

  init() throws {
    session = ShellSession(database: try PredicateDatabase.demo(), output: output, errors: errors)
  }

  /// A statement with what is to be marked in «…», and the hint.
  @Test(
    "Errors blame the segment, and say what would mend it",
    arguments: [
      ("«tags.count» > 1", "of a collection it is @count", "count"),
      ("count «loans.max» > 1", "of a collection it is @max", "max"),
      ("genre == «Noir»", "a text stands in quotes: \"Noir\"", "Noir"),
      ("ANY tags.name == «noir»", "a text stands in quotes: \"noir\"", "noir"),
      ("genre IN {«Noir», \"Drama\"}", "a text stands in quotes: \"Noir\"", "Noir"),
      ("genre == «gener»", "the nearest name is “genre”", "gener"),
      ("year == «Noir»", "Movie has title, year, rating,", "Noir"),
      ("«lentToFriend.frendName» == \"a\"", "the nearest name is “friendName”", "frendName"),
      ("SUBQUERY(loans, $l, «$l.freind.email» == \"a\").@count > 0", "the nearest name is “friend”", "freind"),
      // Written with spaces, a path is blamed whole.
      ("«lentToFriend . frendName» == \"a\"", "the nearest name is “friendName”", nil),
      ("«tables»", "a command begins with a dot: .tables", nil),
    ] as [(String, String, String?)])
  func errors(_ marked: String, _ hint: String, _ segment: String?) throws {
    let parts = marked.split(separator: "«", maxSplits: 1, omittingEmptySubsequences: false)
    let rest = parts[1].split(separator: "»", maxSplits: 1, omittingEmptySubsequences: false)
    #expect(session.run("\(parts[0])\(rest[0])\(rest[1])") == .refused)
    let lines = errors.take().split(separator: "\n").map(String.init)
    try #require(lines.count >= 4)
    let blamed = segment ?? String(rest[0])
    let start =
      parts[0].count
      + (rest[0].range(of: blamed).map { rest[0].distance(from: rest[0].startIndex, to: $0.lowerBound) } ?? 0)
    #expect(lines[2] == String(repeating: " ", count: start) + "^" + String(repeating: "~", count: blamed.count - 1))
    #expect(lines[3].hasPrefix("hint: \(hint)"), "\(lines[3])")
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
    // A predicate stays one.
    #expect(session.run("help == 1") == .refused)
    #expect(errors.take().contains("Movie has no property “help”"))
  }

  @Test func notesGoToTheErrorsWhereNobodyLooks() {
    #expect(session.run("count title like \"Alien\"") == .done)
    #expect(output.take() == "1 movie\n")
    #expect(errors.take().hasPrefix("note: \"Alien\": LIKE without * or ? compares the whole text"))
    #expect(session.run(".notes off") == .done)
    #expect(session.run("count title like \"Alien\"") == .done)
    #expect(errors.take().isEmpty)
  }

  @Test func mistypedSubcommands() {
    let subcommands = ["shell", "parse", "check", "filter"]
    #expect(CommandSpelling.hint(for: "prase", among: subcommands)?.contains("'parse' may be meant") == true)
    for fine in ["parse", "-e", "films.sqlite", "/tmp", "help", nil] {
      #expect(CommandSpelling.hint(for: fine, among: subcommands) == nil)
    }
  }
}
