import PredicateBinding
import PredicateModel
import PredicateValues
import Testing

/// Binding a fetch finds its names in the model and the types of its columns.
@Suite struct BoundFetchTests {
  private static func column(_ text: String, as name: String? = nil) throws -> FetchedColumn {
    FetchedColumn(try QueryExpression(format: QueryFormat(raw: text)), as: name ?? text)
  }

  private static func bound(
    _ columns: [String] = [], groupBy: [String] = [], having: String? = nil, sortBy: [String] = [],
    isDistinct: Bool = false, variables: QueryVariables = [:]
  ) throws -> BoundFetch {
    let fetch = EntityFetch(
      "Movie", columns: try columns.map { try column($0) }, isDistinct: isDistinct,
      groupBy: try groupBy.map { try column($0) },
      having: try having.map { try QueryPredicate(format: QueryFormat(raw: $0)) },
      sortedBy: try sortBy.map { QuerySortKey(try QueryExpression(format: QueryFormat(raw: $0))) })
    return try BoundFetch(fetch, model: .movies, variables: variables)
  }

  @Test func groupsHaveTheirKeysAndAggregatesAsProperties() throws {
    let fetch = try Self.bound(
      ["lentToFriend", "count()", "avg(rating) + 1", "lentToFriend.friendName", "sum(year)"],
      groupBy: ["lentToFriend", "year / 10"], having: "count() > 3 AND year / 10 > 198")
    let grouping = try #require(fetch.grouping)
    #expect(grouping.keys.map(\.type) == [.object("Friend"), .integer])
    #expect(grouping.aggregates.map(\.function) == [.count, .average, .sum], "each once")
    #expect(grouping.aggregates.map(\.type) == [.integer, .double, .integer])
    #expect(grouping.aggregates.map(\.isOptional) == [false, true, false])
    #expect(fetch.columns.map(\.value.type) == [.object("Friend"), .integer, .double, .string, .integer])
    #expect(fetch.columns.map(\.value.isOptional) == [true, false, true, true, false])
    #expect(grouping.condition.map { "\($0)" } == "and(greater($0.count(), 3), greater($0.year / 10?, 198))")
    #expect(grouping.columnNames == ["c0", "c1", "c2", "c3", "c4"])
  }

  @Test func withoutColumnsThereAreTheKeysAndTheirNumber() throws {
    #expect(try Self.bound(groupBy: ["genre", "lent"]).columns.map(\.name) == ["genre", "lent", "count"])
    #expect(try Self.bound().columns.isEmpty)
    #expect(try Self.bound(isDistinct: true).grouping == nil)
    #expect(try Self.bound(["genre"], isDistinct: true).grouping?.keys.count == 1)
    // A function of a collection of one object is not an aggregate, so the fetch has no groups.
    #expect(try Self.bound(["count(tags)", "max({1, 2})", "min(1, year)"]).grouping == nil)
    #expect(try Self.bound(["max(year)"]).grouping?.keys.isEmpty == true)
  }

