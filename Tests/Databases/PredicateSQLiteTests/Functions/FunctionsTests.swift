import GRDB
import PredicateSQLite
import PredicateValues
import Testing

/// The registered functions, called from SQL written by hand.
@Suite struct FunctionsTests {
  static func values(_ sql: String, limits: PredicateLimits = .standard) throws -> [String] {
    var configuration = Configuration()
    SQLiteFunctions.prepare(&configuration, limits: limits)
    return try DatabaseQueue(configuration: configuration).read { database in
      try Row.fetchAll(database, sql: sql).map { ($0[0] as DatabaseValue).description }
    }
  }

  @Test(arguments: [
    ("predicate_fold('ÉTÉ', 3)", "\"ete\""),
    ("predicate_fold('Straße', 1)", "\"strasse\""),
    ("predicate_fold('a', 0)", "\"a\""),
    ("length(CAST(predicate_fold('A' || char(0) || 'B', 1) AS BLOB))", "3"),
    ("predicate_fold('', 1)", "\"\""),
    ("predicate_fold(NULL, 1)", "NULL"),
    ("predicate_fold(5, 1)", "NULL"),
    ("predicate_fold(x'41', 1)", "NULL"),
    ("predicate_equals('CAFÉ', 'cafe', 3)", "1"),
    ("predicate_equals('', '', 1)", "1"),
    ("predicate_beginsWith('Émile', 'e', 3)", "1"),
    ("predicate_beginsWith('Émile', '', 3)", "0"),
    ("predicate_endsWith('a' || char(0) || 'b', char(0) || 'b', 0)", "1"),
    ("predicate_contains('xÀy', 'a', 3)", "1"),
    ("predicate_contains('xÀy', 'a', 1)", "0"),
    ("predicate_contains('x', NULL, 0)", "NULL"),
    ("predicate_contains(NULL, 'x', 0)", "NULL"),
    ("predicate_like('Star Wars', '*s?ar*', 1)", "1"),
    ("predicate_like('a', '?', 0)", "1"),
    ("predicate_matches('a1', '[a-z][0-9]', 0)", "1"),
    ("predicate_matches('A1', '[a-z][0-9]', 1)", "1"),
    ("predicate_matches('a12', '[a-z][0-9]', 0)", "0"),
    ("predicate_length('a😀')", "3"),
    ("predicate_length('abc')", "3"),
    ("predicate_property('uppercaseString', 'abc')", "\"ABC\""),
    ("predicate_property('nothing', 'abc')", "NULL"),
    ("predicate_power(2, 10)", "1024.0"),
    ("predicate_power(-1, 0.5)", "NULL"),
    ("predicate_bits(3, 6, 3)", "7"),
    ("predicate_bits(4, 6, 3)", "5"),
    ("predicate_bits(5, 6.9, 3)", "2"),
    ("predicate_bits(7, 1, 64)", "0"),
    ("predicate_bits(99, 1, 64)", "NULL"),
    ("predicate_cast('NSString', 'b', 1)", "\"1\""),
    ("predicate_cast('NSString', 'r', 2)", "\"2\""),
    ("predicate_cast('NSNumber', 's', '12.5')", "12.5"),
    ("predicate_cast('NSDate', 's', '2001-01-02')", "86400.0"),
    ("predicate_cast('NSNumber', 's', 'x')", "NULL"),
    ("predicate_call('floor:', 'r', 2.5)", "2.0"),
    ("predicate_keyedValue(predicate_keyedCounts(column1), 7, 0) FROM (VALUES (7), (1), (7.0), ('7'), (NULL))", "2"),
    ("predicate_keyedValue(predicate_keyedCounts(column1), 8, 0) FROM (VALUES (7), (1))", "0"),
    ("predicate_keyedValue(predicate_keyedCounts(1), 1, 'none') WHERE 0", "\"none\""),
    (
      "predicate_keyedValue(predicate_keyedValues(column1, column2), -3, 0) FROM (VALUES (9, 'b'), (-3, 'ä'), (1, x'31'))",
      "\"ä\""
    ),
    (
      "typeof(predicate_keyedValue(predicate_keyedValues(column1, column2), 1, 0)) FROM (VALUES (9, 'b'), (1, x'3132'))",
      "\"blob\""
    ),
    ("predicate_keyedValue(predicate_keyedValues(column1, column2), 9, 0) FROM (VALUES (9, 2.5), (1, 1))", "2.5"),
    ("predicate_keyedValue(predicate_keyedValues(column1, column2), 9, 0) FROM (VALUES (9, NULL))", "NULL"),
    ("predicate_keyedValue(predicate_keyedValues(column1, column2), NULL, 4) FROM (VALUES (9, NULL))", "4"),
    ("predicate_keyedValue(predicate_keyedValues(column1, column2), 9e300, 4) FROM (VALUES (9, 'x'))", "4"),
    ("predicate_keyedValue(x'', 9, 4)", "4"),
    ("predicate_keyedValue(x'FFFFFFFFFFFFFF7F', 9, 4)", "4"),
    ("predicate_keyedValue(x'0100000000000000' || zeroblob(31), 0, 4)", "4"),
    ("predicate_keyedValue(predicate_keyedValues(1, 9223372036854775807), 1, 4)", "9223372036854775807"),
    ("predicate_call('modulus:by:', 'ii', 7, 4)", "3"),
    ("predicate_boxedCall('floor:', 'r', 2.5)", "2.0"),
    ("predicate_boxedCast('NSNumber', 's', '12.5')", "12.5"),
    ("predicate_compare('less', 'is', 1, 'x')", "0"), ("predicate_compare('same', 'ii', NULL, NULL)", "1"),
    ("predicate_compare('equal', 'ii', NULL, NULL)", "0"), ("predicate_compare('equal', 'nr', '0.5', 0.5)", "1"),
    ("predicate_compare('greater', 'nr', '0.11', 0.1)", "1"), ("predicate_compare('less', 'nr', '0.1', 0.1)", "0"),
    ("predicate_compare('equal', 'nr', '0.1', 0.1)", "1"),
    ("predicate_dynamic('==', 'si', 'x', 1, 0)", "0"), ("predicate_dynamic('IN', 'so', 'x', 'axb', 0)", "1"),
    ("predicate_member('i', 2, predicate_list('iii', 1, 2, NULL))", "1"),
    ("predicate_member('i', NULL, predicate_list('ii', 1, NULL))", "0"),
    ("predicate_index(0, 'oi', predicate_list('ss', 'a', 'b'), NULL)", "\"a\""),
    ("predicate_index(3, 'oi', predicate_list('ss', 'a', 'b'), 1)", "\"b\""),
    ("predicate_index(3, 'oi', predicate_list('ss', 'a', 'b'), 2)", "NULL"),
    ("predicate_index(2, 'oi', predicate_joined(predicate_list('i', 1), predicate_list('i', 2)), NULL)", "2"),
    ("predicate_collection('sum', predicate_list('ii', 1, 2))", "3"), ("predicate_collection('sum', NULL)", "NULL"),
    ("predicate_arithmetic(8, 'ni', '0.5', 1) IS predicate_box('n', '1.5')", "1"),
    ("predicate_negative(predicate_box('b', 1))", "-1"), ("predicate_valueForKey('length', 's', 'abc')", "3"),
    ("predicate_key(predicate_object('Friend', 3))", "3"), ("predicate_key('x')", "NULL"),
    ("predicate_box('v', x'41') IS predicate_box('x', x'41')", "1"), ("predicate_box('i', 5)", "5"),
    (
      "(SELECT group_concat(predicate_element(value)) FROM json_each(predicate_elements('o', predicate_list('is', 1, 'é'))))",
      "\"1,é\""
    ),
    ("(SELECT count(*) FROM json_each(predicate_elements('o', NULL)))", "0"), ("predicate_element('zz')", "NULL"),
    ("predicate_index(2, 'oi', (SELECT predicate_array('i', column1) FROM (VALUES (1), (NULL), (3))), NULL)", "3"),
    ("predicate_chance('random', '') BETWEEN 0 AND 1", "1"),
    ("predicate_date('2001-01-01 00:00:10')", "10.0"),
    ("predicate_date('soon')", "NULL"),
    ("hex(predicate_uuid('12345678-1234-1234-1234-123456789012'))", "\"12345678123412341234123456789012\""),
    ("hex(predicate_uuid('x'))", "\"\""),
  ])
  func scalars(call: String, expected: String) throws {
    #expect(try Self.values("SELECT \(call)") == [expected], "\(call)")
  }

