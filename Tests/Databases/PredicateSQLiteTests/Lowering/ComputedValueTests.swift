import PredicateDemo
import PredicateModel
import PredicateSQLite
import PredicateValues
import Testing

/// Values that a statement computes: shown, grouped, sorted by, and compared when they can fail.
@Suite struct ComputedValueTests {
  private static func shown(_ text: String, of entity: String, in database: PredicateDatabase) throws -> [QueryValue] {
    let column = FetchedColumn(try QueryExpression(format: QueryFormat(raw: text)), as: "x")
    return try database.fetch(
      EntityFetch(entity, columns: [column], sortedBy: [QuerySortKey(QueryKeyPath(.key("id")))], limit: 1)
    ).rows[0]
  }

  @Test(arguments: [
    ("TERNARY(title == nil, now(), CAST(60, 'NSDate'))", "\(QueryValue.date(60))"),
    ("FUNCTION(CAST(60, 'NSDate'), 'dateByAddingTimeInterval:', -60)", "\(QueryValue.date(0))"),
    ("CAST(1.5 * year / year, 'NSDate')", "\(QueryValue.date(1.5))"),
    (
      "TERNARY(title == nil, CAST('x', 'NSURL'), CAST('https://a.example', 'NSURL'))",
      "\(QueryValue.url("https://a.example"))"
    ),
  ])
  func shownDatesAndTheLike(text: String, expected: String) throws {
    #expect(try Self.shown(text, of: "Movie", in: .demo()).map { "\($0)" } == [expected])
  }

  @Test(arguments: [
    "{YES, 8}[FIRST]", "TERNARY(rating > 100, year, {YES}[FIRST])",
    "TERNARY(rating > 100, 8, TERNARY(rating > 99, 9, {YES, 8}[FIRST]))",
  ])
  func aBooleanAmongNumbersIsANumber(text: String) throws {
    #expect(try Self.shown(text, of: "Movie", in: .demo()).map { "\($0)" } == ["\(QueryValue.integer(1))"])
  }

  @Test(arguments: [
    "TERNARY(rating > 100, rating, 99999999999999999999)", "{rating, 99999999999999999999}[LAST]",
    "TERNARY(rating > 100, year, 99999999999999999999)",
  ])
  func aDecimalNumberAmongNumbers(text: String) throws {
    let database = try PredicateDatabase.demo()
    let large = try #require(QueryDecimal("99999999999999999999"))
    #expect(try Self.shown(text, of: "Movie", in: database).map { "\($0)" } == ["\(QueryValue.decimal(large))"])
    let all = try database.count(EntityFetch("Movie"))
    for (condition, count) in [("!= nil", all), ("== nil", 0), ("> year", all), ("<= year", 0)] {
      let predicate = try QueryPredicate(format: "\(raw: text) \(raw: condition)")
      #expect(try database.count(EntityFetch("Movie", where: predicate)) == count, "\(condition)")
    }
  }

  @Test func nowIsShown() throws {
    let value = try #require(try Self.shown("now()", of: "Movie", in: .demo()).first)
    guard case .date(let seconds) = value else { throw Failure() }
    #expect(seconds > 700_000_000)
  }

  private struct Failure: Error {}

  @Test func groupsOfComputedDates() throws {
    let database = try PredicateDatabase.demo()
    let lent = FetchedColumn(key: "lent")
    let latest = FetchedColumn(try QueryExpression(format: "max(TERNARY(lent == YES, now(), lentOn))"), as: "latest")
    let rows = try database.fetch(EntityFetch("Movie", columns: [lent, latest], groupBy: [lent])).rows
    #expect("\(rows.map { $0[0] })" == "\([QueryValue.boolean(false), .boolean(true)])")
    #expect(rows[0][1].isNull)
    guard case .date = rows[1][1] else { throw Failure() }
  }

  @Test func groupsOfValuesOfUnknownType() throws {
    let subject = try ScriptDatabase.subject(
      """
      CREATE TABLE t (id INTEGER PRIMARY KEY, n INT, s TEXT); INSERT INTO t VALUES (1, 1, 'a'), (2, 5, 'b'), (3, 8, NULL);
      CREATE VIEW v AS SELECT id, n * 2 AS m, s || 'x' AS z FROM t;
      """)
    func rows(_ texts: String...) throws -> [String] {
      let columns = try texts.map { FetchedColumn(try QueryExpression(format: QueryFormat(raw: $0)), as: $0) }
      return try subject.rows(EntityFetch("V", columns: columns))
    }
    let expected: [QueryValue] = [.integer(28), .integer(2), .integer(16), .double(28.0 / 3), .string("ax")]
    #expect(try rows("sum(m)", "min(m)", "max(m)", "avg(m)", "min(z)") == ["\(expected)"])
    #expect(throws: (any Error).self) { try rows("sum(z)") }
  }

  @Test func sortsByAggregatesOfARelationship() throws {
    let subject = try AgreementTests.demo.get()
    let key = QuerySortKey(try QueryExpression(format: "loans.@max.lentOn"), isAscending: false)
    let sorted = try subject.database.keys(EntityFetch("Movie", sortedBy: [key], limit: 3))
    let all = try subject.graph.objects(of: "Movie").compactMap { movie -> (Int64, Double)? in
      guard case .array(let loans)? = movie.value(forKey: "loans"), let id = movie.reference?.key else { return nil }
      let dates = loans.compactMap { loan -> Double? in
        guard case .object(let loan) = loan, case .date(let date)? = loan.value(forKey: "lentOn") else { return nil }
        return date
      }
      return dates.max().map { (id, $0) }
    }
    #expect(sorted == all.sorted { ($1.1, $0.0) < ($0.1, $1.0) }.prefix(3).map(\.0))
  }

