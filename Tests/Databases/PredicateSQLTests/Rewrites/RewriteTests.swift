import PredicateModel
import PredicateSQLite
import PredicateSyntax
import Testing

@testable import PredicateSQL

/// Each rewrite: the SQL of a condition before it and after it.
@Suite struct RewriteTests {
  struct Example: Sendable, CustomTestStringConvertible {
    let rewrite: SQLRewrites
    let format: String
    var entity = "Film"
    /// The rewrites that are active in both statements.
    var base: SQLRewrites = []
    let before: String
    let after: String

    var testDescription: String { format }
  }

  static let examples = [
    Example(
      rewrite: .semiJoins, format: "ANY loans.note == 'x'",
      before:
        "SELECT t0.id FROM film t0 WHERE EXISTS (SELECT 1 FROM loan t1 WHERE t1.film_id = t0.id AND t1.note = ?1)",
      after: "SELECT t0.id FROM film t0 WHERE t0.id IN (SELECT t1.film_id FROM loan t1 WHERE t1.note = ?1)"),
    Example(
      rewrite: .fewRows, format: "year == 1994 AND ANY loans.note == 'x'", base: .semiJoins,
      before: """
        SELECT t0.id FROM film t0 WHERE t0.year = ?1 AND t0.id IN (SELECT t1.film_id FROM loan t1 WHERE t1.note = ?2)
        """,
      after: """
        SELECT t0.id FROM film t0 WHERE t0.year = ?1 AND EXISTS (SELECT 1 FROM loan t1 WHERE t1.film_id = t0.id AND \
        t1.note = ?2)
        """
    ),
    Example(
      rewrite: .countGroups, format: "loans.@count >= 2",
      before: "SELECT t0.id FROM film t0 WHERE (SELECT COUNT(*) FROM loan t1 WHERE t1.film_id = t0.id) >= ?1",
      after: """
        SELECT t0.id FROM film t0 WHERE t0.id IN (SELECT t1.film_id FROM loan t1 GROUP BY t1.film_id HAVING COUNT(*) \
        >= ?1)
        """
    ),
    Example(
      rewrite: .pairTargets, format: "SUBQUERY(tags, $t, $t.name BEGINSWITH 'c').@count > 1", base: .countGroups,
      before: """
        SELECT t0.id FROM film t0 WHERE t0.id IN (SELECT t1.film_id FROM film_tags t1 JOIN tag t2 ON t2.id = t1.tag_id \
        WHERE predicate_beginsWith(t2.name, ?1, 0) GROUP BY t1.film_id HAVING COUNT(*) >= ?2)
        """,
      after: """
        SELECT t0.id FROM film t0 WHERE t0.id IN (SELECT t1.film_id FROM film_tags t1 WHERE t1.tag_id IN (SELECT t2.id \
        FROM tag t2 WHERE predicate_beginsWith(t2.name, ?1, 0)) GROUP BY t1.film_id HAVING COUNT(*) >= ?2)
        """
    ),
    Example(
      rewrite: .chains, format: "ANY tags.films.tags.films.year == 1994",
      before: """
        SELECT t0.id FROM film t0 WHERE EXISTS (SELECT 1 FROM film_tags t1 JOIN film_tags t2 ON t2.tag_id = t1.tag_id \
        JOIN film_tags t3 ON t3.film_id = t2.film_id JOIN film_tags t4 ON t4.tag_id = t3.tag_id JOIN film t5 ON t5.id \
        = t4.film_id WHERE t1.film_id = t0.id AND t5.year = ?1)
        """,
      after: """
        SELECT t0.id FROM film t0 WHERE EXISTS (SELECT 1 FROM film_tags t4 JOIN film t5 ON t5.id = t4.film_id WHERE \
        t4.tag_id IN (SELECT t3.tag_id FROM film_tags t3 WHERE t3.film_id IN (SELECT t2.film_id FROM film_tags t2 \
        WHERE t2.tag_id IN (SELECT t1.tag_id FROM film_tags t1 WHERE t1.film_id = t0.id))) AND t5.year = ?1)
        """
    ),
    Example(
      rewrite: .targets, format: "lentToFriend.name == 'Hugo'",
      before: "SELECT t0.id FROM film t0 LEFT JOIN friend t1 ON t1.id = t0.lentToFriend_id WHERE t1.name = ?1",
      after: "SELECT t0.id FROM film t0 WHERE t0.lentToFriend_id IN (SELECT t1.id FROM friend t1 WHERE t1.name = ?1)"),
    Example(
      rewrite: .unindexedKeys, format: "marks.@count > 1", entity: "Loan",
      before: "SELECT t0.id FROM loan t0 WHERE (SELECT COUNT(*) FROM loan_marks t1 WHERE t1.loan_id = t0.id) > ?1",
      after: """
        SELECT t0.id FROM loan t0 WHERE predicate_keyedValue((SELECT predicate_keyedCounts(t1.loan_id) FROM loan_marks \
        t1), t0.id, 0) > ?1
        """
    ),
    Example(
      rewrite: .groupedJoins, format: "marks.@count > 1", entity: "Loan",
      before: "SELECT t0.id FROM loan t0 WHERE (SELECT COUNT(*) FROM loan_marks t1 WHERE t1.loan_id = t0.id) > ?1",
      after: """
        SELECT t0.id FROM loan t0 LEFT JOIN (SELECT t1.loan_id AS k1, COUNT(*) AS v1 FROM loan_marks t1 GROUP BY \
        t1.loan_id) t2 ON t2.k1 = t0.id WHERE CASE WHEN t2.k1 IS NOT NULL THEN t2.v1 ELSE 0 END > ?1
        """
    ),
    Example(
      rewrite: .keysAlone, format: "ANY loans.note == 'x'", base: .semiJoins,
      before: "SELECT t0.id FROM film t0 WHERE t0.id IN (SELECT t1.film_id FROM loan t1 WHERE t1.note = ?1)",
      after: "SELECT DISTINCT +t1.film_id FROM loan t1 WHERE t1.note = ?1"),
    Example(
      rewrite: .startFirst, format: "SUBQUERY(loans, $l, $l.friend == lentToFriend).@count > 0",
      before: """
        SELECT t0.id FROM film t0 WHERE EXISTS (SELECT 1 FROM loan t1 WHERE t1.film_id = t0.id AND t1.friend_id IS \
        t0.lentToFriend_id)
        """,
      after: """
        SELECT t0.id FROM film t0 WHERE EXISTS (SELECT 1 FROM loan t1 WHERE t1.film_id = t0.id AND +t1.friend_id IS \
        t0.lentToFriend_id)
        """
    ),
    Example(
      rewrite: .neededValues, format: "SUBQUERY(tags, $t, $t.name == code).@count > 0",
      before: """
        SELECT t0.id FROM film t0 WHERE EXISTS (SELECT 1 FROM film_tags t1 JOIN tag t2 ON t2.id = t1.tag_id WHERE \
        t1.film_id = t0.id AND t2.name = t0.code)
        """,
      after: """
        SELECT t0.id FROM film t0 WHERE +t0.code IS NOT NULL AND EXISTS (SELECT 1 FROM film_tags t1 JOIN tag t2 ON \
        t2.id = t1.tag_id WHERE t1.film_id = t0.id AND t2.name = t0.code)
        """),
    Example(
      rewrite: .earlyTests, format: "text == 'x' AND anything < 3", entity: "Loose",
      before: """
        SELECT t0.id FROM order t0 WHERE CASE WHEN CASE WHEN typeof(t0.text) = 'text' THEN t0.text END = ?1 THEN \
        predicate_dynamic('<', 'vi', t0.anything, ?2, 0) ELSE 0 END
        """,
      after: """
        SELECT t0.id FROM order t0 WHERE CASE WHEN typeof(t0.text) = 'text' THEN t0.text END = ?1 AND CASE WHEN CASE \
        WHEN typeof(t0.text) = 'text' THEN t0.text END = ?2 THEN predicate_dynamic('<', 'vi', t0.anything, ?3, 0) ELSE \
        0 END
        """
    ),
    Example(
      rewrite: .prefixRanges, format: "title BEGINSWITH 'The '",
      before: "SELECT t0.id FROM film t0 WHERE predicate_beginsWith(t0.title, ?1, 0)",
      after: "SELECT t0.id FROM film t0 WHERE t0.title >= ?1 AND t0.title < ?2"),
    Example(
      rewrite: .prefixRanges, format: "title BEGINSWITH[c] 'The '",
      before: "SELECT t0.id FROM film t0 WHERE predicate_beginsWith(t0.title, ?1, 1)",
      after: """
        SELECT t0.id FROM film t0 WHERE t0.title COLLATE NOCASE >= ?1 AND (t0.title COLLATE NOCASE < ?2 OR \
        predicate_beginsWith(t0.title, ?3, 1))
        """
    ),
    Example(
      rewrite: .dateRanges, format: "seen.year == 2025",
      before: "SELECT t0.id FROM film t0 WHERE predicate_call('year:', 'd', t0.seen - ?1) = ?2",
      after: """
        SELECT t0.id FROM film t0 WHERE t0.seen - ?1 BETWEEN ?2 AND ?3 AND predicate_call('year:', 'd', t0.seen - ?4) \
        = ?5
        """
    ),
    Example(
      rewrite: .storedForms, format: "seen > CAST(0, 'NSDate')",
      before: "SELECT t0.id FROM film t0 WHERE t0.seen - ?1 > ?2",
      after: "SELECT t0.id FROM film t0 WHERE t0.seen >= ?1"),
    Example(
      rewrite: .bareColumns, format: "text == 'x'", entity: "Loose",
      before: "SELECT t0.id FROM order t0 WHERE CASE WHEN typeof(t0.text) = 'text' THEN t0.text END = ?1",
      after: """
        SELECT t0.id FROM order t0 WHERE t0.text COLLATE BINARY = ?1 AND CASE WHEN typeof(t0.text) = 'text' THEN \
        t0.text END = ?2
        """
    ),
    Example(
      rewrite: .bareColumns, format: "anything == 5", entity: "Loose",
      before: "SELECT t0.id FROM order t0 WHERE predicate_dynamic('==', 'vi', t0.anything, ?1, 0)",
      after: "SELECT t0.id FROM order t0 WHERE t0.anything = ?1 AND +t0.anything = ?2"),
    Example(
      rewrite: .likelyConditions, format: "year > 1990",
      before: "SELECT t0.id FROM film t0 WHERE t0.year > ?1",
      after: "SELECT t0.id FROM film t0 WHERE likely(t0.year > ?1)"),
    Example(
      rewrite: .costOrder, format: "title CONTAINS[c] 'x' AND a == 3",
      before: "SELECT t0.id FROM film t0 WHERE predicate_contains(t0.title, ?1, 1) AND t0.a = ?2",
      after: "SELECT t0.id FROM film t0 WHERE t0.a = ?1 AND predicate_contains(t0.title, ?2, 1)"),
  ]