  @Test(arguments: [
    ("SELECT predicate_sum(column1) FROM (VALUES (9223372036854775807), (1))", "9.223372036854776e+18"),
    ("SELECT predicate_sum(column1) FROM (VALUES (9223372036854775807), (1), (-1))", "9223372036854775807"),
    ("SELECT predicate_sum(column1) FROM (VALUES (1), (NULL), (2.5))", "3.5"),
    ("SELECT predicate_sum(column1) FROM (VALUES (1)) WHERE FALSE", "0"),
    ("SELECT predicate_average(column1) FROM (VALUES (1), (NULL), (2))", "1.0"),
    ("SELECT predicate_average(column1) FROM (VALUES (1)) WHERE FALSE", "0.0"),
    ("SELECT predicate_sum(column1) FROM (VALUES (9e999), (-9e999))", "NULL"),
    ("SELECT predicate_sum(column1) FROM (VALUES (1e16), (1.0), (1.0), (-1e16))", "2.0"),
    ("SELECT predicate_average('r', column1) FROM (VALUES (-1e16), (1), (1.0), (1e16), (NULL))", "0.4"),
    ("SELECT predicate_sum('r', column1) = 9007199254740994.0 FROM (VALUES (9007199254740993), (1), (0.5))", "1"),
    ("SELECT predicate_sum('r', column1) FROM (VALUES (1)) WHERE FALSE", "0"),
    (
      "SELECT predicate_cast('string', 'o', predicate_sum('n', column1)) FROM (VALUES ('0.1'), ('0.2'), ('x'))",
      "\"0.3\""
    ),
  ])
  func groups(sql: String, expected: String) throws {
    #expect(try Self.values(sql) == [expected], "\(sql)")
  }

