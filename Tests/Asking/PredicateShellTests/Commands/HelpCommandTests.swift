import GRDB
import PredicateDemo
import PredicateSQLite
import Testing

@testable import PredicateShell

/// `.help` on aggregates, on topics and on properties of any entity; the statement of the greeting.
@Suite("The command .help")
struct HelpCommandTests {
  private func shell(_ sql: String? = nil) throws -> TestedShell {
    guard let sql else { return try TestedShell() }
    let queue = try DatabaseQueue()
    try queue.write { try $0.execute(sql: sql) }
    return try TestedShell(PredicateDatabase(name: "shop", queue: queue))
  }

  @Test(arguments: ["avg", "average", "AVG"])
  func averages(topic: String) throws {
    let lines = try shell().lines(".help \(topic)")
    #expect(lines.contains { $0.hasPrefix("avg(VALUE)") })
    #expect(lines.contains { $0.contains("@avg.KEY") })
  }

  /// `.help sum` explains both the function of a collection and the aggregate of a group.
  @Test(arguments: ["sum", "count", "min", "max"])
  func aggregatesThatAreFunctions(topic: String) throws {
    let lines = try shell().lines(".help \(topic)")
    #expect(lines.contains { $0.contains("takes a collection") })
    #expect(lines.contains { $0.hasSuffix("of a group") })
  }

  @Test func lists() throws {
    let shell = try shell()
    let aggregates = shell.lines(".help aggregates").joined(separator: "\n")
    for form in ["count()", "count(distinct VALUE)", "sum(VALUE)", "avg(VALUE)", "min(VALUE)", "max(VALUE)"] {
      #expect(aggregates.contains(form))
    }
    let topics = shell.lines(".help topics").joined(separator: " ")
    for topic in ["aggregates", "LIKE", ".schema", "sort", "Movie", "round"] { #expect(topics.contains(topic)) }
    #expect(
      shell.lines(".help").joined(separator: " ").split(separator: " ").joined(separator: " ").contains(
        ".help topics lists"))
  }

  @Test func propertiesOfAnyEntity() throws {
    let shell = try shell()
    #expect(shell.lines(".help Loan.note").first?.hasPrefix("note  String") == true)
    #expect(shell.lines(".help Friend.lentMovies").contains { $0.contains("lentMovies.@count > 0") })
    #expect(shell.lines(".help loan.movie.title").first?.hasPrefix("movie.title") == true)
    #expect(shell.refusal(".help Loan.nothing").code == "command-argument")
    #expect(shell.session.completion(of: ".help Loan.no").candidates.first?.text == "Loan.note")
  }

  @Test(arguments: [
    (
      """
      CREATE TABLE artist (id INTEGER PRIMARY KEY, name TEXT NOT NULL);
      CREATE TABLE album (id INTEGER PRIMARY KEY, title TEXT NOT NULL, artist_id INTEGER REFERENCES artist (id));
      INSERT INTO artist VALUES (1, 'Nina');
      INSERT INTO album VALUES (1, 'Live', 1);
      """, "Album show title, artist.name limit 5"
    ),
    (
      """
      CREATE TABLE visit (id INTEGER PRIMARY KEY, name TEXT NOT NULL);
      CREATE TABLE word (id INTEGER PRIMARY KEY, title TEXT NOT NULL, visit_id INTEGER REFERENCES visit (id));
      INSERT INTO visit VALUES (1, 'first');
      """, "Visit limit 5"
    ),
    (
      "CREATE TABLE \"order\" (id INTEGER PRIMARY KEY, n INTEGER); INSERT INTO \"order\" VALUES (1, 2)",
      "Order limit 5"
    ),
  ])
  func examples(sql: String, example: String) throws {
    let shell = try shell(sql)
    #expect(shell.session.parser.firstExample(shell.session.database.hasAnswer) == example)
    #expect(shell.lines(example).count > 2)
  }

  @Test func emptyTablesAreNoExample() throws {
    let shell = try shell("CREATE TABLE word (id INTEGER PRIMARY KEY, n INTEGER)")
    #expect(shell.session.parser.firstExample(shell.session.database.hasAnswer) == nil)
  }

  @Test func theDemoHasAnExample() throws {
    let shell = try shell()
    #expect(
      shell.session.parser.firstExample(shell.session.database.hasAnswer)
        == "Movie show title, lentToFriend.friendName limit 5")
  }
}
