import GRDB
import PredicateBinding
import PredicateDemo
import PredicateModel
import PredicateReference
import PredicateSQLite
import PredicateValues
import Testing

/// Predicates that an attacker could write: two demo databases that differ only in hidden values must give the same result for each of them.
@Suite struct PolicyDatabaseTests {
  private static let one = Result { try PredicateDatabase.demo() }
  private static let other = Result {
    let database = try PredicateDatabase.demo()
    let writer = try #require(database.writer)
    try writer.write { connection in
      for (entity, attribute) in [
        ("Friend", "email"), ("Friend", "birthday"), ("Loan", "note"), ("Movie", "movieDescription"),
      ] {
        let found = try #require(database.model.entity(named: entity))
        let column = try #require(found.attribute(named: attribute)).column.quotedDatabaseIdentifier
        let value = attribute == "birthday" ? "-1e8" : "'someone@else.example'"
        try connection.execute(sql: "UPDATE \(found.table.quotedDatabaseIdentifier) SET \(column) = \(value)")
      }
    }
    return database
  }

  static let policy = QueryPolicy(work: 3_000_000)
    .allowing(.except("movieDescription"), ofEntity: "Movie")
    .allowing(.only("friendName", "lentMovies", "friends"), ofEntity: "Friend")
    .allowing(.only("name", "movies"), ofEntity: "Tag")

  private static func outcome(
    _ text: String?, _ database: PredicateDatabase, order: String? = nil, policy: QueryPolicy = policy
  ) -> String {
    do {
      let keys = try database.keys(EntityFetch("Movie"), text: text, order: order, policy: policy)
      return "\(keys)"
    } catch let error as PredicateIssue {
      return "\(error.code) \(error.kind) \(error) \(error.suggestion ?? "-") \(error.range.map { "\($0)" } ?? "-")"
    } catch {
      return "other \(error)"
    }
  }

  static let attacks = [
    "lentToFriend.• BEGINSWITH 'a'", "lentToFriend.• == nil", "lentToFriend.• != nil", "SELF.lentToFriend.• == 'x'",
    "ANY lentToFriend.friends.• BEGINSWITH 'a'", "ALL lentToFriend.friends.• BEGINSWITH 'a'",
    "lentToFriend.friends.@max.• == 'x'", "lentToFriend.friends.•.@count > 1", "'x' IN lentToFriend.friends.•",
    "SUBQUERY(lentToFriend.friends, $f, $f.• BEGINSWITH 'a').@count > 0", "length(lentToFriend.•) > 3",
    "FUNCTION(lentToFriend.•, 'uppercaseString') == 'X'", "CAST(lentToFriend.•, 'NSString') == 'x'",
    "lentToFriend.\"•\" == 'x'", "TERNARY(lentToFriend.• == 'x', 1, 2) == 1", "lentToFriend.• LIKE '*@*'",
    "lentToFriend.• MATCHES '.*@.*'", "Friend.@max.• == 'x'", "title == lentToFriend.•",
    "ANY tags.movies.lentToFriend.• == 'x'", "lentToFriend.friends[0].• == 'x'", "• == 'x'", "SELF.• == 'x'",
  ]

  /// A policy's entry for a Swift type applies to the entity with the type's name, whichever type of that name is used.
  @Test func anEntryByTypeIsOneForTheEntity() throws {
    enum Shelf {
      struct Movie { var title = "" }
    }
    let policy = QueryPolicy(otherTypes: .all).allowing(.only("title"), of: Shelf.Movie.self)
      .requiring(try QueryPredicate("year < 1910"), of: Shelf.Movie.self)
    let database = try Self.one.get()
    let early = try database.keys(EntityFetch("Movie", where: QueryPredicate("year < 1910")))
    #expect(!early.isEmpty && Self.outcome("title != ''", database, policy: policy) == "\(early)")
    #expect(Self.outcome("year > 1990", database, policy: policy).hasPrefix("unknown-key"))
  }

  @Test(arguments: attacks) func aHiddenNameIsNoName(_ attack: String) throws {
    let (one, other) = (try Self.one.get(), try Self.other.get())
    let found = Self.outcome(attack.replacing("•", with: "email"), one)
    #expect(found == Self.outcome(attack.replacing("•", with: "email"), other))
    #expect(found.replacing("email", with: "emeil") == Self.outcome(attack.replacing("•", with: "emeil"), one))
    #expect(!found.hasPrefix("["), "\(found)")
  }

  @Test(arguments: [
    "ANY loans.note != nil", "loans.@count > 1", "Loan.@count > 300", "movieDescription != nil",
    "lentToFriend.loans.@count > 2", "ANY lentToFriend.loans.note == 'x'", "lentToFriend.birthday < now()",
    "lentToFriend.birthday.year == 1989", "CAST(lentToFriend, 'NSString') CONTAINS '1'", "lentToFriend == $f",
    "CAST(SELF, 'NSString') CONTAINS '1'", "SELF == lentToFriend", "ANY lentToFriend.friends == lentToFriend",
    "SUBQUERY(Friend, $f, $f.email != nil).@count > 0", "Friend.@count == 12", "%K == 'x'", "rowid == 1", "ROWID == 1",
    "predicate_like(title, 'x', 0) == 1", "title == 'x'; DROP TABLE movie", "title == \"x\" UNION SELECT 1",
  ])
  func hiddenValuesChangeNothing(_ attack: String) throws {
    let found = Self.outcome(attack, try Self.one.get())
    #expect(found == Self.outcome(attack, try Self.other.get()))
    #expect(!found.hasPrefix("other"), "\(found)")
  }

