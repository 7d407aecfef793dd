import PredicateModel
import PredicateSQL
import PredicateValues
import Testing

/// The exact SQL of conditions, without the quotes of names. Each group of forms has its own table in this folder.
@Suite struct ConditionTests {
  /// Conditions under NOT and with nil. The binder decides their meaning, so it is the same for all engines.
  @Test(arguments: [
    ("NOT (a < 5)", "(t0.a < ?1) IS NOT 1"),
    ("code != 'x'", "t0.code IS NOT ?1"),
    (
      "NOT (ANY tags.name == 'x')",
      "NOT (t0.id IN (SELECT t1.film_id FROM film_tags t1 JOIN tag t2 ON t2.id = t1.tag_id WHERE t2.name = ?1))"
    ),
    ("ALL loans.note == nil", "NOT (t0.id IN (SELECT t1.film_id FROM loan t1 WHERE t1.note IS NOT NULL))"),
    (
      "SUBQUERY(loans,$l,$l.days > a AND $l.friend.name == lentToFriend.name).@count > 0",
      "EXISTS (SELECT 1 FROM loan t1 LEFT JOIN friend t2 ON t2.id = t1.friend_id "
        + "WHERE t1.film_id = t0.id AND t1.days > t0.a AND t2.name IS t3.name)"
    ),
    ("lentToFriend.name == nil", "t1.name IS NULL"),
    ("NOT (a IN {1, 2, nil})", "(t0.a IN (?1, ?2)) IS NOT 1"),
    ("a <= b", "t0.a <= t0.b OR (t0.a IS NULL AND t0.b IS NULL)"),
    (
      "SUBQUERY(loans,$l,ANY $l.marks.value == 'x').@count >= 2 OR lentToFriend == nil",
      "t3.id IS NULL OR t0.id IN (SELECT t1.film_id FROM loan t1 WHERE t1.id IN "
        + "(SELECT t2.loan_id FROM loan_marks t2 WHERE t2.value = ?1) GROUP BY t1.film_id HAVING COUNT(*) >= ?2)"
    ),
    (
      "SUBQUERY(loans,$l,$l.friend == lentToFriend).@count == 0",
      "NOT EXISTS (SELECT 1 FROM loan t1 WHERE t1.film_id = t0.id AND t1.friend_id IS t0.lentToFriend_id)"
    ),
  ])
  func settledForms(format: String, sql: String) throws {
    #expect(try FilmModel.condition(format) == sql)
  }

  @Test(arguments: [
    ("code == 'x'", "t0.code = ?1"), ("title != 'x'", "t0.title <> ?1"), ("year == 5.5", "t0.year = ?1"),
    ("5 < year", "t0.year > ?1"), ("NOT (5 < year)", "t0.year <= ?1"), ("NOT (5 < a)", "(t0.a > ?1) IS NOT 1"),
    ("a == b", "t0.a IS t0.b"), ("a != b", "t0.a IS NOT t0.b"), ("a == year", "t0.a = t0.year"),
    ("a != year", "t0.a IS NOT t0.year"), ("year < a", "t0.year < t0.a"), ("lent == YES", "t0.lent = ?1"),
    ("NOT (year < 5)", "t0.year >= ?1"), ("NOT (year <= 5)", "t0.year > ?1"), ("NOT (year >= 5)", "t0.year < ?1"),
    ("year == nil", "0"), ("a == nil", "t0.a IS NULL"), ("a != nil", "t0.a IS NOT NULL"),
    ("NOT (a < 5 OR code == 'x')", "(t0.a < ?1) IS NOT 1 AND t0.code IS NOT ?2"),
    ("NOT (a < 5 AND code == 'x')", "(t0.a < ?1 AND t0.code = ?2) IS NOT 1"),
    ("NOT (year < 5 AND title == 'x')", "NOT (t0.year < ?1 AND t0.title = ?2)"),
    ("year == 1 AND (a == 2 OR b == 3)", "t0.year = ?1 AND (t0.a = ?2 OR t0.b = ?3)"),
    ("year == 1 OR (a == 2 AND b == 3)", "t0.year = ?1 OR (t0.a = ?2 AND t0.b = ?3)"),
    ("TRUEPREDICATE", ""), ("FALSEPREDICATE", "0"), ("FALSEPREDICATE OR year == 1", "t0.year = ?1"),
  ])
  func comparisons(format: String, sql: String) throws {
    #expect(try FilmModel.condition(format) == sql)
  }

