import PredicateBinding
import PredicateModel
import PredicateSyntax
import PredicateValues
import Testing

@testable import PredicateSQL

/// A database without some forms decides a part of the condition in SQL. Memory decides the rest.
@Suite struct FilterTests {
  struct Example: Sendable, CustomTestStringConvertible {
    let format: String
    /// The condition that the database decides, as SQL.
    let pushed: String
    /// The condition that memory decides; nil if the database decides everything.
    let residual: String?
    var entity = "Film"

    var testDescription: String { format }
  }

  static let like = "like($0.title, \"a?\")"
  static let contains = "contains($0.code?, \"a\")"

  static let examples = [
    Example(format: "year > 1990", pushed: "t0.year > ?1", residual: nil),
    Example(format: "TRUEPREDICATE", pushed: "1", residual: nil),
    Example(format: "title LIKE 'a?'", pushed: "1", residual: like),
    Example(format: "code CONTAINS 'a'", pushed: "t0.code IS NOT NULL", residual: contains),
    Example(format: "year > 1990 AND title LIKE 'a?'", pushed: "t0.year > ?1", residual: like),
    Example(
      format: "code CONTAINS 'a' AND title LIKE 'a?' AND a == 3", pushed: "t0.code IS NOT NULL AND t0.a = ?1",
      residual: "and(\(contains), \(like))"),
    Example(
      format: "year > 1990 OR title LIKE 'a?'", pushed: "1", residual: "or(greater($0.year, 1990), \(like))"),
    Example(
      format: "year > 1990 OR code CONTAINS 'a'", pushed: "t0.year > ?1 OR t0.code IS NOT NULL",
      residual: "or(greater($0.year, 1990), \(contains))"),
    Example(format: "NOT (code CONTAINS 'a')", pushed: "1", residual: "not(\(contains))"),
    Example(
      format: "NOT (year > 1990 OR code CONTAINS 'a')", pushed: "t0.year <= ?1", residual: "not(\(contains))"),
    Example(
      format: "NOT (year > 1990 AND title LIKE 'a?')", pushed: "1",
      residual: "or(not(greater($0.year, 1990)), not(\(like)))"),
    Example(
      format: "NOT (NOT (year > 1990 AND title LIKE 'a?'))", pushed: "t0.year > ?1", residual: like),
    Example(
      format: "lentToFriend.name == 'x' AND lentToFriend.name LIKE 'a?'", pushed: "t1.name = ?1",
      residual: "like($0.lentToFriend?.name?, \"a?\")"),
    Example(
      format: "ANY loans.note LIKE 'a?'", pushed: "EXISTS (SELECT 1 FROM loan t1 WHERE t1.film_id = t0.id)",
      residual: "exists($1 in $0.loans where like($1.note?, \"a?\"))"),
    Example(
      format: "ANY loans.note CONTAINS 'a'",
      pushed: "EXISTS (SELECT 1 FROM loan t1 WHERE t1.film_id = t0.id AND t1.note IS NOT NULL)",
      residual: "exists($1 in $0.loans where contains($1.note?, \"a\"))"),
    Example(
      format: "SUBQUERY(loans, $l, $l.note LIKE 'a?').@count > 2", pushed: "1",
      residual: "greater(count($1 in $0.loans where like($1.note?, \"a?\")), 2)"),
    Example(
      format: "TERNARY(title LIKE 'a?', year, 0) > 1990", pushed: "1",
      residual: "greater(choose(\(like), $0.year, 0), 1990)"),
    Example(
      format: "title ==[c] 'a'", pushed: "predicate_equals(t0.title, ?1, 1)", residual: nil),
    Example(
      format: "anything < 3 AND text == 'x'",
      pushed: """
        CASE WHEN predicate_dynamic('<', 'vi', t0.anything, ?1, 0) THEN CASE WHEN typeof(t0.text) = 'text' THEN t0.text \
        END = ?2 ELSE 0 END
        """, residual: nil, entity: "Loose"),
    // The later condition must not exclude a row for which the earlier one fails with an error in memory.
    Example(
      format: "text == 'x' AND anything < 3 AND amount > 1 AND text LIKE 'a?'",
      pushed: "CASE WHEN typeof(t0.text) = 'text' THEN t0.text END = ?1",
      residual: """
        and(equal($0.text?, "x"), <($0.anything?, 3), greater($0.amount?, 1), like($0.text?, "a?"))
        """, entity: "Loose"),
    Example(
      format: "anything < 3 OR text LIKE 'a?'", pushed: "1", residual: "or(<($0.anything?, 3), like($0.text?, \"a?\"))",
      entity: "Loose"),
  ]

