import PredicateBinding
import PredicateDatabaseSuite
import PredicateModel
import PredicateSQLite
import PredicateTestSupport
import PredicateValues
import Testing

/// Groups in SQL are the groups that memory makes.
@Suite struct GroupingTests {
  private static func check(_ request: GroupOracle.Request, _ subject: AgreementSubject, seed: UInt64? = nil)
    throws
  {
    let place = "\(request)" + (seed.map { " (OPENPREDICATE_SEED=\($0))" } ?? "")
    let fetch = try request.fetch()
    let expected = try GroupOracle(subject.objects).rows(request).map { "\($0)" }
    let sql = try subject.database.statement(for: fetch).statement.text
    let found = try subject.database.fetch(fetch).rows.map { "\($0)" }
    #expect(found == expected, "\(place)\n\(sql)")
    #expect(try subject.database.count(fetch) == expected.count, "count: \(place)")
  }

  @Test(arguments: [
    GroupOracle.Request(
      entity: "Movie", predicate: "year > 1990", keys: ["genre"],
      aggregates: [("count()", "films"), ("avg(rating)", "mean")], having: "films > 3", order: [(1, false)], limit: 5),
    // Objects whose key is nil form one group.
    GroupOracle.Request(
      entity: "Movie", keys: ["lentToFriend"],
      aggregates: [("@count", "n"), ("@avg.rating", "a"), ("count(rating)", "r")]),
    GroupOracle.Request(
      entity: "Movie", keys: ["lentToFriend.friendName", "lent"], aggregates: [("max(lentOn)", "last")]),
    GroupOracle.Request(
      entity: "Movie", keys: ["year / 10 * 10"], aggregates: [("min(title)", "a"), ("max(title)", "z")],
      having: "a < 'C'",
      order: [(2, false)], offset: 2),
    GroupOracle.Request(entity: "Movie", keys: ["tags.@count"], aggregates: [("sum(loans.@count)", "loans")]),
    GroupOracle.Request(entity: "Loan", keys: ["friend"], aggregates: [("count(note)", "n")]),
    GroupOracle.Request(entity: "Tag", keys: ["length(name)"], aggregates: [("count()", "n")], order: [(1, true)]),
    // Without keys there is one group: over all objects, and over no object.
    GroupOracle.Request(
      entity: "Movie", keys: [], aggregates: [("count()", "n"), ("sum(rating)", "s"), ("average(year)", "y")]),
    GroupOracle.Request(
      entity: "Movie", predicate: "year > 3000", keys: [],
      aggregates: [
        ("count()", "n"), ("sum(rating)", "s"), ("sum(year)", "i"), ("avg(rating)", "a"), ("@avg.rating", "z"),
        ("min(title)", "t"), ("@max.year", "y"),
      ]),
    GroupOracle.Request(entity: "Movie", predicate: "year > 3000", keys: ["genre"], aggregates: [("count()", "n")]),
    GroupOracle.Request(entity: "Movie", keys: [], aggregates: [("count()", "n")], having: "n > 100000"),
  ])
  func pickedGroups(_ request: GroupOracle.Request) throws {
    try Self.check(request, AgreementTests.demo.get())
  }

  /// Numbers that are equal form one group, whatever their types, also inside a dictionary.
  @Test(arguments: [
    ("TERNARY(year > 1990, CAST('3', 'NSDecimalNumber'), 3.0)", [200]),
    ("-TERNARY(year > 1990, 3, CAST('3', 'NSDecimalNumber'))", [200]),
    ("TERNARY(year > 1990, CAST('0.1', 'NSDecimalNumber'), 0.1)", [200]),
    ("TERNARY(year > 1990, CAST('2.50', 'NSDecimalNumber'), year / year + 1.5)", [200]),
    ("CAST({'a', TERNARY(year > 1990, CAST('3', 'NSDecimalNumber'), 3)}, 'NSDictionary')", [200]),
  ])
  func equalNumbersAreOneGroup(key: String, counts: [Int64]) throws {
    let request = GroupOracle.Request(entity: "Movie", keys: [key], aggregates: [("count()", "n")])
    let rows = try AgreementTests.demo.get().database.fetch(request.fetch()).rows
    #expect(rows.map(\.[1].debugDescription).sorted() == counts.map { "integer(\($0))" })
    #expect(!rows.contains { $0[0].isNull })
  }

  @Test func randomGroups() throws {
    let subject = try AgreementTests.demo.get()
    let run = RandomRun(rounds: 150)
    for seed in run.seeds {
      var generator = AgreementGenerator(seed: seed)
      let entity = generator.random.pick(["Movie", "Movie", "Loan", "Friend"])
      let predicate = Bool.random(using: &generator.random) ? generator.predicate(entity) : nil
      var random = generator.random
      let keys = Self.keys[entity, default: []].filter { _ in Int.random(in: 0..<4, using: &random) == 0 }
      var aggregates: [(text: String, name: String)] = [("count()", "n")]
      for text in Self.values[entity, default: []] where Int.random(in: 0..<4, using: &random) == 0 {
        aggregates.append((text, "v\(aggregates.count)"))
      }
      var request = GroupOracle.Request(entity: entity, predicate: predicate, keys: keys, aggregates: aggregates)
      if Bool.random(using: &random) {
        request.having = random.pick([
          "n > \(Int.random(in: 0...9, using: &random))", "NOT (n BETWEEN {2, 5}) OR n == 3", "n * 2 - 1 > 4",
          "n IN {1, 2}",
        ])
      }
      for _ in 0..<Int.random(in: 0...2, using: &random) {
        let column = Int.random(in: 0..<(keys.count + aggregates.count), using: &random)
        if keys.indices.contains(column), ["lentToFriend", "movie", "friend"].contains(keys[column]) { continue }
        request.order.append((column, Bool.random(using: &random)))
      }
      if Bool.random(using: &random) { request.limit = Int.random(in: 0...10, using: &random) }
      request.offset = random.pick([0, 0, 1, 3])
      do {
        try Self.check(request, subject, seed: seed)
      } catch {
        Issue.record("\(error): \(request) (OPENPREDICATE_SEED=\(seed))")
      }
    }
  }

  private static let keys: [String: [String]] = [
    "Movie": [
      "genre", "lent", "year", "rating", "lentToFriend", "lentToFriend.email", "lentOn", "movieDescription",
      "year / 10",
      "tags.@count", "uppercase(genre)", "TERNARY(rating > 7, 'good', 'bad')", "rating + year",
    ],
    "Loan": [
      "movie", "friend", "note", "movie.genre", "returnedOn", "friend.friendName", "movie.lentToFriend.birthday",
    ],
    "Friend": ["email", "birthday", "friends.@count", "lentMovies.@max.year"],
  ]
  private static let values: [String: [String]] = [
    "Movie": [
      "sum(year)", "sum(rating)", "avg(rating)", "@avg.rating", "average(year)", "min(title)", "max(lentOn)",
      "count(lentOn)", "@sum.rating", "@min.lentToFriend.friendName", "sum(rating * year)", "max(tags.@count)",
      "count(lentToFriend)", "avg(lent)", "max(lent)",
    ],
    "Loan": [
      "min(lentOn)", "max(movie.rating)", "avg(movie.rating)", "@avg.movie.year", "count(note)", "max(friend.email)",
    ],
    "Friend": ["sum(lentMovies.@count)", "max(birthday)", "avg(lentMovies.@avg.rating)", "count(email)"],
  ]
}