  @Test(arguments: [
    ("year BETWEEN {1, 2}", "t0.year BETWEEN ?1 AND ?2"),
    ("NOT year BETWEEN {1, 2}", "NOT (t0.year BETWEEN ?1 AND ?2)"),
    ("NOT a BETWEEN {1, 2}", "(t0.a BETWEEN ?1 AND ?2) IS NOT 1"),
    ("year BETWEEN {a, b + 1}", "t0.year BETWEEN t0.a AND t0.b + ?1"),
    ("nocase BETWEEN {'a', 'b'}", "t0.nocase COLLATE BINARY BETWEEN ?1 AND ?2"),
    ("title BETWEEN {nocase, 'b'}", "t0.title COLLATE BINARY BETWEEN t0.nocase AND ?1"),
    ("year IN {1, 2.5}", "t0.year IN (?1, ?2)"), ("NOT year IN {1, 2}", "NOT (t0.year IN (?1, ?2))"),
    ("a IN {}", "0"),
    ("a IN {nil}", "0"), ("NOT a IN {nil}", ""), ("nocase IN {'a'}", "t0.nocase COLLATE BINARY IN (?1)"),
    ("NOT (a IN {b, 3})", "(t0.a = t0.b) IS NOT 1 AND t0.a IS NOT ?1"),
    ("a IN {year, 3}", "t0.a = t0.year OR t0.a = ?1"),
    ("title IN[c] {'A', 'a', 'b'}", "predicate_fold(t0.title, 1) IN (?1, ?2)"),
  ])
  func listsAndBounds(format: String, sql: String) throws {
    #expect(try FilmModel.condition(format) == sql)
  }

  @Test(arguments: [
    ("title BEGINSWITH 'ab'", "t0.title >= ?1 AND t0.title < ?2"),
    ("NOT title BEGINSWITH 'ab'", "NOT (t0.title >= ?1 AND t0.title < ?2)"),
    ("NOT code BEGINSWITH 'ab'", "(t0.code >= ?1 AND t0.code < ?2) IS NOT 1"),
    ("nocase BEGINSWITH 'ab'", "t0.nocase COLLATE BINARY >= ?1 AND t0.nocase COLLATE BINARY < ?2"),
    ("nocase == 'x'", "t0.nocase COLLATE BINARY = ?1"), ("title == nocase", "t0.title COLLATE BINARY = t0.nocase"),
    ("title BEGINSWITH ''", "0"), ("title BEGINSWITH code", "predicate_beginsWith(t0.title, t0.code, 0)"),
    ("uppercase(title) BEGINSWITH 'A'", "predicate_beginsWith(predicate_call('uppercase:', 's', t0.title), ?1, 0)"),
    (
      "title BEGINSWITH[c] 'Ab'",
      "t0.title COLLATE NOCASE >= ?1 AND (t0.title COLLATE NOCASE < ?2 OR predicate_beginsWith(t0.title, ?3, 1))"
    ),
    ("title CONTAINS 'x'", "instr(t0.title, ?1) > 0"),
    ("title ENDSWITH 'x'", "predicate_endsWith(t0.title, ?1, 0)"),
    ("title CONTAINS code", "predicate_contains(t0.title, t0.code, 0)"),
    ("title CONTAINS[cd] code", "predicate_contains(t0.title, predicate_fold(t0.code, 3), 3)"),
    ("title LIKE 'a*b'", "predicate_like(t0.title, ?1, 0)"),
    ("title LIKE[c] '*star*'", "predicate_contains(t0.title, ?1, 1)"),
    ("title LIKE 'ab*'", "t0.title >= ?1 AND t0.title < ?2"), ("title LIKE 'ab'", "t0.title = ?1"),
    ("title MATCHES '.*x'", "predicate_matches(t0.title, ?1, 0)"),
    ("title ==[cd] 'x'", "predicate_equals(t0.title, ?1, 3)"),
    ("'x' ==[cd] title", "predicate_equals(t0.title, ?1, 3)"),
    ("code !=[c] 'x'", "predicate_equals(t0.code, ?1, 1) IS NOT 1"),
    ("title ==[c] code", "predicate_fold(t0.title, 1) = predicate_fold(t0.code, 1)"),
    ("title.length > 3", "predicate_length(t0.title) > ?1"),
  ])
  func strings(format: String, sql: String) throws {
    #expect(try FilmModel.condition(format) == sql)
  }

