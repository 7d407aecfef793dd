import Foundation
import PredicateDemo
import PredicatePrograms
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
      ("«lentToFriend . frendName» == \"a\"", "the nearest name is “friendName”", "frendName"),
      ("«lentToFriend.'frendName'» == \"a\"", "the nearest name is “friendName”", "'frendName'"),
      ("«tables»", "a command begins with a dot: .tables", nil),
      ("«lent»", "a condition compares: lent == YES", nil),
      ("«lent» limit 3", "a condition compares: lent == YES", nil),
      ("NOT «lent» limit 3", "a condition compares: lent == YES", nil),
      ("Friend where «loans»", "a condition compares: loans.@count > 0", nil),
      ("«lentToFriend.friendName»", "a condition compares: lentToFriend.friendName CONTAINS \"…\"", nil),
      ("«lentToFriend»", "a condition compares: lentToFriend != nil", nil),
      ("«yaer»", "year may be meant", nil),
      ("year >= 1990 AND «<=» 1995", "each comparison has two sides: AND year <= …", nil),
      ("count(«*»)", "count stands before a statement", nil),
      ("Movie where «rowid» == 3", "the integer that names the objects of Movie is id", nil),
      ("«SELF == 3»", "the integer that names it is id: id == 3", nil),
      ("«lentToFriend == 3»", "the integer that names it is lentToFriend.id: lentToFriend.id == 3", nil),
      ("«year > \"1990\"»", "a number stands without quotes: year > 1990", nil),
      ("«lentOn > 2024-01-01»", "a date stands in quotes: lentOn > \"2024-01-01\"", nil),
      ("«lentOn > 785077800»", "seconds since 2001 become a date by CAST: lentOn > CAST(785077800, \"NSDate\")", nil),
      ("«lentOn == -5.5»", "seconds since 2001 become a date by CAST: lentOn == CAST(-5.5, \"NSDate\")", nil),
      ("«Movie.year» > 1990", "a property stands without its entity: Movie where PROPERTY", "Movie"),
      ("Movie «year» > 1990", "a condition stands behind where: Movie where year", nil),
      ("genre = 'Noir' or «'War'»", "several values stand in a list: genre IN {'Noir', 'War'}", nil),
      ("«avg(rating)»", "a value stands behind show: Movie show avg(rating)", nil),
      (
        "Movie show title «where» year > 1990 limit 3",
        "the condition stands first: Movie where year > 1990 show title limit 3", nil
      ),
      ("Movie show «*»", "without show, all that an object has is shown", nil),
      (
        "«lentToFriend == \"Ann\"»",
        "the text of the object is lentToFriend.friendName: lentToFriend.friendName == \"Ann\"", nil
      ),
      ("«tags CONTAINS \"cult\"»", "its objects have texts: ANY tags.name == \"cult\"", nil),
      ("year = «max(year)»", "the first in an order has it: Movie sort by year desc limit 1", nil),
      ("title == 'It'«'s'»", "a quote in a text has a backslash before it: 'It\\'s'", nil),
      ("«select» * from movie", "write Movie", nil),
      (
        "«SELECT» title, year FROM Movie WHERE year > 1990 ORDER BY year DESC LIMIT 3;",
        "write Movie where year > 1990 show title, year sort by year DESC limit 3", nil
      ),
      ("«select» count(*) from people", "the form is ENTITY where PREDICATE", nil),
      ("«select» count(*) from friends", "write count Friend", nil),
      ("«select» count(*) from Friend", "write count Friend", nil), ("«from» Friend", "write Friend", nil),
      (
        "«select» title from Movie where rating is not null and movieDescription IS NULL",
        "write Movie where rating != nil and movieDescription == nil show title", nil
      ),
      ("«select» * from Movie join Friend", "the form is ENTITY where PREDICATE", nil),
      ("insert «into» Movie values (1)", "the form is insert ENTITY NAME = VALUE, NAME = VALUE", nil),
      ("delete «from» films where year = 3", "the form is delete ENTITY where PREDICATE", nil),
      ("delete «from» movies where year = 3", "write delete Movie where year = 3", nil),
      ("insert «into» tag values (9, 'x')", "write insert Tag name = 'x'", nil),
      ("insert «into» tag (name) values ('x')", "write insert Tag name = 'x'", nil),
      ("«create» table x (y)", "statements change objects, not tables", nil),
      ("«\\dt»", ".tables lists the entities", nil), ("«\\d» movie", ".schema Movie shows what there is", nil),
      ("«\\foo»", ".help lists the commands", nil), ("«show» tables", ".tables lists the entities", nil),
      ("«describe» friend", ".schema Friend shows what there is", nil),
      ("«rollback»", ".revert drops what is not saved", nil), ("«ROLLBACK» transaction;", ".revert drops", nil),
      ("«begin»", "changes are held back until .commit saves them", nil),
      ("«start» transaction", "changes are held back until .commit saves them", nil),
      ("«exists(tags)»", "a condition compares: tags.@count > 0", nil),
      ("Movie where year > 1990 AND «exists(tags)»", "a condition compares: tags.@count > 0", nil),
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
    "What other shells call help and quit works",
    arguments: ["?", "\\?", "help", "\\q", "quit", "exit", "-- words", "--"])
  func habits(_ statement: String) {
    let isLeaving = ["\\q", "quit", "exit"].contains(statement)
    #expect(session.run(statement) == (isLeaving ? .quit : .done), "\(errors.take())")
    let isComment = statement.hasPrefix("--")
    #expect(output.take().isEmpty == (isComment || isLeaving))
  }

  /// Conditions on the integer that names rows, and the ids that they find, in both engines.
  @Test(
    "Rows can be asked for by the integer that names them",
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
    #expect(output.take().hasPrefix("Memory and SQL agree on"))
  }

  /// A hint that would fail itself is none.
  @Test(arguments: ["lentOn > 2024-13-01", "lentOn > 785077800 * 2"])
  func noFalseHints(statement: String) {
    #expect(session.run(statement) == .refused)
    #expect(!errors.take().contains("hint"))
  }

  /// What hints propose can be typed as it stands.
  @Test(arguments: [
    "lentOn > 785077800", "lentOn == -5.5", "lentOn > 2024-01-01", "year > \"1990\"", "lentToFriend == 3",
    "genre = 'Noir' or 'War'", "avg(rating)", "Movie show title where year > 1990", "tags CONTAINS \"cult\"",
    "year = max(year)", "lentToFriend == \"Anna Castelli\"",
  ])
  func hintsAreTrue(statement: String) throws {
    #expect(session.run(statement) == .refused)
    let hint = try #require(errors.take().split(separator: "\n").last)
    let proposal = try #require(hint.range(of: ": ", options: .backwards).map { String(hint[$0.upperBound...]) })
    #expect(session.run(proposal) == .done, "\(proposal)")
  }

  @Test func aNoteThatReadsTheSameIsSaidOnce() {
    #expect(session.run(#"title == "\p\p""#) == .done)
    #expect(errors.take().split(separator: "\n").count { $0.contains("this escape means nothing") } == 1)
  }

  @Test func wordsThatArePropertiesAreNoTexts() {
    #expect(session.run("title == genre") == .done)
    #expect(errors.take().isEmpty)
  }

  @Test func longHintsBreakBetweenWords() {
    let screen = ShellScreen(
      output: output, errors: errors,
      layout: { OutputLayout(width: 40, rowLimit: nil, style: .plain, showsTime: false) },
      errorStyle: TextStyle(isColored: true))
    let session = ShellSession(database: self.session.database, screen: screen, interrupts: InterruptWatch())
    #expect(session.run("xyz == 3") == .refused)
    let text = errors.take()
    #expect(text.contains("movieDescription") && text.contains("lentToFriend"))
    #expect(text.split(separator: "\n").allSatisfy { $0.filter { !"\u{1B}[0123456789;m".contains($0) }.count <= 40 })
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
