import GRDB
import PredicateSQLite
import Testing

@testable import PredicateShell

/// The commands `.chart` and `.summary`, and the mode `bars`.
@Suite("Pictures and summaries")
struct ChartCommandTests {
  private let shell: TestedShell

  init() throws { shell = try TestedShell() }

  @Test func groupsAreDrawnAsBars() {
    shell.lines("Movie group by genre show genre, count() as films sort by films desc limit 3")
    #expect(
      shell.lines(".chart").map { $0.prefix(12) } == ["genre   film", "Drama   35 █", "Comedy  28 █", "SciFi   20 █"])
    #expect(shell.lines(".last bars").count == 5)
    shell.session.mode = .bars
    #expect(shell.lines("Movie group by lent show lent, count() as n").contains { $0.contains("█") })
    #expect(shell.lines("Tag limit 1").contains { $0.hasPrefix("──") })
  }

  /// All rows are counted, including those that were not shown.
  @Test func histogramsCountAllRows() {
    shell.lines(".rows 3")
    shell.lines("Movie show year")
    let lines = shell.lines(".chart histogram year")
    #expect(lines.count == 15)
    #expect(lines[3].hasPrefix("1920 to 1929   9 "))
    #expect(lines.last == "200 movies")
    #expect(shell.lines(".chart histogram").count == 15)
  }

  @Test func datesAreDrawnAsLines() {
    shell.lines("Loan group by lentOn.startOfYear as y show y, count() as n")
    #expect(shell.lines(".chart").last?.contains("2015-01-01") == true)
    #expect(shell.lines(".chart bars").count == 13)
  }

  /// The chart has one line for each value of the second key, all with the same scale. It has bars with both keys if there are too many values, or if
  /// two groups share a place.
  @Test func groupsOfTwoKeys() {
    shell.lines(
      "Loan where friend.friendName BEGINSWITH[c] \"A\" group by lentOn.startOfYear as y, friend.friendName as f show y, f, count() as n"
    )
    let lines = shell.lines(".chart")
    #expect(lines.filter { $0.hasPrefix("n") } == ["n, Anna Castelli", "n, adam de Vries"])
    shell.lines("Loan group by lentOn.startOfYear as y, friend.friendName as f show count() as n, y, f")
    #expect(shell.lines(".chart").first?.hasPrefix("y           f") == true)
    #expect(shell.refusal(".chart lines").code == "nothing-to-draw")
    #expect(shell.lines(".last bars").first?.hasPrefix("y           f") == true)
    shell.lines("Loan group by lentOn.startOfYear as y, friend.friendName as f show y, count() as n")
    #expect(shell.lines(".chart").first?.hasPrefix("y  ") == true)
  }

  /// The keys of the groups are the labels of a chart, wherever their columns are.
  @Test func theNumberComesFirst() {
    shell.lines("Movie where year > 2015 group by year show count() as n, year")
    #expect(shell.lines(".chart").first?.hasPrefix("year  n") == true)
    shell.lines("Loan group by lentOn.startOfYear as y show count() as n, y")
    #expect(shell.lines(".chart").first == "n")
  }

  /// A chart does not draw the keys of a relationship (`shopId`), although they are numbers. It draws `total`.
  @Test func keysOfOtherObjectsAreNotDrawn() throws {
    let queue = try DatabaseQueue()
    try queue.write {
      try $0.execute(
        sql: """
          CREATE TABLE shop (id INTEGER PRIMARY KEY, city TEXT);
          CREATE TABLE sale (id INTEGER PRIMARY KEY, shop_id INTEGER REFERENCES shop, day INTEGER, total REAL);
          INSERT INTO shop VALUES (70, 'Oslo');
          INSERT INTO sale VALUES (1, 70, 3, 2.5), (2, 70, 4, 5);
          """)
    }
    let shell = try TestedShell(PredicateDatabase(queue))
    shell.lines("Sale show id, shopId, total")
    #expect(shell.lines(".chart").first == "id  total")
    #expect(shell.lines(".chart shopId").first == "id  shopId")
  }

  /// Objects are drawn by their names, without their keys.
  @Test func objectsAreDrawnByTheirNames() {
    shell.lines("Movie where year < 1904")
    let lines = shell.lines(".chart")
    #expect(lines.first?.hasPrefix("title") == true)
    #expect(lines.first?.contains("id") == false)
    shell.lines(".raw SELECT genre, count(*) AS n FROM movie GROUP BY genre")
    #expect(shell.lines(".chart n").count == 18)
  }

  @Test(arguments: [
    ("Movie limit 2", ".chart histogram", "command-argument"), ("Movie limit 2", ".chart yaer", "unknown-column"),
    ("Tag limit 2 show name", ".chart", "nothing-to-draw"), ("Movie limit 0", ".chart", "nothing-to-draw"),
    ("Movie limit 1 show year", ".chart lines", "nothing-to-draw"),
  ])
  func whatCannotBeDrawn(_ statement: String, _ command: String, _ code: String) {
    shell.lines(statement)
    #expect(shell.refusal(command).code == code)
  }

  @Test func thereIsNoAnswerYet() {
    #expect(shell.refusal(".chart").code == "no-answer")
    #expect(
      shell.refusal(".chart histogram year Movie where lent == YES").hint
        == "first run Movie where lent == YES, and then .chart histogram year")
  }

  @Test func proposals() {
    shell.lines("Movie limit 1 show title, year")
    #expect(
      shell.session.completion(of: ".chart ").candidates.map(\.text) == ["bars", "lines", "histogram", "title", "year"])
    #expect(shell.session.completion(of: ".chart histogram y").candidates.map(\.text) == ["year"])
  }

  // MARK: Summaries

  @Test func aSummaryHasALineForEachColumn() {
    shell.session.mode = .csv
    let lines = shell.lines(".summary Movie where year > 1990 show year, rating, genre, lentOn")
    #expect(lines.first == "column,nils,distinct,least,greatest,mean,most frequent,times,histogram")
    #expect(lines[1].hasPrefix("year,0,33,1991,2024,2004.875,1994,5,"))
    #expect(lines[2].hasPrefix("rating,2,21,6.5,9.3,8.09428571428571"))
    #expect(lines[3] == "genre,0,14,Action,Thriller,,Drama,12,")
    #expect(lines[4].hasPrefix("lentOn,58,14,2025-10-11T17:42:00Z,2026-05-12T18:22:00Z,2026-01-24T05:15:"))
    shell.session.mode = .table
    #expect(shell.lines(".summary Movie").last == "200 movies")
    #expect(shell.lines(".summary Movie where year < 0").last == "No movies.")
    #expect(shell.lines(".summary").last == "200 movies")
    #expect(shell.lines(".summary Movie group by genre show count()").last == "17 groups")
  }

  /// `.summary` counts up to 10000 different values of a column. It shows the most frequent value only if no uncounted value can be as frequent.
  @Test func manyValues() throws {
    let queue = try DatabaseQueue()
    let script = """
      CREATE TABLE sale (id INTEGER PRIMARY KEY, code TEXT, note TEXT, mixed);
      WITH RECURSIVE n(i) AS (SELECT 1 UNION ALL SELECT i + 1 FROM n WHERE i < 10001)
      INSERT INTO sale SELECT i, CASE WHEN i % 2 = 0 THEN 'even' ELSE 'code ' || i END, printf('%500d', i % 3), CASE i WHEN 1 THEN 'x' ELSE i END FROM n;
      """
    try queue.write { try $0.execute(sql: script) }
    let shell = try TestedShell(PredicateDatabase(queue))
    let rows = shell.rows(".summary Sale")
    #expect(rows[0].hasPrefix("id,0,more than 10000,1,10001,5001.0,,,"))
    #expect(rows[1].hasPrefix("code,0,5002,code 1,even,,even,5000"))
    #expect(rows[2].hasPrefix("note,0,3,"))
    #expect(rows[2].utf8.count < 500)
  }

  /// The mean of dates is not above the greatest one, although dates are shown without their fractions of a second.
  @Test func meansOfDates() throws {
    let queue = try DatabaseQueue()
    let script = """
      CREATE TABLE log (id INTEGER PRIMARY KEY, made DATETIME);
      INSERT INTO log VALUES (1, '2023-12-31 23:59:59.900'), (2, '2023-12-31 23:59:59.900');
      """
    try queue.write { try $0.execute(sql: script) }
    let row = try #require(try TestedShell(PredicateDatabase(queue)).rows(".summary Log").last)
    #expect(row.hasPrefix("made,0,1,2023-12-31") && !row.contains("2024"), "\(row)")
  }
}
