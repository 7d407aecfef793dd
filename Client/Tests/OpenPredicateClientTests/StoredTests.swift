import Foundation
import OpenPredicate
import Testing

#if SQLite || PostgreSQL
  import PredicateSQLite
#endif

/// The code of `Documentation/swift/stored.md`, word for word.
@Suite struct StoredTests {
  private struct Note: QueryableProperties {
    var title: String
    var draft: String
    var owner: String
    var isPublic: Bool

    static let queryProperties: [QueryProperty<Note>] = [
      QueryProperty("title", \.title), QueryProperty("draft", \.draft), QueryProperty("owner", \.owner),
      QueryProperty("isPublic", \.isPublic),
    ]
  }

  private static let encoder = {
    let encoder = JSONEncoder()
    encoder.outputFormatting = [.sortedKeys, .withoutEscapingSlashes]
    return encoder
  }()

  @Test func filesOfTheDeveloper() throws {
    let encoder = JSONEncoder()
    encoder.outputFormatting = [.sortedKeys, .withoutEscapingSlashes]
    func written(_ value: some Encodable) throws -> String {
      String(decoding: try encoder.encode(value), as: UTF8.self)
    }

    let filter = try QueryPredicate("year > 1990 AND genre == 'noir'")
    var shown = [try written(filter), try written(QuerySortKey.descending("year"))]
    #if SQLite || PostgreSQL
      let fetch = EntityFetch(
        "Movie", where: filter, sortedBy: [.descending("rating")], limit: 10)
      shown.append(try written(fetch))
    #endif
    // The results that the comments of the page show.
    let comments = try Page("Documentation/swift/stored.md").text.matches(of: /try written\(.*\)  \/\/ (.*)/).map {
      String($0.1)
    }
    #expect(comments.count == 3 && Array(comments.prefix(shown.count)) == shown)
  }

  @Test func policiesOfRoles() throws {
    let notes = [
      Note(title: "A mine", draft: "x", owner: "Ada", isPublic: false),
      Note(title: "A theirs", draft: "x", owner: "Bo", isPublic: false),
      Note(title: "A public", draft: "x", owner: "Bo", isPublic: true),
      Note(title: "B mine", draft: "x", owner: "Ada", isPublic: false),
    ]
    let file = """
      {"types": [{"type": "Note", "allows": {"except": ["draft"]}, "rule": {"where": "owner == $user OR isPublic == YES"}}],
       "operators": ["==", "!=", "BEGINSWITH", "CONTAINS"], "functions": {"only": ["length:"]}, "work": 100000}
      """
    let role = try JSONDecoder().decode(QueryPolicy.self, from: Data(file.utf8))
    let shown = try notes.filter(text: "title BEGINSWITH 'A'", policy: role.withVariables(["user": "Ada"]))
    #expect(shown.map(\.title) == ["A mine", "A public"])
    for text in ["draft == 'x'", "title LIKE 'A*'", "uppercase(title) == 'A'"] {
      #expect(throws: PredicateIssue.self) { try notes.filter(text: text, policy: role.withVariables(["user": "Ada"])) }
    }
    // Throws: without the variable's value, the policy's rule cannot be applied.
    #expect(throws: PredicateIssue.self) { try notes.filter(text: "title BEGINSWITH 'A'", policy: role) }
    let again = try JSONDecoder().decode(QueryPolicy.self, from: Self.encoder.encode(role))
    #expect(try Self.encoder.encode(again) == Self.encoder.encode(role))
  }

  @Test func filesOfOthers() throws {
    #if SQLite || PostgreSQL
      let decoder = JSONDecoder()
      decoder.userInfo[.predicateLimits] = QueryPolicy.standardLimits
      let theirs = try decoder.decode(
        EntityFetch.self, from: Data(#"{"entity": "Movie", "where": "year > 1990"}"#.utf8))
      #expect(theirs.predicate == (try QueryPredicate("year > 1990")))
    #endif
    let long = try JSONEncoder().encode("title == '\(String(repeating: "x", count: 5_000))'")
    #expect(throws: Never.self) { try JSONDecoder().decode(QueryPredicate.self, from: long) }
    let strict = JSONDecoder()
    strict.userInfo[.predicateLimits] = QueryPolicy.standardLimits
    let error = #expect(throws: DecodingError.self) { try strict.decode(QueryPredicate.self, from: long) }
    guard case .dataCorrupted(let context)? = error else { return }
    #expect((context.underlyingError as? PredicateIssue)?.kind == .limit)
    for wrong in [
      "\"year >\"", "3",
      "{\"format\": \"year\", \"isAscending\": true, \"isLocalizedStandard\": false, \"options\": 16}",
    ] {
      #expect(throws: DecodingError.self) { try JSONDecoder().decode(QueryPredicate.self, from: Data(wrong.utf8)) }
      #expect(throws: DecodingError.self) { try JSONDecoder().decode(QuerySortKey.self, from: Data(wrong.utf8)) }
    }
  }

  @Test func everyLineOfThePage() throws {
    try Page("Documentation/swift/stored.md").expectCode(in: #filePath)
  }
}