  @Test func groupsAreApart() throws {
    let sql = """
      SELECT predicate_sum(column2) || '/' || predicate_average(column2)
      FROM (VALUES (1, 2), (2, 5), (1, 4), (2, 6)) GROUP BY column1 ORDER BY column1
      """
    #expect(try Self.values(sql) == ["\"6/3.0\"", "\"11/5.5\""])
  }

  /// A function keeps the pattern of a constant argument. It must not use the kept pattern if the pattern differs from row to row.
  @Test(arguments: ["predicate_contains", "predicate_like", "predicate_matches", "predicate_equals"])
  func patternsOfRows(function: String) throws {
    let sql = "SELECT \(function)('b', column1, 0) FROM (VALUES ('b'), ('x'), (NULL), ('b'), (5), ('x'))"
    #expect(try Self.values(sql) == ["1", "0", "NULL", "1", "NULL", "0"])
  }

  @Test func constantPatterns() throws {
    let sql = "SELECT predicate_contains(column1, 'B', 0) FROM (VALUES ('aB'), ('ab'), (NULL), (''), ('B'))"
    #expect(try Self.values(sql) == ["1", "0", "NULL", "0", "1"])
  }

  @Test func issuesKeepKindCodeAndHint() throws {
    let bad = try #require(throws: DatabaseError.self) { try Self.values("SELECT predicate_matches('a', '(', 0)") }
    let issue = try #require(PredicateIssue(functionError: bad))
    #expect(issue.kind == .domain)
    #expect(issue.code == "regular-expression")
    #expect(issue.message.hasPrefix("\"(\" is not a valid regular expression"))

    let slow = "SELECT predicate_matches('\(String(repeating: "a", count: 40))b', '(a+)+(?=c)c', 0)"
    var limits = PredicateLimits.standard
    limits.regularExpressionSteps = 10_000
    let endless = try #require(throws: DatabaseError.self) { try Self.values(slow, limits: limits) }
    let limit = try #require(PredicateIssue(functionError: endless))
    #expect(limit.kind == .limit)
    #expect(limit.hint != nil)

    let other = try #require(throws: DatabaseError.self) { try Self.values("SELECT nothing()") }
    #expect(PredicateIssue(functionError: other) == nil)
  }
}