  @Test(arguments: [
    ("year / 10 == 199", "t0.year / ?1 = ?2"), ("rating / 2 > 3", "CAST(t0.rating AS REAL) / ?1 > ?2"),
    ("rating / 2.5 > 3", "t0.rating / ?1 > ?2"), ("NOT (year + 1 > 5)", "t0.year + ?1 <= ?2"),
    ("NOT (rating + 1 > 5)", "(t0.rating + ?1 > ?2) IS NOT 1"),
    ("NOT (year / 2 > 5)", "(t0.year / ?1 > ?2) IS NOT 1"),
    ("year - (a - 1) > 0", "t0.year - (t0.a - ?1) > ?2"), ("(year + 1) * 2 > 0", "(t0.year + ?1) * ?2 > ?3"),
    ("-(-year) > 0", "-(-t0.year) > ?1"), ("year ** 2 > 3", "predicate_power(t0.year, ?1) > ?2"),
    ("year & 3 == 1", "predicate_bits(5, t0.year, ?1) = ?2"),
    ("floor(rating) == 3", "predicate_call('floor:', 'r', t0.rating) = ?1"),
    ("TERNARY(a == nil, 1, a) > 3", "CASE WHEN t0.a IS NULL THEN ?1 ELSE t0.a END > ?2"),
    ("CAST(year, 'NSString') == '3'", "predicate_cast('NSString', 'i', t0.year) = ?1"),
    ("seen > CAST(0, 'NSDate')", "t0.seen >= ?1"),
    ("made > CAST(0, 'NSDate')", "t0.made >= ?1 AND predicate_date(t0.made) > ?2"),
    ("key == CAST('12345678-1234-1234-1234-123456789012', 'UUID')", "predicate_uuid(t0.key) = ?1"),
  ])
  func values(format: String, sql: String) throws {
    #expect(try FilmModel.condition(format) == sql)
  }

  @Test(arguments: [
    ("lentToFriend == nil", "t1.id IS NULL"), ("lentToFriend != nil", "t1.id IS NOT NULL"),
    ("lentToFriend.best == nil", "t2.id IS NULL"), ("lentToFriend.best.name == 'x'", "t2.name = ?1"),
    ("SELF == SELF", "t0.id = t0.id"),
    ("ANY {1, 2} == year", "EXISTS (SELECT 1 FROM (VALUES (?1), (?2)) t1 WHERE t1.column1 = t0.year)"),
    ("ANY {} == year", "0"),
    (
      "ANY lentToFriend.films.year == 1",
      "t0.lentToFriend_id IN (SELECT t1.lentToFriend_id FROM film t1 WHERE t1.year = ?1)"
    ),
    (
      "NONE lentToFriend.films.year == 1",
      "(t0.lentToFriend_id IN (SELECT t1.lentToFriend_id FROM film t1 WHERE t1.year = ?1)) IS NOT 1"
    ),
    (
      "ANY tags.films.title == 'x'",
      "t0.id IN (SELECT t1.film_id FROM film_tags t1 WHERE t1.tag_id IN (SELECT t2.tag_id FROM film_tags t2 "
        + "JOIN film t3 ON t3.id = t2.film_id WHERE t3.title = ?1))"
    ),
    (
      "SELF IN tags.films",
      "EXISTS (SELECT 1 FROM film_tags t1 JOIN film_tags t2 ON t2.tag_id = t1.tag_id "
        + "WHERE t1.film_id = t0.id AND t2.film_id = t0.id)"
    ),
  ])
  func objects(format: String, sql: String) throws {
    #expect(try FilmModel.condition(format) == sql)
  }

  @Test(arguments: [
    ("loans.@count == 0", "NOT (t0.id IN (SELECT t1.film_id FROM loan t1))"),
    ("loans.@count > 0", "t0.id IN (SELECT t1.film_id FROM loan t1)"),
    ("3 > loans.@count", "NOT (t0.id IN (SELECT t1.film_id FROM loan t1 GROUP BY t1.film_id HAVING COUNT(*) >= ?1))"),
    (
      "NOT (loans.@count > 2)",
      "NOT (t0.id IN (SELECT t1.film_id FROM loan t1 GROUP BY t1.film_id HAVING COUNT(*) >= ?1))"
    ),
    ("loans.@count == 2", "t0.id IN (SELECT t1.film_id FROM loan t1 GROUP BY t1.film_id HAVING COUNT(*) = ?1)"),
    ("loans.@count != 2", "NOT (t0.id IN (SELECT t1.film_id FROM loan t1 GROUP BY t1.film_id HAVING COUNT(*) = ?1))"),
    ("loans.@count > -1", "(SELECT COUNT(*) FROM loan t1 WHERE t1.film_id = t0.id) > ?1"),
    (
      "lentToFriend.films.@count == 0",
      "t2.id IS NOT NULL AND (t0.lentToFriend_id IN (SELECT t1.lentToFriend_id FROM film t1)) IS NOT 1"
    ),
    (
      "tags.@count > loans.@count",
      "(SELECT COUNT(*) FROM film_tags t1 WHERE t1.film_id = t0.id) > (SELECT COUNT(*) FROM loan t2 WHERE t2.film_id = t0.id)"
    ),
    (
      "SUBQUERY(loans, $l, $l.days > a).@count >= 2",
      "(SELECT COUNT(*) FROM loan t1 WHERE t1.film_id = t0.id AND t1.days > t0.a) >= ?1"
    ),
    (
      "lentToFriend.films.@sum.year > 3",
      "CASE WHEN t2.id IS NOT NULL THEN (SELECT predicate_sum(t1.year) FROM film t1 "
        + "WHERE t1.lentToFriend_id = t0.lentToFriend_id) END > ?1"
    ),
    (
      "loans.@avg.fee > 3",
      "(SELECT predicate_average('r', t1.fee) FROM loan t1 WHERE t1.film_id = t0.id) > ?1"
    ),
    ("loans.@max.days > 3", "(SELECT MAX(t1.days) FROM loan t1 WHERE t1.film_id = t0.id) > ?1"),
  ])
  func counts(format: String, sql: String) throws {
    #expect(try FilmModel.condition(format) == sql)
  }