  @Test(arguments: [
    "title MATCHES '(.+.+)+(?=~)~'", "title LIKE '\(String(repeating: "*e", count: 900))*~'",
    "SUBQUERY(tags, $t, SUBQUERY($t.movies, $m, SUBQUERY($m.tags, $u, ANY $u.movies.title == title).@count > 0).@count > 0).@count > 0",
    "ANY tags.movies.tags.movies.tags.name == 'x'", "ANY tags.movies.tags.movies.title LIKE '*e*e*e*e*e*~'",
  ])
  func floodsEnd(_ attack: String) throws {
    let found = Self.outcome(attack, try Self.one.get())
    #expect(found.hasPrefix("[") || found.contains(" limit "), "\(found)")
  }

  @Test func sQLiteStepsAreCounted() throws {
    let database = try Self.one.get()
    var policy = Self.policy
    policy.work = 2_000
    let fetch = EntityFetch("Movie")
    #expect(throws: PredicateIssue.tooMuchWork) {
      try database.keys(fetch, text: "ANY tags.movies.title CONTAINS 'zzz'", policy: policy)
    }
    #expect(throws: PredicateIssue.tooMuchWork) {
      try database.count(fetch, text: "title MATCHES '(?=~).*'", policy: policy)
    }
    #expect(try database.count(EntityFetch("Tag"), text: "name == 'classic'", policy: policy) == 1)
    // Nothing is counted afterwards.
    #expect(try database.count(EntityFetch("Movie", where: QueryPredicate("title MATCHES '(?=T).*'"))) > 0)
  }

  @Test(arguments: [
    "year > 1990 AND rating >= 7.5", "title CONTAINS 'The'", "title CONTAINS[cd] 'cafe'", "ANY tags.name == 'classic'",
    "lentToFriend.friendName BEGINSWITH 'A'", "tags.@count > 2", "title MATCHES '.*[0-9]+.*'", "title LIKE '*a*e*'",
    "SUBQUERY(tags, $t, $t.name BEGINSWITH 'c').@count > 0", "lentToFriend != nil AND NOT genre == 'Noir'",
  ])
  func whatIsShownMeansTheSame(_ format: String) throws {
    let database = try Self.one.get()
    let predicate = try QueryPredicate(format: QueryFormat(raw: format))
    let expected = try database.ids(entity: "Movie", predicate: predicate)
    #expect(try database.keys(EntityFetch("Movie"), text: format, policy: Self.policy) == expected)
    #expect(try database.count(EntityFetch("Movie"), text: format, policy: Self.policy) == expected.count)
    // The text is added to the fetch's own predicate: both must be true.
    let fetch = EntityFetch("Movie", where: try QueryPredicate("ANY tags.name != nil AND year > 1950"))
    let both = try database.ids(
      entity: "Movie", predicate: QueryPredicate(format: "(ANY tags.name != nil AND year > 1950) AND (\(raw: format))"))
    #expect(try database.keys(fetch, text: format, policy: Self.policy) == both)
  }

  @Test func aRuleHidesRows() throws {
    let database = try Self.one.get()
    let rule = try QueryPredicate("lentToFriend.email == $email OR year < $year")
    let policy = Self.policy.requiring(rule, ofEntity: "Movie", variables: ["email": "anna@example.com", "year": 1940])
    let all = try database.ids(
      entity: "Movie", predicate: QueryPredicate("lentToFriend.email == 'anna@example.com' OR year < 1940"))
    #expect(!all.isEmpty)
    #expect(try database.keys(EntityFetch("Movie"), text: nil, policy: policy) == all)
    let some = try database.keys(EntityFetch("Movie"), text: "title MATCHES '(?=T).*'", policy: policy)
    #expect(!some.isEmpty && Set(some).isSubset(of: all))
    // No path leads to movies that the rule excludes, and messages reveal nothing about the rule.
    #expect(Self.outcome("ANY lentToFriend.lentMovies.title == 'x'", database, policy: policy).hasPrefix("unknown-key"))
    #expect(Self.outcome("Movie.@count > 0", database, policy: policy).hasPrefix("unknown-key"))
    #expect(Self.outcome("title == $email", database, policy: policy) == Self.outcome("title == $email", database))
  }

  @Test func ordersAreChecked() throws {
    let database = try Self.one.get()
    let byName = try database.keys(
      EntityFetch("Movie"), text: nil, order: "lentToFriend.friendName desc, title", policy: Self.policy)
    let expected = try database.keys(
      EntityFetch("Movie", sortedBy: [.descending("lentToFriend.friendName"), "title"]))
    #expect(byName == expected)
    // The order given as text comes before the order of the fetch: the films are sorted by year, then by title.
    let ofYear = try database.keys(
      EntityFetch("Movie", sortedBy: ["title"]), text: nil, order: "year", policy: Self.policy)
    #expect(try ofYear == database.keys(EntityFetch("Movie", sortedBy: ["year", "title"])))
    let hidden = Self.outcome(nil, database, order: "lentToFriend.email")
    #expect(hidden.replacing("email", with: "emeil") == Self.outcome(nil, database, order: "lentToFriend.emeil"))
    #expect(Self.outcome(nil, database, order: "lentToFriend").contains(" type "))
    let rows = try database.fetch(EntityFetch("Movie", limit: 3), text: "year > 1950", policy: Self.policy).rows
    #expect(rows.count == 3)
  }

  /// The policy's limits also apply to the text of an order: to its length, its depth, and the number of nodes of all keys together.
  @Test(arguments: [
    "", " ", ",", "year,", "year desc asc", "year title", "year; DROP TABLE movie", "title == 'x'", "%K", "%@",
    "$nobody",
    String(repeating: "-(", count: 100) + "year" + String(repeating: ")", count: 100),
    String(repeating: "year, ", count: 600) + "title", String(repeating: " ", count: 4_000) + "title",
  ])
  func anOrderThatIsNoneIsAnError(_ order: String) throws {
    let found = Self.outcome(nil, try Self.one.get(), order: order)
    #expect(!found.hasPrefix("[") && !found.hasPrefix("other"), "\(found)")
  }

  /// A request applies the policy's names and rules to its own table, and to other tables that the condition reads.
  @Test func requestsKeepThePolicy() throws {
    struct Movie: TableRecord { static let databaseTableName = "movie" }
    let database = try Self.one.get()
    let entity = try #require(database.model.entity(named: "Movie"))
    #expect(entity.table.lowercased() == "movie")
    func keys(_ text: String, _ policy: QueryPolicy = Self.policy) throws -> [Int64] {
      let request = try Movie.filter(text: text, policy: policy, in: database).order(Column("id")).select(Column("id"))
      return try database.reader.read { try Int64.fetchAll($0, request) }
    }
    for text in ["year > 1990", "ANY tags.name == 'classic'", "lentToFriend.friendName BEGINSWITH 'A'"] {
      #expect(try keys(text) == database.keys(EntityFetch("Movie"), text: text, policy: Self.policy), "\(text)")
      #expect(try !keys(text).isEmpty)
    }
    for attack in Self.attacks {
      let issue = #expect(throws: PredicateIssue.self) { try keys(attack.replacing("•", with: "email")) }
      let other = #expect(throws: PredicateIssue.self) { try keys(attack.replacing("•", with: "emeil")) }
      #expect(issue?.code == other?.code && issue?.message.replacing("email", with: "emeil") == other?.message)
    }
    let ruled = Self.policy.requiring(try QueryPredicate("year < 1950"), ofEntity: "Movie")
    let old = Set(try database.keys(EntityFetch("Movie", where: QueryPredicate("year < 1950"))))
    #expect(Set(try keys("title != nil", ruled)) == old)
    #expect(Set(try keys("title LIKE '*a*' OR year > 1", ruled)) == old)
    #expect(
      try Movie.filter(Column("year") < 1940).filter(text: "year > 1", policy: Self.policy, in: database)
        .fetchCountInside(database) == database.count(EntityFetch("Movie", where: QueryPredicate("year < 1940"))))
  }

  /// The untrusted order of a request is that of a fetch with the same text, also if the values are in other tables.
  @Test func requestsHaveAnOrder() throws {
    struct Movie: TableRecord { static let databaseTableName = "movie" }
    let database = try Self.one.get()
    func keys(_ order: String?, _ policy: QueryPolicy = Self.policy) throws -> [Int64] {
      let all = Movie.order(Column("title").desc).select(Column("id"))
      let request = try all.filter(text: "year > 1980", order: order, policy: policy, in: database)
      return try database.reader.read { try Int64.fetchAll($0, request) }
    }
    for order in [
      "year desc, title", "title", "rating", "lentToFriend.friendName desc, year", "tags.@count desc",
      "title.length desc", "lentToFriend.lentMovies.@count",
    ] {
      let fetched = try database.keys(EntityFetch("Movie"), text: "year > 1980", order: order, policy: Self.policy)
      #expect(try keys(order) == fetched && fetched.count > 20, "\(order)")
    }
    #expect(try keys(nil) != keys("title") && keys(nil).sorted() == keys("title").sorted())
    for order in ["lentToFriend.email", "year desc asc", ""] {
      let issue = #expect(throws: PredicateIssue.self) { try keys(order) }
      let other = #expect(throws: PredicateIssue.self) {
        try database.keys(EntityFetch("Movie"), text: nil, order: order, policy: Self.policy)
      }
      #expect(issue == other, "\(order)")
    }
  }
}

extension QueryInterfaceRequest {
  fileprivate func fetchCountInside(_ database: PredicateDatabase) throws -> Int {
    try database.reader.read { try fetchCount($0) }
  }
}