  @Test func theNamesOfColumnsWin() throws {
    var fetch = EntityFetch(
      "Movie", columns: [try Self.column("0 - year", as: "year")],
      sortedBy: [QuerySortKey(QueryKeyPath(.key("year")))])
    #expect(try BoundFetch(fetch, model: .movies).order.map { "\($0.value)" } == ["-(0, $0.year)"])
    #expect(fetch.ofWholeObjects.columns.isEmpty)
    #expect(try BoundFetch(fetch.ofWholeObjects, model: .movies).order.map { "\($0.value)" } == ["-(0, $0.year)"])
    fetch.groupBy = [try Self.column("year")]
    fetch.having = try QueryPredicate(format: "year < 5")
    #expect(
      try BoundFetch(fetch, model: .movies).grouping?.condition.map { "\($0)" } == "less(-(0, $0.year), 5)")
  }

  @Test func otherFormsOfABoundFetchKeepItsMeaning() throws {
    var fetch = EntityFetch(
      "Movie", where: try QueryPredicate(format: "year > 1990"), columns: [try Self.column("0 - year", as: "year")],
      sortedBy: [QuerySortKey(QueryKeyPath(.key("year")))], limit: 10, offset: 3)
    let bound = try BoundFetch(fetch, model: .movies)
    #expect([5, 20, nil].map { bound.limited(to: $0).limit } == [5, 10, 10])
    #expect(bound.withoutBounds.limited(to: 7).limit == 7)
    #expect(bound.withoutBounds.offset == 0 && bound.withoutBounds.order.count == 1)
    #expect(bound.counted.columns.isEmpty && bound.counted.order.isEmpty && bound.counted.limit == nil)
    #expect(bound.ofWholeObjects.columns.isEmpty && bound.ofWholeObjects.limit == 10)
    // The fetch of whole objects has the same order as a fetch of whole objects that is bound by itself.
    let whole = try BoundFetch(fetch.ofWholeObjects, model: .movies)
    #expect(bound.ofWholeObjects.order.map { "\($0.value)" } == whole.order.map { "\($0.value)" })
    #expect(bound.predicate(in: .movies).map { "\($0.condition)" } == "greater($0.year, 1990)")
    #expect(try Self.bound().predicate(in: .movies)?.notes == nil)
    fetch.groupBy = [try Self.column("genre")]
    fetch.columns = [try Self.column("count()")]
    fetch.sortKeys = []
    let groups = try BoundFetch(fetch, model: .movies)
    #expect(groups.ofWholeObjects.columns.count == 1 && groups.counted.columns.count == 1)
  }

  @Test func variablesAreFoundEverywhere() throws {
    var fetch = EntityFetch(
      "Movie", where: try QueryPredicate(format: "year > $a"), columns: [try Self.column("count() + $c")],
      groupBy: [try Self.column("year / $b")], having: try QueryPredicate(format: "count() > $d"),
      sortedBy: [QuerySortKey(try QueryExpression(format: "count() * $e"))])
    #expect(fetch.freeVariables.map(\.name) == ["a", "b", "c", "d", "e"])
    let values = QueryVariables("abcde".map { (String($0), .integer(2)) })
    _ = try BoundFetch(fetch, model: .movies, variables: values)
    let issue = #expect(throws: PredicateIssue.self) {
      try BoundFetch(fetch, model: .movies, variables: QueryVariables("abce".map { (String($0), .integer(2)) }))
    }
    #expect(issue?.kind == .unboundVariable)
    fetch.having = nil
  }

  @Test func fetchesAreEqualByAllTheirParts() throws {
    func fetch() throws -> EntityFetch {
      EntityFetch(
        "Movie", where: try QueryPredicate(format: "year > $a"), columns: [try Self.column("count() + $c")],
        isDistinct: true, groupBy: [try Self.column("year / $b")], having: try QueryPredicate(format: "count() > $d"),
        sortedBy: [QuerySortKey(try QueryExpression(format: "count() * $e"))], limit: 3, offset: 2)
    }
    let original = try fetch()
    #expect(try original == fetch())
    #expect(try Set([original, fetch()]).count == 1)
    let changes: [(inout EntityFetch) -> Void] = [
      { $0.entity = "Friend" }, { $0.predicate = nil }, { $0.columns = [] }, { $0.isDistinct = false },
      { $0.groupBy = [] }, { $0.having = nil }, { $0.sortKeys = [] }, { $0.limit = nil }, { $0.offset = 0 },
    ]
    for (number, change) in changes.enumerated() {
      var changed = original
      change(&changed)
      #expect(changed != original, "change \(number)")
    }
  }

  @Test func averagesThatCountNilAreNoted() throws {
    #expect(try Self.bound(["@avg.rating"]).notes.map(\.code) == ["average-of-nil"])
    #expect(try Self.bound(["@avg.year", "avg(rating)"]).notes.isEmpty)
  }

  @Test(
    arguments: [
      (["title"], ["genre"], nil, [], "not-grouped", "title"),
      (["genre"], ["genre"], "year > 3", [], "not-grouped", "year"),
      (["genre"], ["genre"], "max(yeer) > 3", [], "unknown-key", "yeer"),
      ([], [], "year > 3", [], "having-without-groups", "year > 3"),
      ([], ["tags.name"], nil, [], "group-to-many", "tags.name"),
      (["sum(genre)"], [], nil, [], "aggregate-type", "genre"),
      (["max(lentToFriend)"], [], nil, [], "aggregate-type", "lentToFriend"),
      (["@sum"], [], nil, [], "aggregate-without-key", "@sum"),
      ([], ["genre"], nil, ["lentToFriend"], "not-grouped", "lentToFriend"),
      (["title"], [], nil, ["tags"], "sort-type", "tags"),
      (["count()"], ["count()"], nil, [], "aggregate-key", "count()"),
      (["sum(count())"], [], nil, [], "aggregate-nested", "count()"),
      (
        ["@distinctUnionOfObjects.year"], ["genre"], nil, [], "unknown-collection-operator",
        "@distinctUnionOfObjects.year"
      ),
      (["SUBQUERY(tags, $t, $t.name == genre).@count"], ["genre"], nil, [], "not-grouped", "tags"),
    ] as [([String], [String], String?, [String], String, String)])
  func issues(
    _ columns: [String], _ groupBy: [String], _ having: String?, _ sortBy: [String], _ code: String, _ place: String
  ) throws {
    let issue = try #require(
      throws: PredicateIssue.self, "\(columns)"
    ) {
      try Self.bound(columns, groupBy: groupBy, having: having, sortBy: sortBy)
    }
    #expect(issue.code == code)
    let texts = columns + groupBy + [having ?? ""] + sortBy
    let range = try #require(issue.range)
    #expect(
      texts.contains { text in
        let bytes = Array(text.utf8)
        guard Int(range.upperBound) <= bytes.count else { return false }
        return String(decoding: bytes[Int(range.lowerBound)..<Int(range.upperBound)], as: UTF8.self) == place
      }, "\(issue) at \(range)")
  }

  /// Inside SUBQUERY, paths start at its variable; keys and constants are allowed there.
  @Test func subqueriesOfKeysAreBound() throws {
    let fetch = try Self.bound(
      ["lentToFriend", "SUBQUERY(lentToFriend.lentMovies, $m, $m.year > genre.length).@count"],
      groupBy: ["lentToFriend", "genre"])
    #expect(fetch.columns.last?.value.type == .integer)
  }
}