  /// If the schema does not prove the type of a column, values of another family are read as NULL.
  @Test(arguments: [
    ("amount > 5", "CASE WHEN typeof(t0.the amount) IN ('integer', 'real') THEN t0.the amount END > ?1"),
    (
      "NOT amount > 5",
      "(CASE WHEN typeof(t0.the amount) IN ('integer', 'real') THEN t0.the amount END > ?1) IS NOT 1"
    ),
    ("text == 'x'", "CASE WHEN typeof(t0.text) = 'text' THEN t0.text END = ?1"),
    ("anything == nil", "t0.anything IS NULL"),
  ])
  func looseColumns(format: String, sql: String) throws {
    #expect(try FilmModel.condition(format, entity: "Loose") == sql)
  }

  /// Values without a form in SQL are passed as boxes to registered functions, which compare and compute as the evaluator does.
  @Test(arguments: [
    ("price > 3", "predicate_compare('greater', 'ni', t0.price, ?1)"),
    ("NOT (price > 3)", "NOT predicate_compare('greater', 'ni', t0.price, ?1)"),
    ("price IN {1, 2}", "predicate_member('n', t0.price, ?1)"),
    ("price + 1 == 2", "predicate_compare('equal', 'oi', predicate_arithmetic(8, 'ni', t0.price, ?1), ?2)"),
    ("title <[l] 'x'", "predicate_dynamic('<', 'ss', t0.title, ?1, 8)"),
    ("random() > 0.5", "predicate_compare('greater', 'or', predicate_chance('random', ''), ?1)"),
    ("year == CAST('0.5', 'NSDecimalNumber')", "t0.year = ?1"),
    ("year == CAST('0.1', 'NSDecimalNumber')", "t0.year = ?1"),
    ("year == CAST('0.1000000000000000001', 'NSDecimalNumber')", "predicate_compare('equal', 'io', t0.year, ?1)"),
    (
      "ANY ({1, year} UNION {2}) == 3",
      "EXISTS (SELECT 1 FROM json_each(predicate_elements('o', predicate_arithmetic(0, 'oo', "
        + "predicate_list('ii', ?1, t0.year), ?2))) t1 WHERE predicate_compare('equal', 'oi', predicate_element(t1.value), ?3))"
    ),
    (
      "ANY {1, a} == 3",
      "EXISTS (SELECT 1 FROM (SELECT 0 AS key, ?1 AS value UNION ALL SELECT 1, t0.a) t1 WHERE t1.value = ?2)"
    ),
    (
      "(loans)[FIRST].days == 3",
      "(SELECT t1.days FROM loan t1 WHERE t1.film_id = t0.id ORDER BY t1.id LIMIT ?1) = ?2"
    ),
    (
      "lentToFriend == Friend[3]",
      "t0.lentToFriend_id = (SELECT t1.id FROM friend t1 WHERE t1.id = ?1)"
    ),
    (
      "loans.@distinctUnionOfObjects.days == {3}",
      "predicate_compare('equal', 'oo', predicate_collection('distinctUnionOfObjects', (SELECT predicate_array('i', "
        + "t2.value) FROM (SELECT t1.days AS value FROM loan t1 WHERE t1.film_id = t0.id ORDER BY t1.id) t2)), ?1)"
    ),
  ])
  func boxes(format: String, sql: String) throws {
    let found = try FilmModel.condition(format)
    #expect(found == sql)
  }

  @Test func cheapConditionsStandFirst() throws {
    #expect(
      try FilmModel.condition("ANY loans.days == 1 AND title LIKE 'a*b*' AND year == 2 AND a == 1")
        == "t0.year = ?1 AND t0.a = ?2 AND predicate_like(t0.title, ?3, 0) "
        + "AND t0.id IN (SELECT t1.film_id FROM loan t1 WHERE t1.days = ?4)")
  }
}
