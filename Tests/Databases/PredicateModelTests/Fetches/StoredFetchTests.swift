import Foundation
import PredicateModel
import PredicateSyntax
import PredicateTestSupport
import Testing

/// Fetches and their parts are encoded and decoded as equal values. A wrong file gives an error with a type.
@Suite struct StoredFetchTests {
  private static func read<Value: Decodable>(_ text: String, limits: PredicateLimits? = nil) throws -> Value {
    let decoder = JSONDecoder()
    if let limits { decoder.userInfo[.predicateLimits] = limits }
    return try decoder.decode(Value.self, from: Data(text.utf8))
  }

  private static func written(_ value: some Encodable) throws -> String {
    let encoder = JSONEncoder()
    encoder.outputFormatting = [.sortedKeys, .withoutEscapingSlashes]
    return String(decoding: try encoder.encode(value), as: UTF8.self)
  }

  private static func random(_ tree: inout RandomTree) -> EntityFetch {
    func columns(_ tree: inout RandomTree) -> [FetchedColumn] {
      (0..<Int.random(in: 0...3, using: &tree.random)).map { number in
        FetchedColumn(
          tree.expression(size: 4), as: tree.random.pick([nil, "é", "e\u{301}", "", "a \"b\"", "n\(number)"]))
      }
    }
    let keys = (0..<Int.random(in: 0...3, using: &tree.random)).map { _ in
      QuerySortKey(
        tree.expression(size: 4), isAscending: Bool.random(using: &tree.random),
        options: tree.random.pick([[], .caseInsensitive, [.caseInsensitive, .diacriticInsensitive], .localeSensitive]))
    }
    let isPart = Bool.random(using: &tree.random)
    return EntityFetch(
      tree.random.pick(["Movie", "é", "e\u{301}", "", "a.b"]),
      where: tree.random.oneIn(3) ? nil : tree.predicate(size: 12), columns: columns(&tree),
      isDistinct: Bool.random(using: &tree.random), groupBy: columns(&tree),
      having: tree.random.oneIn(2) ? nil : tree.predicate(size: 6), sortedBy: keys,
      firstOfEach: isPart ? FirstOfEach(tree.random.pick([0, 1, Int.max]), of: [tree.expression(size: 3)]) : nil,
      limit: tree.random.pick([nil, 0, 3, Int.max]), offset: tree.random.pick([0, 2, Int.max]))
  }

  @Test func randomFetchesReadBack() throws {
    for seed in RandomRun(rounds: 300).seeds {
      var tree = RandomTree(seed: seed)
      let fetch = Self.random(&tree)
      let text = try Self.written(fetch)
      let back: EntityFetch = try Self.read(text)
      #expect(back == fetch, "OPENPREDICATE_SEED=\(seed) OPENPREDICATE_ROUNDS=1 \(text)")
      #expect(try Self.written(back) == text, "OPENPREDICATE_SEED=\(seed) OPENPREDICATE_ROUNDS=1")
    }
  }

  @Test func whatIsUsualIsLeftOut() throws {
    let fetch = EntityFetch(
      "Movie", where: try QueryPredicate("year > 1990"),
      sortedBy: [
        QuerySortKey(QueryKeyPath(.key("rating")), isAscending: false), QuerySortKey(QueryKeyPath(.key("title"))),
      ],
      firstOfEach: FirstOfEach(3, of: [try QueryExpression("genre")]), limit: 10)
    let text =
      #"{"entity":"Movie","firstOfEach":{"count":3,"of":["genre"]},"limit":10,"#
      + #""sort":[{"by":"rating","descending":true},{"by":"title"}],"where":"year > 1990"}"#
    #expect(try Self.written(fetch) == text)
    #expect(try Self.read(text) == fetch)
    #expect(try Self.written(FetchedColumn(key: "year")) == #"{"show":"year"}"#)
    #expect(
      try Self.read(#"{"show": "year / 10", "as": "decade"}"#) as FetchedColumn
        == FetchedColumn(QueryExpression("year / 10"), as: "decade"))
  }

  /// A negative limit, offset or count is encoded as 0, because the fetch treats it as 0.
  @Test func negativeNumbersAreWrittenAsTheyAreRead() throws {
    let odd = EntityFetch("Movie", firstOfEach: FirstOfEach(-1, of: []), limit: -5, offset: -2)
    let back: EntityFetch = try Self.read(Self.written(odd))
    #expect(back.limit == 0 && back.offset == 0 && back.firstOfEach?.count == 0)
  }

