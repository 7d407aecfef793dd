import Foundation
import PredicateSessions
import PredicateDemo
import PredicateSQLite
import Testing

@testable import PredicateShell

/// The commands that explain an answer or keep something for later, on the demo database.
@Suite("Commands that explain")
struct ExplainingCommandTests {
  private let output = TextOutput()
  private let session: ShellSession

  init() throws {
    session = ShellSession(database: try PredicateDatabase.demo(), output: output, errors: output)
  }

  private func run(_ statements: String...) -> [String] {
    var lines: [String] = []
    for statement in statements {
      _ = session.run(statement)
      lines = output.take().split(separator: "\n").map(String.init)
    }
    return lines
  }

  @Test func whyShowsEveryValue() {
    let lines = run("year > 1990 AND lentToFriend.friendName BEGINSWITH \"A\"", ".why 194")
    #expect(
      lines == [
        "false  AND", "├─ true   year > 1990", "│         year = 2021",
        "└─ false  lentToFriend.friendName BEGINSWITH \"A\"", "          lentToFriend.friendName = \"adam de Vries\"",
      ])
    #expect(run(".why 9999").first == "error[no-object]: there is no object Movie[9999]")
    #expect(run("Tag", ".why 1").first?.hasPrefix("error[no-predicate]") == true)
  }

  /// Of many elements, those that decide the condition are shown first.
  @Test(arguments: [
    ("2 Friend where ANY lentMovies.year > 2000", "{2007, 2021, 1956, 1957, 1964, … (9 in all)}"),
    ("2 Friend where ALL lentMovies.year < 2010", "{2021, 1956, 1957, 1964, 1972, … (9 in all)}"),
    ("2 Friend where 1988 IN lentMovies.year", "{1988, 1988, 1956, 1957, 1964, … (9 in all)}"),
    ("2 Friend where lentMovies.year CONTAINS 2021", "{2021, 1956, 1957, 1964, 1972, … (9 in all)}"),
    ("2 Friend where ANY lentMovies.year > 3000", "{1956, 1957, 1964, 1972, 1988, … (9 in all)}"),
    ("2 Friend where ANY lentMovies.year BETWEEN {1990, 2010}", "{1994, 2007, 1956, 1957, 1964, … (9 in all)}"),
    ("2 Friend where ANY lentMovies.year > id + 2006", "{2021, 1956, 1957, 1964, 1972, … (9 in all)}"),
  ])
  func whyShowsTheElementsThatDecide(_ arguments: String, _ elements: String) {
    let lines = run(".why \(arguments)").filter { $0.contains("lentMovies.year = ") }
    #expect(lines == ["       lentMovies.year = \(elements)"])
  }

  @Test func whyShowsTheElementsThatDecideNone() {
    #expect(
      run(".why 2 Friend where NONE lentMovies.year > 2010").last
        == "          lentMovies.year = {2021, 1956, 1957, 1964, 1972, … (9 in all)}")
  }

  /// A path that begins with an entity's name reads all objects of the entity, also in the explanation of one row.
  @Test func whyFollowsPathsOfAllObjects() {
    let lines = run("year > Movie.@avg.year AND Loan.@count > 1000", ".why 194")
    #expect(lines.first == "false  AND")
    #expect(lines.contains("├─ true   year > Movie.@avg.year"))
    #expect(lines.contains { $0.contains("Movie.@avg.year = 19") })
    #expect(lines.contains("└─ false  Loan.@count > 1000"))
  }

  @Test func emptyNamesTheConditionAndWhatIsNear() {
    let lines = run("genre == \"Nor\" AND year > 1950", ".empty")
    #expect(lines.count == 3)
    #expect(lines.first?.trimmingCharacters(in: .whitespaces) == "0  genre == \"Nor\"")
    #expect(lines.last == "No object has genre \"Nor\". Similar values are \"Noir\"")
  }

  @Test func verifyComparesBothEngines() {
    #expect(
      run("genre == \"Noir\"", ".verify").first?.hasPrefix("The answers from SQL and from memory are equal in") == true)
  }

  @Test func explainShowsMeaningStatementAndPlan() {
    let lines = run(".explain year > 1990")
    #expect(lines.prefix(3) == ["Meaning", "  movies where year > 1990", "    year: Integer"])
    #expect(!lines.contains("  greater($0.year, 1990)"))
    #expect(lines.contains { $0.contains("WHERE t0.\"year\" > ?1") })
    #expect(lines.contains("Plan"))
    let path = run(".explain lentToFriend.email == \"a\" OR lentToFriend.friendName == \"A\" OR ANY tags.name == \"b\"")
    #expect(
      path.prefix(5).dropFirst(2) == [
        "    lentToFriend.email: String, or nil", "    lentToFriend.friendName: String, or nil",
        "    tags.name: many values: String",
      ])
    #expect(run(".explain --full year > 1990").contains("  greater($0.year, 1990)"))
    #expect(run(".explain --full").contains("  greater($0.year, 1990)"))
  }

  /// The commands accept a statement as their argument. Each case has the beginning of the answer.
  @Test(
    "Explaining commands take a statement",
    arguments: [
      (".why 194 Friend where friendName == \"A\"", "error[no-object]: there is no object Friend[194]"),
      (".why 24 Movie where year < 1945 AND genre == \"Noir\" sort by year", "true   AND"),
      (".why 24 year < 1945", "true   year < 1945"), (".why", "error[command-argument]: expected the key of an object"),
      (".why Movie", "error[command-argument]: expected the key of an object, found “Movie”"),
      (".why 24", "error[no-statement]"), (".empty", "error[no-statement]"),
      (".empty Movie where genre == \"Nor\"", "  0  genre == \"Nor\""), (".empty Movie", "error[no-predicate]"),
      (".verify Movie where year > 1990 limit 3", "The answers from SQL and from memory are equal in"),
      (".verify", "error[no-statement]"),
      (".verify yeer > 3", "error[unknown-key]"), (".explain", "error[no-statement]"),
    ])
  func statements(command: String, beginning: String) {
    #expect(run(command).first?.hasPrefix(beginning) == true)
  }

  @Test func whatIsExplainedIsTheLastStatement() {
    #expect(run(".why 24 year < 1945", ".empty").first?.hasSuffix("year < 1945") == true)
  }

  @Test func nearSpellingsAreWholeWords() {
    #expect(EmptyAnswer.near("art", among: ["Casablanca party", "The Art of War"]) == ["The Art of War"])
    #expect(EmptyAnswer.near("casab", among: ["Casablanca", "Mocasablo"]).contains("Casablanca"))
    #expect(!EmptyAnswer.near("casab", among: ["Casablanca", "Mocasablo"]).contains("Mocasablo"))
  }

  /// `.help` on a property or an entity: each case has words of the text.
  @Test(arguments: [
    ("year", "year  Integer\n  is compared by == != IN"),
    ("lentToFriend.friendName", "lentToFriend.friendName  String\n"),
    ("rating", "rating  Double, or nil"), ("lentToFriend", "lentToFriend  one object of Friend"),
    ("tags", "many objects of Tag"),
    ("Movie", "Movie\n  id"), ("loan", "Loan\n"), ("id", "id  Integer"),
  ])
  func helpOnProperties(topic: String, words: String) {
    #expect(run(".help \(topic)").joined(separator: "\n").contains(words))
  }

  @Test(arguments: [
    ("swift", "let predicate = try QueryPredicate(#\"genre == \"Noir\"\"#)"),
    ("objc", "NSPredicate *predicate = [NSPredicate predicateWithFormat:@\"genre == \\\"Noir\\\"\"];"),
  ])
  func asCanBePasted(form: String, text: String) {
    #expect(run("genre == \"Noir\"", ".as \(form)") == [text])
  }

  @Test func constantsArePastedWithTheirQuotes() {
    let lines = run("title == \"it's\"", ".as sql")
    #expect(lines.first?.contains("WHERE t0.\"title\" = 'it''s'") == true)
  }

  @Test func anAnswerIsShownAgainInAnotherMode() {
    #expect(run("Tag limit 1", ".last csv") == ["id,name", "1,classic"])
    #expect(run(".last nope").first?.hasPrefix("error[command-argument]") == true)
  }

  @Test func variablesAndSavedStatements() {
    _ = run(".let $y = 2000 + 10")
    #expect(run(".let") == ["$y = 2010"])
    #expect(run("count year > $y", ".save recent", ".run recent") == ["20 movies"])
    #expect(run(".run recent $y = 2014 + 1") == ["15 movies"])
    #expect(run(".run recent $y=2020") == ["7 movies"])
    #expect(run(".run recent $y=2020, $other = {1, 2}").first?.hasPrefix("error[unknown-parameter]") == true)
    // The value holds only for this run.
    #expect(run(".run recent") == ["20 movies"])
    #expect(session.completion(of: ".run recent ").candidates.map(\.text) == ["$y"])
    #expect(run(".run recent y = 2014 + 1") == ["15 movies"])
    #expect(run(".run recent y 1").first?.hasPrefix("error[variable-assignment]") == true)
    #expect(run(".run recnt").contains("hint: recent may be meant"))
    #expect(run("year > $z").first?.hasPrefix("error[unbound-variable]") == true)
    #expect(run(".let $p = year + 1").first?.hasPrefix("error[parameter-value]") == true)
    #expect(run(".let y = 1").first?.hasPrefix("error[variable-assignment]") == true)
    #expect(run(".let y = 1").last == "hint: a variable must begin with a dollar sign: $y = VALUE")
  }

  @Test func savedStatementsTakeParameters() {
    _ = run(".save films count Movie where year > $year AND genre == $genre")
    let listed = run(".run")
    #expect(listed.first == "films $year $genre  count Movie where year > $year AND genre == $genre")
    // The demo's own statements are listed after the saved ones.
    #expect(listed.dropFirst().map { $0.prefix { $0 != " " } } == ["lend", "return"])
    #expect(run(".run films $year = 1940 $genre=\"Noir\"") == run("count year > 1940 AND genre == 'Noir'"))
    #expect(run(".run films $genre = 'Noir', $year = 1930 + 10") == run("count year > 1940 AND genre == 'Noir'"))
    // Commands about the last answer use the values of the last `.run`.
    _ = run(".run films $year=1940 $genre='Noir'")
    #expect(run(".sql").contains("  ?1 = 1940"))
    let failures = [
      (".run films $year=1", "parameter-missing", "      ^~~~~"), (".run films", "parameter-missing", "     ^~~~~"),
      (".run films $yaer=1", "unknown-parameter", "           ^~~~~"),
      (".run films $year=1 $genre=Noir", "parameter-value", "                          ^~~~"),
      (".run films 3", "variable-assignment", "           ^"),
      (".run films $year=", "variable-assignment", "                 ^"),
      (".run films $year=1 $year=2", "repeated-clause", "                   ^~~~~"),
    ]
    for (statement, code, mark) in failures {
      let lines = run(statement)
      #expect(lines.first?.hasPrefix("error[\(code)]") == true, "\(statement): \(lines)")
      #expect(
        lines.dropFirst(2).first?.trimmingCharacters(in: .whitespaces) == mark.trimmingCharacters(in: .whitespaces),
        "\(lines)")
    }
    #expect(run(".run films").contains("hint: the syntax is: .run films $year = VALUE $genre = VALUE"))
    // A fetch template can be a whole fetch, with a condition on groups.
    _ = run(
      ".mode csv", ".save busy Movie group by genre show genre, count() * $factor as n having n > $least sort by n desc"
    )
    #expect(run(".run busy $factor=10 $least=200").dropFirst().allSatisfy { $0.hasSuffix("0") })
    #expect(run(".run busy $factor=10 $least=100000") == ["genre,n"])
    #expect(run(".save x .help").first?.hasPrefix("error[command-argument]") == true)
  }

  @Test func statementsComeFromFilesAndAnswersGoThere() throws {
    let folder = FileManager.default.temporaryDirectory.appendingPathComponent(UUID().uuidString)
    try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
    defer { try? FileManager.default.removeItem(at: folder) }
    let script = folder.appendingPathComponent("script").path
    let answer = folder.appendingPathComponent("answer").path
    try Data("count\n.mode csv\n.once \(answer)\nTag limit 1\n.read \(script)x\n".utf8).write(
      to: URL(fileURLWithPath: script))
    _ = session.run(".read \(script)")
    let shown = output.take()
    #expect(shown.hasPrefix("200 movies\n"))
    #expect(shown.contains("line 5: error[file]"))
    #expect(try String(contentsOfFile: answer, encoding: .utf8) == "id,name\n1,classic\n")
  }
}
