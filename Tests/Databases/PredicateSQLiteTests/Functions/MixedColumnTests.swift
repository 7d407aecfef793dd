import PredicateFetching
import PredicateModel
import PredicateSQLite
import PredicateValues
import Testing

/// Columns that hold values of several types: their order, and the results of expressions over them.
@Suite struct MixedColumnTests {
  private static func sorted(_ key: String, encoding: String, _ values: String) throws -> [Int64] {
    let database = try ScriptDatabase.open(
      "PRAGMA encoding = '\(encoding)'; CREATE TABLE t (id INTEGER PRIMARY KEY, k); INSERT INTO t (k) VALUES \(values);"
    )
    let sortKey = QuerySortKey(try QueryExpression(format: QueryFormat(raw: key)))
    let descending = QuerySortKey(try QueryExpression(format: QueryFormat(raw: key)), isAscending: false)
    let keys = try database.keys(EntityFetch("T", sortedBy: [sortKey]))
    #expect(try database.keys(EntityFetch("T", sortedBy: [descending])) == keys.reversed())
    return keys
  }

  /// The order is nil, numbers, strings by their scalars, bytes.
  @Test(arguments: ["UTF-8", "UTF-16le"], ["k", "TERNARY(id > 0, k, nil)"])
  func order(encoding: String, key: String) throws {
    let values = "(x'61'), (x'01020304050607'), ('ﬀ'), ('x'), (9e999), (3), (2.5), (-9e999), (NULL), ('😀'), (-7)"
    #expect(try Self.sorted(key, encoding: encoding, values) == [9, 8, 11, 7, 6, 5, 4, 3, 10, 2, 1])
  }

  @Test func groupsByMixedValuesAreInThatOrder() throws {
    let database = try ScriptDatabase.open(
      "CREATE TABLE t (k); INSERT INTO t VALUES (x'61'), (x'01020304050607'), ('b'), (NULL), (10), (9), ('a');")
    let k = FetchedColumn(key: "k")
    let expected: [QueryValue] = [
      .null, .integer(9), .integer(10), .string("a"), .string("b"), .data([1, 2, 3, 4, 5, 6, 7]), .data([0x61]),
    ]
    for fetch in [EntityFetch("T", columns: [k], groupBy: [k]), EntityFetch("T", columns: [k], isDistinct: true)] {
      #expect(try "\(database.fetch(fetch).rows.map { $0[0] })" == "\(expected)")
      var descending = fetch
      descending.sortKeys = [QuerySortKey(QueryKeyPath(.key("k")), isAscending: false)]
      #expect(try "\(database.fetch(descending).rows.map { $0[0] })" == "\(Array(expected.reversed()))")
    }
    let having = try QueryPredicate(format: "k == $bytes")
    let found = try database.fetch(
      EntityFetch("T", columns: [k], groupBy: [k], having: having), variables: ["bytes": QueryValue.data([0x61])])
    #expect("\(found.rows.map { $0[0] })" == "\([QueryValue.data([0x61])])")
  }

  /// A collection that cannot be made is an error, also if the value is nil that is looked for in it.
  @Test(arguments: ["ps.@distinctUnionOfSets.k CONTAINS up.k", "up.k IN ps.@distinctUnionOfSets.k"])
  func aCollectionThatFailsBesideNil(format: String) throws {
    let subject = try ScriptDatabase.subject(
      """
      CREATE TABLE t (id INTEGER PRIMARY KEY, k, up INT REFERENCES t (id));
      CREATE TABLE p (id INTEGER PRIMARY KEY, k, t INT REFERENCES t (id));
      INSERT INTO t VALUES (1, 5, NULL); INSERT INTO p VALUES (1, 1.5, 1);
      """)
    let fetch = EntityFetch("T", where: try QueryPredicate(format: QueryFormat(raw: format)))
    #expect(throws: PredicateIssue.self) { try subject.database.fetch(fetch) }
    #expect(throws: PredicateIssue.self) { try GraphFetch(subject.graph).rows(fetch, variables: [:]) }
  }

  /// The keys and the aggregates of every group are computed before the condition on groups is evaluated.
  @Test(arguments: [
    (["g"], "min(k)", "n > 5"), (["g"], "sum(k)", "n > 5"), (["g"], "sum(-k)", "n > 5"), ([], "max(k)", "n IN {1, 2}"),
    (["g"], "median(k)", "n > 5"), (["g"], "max(k)", "g == 2"), (["g"], "sum(k)", "g == 2 AND n > 0"),
    (["g"], "sum(k)", "FALSEPREDICATE"), (["g"], "sum(k)", "g == nil AND g == 2"), (["g"], "sum(k)", "g IN {}"),
    (["g"], "sum(k)", "n == 1 AND n == 2"), (["g", "k + 1"], "sum(g)", "g == 2"), (["k + 1", "g"], "max(g)", "g == 7"),
  ])
  func aFailureInAGroupThatHavingExcludes(keys: [String], aggregate: String, having: String) throws {
    let subject = try ScriptDatabase.subject(
      "CREATE TABLE t (g INT, k); CREATE INDEX i ON t (g); INSERT INTO t VALUES (1, 'a'), (1, 2), (2, 3), (1, NULL);")
    let fetch = EntityFetch(
      "T",
      columns: [
        FetchedColumn(try QueryExpression(format: QueryFormat(raw: aggregate)), as: "x"),
        FetchedColumn(try QueryExpression(format: "count()"), as: "n"),
      ],
      groupBy: try keys.map { FetchedColumn(try QueryExpression(format: QueryFormat(raw: $0)), as: $0) },
      having: try QueryPredicate(format: QueryFormat(raw: having)))
    #expect(throws: PredicateIssue.self) { try subject.database.fetch(fetch) }
    #expect(throws: PredicateIssue.self) { try subject.database.count(fetch) }
    #expect(throws: PredicateIssue.self) { try GraphFetch(subject.graph).rows(fetch, variables: [:]) }
  }

