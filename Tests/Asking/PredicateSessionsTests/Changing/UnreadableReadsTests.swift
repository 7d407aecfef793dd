import GRDB
import PredicateDatabases
import PredicateModel
import PredicateObjects
import PredicateSQLite
import PredicateStatements
import PredicateSyntax
import Testing

@testable import PredicateSessions

/// A change is refused if its condition depends on a stored value that is not of its column's type.
@Suite struct UnreadableReadsTests {
  private static let tables = """
    CREATE TABLE shop (id INTEGER PRIMARY KEY, opened DATE);
    INSERT INTO shop VALUES (1, '2020-01-01'), (2, '01/02/2020'), (3, NULL);
    CREATE TABLE survey (id INTEGER PRIMARY KEY, score INTEGER, day DATE, agreed BOOLEAN, shop_id INTEGER REFERENCES shop (id));
    INSERT INTO survey VALUES (1, 5, '2024-01-01', 1, 1), (2, 'n/a', '01/02/2024', 'maybe', 2), (3, NULL, NULL, NULL, 3),
      (4, 'refused', 'n/a', 0, 1), (5, 6, '2024-01-02', 1, 1);
    """

  private let queue: DatabaseQueue
  private let database: PredicateDatabase

  init() throws {
    queue = try DatabaseQueue(configuration: PredicateDatabase.defaultConfiguration)
    try queue.write { try $0.execute(sql: Self.tables) }
    database = try PredicateDatabase(name: "surveys", queue: queue)
  }

  private func run(_ text: String, atLeast least: Int, on database: PredicateDatabase) throws {
    let trees = StatementParser(model: database.model, currentEntity: nil).parseSequence(text)
    guard case .change(let change)? = try trees.first?.get() else {
      Issue.record("no change: \(text)")
      return
    }
    let history = ChangeHistory(try ObjectContext(database))
    var run = ChangeRun([change], variables: [:])
    run.leastKeptRows = least
    _ = try run.run(on: history) { _ in true }
    try history.save()
  }

  private func rows() throws -> [String] {
    let all =
      "SELECT ifnull(score, '-') || '|' || ifnull(day, '-') || '|' || ifnull(agreed, '-') FROM survey ORDER BY id"
    return try queue.read { try String.fetchAll($0, sql: all) }
  }

  @Test(arguments: [
    (
      "update Survey set score = 10 where score == nil",
      "2 values of score are not of type integer, such as \"n/a\" of Survey[2]",
      "write .type Survey.score any, so that conditions compare the stored values"
    ),
    (
      "delete Survey where score != 5", "2 values of score are not of type integer, such as \"n/a\" of Survey[2]",
      "to exclude objects where it is nil, write AND score != nil. To compare the stored values, write .type Survey.score any"
    ),
    (
      "update Survey set day = '2030-01-01' where day == nil",
      "2 values of day are not of type date, such as \"01/02/2024\" of Survey[2]",
      "write .type Survey.day any, so that conditions compare the stored values"
    ),
    (
      "delete Survey where id > 1 AND NOT (agreed == YES)",
      "1 value of agreed is not of type boolean, such as \"maybe\" of Survey[2]",
      "to exclude objects where it is nil, write AND agreed != nil. To compare the stored values, write .type Survey.agreed any"
    ),
    (
      "delete Survey where shop.opened == nil",
      "1 value of shop.opened is not of type date, such as \"01/02/2020\" of Shop[2]",
      "write .type Shop.opened any, so that conditions compare the stored values"
    ),
    (
      "delete Survey where id == 1 OR day.year != 2024",
      "2 values of day are not of type date, such as \"01/02/2024\" of Survey[2]",
      "to exclude objects where it is nil, write AND day != nil. To compare the stored values, write .type Survey.day any"
    ),
  ])
  func refused(text: String, message: String, hint: String) throws {
    let before = try rows()
    for least in [1, Int.max] {
      let issue = #expect(throws: PredicateIssue.self) { try run(text, atLeast: least, on: database) }
      #expect(issue?.code == "change-unreadable" && issue?.kind == .domain)
      #expect(issue?.message == message + ", so they are nil in this condition")
      #expect(issue?.hint == hint)
    }
    #expect(try rows() == before)
  }

  /// An unreadable value does not matter if the condition holds without it.
  @Test(arguments: [
    "delete Survey where id == 4 OR score > 5", "update Survey set score = 0 where id == 2",
    "update Survey set score = 1 where score > 4", "update Survey set day = '2030-01-01' where day == nil AND id == 3",
    "update Survey set score = nil", "delete Survey where NOT (agreed == YES AND id == 1) AND id == 3",
    "delete Survey where NOT (agreed == YES AND id == 1)", "delete Survey where score != 5 AND score != nil",
    "delete Survey where shop.opened != nil",
  ])
  func accepted(text: String) throws {
    let before = try rows()
    try run(text, atLeast: .max, on: database)
    #expect(try rows() != before)
  }

  /// With the type any, the condition compares the stored values.
  @Test func storedValues() throws {
    let open = try database.retyped("score", of: "Survey", to: .any)
    try run("update Survey set score = 10 where score == nil", atLeast: 1, on: open)
    try run("update Survey set score = 20 where score == 'n/a'", atLeast: .max, on: open)
    #expect(try rows().map { $0.prefix { $0 != "|" } } == ["5", "20", "10", "refused", "6"])
  }
}