  @Test(arguments: examples)
  func beforeAndAfter(example: Example) throws {
    let before = try Self.text(example, example.base)
    let after = try Self.text(example, example.base.union(example.rewrite))
    #expect(before == example.before)
    #expect(after == example.after)
  }

  @Test func keyParts() throws {
    let columns = ["hall", "place"].map { SQLExpression.column($0, of: 1, mayBeNull: false) }
    let key = SQLExpression.function(.list, [.name("vv")] + columns, mayBeNull: false)
    let condition = SQLExpression.compare(.equal, key, .parameter(.data([0x61])))
    func text(_ rewrites: SQLRewrites) -> String {
      var rewriter = SQLRewriter(
        rewrites: rewrites, dialect: SQLiteDialect(), indexes: .none, model: FilmModel.model,
        testRewrite: SQLiteLowering().testRewrite,
        areAlike: { _, _, _, _ in true }, nextSource: 2)
      return SQLRenderer.statement(rewriter.rewrite(condition), SQLiteDialect()).text.replacing("\"", with: "")
    }
    #expect(text([]) == "predicate_list('vv', t1.hall, t1.place) = ?1")
    #expect(
      text(.keyParts) == "t1.hall = predicate_keyPart(?1, 0) AND t1.place = predicate_keyPart(?2, 1) "
        + "AND predicate_list('vv', t1.hall, t1.place) = ?3")
  }

  @Test func everyRewriteHasAnExample() {
    // Other suites test these rewrites: ProvenColumnTests, IndexEndTests and GroupStatementTests.
    let others: [SQLRewrites] = [.keyParts, .lateJoins, .provenColumns, .indexEnds, .distinctKeys]
    #expect(SQLRewrites(Self.examples.map(\.rewrite) + others) == .sqlite)
    #expect(Set(SQLRewrites.named.map(\.rewrite)).count == SQLRewrites.named.count)
  }

  /// The statement for the keys of matching rows, without the quotes of names and without the order.
  private static func text(_ example: Example, _ rewrites: SQLRewrites) throws -> String {
    let translator = SQLTranslator(
      model: FilmModel.model, lowering: SQLiteLowering(rewrites: rewrites), indexes: indexes)
    let text = try translator.keys(of: example.entity, where: QueryPredicate(format: QueryFormat(raw: example.format)))
      .text
    return text.replacing("\"", with: "")
  }

  /// Films of every year from 1926 to 2025, one per year; fewer friends and tags than films. The loans of marks have no index.
  private static let indexes = {
    var indexes = SQLIndexes()
    for (table, column) in [
      ("film", "year"), ("film", "seen"), ("loan", "film_id"), ("order", "text"), ("order", "anything"),
    ] {
      indexes.add(table: table, firstColumn: column)
    }
    indexes.add(table: "loan_marks")
    indexes.addSample((1926...2025).map(Double.init), ofRows: 100, table: "film", column: "year")
    for (table, count) in [("film", 1000), ("friend", 60), ("tag", 75)] {
      indexes.setRowCount(count, ofTable: table)
    }
    return indexes
  }()
}