  /// An element of a list of numbers may be a decimal number. A comparison with nil needs no form of it in SQL.
  @Test(arguments: [
    (#"{CAST("1994", "NSDecimalNumber"), k}[0] >= n"#, [2] as [Int64]),
    (#"{CAST("1994", "NSDecimalNumber"), k}[0] == nil"#, []),
    (#"SUBQUERY({SELF}, $x, {CAST("1994", "NSDecimalNumber"), $x.k}[0] >= $x.n).@count == 0"#, [1]),
    (#"{k, CAST("1994", "NSDecimalNumber")}[0] == nil"#, [1]),
  ])
  func decimalNumbersInLists(format: String, expected: [Int64]) throws {
    let subject = try ScriptDatabase.subject(
      "CREATE TABLE t (id INTEGER PRIMARY KEY, k DOUBLE, n NUMERIC); INSERT INTO t VALUES (1, NULL, NULL), (2, 2.5, 3);"
    )
    #expect(try subject.ids(format, "T") == expected)
  }

  /// The objects of a relationship have no order. So the condition fails if one object makes it fail, even if another object would decide the result.
  @Test func countsAskAllElements() throws {
    let subject = try ScriptDatabase.subject(
      """
      CREATE TABLE t (id INTEGER PRIMARY KEY, flag, boss INTEGER REFERENCES t (id));
      INSERT INTO t VALUES (1, 1, 1), (2, 'the end', 1);
      """)
    for comparison in ["<= 0", "> 1", "> 0"] {
      let format = "SUBQUERY(reports, $x, $x.flag <= 1).@count \(comparison)"
      #expect(throws: PredicateIssue.self, "\(format)") { try subject.ids(format, "T") }
    }
    #expect(throws: PredicateIssue.self) { try subject.ids("id == 1 AND ANY reports.flag <= 1", "T") }
    #expect(try subject.ids("id == 2 AND ANY reports.flag <= 1", "T") == [])
  }

  /// Whole numbers in a column of doubles are doubles if the conversion is exact, and the mean adds them as such.
  @Test func meansOfLargeWholeNumbersInAColumnOfDoubles() throws {
    let subject = try ScriptDatabase.subject(
      """
      CREATE TABLE k (id INTEGER PRIMARY KEY, p INT REFERENCES k (id), flag DECIMAL);
      INSERT INTO k VALUES (1, 1, 6150700418846598662), (2, 1, -2355467018112488031), (3, 1, 4611686018427387904);
      """)
    let values: [QueryValue] = [
      .integer(6_150_700_418_846_598_662), .integer(-2_355_467_018_112_488_031), .double(4_611_686_018_427_387_904),
    ]
    let mean = FetchedColumn(try QueryExpression(format: "@avg.flag"), as: "mean")
    let expected = try CollectionOperator.avg.apply(to: values)
    #expect(try subject.rows(EntityFetch("K", columns: [mean])) == ["\([expected])"])
    let constant = try #require(QueryArgument(expected))
    for name in subject.database.model.entity(named: "K")?.relationships.filter({ $0.cardinality == .toMany }) ?? [] {
      let format = "\(name.name).@avg.flag == %@"
      try AgreementTests.check(format, "K", in: subject, arguments: [constant])
      let fetch = EntityFetch("K", where: try QueryPredicate(format: QueryFormat(raw: format), arguments: [constant]))
      #expect(try subject.database.keys(fetch) == [1])
    }
  }

  /// An integer that no double equals keeps its exact value in a column of doubles, but arithmetic uses it as a double.
  @Test func largeWholeNumbersInAColumnOfDoublesDivideAsDoubles() throws {
    let subject = try ScriptDatabase.subject(
      "CREATE TABLE t (id INTEGER PRIMARY KEY, m MONEY); INSERT INTO t VALUES (1, 9223372036854775806), (2, 7);")
    #expect(try subject.ids("m == 9223372036854775806", "T") == [1])
    #expect(try subject.ids("m / 2 == 4611686018427387904", "T") == [1])
    #expect(try subject.ids("-m / 2 == -3.5", "T") == [2])
    #expect(try subject.ids("YES / m > 0", "T") == [1, 2])
    #expect(try subject.ids("m <= m - 1", "T") == [1])
    #expect(try subject.ids("m <= -1 + m", "T") == [1])
    // The sum of a large integer and a double is a double.
    #expect(try subject.ids("9007199254740993 + m == 9007199254741000", "T") == [2])
  }

  /// SQLite may evaluate a condition on a view before it joins the view's tables. A row that the join leaves out must not make the condition fail.
  @Test func nothingFailsForRowsThatAViewLeavesOut() throws {
    let subject = try ScriptDatabase.subject(
      """
      CREATE TABLE movies (label); CREATE TABLE box (g UUID, u UUID);
      INSERT INTO movies VALUES ('maybe'), (3); INSERT INTO box VALUES (3, 1);
      CREATE VIEW item AS SELECT a.u AS x, b.label AS y FROM box AS a JOIN movies AS b ON a.g = b.label;
      """)
    #expect(try subject.database.count(EntityFetch("Item", where: QueryPredicate(format: "2.5 <= y"))) == 1)
    try AgreementTests.check("2.5 <= y", "Item", in: subject)
    let y = FetchedColumn(key: "y")
    let groups = EntityFetch("Item", where: try QueryPredicate(format: "y > 2"), columns: [y], groupBy: [y])
    #expect(try subject.rows(groups) == ["\([QueryValue.integer(3)])"])
  }
}