  /// An element that belongs to no row of the range does not make the statement fail, whatever the type of its value.
  @Test func nothingFailsForElementsThatNothingLeadsTo() throws {
    let subject = try ScriptDatabase.subject(
      """
      CREATE TABLE a (id INTEGER PRIMARY KEY);
      CREATE TABLE b (id INTEGER PRIMARY KEY, a INTEGER REFERENCES a (id));
      CREATE TABLE c (id INTEGER PRIMARY KEY, b INTEGER REFERENCES b (id), v);
      INSERT INTO a VALUES (1), (2); INSERT INTO b VALUES (1, 1), (2, 2), (3, NULL);
      INSERT INTO c VALUES (1, 1, 5), (2, NULL, 'text'), (3, 2, 0), (4, 3, 'text'), (5, 99, 'text');
      """)
    #expect(try subject.ids("ANY bs.cs.v > 1", "A") == [1])
    #expect(try subject.ids("SUBQUERY(bs, $b, ANY $b.cs.v > 1).@count > 0", "A") == [1])
    #expect(try subject.ids("bs.cs.@max.v > 1", "A") == [1])
    #expect(try subject.ids("b.a != nil AND v > 1", "C") == [1])
  }

  /// Both bounds are evaluated, even if one decides the result. So a bound that fails makes the statement fail.
  @Test func aBoundThatFailsEndsBETWEEN() throws {
    let subject = try ScriptDatabase.subject(
      "CREATE TABLE t (id INTEGER PRIMARY KEY, n INT, v); INSERT INTO t VALUES (1, NULL, 5), (2, 3, NULL);")
    let format = "n BETWEEN {id + 7, TERNARY(v <= 'a', 1, 2)}"
    try AgreementTests.check(format, "T", in: subject)
    #expect(throws: PredicateIssue.self) {
      try subject.database.keys(EntityFetch("T", where: QueryPredicate(format: QueryFormat(raw: format))))
    }
  }

  /// If a path leads to no row, the condition on its value is not evaluated and cannot fail.
  @Test func nothingFailsForRowsThatAPathDoesNotLeadTo() throws {
    let subject = try ScriptDatabase.subject(
      """
      CREATE TABLE tag (id INTEGER PRIMARY KEY, v, box INT REFERENCES box (id));
      CREATE TABLE box (id INTEGER PRIMARY KEY, tag INT REFERENCES tag (id));
      INSERT INTO tag VALUES (1, 5, NULL), (2, 'é', 7); INSERT INTO box VALUES (7, 2);
      """)
    #expect(try subject.ids("box.tag == SELF AND box.tag.v CONTAINS 'é'", "Tag") == [2])
    #expect(try subject.ids("box.id > 0 AND box.tag.v CONTAINS 'é'", "Tag") == [2])
  }

  /// An expression that would fail for every row does not fail if there are no rows: SQLite calculates constants before it reads a row.
  @Test(arguments: [
    "CAST(7, 'NSDate') != $set[1]", "1 == $set[1]", "$list[$text] == 1", "1 IN $set[1]", "$list.name == 1",
    "$text.@sum == 1",
    "sum($list) == 1", "-$list == 1", "now() > $set[1]", "n != $set[1]", "$set[FIRST] == n", "($set)[n] == 1",
    "$text + 1 == n", "CAST($list, 'NSDate') == n", "-$text == n", "$text & 1 == n",
    "$list[$text] == n", "$text ** 2 == n", "abs($text) == n", "FUNCTION($text, 'sum:') == n", "$text.@sum == n",
    "$list.@max == n", "n IN $text[1]", "n == $list.name", "$text BETWEEN {n, $list}", "$list > n",
    "$list BEGINSWITH 'a'",
  ])
  func constantsOverNoRow(_ format: String) throws {
    let empty = try ScriptDatabase.subject("CREATE TABLE item (n INTEGER)")
    let full = try ScriptDatabase.subject("CREATE TABLE item (n INTEGER); INSERT INTO item VALUES (1), (NULL)")
    let variables: QueryVariables = [
      "set": QueryValue.set([.integer(1), .integer(2)]), "text": "a",
      "list": QueryValue.array([.integer(1), .string("a")]),
    ]
    for subject in [empty, full] {
      let verdict = subject.compare(try QueryPredicate(format: QueryFormat(raw: format)), "Item", variables)
      #expect(verdict.difference == nil)
    }
  }

  /// Whether a collection is nil does not depend on its elements, but evaluating its elements can fail.
  @Test(arguments: [
    "SUBQUERY(lentToFriend.loans, $l, title >= (lentToFriend.loans.note INTERSECT {title})[0]) == nil",
    "SUBQUERY(lentToFriend.loans, $l, $l.note >= (lentToFriend.loans.note INTERSECT $l.movie.tags.name)[0]) != nil",
    "SUBQUERY(lentToFriend.loans, $l, $l.note != nil) == nil",
  ])
  func collectionsThatAreNil(_ format: String) throws {
    try AgreementTests.check(format, "Movie", in: AgreementTests.demo.get())
  }
}