  @Test(arguments: examples)
  func filter(example: Example) throws {
    let bound = try Binder.bind(
      QueryPredicate(format: QueryFormat(raw: example.format)), to: .entity(example.entity, FilmModel.model))
    let entity = try #require(FilmModel.model.entity(named: example.entity))
    var planner = Self.translator.planner(.standard, .utc)
    _ = try planner.openRootSource(to: entity, for: bound.condition)
    let filter = try planner.filter(bound.condition)
    var rewriter = planner.rewriter
    let statement = SQLRenderer.statement(rewriter.rewrite(filter.expression), planner.dialect)
    #expect(statement.text.replacing("\"", with: "") == example.pushed)
    #expect(filter.residual?.description == example.residual)
    #expect(filter.reasons.isEmpty == (example.residual == nil))
    #expect(filter.reasons.allSatisfy { $0.code == "sql-unsupported" })
  }

  private static let translator = SQLTranslator(model: FilmModel.model, lowering: LackingLowering())

  /// The statement of a fetch of films, and the condition that remains for memory.
  private static func translate(
    _ format: String, _ keys: [QuerySortKey] = [], leaving share: MemoryShare
  ) throws -> SQLTranslation {
    var fetch = EntityFetch(
      "Film", where: try QueryPredicate(format: QueryFormat(raw: format)), sortedBy: keys, limit: 3)
    fetch.offset = 1
    let bound = try BoundFetch(fetch, model: FilmModel.model)
    return try translator.translate(bound, form: .rows, functions: .standard, leaving: share)
  }

  @Test func memoryCountsTheRowsThatAreLeft() throws {
    let found = try Self.translate("year > 1990 AND title LIKE 'a?'", leaving: .all)
    #expect(found.statement.text.hasSuffix("WHERE t0.\"year\" > ?1 ORDER BY t0.\"id\""))
    let remainder = try #require(found.remainder)
    #expect(remainder.isStream && remainder.rest.condition?.description == Self.like)
    #expect((remainder.rest.limit, remainder.rest.offset) == (3, 1))
    #expect((remainder.objects.limit, remainder.objects.offset) == (nil, 0))
    #expect(found.columns.first?.name == "id")
    #expect(throws: PredicateIssue.self) {
      try Self.translate("year > 1990 AND title LIKE 'a?'", leaving: .columns)
    }
    #expect(try Self.translate("year > 1990", leaving: .all).remainder == nil)
  }

  @Test func anOrderWithoutAFormIsMemorys() throws {
    let name = try #require(QueryKeyPath(keys: ["title"]))
    let keys = [QuerySortKey(name, options: .caseInsensitive)]
    let found = try Self.translate("year > 1990", keys, leaving: .all)
    // The rows are sorted by their keys, because memory then keeps this order for equal titles.
    #expect(found.statement.text.hasSuffix("WHERE t0.\"year\" > ?1 ORDER BY t0.\"id\""))
    let remainder = try #require(found.remainder)
    #expect(!remainder.isStream && remainder.rest.order.count == 1 && remainder.rest.condition == nil)
    #expect(throws: PredicateIssue.self) { try Self.translate("year > 1990", keys, leaving: .columns) }
  }
}
