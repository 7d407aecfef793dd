import PredicateModel
import PredicateSQL
import PredicateSQLite
import PredicateSyntax
import Testing

/// The exact SQL of fetches with groups.
@Suite struct GroupStatementTests {
  private static func text(_ fetch: EntityFetch, _ form: SQLFetchForm = .rows) throws -> String {
    try SQLTranslator.sqlite(.movies).translate(fetch, form: form).statement.text
  }

  private static func column(_ text: String, as name: String? = nil) throws -> FetchedColumn {
    FetchedColumn(try QueryExpression(format: QueryFormat(raw: text)), as: name)
  }

  @Test func groupsAreMadeOnceAndAskedLikeATable() throws {
    var fetch = EntityFetch(
      "Movie", where: try QueryPredicate(format: "year > 1990"),
      columns: [try Self.column("genre"), try Self.column("count()", as: "n")], groupBy: [try Self.column("genre")],
      having: try QueryPredicate(format: "n > 3"),
      sortedBy: [QuerySortKey(QueryKeyPath(.key("n")), isAscending: false)],
      limit: 5)
    #expect(
      try Self.text(fetch) == #"""
        SELECT t1."c0", t1."c1" FROM (SELECT t0."genre" AS "c0", COUNT(*) AS "c1" FROM "Movie" t0 WHERE t0."year" > ?1 \#
        GROUP BY 1) t1 WHERE t1."c1" > ?2 ORDER BY t1."c1" DESC, t1."c0" LIMIT ?3
        """#)
    fetch.limit = nil
    #expect(
      try Self.text(fetch, .count) == #"""
        SELECT COUNT(*) FROM (SELECT t1."c0", t1."c1" FROM (SELECT t0."genre" AS "c0", COUNT(*) AS "c1" FROM "Movie" t0 \#
        WHERE t0."year" > ?1 GROUP BY 1) t1 WHERE t1."c1" > ?2) t2
        """#)
    #expect(throws: PredicateIssue.self) { try Self.text(fetch, .keys) }
  }

  @Test func sumsOfDoublesAreToldTheKeys() throws {
    let fetch = EntityFetch(
      "Movie", columns: [try Self.column("sum(rating)"), try Self.column("avg(rating)"), try Self.column("sum(year)")])
    #expect(
      try Self.text(fetch) == #"""
        SELECT t1."c0", t1."c1", t1."c2" FROM (SELECT predicate_sum('r', t0."rating") AS "c0", \#
        CAST(predicate_sum('r', t0."rating") AS REAL) / COUNT(t0."rating") AS "c1", \#
        predicate_sum(t0."year") AS "c2" FROM "Movie" t0) t1
        """#)
  }

  @Test func distinctRowsAreGroupsAndColumnsAreExpressions() throws {
    var fetch = EntityFetch("Movie", columns: [try Self.column("lentToFriend.friendName")], isDistinct: true)
    #expect(
      try Self.text(fetch) == #"""
        SELECT t2."c0" FROM (SELECT DISTINCT t1."friendName" AS "c0" FROM "Movie" t0 \#
        LEFT JOIN "Friend" t1 ON t1."id" = t0."lentToFriend_id") t2 ORDER BY t2."c0"
        """#)
    fetch.isDistinct = false
    #expect(
      try Self.text(fetch) == #"""
        SELECT t1."friendName" FROM "Movie" t0 LEFT JOIN "Friend" t1 ON t1."id" = t0."lentToFriend_id" ORDER BY t0."id"
        """#)
    fetch.columns = [try Self.column("tags.name")]
    #expect(try Self.text(fetch).hasPrefix("SELECT (SELECT predicate_array('s', "))
  }
}