  @Test(arguments: [
    "{}", "3", #"{"entity": "Movie", "limit": -1}"#, #"{"entity": "Movie", "offset": -9223372036854775808}"#,
    #"{"entity": "Movie", "limit": 1e40}"#, #"{"entity": "Movie", "limit": "3"}"#,
    #"{"entity": "Movie", "wehre": "year > 3"}"#,
    #"{"entity": "Movie", "where": "year >"}"#, #"{"entity": "Movie", "where": "year"}"#,
    #"{"entity": "Movie", "where": 3}"#,
    #"{"entity": "Movie", "having": "count() >"}"#, #"{"entity": "Movie", "columns": [{"show": "year >"}]}"#,
    #"{"entity": "Movie", "columns": [{"as": "year"}]}"#, #"{"entity": "Movie", "groupBy": ["year"]}"#,
    #"{"entity": "Movie", "sort": [{"by": "year", "options": 255}]}"#, #"{"entity": "Movie", "sort": [{"by": "a ="}]}"#,
    #"{"entity": "Movie", "sort": [{"by": "year", "ascending": true}]}"#,
    #"{"entity": "Movie", "firstOfEach": {"of": []}}"#,
    #"{"entity": "Movie", "firstOfEach": {"count": -1, "of": []}}"#,
    #"{"entity": "Movie", "firstOfEach": {"count": 1}}"#,
    #"{"entity": "Movie", "where": "year > %@"}"# + "}", #"{"entity": "Movie", "where": "\u0000"}"#,
    #"{"entity": "Movie", "where": "\#(String(repeating: "(", count: 400))a == 1\#(String(repeating: ")", count: 400))"}"#,
    #"{"entity": "Movie", "where": "\#(String(repeating: "NOT ", count: 400))a == 1"}"#,
    #"{"entity": "Movie", "columns": [{"show": "\#(Array(repeating: "1", count: 400).joined(separator: " ** "))"}]}"#,
    String(repeating: "[", count: 100_000),
  ])
  func untrustedFilesAreErrorsWithTypes(_ text: String) {
    #expect(throws: DecodingError.self) { try Self.read(text) as EntityFetch }
  }

  @Test func limitsAreKept() throws {
    let long = Array(repeating: "a == 1", count: 4_000).joined(separator: " OR ")
    let text = #"{"entity": "Movie", "where": "\#(long)"}"#
    // The application may allow wider limits. Binding has its own limit of nodes.
    let fetch: EntityFetch = try Self.read(text, limits: PredicateLimits(nodes: 20_000))
    let issue = #expect(throws: PredicateIssue.self) { try BoundFetch(fetch, model: .movies) }
    #expect(issue?.kind == .limit)
    for limits in [PredicateLimits(sourceLength: 4_000), PredicateLimits(nodes: 500), PredicateLimits(nesting: 0), nil]
      as [PredicateLimits?]
    {
      let error = #expect(throws: DecodingError.self) { try Self.read(text, limits: limits) as EntityFetch }
      guard case .dataCorrupted(let context)? = error else {
        Issue.record("\(String(describing: error))")
        continue
      }
      #expect((context.underlyingError as? PredicateIssue)?.kind == .limit)
    }
    let short: EntityFetch = try Self.read(
      #"{"entity": "Movie", "where": "a == 1"}"#, limits: PredicateLimits(nodes: 5))
    #expect(short.predicate == (try QueryPredicate("a == 1")))
  }

  @Test func limitsReadBack() throws {
    let limits = PredicateLimits(
      nesting: 3, sourceLength: 4, nodes: 5, arguments: 6, regularExpressionSteps: 7, visitedElements: 8)
    #expect(try Self.read(Self.written(limits)) == limits)
    #expect(try Self.read("{}") == PredicateLimits.standard)
    // The limits in a file are reduced to the greatest limits that trees support.
    let greatest: PredicateLimits = try Self.read(#"{"nesting": 100000, "nodes": 9223372036854775807}"#)
    #expect(greatest.nesting == PredicateLimits.maximumNesting && greatest.nodes == PredicateLimits.maximumNodes)
    for wrong in [#"{"nodes": -1}"#, #"{"nods": 1}"#, #"{"nodes": 1.5}"#, "[]"] {
      #expect(throws: DecodingError.self) { try Self.read(wrong) as PredicateLimits }
    }
  }

  /// In files of version 1, `Friend[3]` was the third friend. Such a predicate is refused.
  @Test func formerPlacesAreRefused() throws {
    let former: EntityFetch = try Self.read(#"{"entity": "Movie", "where": "lentToFriend == Friend[3]"}"#)
    let issue = try #require(throws: PredicateIssue.self) { try BoundFetch(former, model: .movies) }
    #expect(issue.code == "former-place" && issue.hint?.contains("with the key") == true)
    #expect(try Self.written(former) == #"{"entity":"Movie","where":"lentToFriend == Friend[3]"}"#)

    let now: EntityFetch = try Self.read(#"{"entity": "Movie", "where": "lentToFriend == Friend[3]", "version": 2}"#)
    _ = try BoundFetch(now, model: .movies)
    #expect(try Self.written(now) == #"{"entity":"Movie","version":2,"where":"lentToFriend == Friend[3]"}"#)
    for text in ["(tags)[0].name == 'x'", "Friend[FIRST] == nil", "year > 1990"] {
      _ = try BoundFetch(try Self.read("{\"entity\": \"Movie\", \"where\": \"\(text)\"}"), model: .movies)
    }
    #expect(throws: DecodingError.self) { try Self.read(#"{"entity": "Movie", "version": 3}"#) as EntityFetch }
  }
}
