import OpenPredicate
import Testing

/// Texts that a policy allows have the same results as without it, and each part of a policy refuses the excluded texts.
@Suite struct PolicyTests {
  private let posts = PolicyWorld(secret: "d").posts

  private func code(_ text: String, _ policy: QueryPolicy) throws -> String {
    try #require(throws: PredicateIssue.self) { try posts.filter(text: text, policy: policy) }.code
  }

  @Test(arguments: [
    "year > 1995", "title BEGINSWITH[c] 'post 1'", "author.name == 'Ada'", "ANY reviewers.name == 'Bob'",
    "author == coauthor", "coauthor == nil", "site.city == 'Wien' AND score > 3", "tags.@count == 2",
    "SUBQUERY(reviewers, $u, $u == author AND $u.name LIKE 'A*').@count == 1", "reviewers[0].name == 'Ada'",
    "'tag1' IN tags", "title MATCHES '.*[0-9]{2}'", "extras.likes == 3", "length(title) > 6",
    "NOT year IN {1990, 1991}",
    "reviewers.name.@count == 2", "author.posts.@count == 1", "year + 1 == 1992", "reviewers CONTAINS author",
    "score == nil OR score BETWEEN {1, 5}", "TERNARY(year > 1995, author.name, title) == 'Bob'",
  ])
  func whatIsShownMeansTheSame(_ format: String) throws {
    let expected = try posts.filter(QueryPredicate(format: QueryFormat(raw: format))).map(\.title)
    #expect(try posts.filter(text: format, policy: PolicyWorld.policy).map(\.title) == expected)
    #expect(try posts.count(text: format, policy: PolicyWorld.policy) == expected.count)
    #expect(try posts.first(text: format, policy: PolicyWorld.policy)?.title == expected.first)
  }

  /// A query is bound once and used for many collections. Each call may use all steps of the policy.
  @Test func aBoundQueryMeansTheSame() throws {
    for text in ["year > 1995", "author.name == 'Ada'", "tags.@count == 2 AND title LIKE '*1*'"] {
      let query = try QueryPolicy.Query<PolicyPost>(text, policy: PolicyWorld.policy)
      let expected = try posts.filter(text: text, policy: PolicyWorld.policy).map(\.title)
      for _ in 0..<2 { #expect(try posts.filter(query).map(\.title) == expected) }
      #expect(try posts.prefix(6).count(where: query) == posts.prefix(6).count(text: text, policy: PolicyWorld.policy))
      #expect(try posts.first(where: query)?.title == expected.first)
      #expect(try posts.filter { try query.matches($0) }.map(\.title) == expected)
    }
    var few = PolicyWorld.policy
    few.work = 100
    let query = try QueryPolicy.Query<PolicyPost>("title == 'x' OR body == 'y' OR year == 3", policy: few)
    #expect(throws: PredicateIssue.self) { try posts.filter(query) }
    #expect(try !query.matches(posts[0]) && !query.matches(posts[1]))
    #expect(throws: PredicateIssue.self) { try QueryPolicy.Query<PolicyPost>("draftNote == 'x'", policy: few) }
    let rule = try QueryPredicate("isPublic == YES")
    let some = try QueryPolicy.Query<PolicyPost>(
      "year == $year", policy: PolicyWorld.policy.requiring(rule, of: PolicyPost.self), variables: ["year": 1995])
    #expect(try posts.count(where: some) == 0 && posts.count(where: "year == 1995") == 1)
  }

  @Test func theOrderIsThatOfTheKeys() throws {
    let sorted = try posts.sorted(text: "score desc, author.name", policy: PolicyWorld.policy)
    #expect(sorted.map(\.title) == (try posts.sorted(by: .descending("score"), "author.name")).map(\.title))
  }

  @Test func eachPartRefuses() throws {
    let policy = PolicyWorld.policy
    var some = policy
    some.operators = [.equal, .lessThan]
    #expect(try code("title LIKE 'x*'", some) == "policy-construct")
    #expect(try code("ANY author.posts.title CONTAINS 'x'", some) == "policy-construct")
    #expect(try posts.count(text: "year == 1990 OR year < 1990", policy: some) == 1)
    some = policy
    some.functions = .only("length", "@count")
    #expect(try code("uppercase(title) == 'X'", some) == "unknown-function")
    #expect(try code("reviewers.@max.name == 'X'", some) == "policy-construct")
    #expect(try posts.count(text: "reviewers.@count == 2", policy: some) == 12)
    some = policy
    some.limits.nodes = 5
    #expect(try code("year == 1 OR year == 2 OR year == 3", some) == "node-limit")
    some = policy
    some.cost = 10_000
    #expect(try code("ANY reviewers.posts.reviewers.name == 'x'", some) == "policy-cost")
    some = policy
    some.work = 100
    #expect(try code("title == 'x' OR body == 'y' OR year == 3", some) == "policy-work")
    #expect(try code("year > 1", QueryPolicy()) == "policy-entity")
  }

  @Test func functionsOfAnApplicationCanBeHidden() throws {
    let secret = FunctionDefinition("lookUp:", [.string], result: .string, documentation: "Looks up.") {
      arguments, _ throws(PredicateIssue) in arguments[0]
    }
    let options = BindingOptions(functions: FunctionTable.standard.adding(secret))
    var policy = PolicyWorld.policy
    #expect(try posts.count(text: "lookUp(title) == 'Post 1'", policy: policy, options: options) == 1)
    policy.functions = .except("lookUp:")
    let hidden = try #require(throws: PredicateIssue.self) {
      try posts.count(text: "lookUb(title) == 'x'", policy: policy, options: options)
    }
    #expect(hidden.code == "unknown-function")
    #expect(!"\(hidden.message) \(hidden.hint ?? "")".contains("lookUp"))
  }

  @Test func onlyTablesAreRead() throws {
    let policy = QueryPolicy(otherTypes: .all)
    let issue = try #require(throws: PredicateIssue.self) {
      try [PolicyVault(secret: "d")].filter(text: "secret == 'd'", policy: policy)
    }
    #expect(issue.code == "policy-without-table")
    #expect(throws: PredicateIssue.self) { try [["a": 1]].filter(text: "a == 1", policy: policy) }
    #expect(try ["a", "b"].count(text: "SELF == 'a'", policy: policy) == 1)
    #expect(try posts.count(text: "author.passwordHash == 'd000'", policy: policy) == 6)
  }

  @Test func elementsMayBeMissingOrTexts() throws {
    let some: [PolicyPost?] = [posts[0], nil, posts[7]]
    #expect(try some.count(text: "year > 1990", policy: PolicyWorld.policy) == 1)
    #expect(try some.count(text: "SELF == nil", policy: PolicyWorld.policy) == 1)
    #expect(throws: PredicateIssue.self) { try some.count(text: "draftNote == 'plain'", policy: PolicyWorld.policy) }
    var tests = "SELF"
    for _ in 0..<40 { tests = "TERNARY(SELF <= \(tests), SELF, SELF)" }
    #expect(try ["a", "b"].count(text: "SELF > 'a'", policy: PolicyWorld.policy) == 1)
    let issue = try #require(throws: PredicateIssue.self) {
      try [Optional("a")].count(text: "\(tests) == 'a'", policy: PolicyWorld.policy)
    }
    #expect(issue.kind == .limit)
  }

  @Test func tablesOnlyIsAnOptionOfEveryQuery() throws {
    let options = BindingOptions(reading: .tables)
    #expect(throws: PredicateIssue.self) {
      try BoundQuery<PolicyPost>(QueryPredicate("vault.secret == 'd'"), options: options)
    }
    #expect(throws: PredicateIssue.self) {
      try BoundQuery<PolicyPost>(QueryPredicate("payload.secret == 'd'"), options: options)
    }
    let query = try BoundQuery<PolicyPost>(
      QueryPredicate("author.name == 'Ada' AND site.city == 'Wien'"), options: options)
    #expect(try posts.count(where: query) == 6)
  }

  @Test func workIsCountedByWhatIsDone() throws {
    var policy = PolicyWorld.policy
    policy.work = 1_000
    #expect(try posts.count(text: "year > 1990 AND title == 'x'", policy: policy) == 0)
    // The steps of a long text grow with its length.
    var long = posts
    for position in long.indices { long[position].body = String(repeating: "x", count: 20_000) }
    let issue = try #require(throws: PredicateIssue.self) { try long.count(text: "body CONTAINS 'y'", policy: policy) }
    #expect(issue.code == "policy-work" && issue.range(in: "body CONTAINS 'y'")?.isEmpty == false)
    // For a pattern that may backtrack, the steps that it can take at most are counted, and not those that it takes.
    #expect(try countCode("title MATCHES '(?=P).*'", policy) == "policy-work")
    #expect(try posts.count(text: "title MATCHES 'P.*'", policy: policy) == 12)
    // The length of a pattern is counted, even if the text is short.
    let stars = String(repeating: "*x", count: 800)
    #expect(try countCode("title LIKE '\(stars)y'", policy) == "policy-work")
  }

  private func countCode(_ text: String, _ policy: QueryPolicy) throws -> String {
    try #require(throws: PredicateIssue.self) { try posts.count(text: text, policy: policy) }.code
  }

  /// The least number of steps with which the text can be evaluated for one post with the given body.
  private func steps(_ text: String, body: String) throws -> Int {
    var one = Array(posts.prefix(1))
    one[0].body = body
    var (low, high) = (0, 10_000_000)
    while low < high {
      let middle = (low + high) / 2
      let policy = QueryPolicy(work: middle).allowing(.all, of: PolicyPost.self)
      do throws(PredicateIssue) {
        #expect(try one.count(text: text, policy: policy) == 0)
        high = middle
      } catch {
        #expect(error.code == "policy-work")
        low = middle + 1
      }
    }
    return low
  }

  /// Folding and mapping a text needs steps in proportion to its length and to the time per byte.
  @Test(arguments: [
    ("body CONTAINS[cd] 'zz'", "ab", 1), ("body CONTAINS 'zz'", "हि", 1), ("body CONTAINS[cd] 'zz'", "é", 1),
    ("body CONTAINS[cd] 'zz'", "हि", 60), ("body ==[c] 'zz'", "e\u{301}", 60), ("body LIKE[cd] '*z*y*'", "हि", 60),
    ("body MATCHES[d] 'z'", "हि", 60), ("uppercase(body) == 'z'", "é", 8), ("uppercase(body) == 'z'", "ab", 1),
    ("body.uppercaseString == 'z'", "é", 8), ("'zz' IN[cd] {body, title}", "हि", 60),
  ]) func stepsFollowTheTime(_ text: String, _ unit: String, _ least: Int) throws {
    func body(_ bytes: Int) -> String { String(repeating: unit, count: bytes / unit.utf8.count) }
    let few = try steps(text, body: body(48))
    let some = try steps(text, body: body(4_800))
    let many = try steps(text, body: body(9_600))
    // 4,800 bytes are 300 times 16.
    #expect((290 * least...300 * 5 * least).contains(some - few), "\(some - few)")
    #expect(abs((many - some) - (some - few)) <= 300 * least / 10, "\(few) \(some) \(many)")
  }

  /// A cancelled task ends its run at the next block of steps. In the rule, it ends at the next thousand elements.
  @Test func aCancelledTaskEndsItsRun() async throws {
    let many = Array(repeatElement(posts, count: 200).joined())
    func code(_ text: String, cancelled: Bool = true, _ policy: QueryPolicy = PolicyWorld.policy) async -> String {
      await Task {
        if cancelled { withUnsafeCurrentTask { $0?.cancel() } }
        do throws(PredicateIssue) {
          return "\(try many.filter(text: text, policy: policy).count)"
        } catch {
          return error.code
        }
      }.value
    }
    #expect(await code("body CONTAINS[cd] 'z'", cancelled: false) == "0")
    #expect(await code("body CONTAINS[cd] 'z'") == "cancelled")
    let hiding = PolicyWorld.policy.requiring(try QueryPredicate("year < 0"), of: PolicyPost.self)
    #expect(await code("TRUEPREDICATE", cancelled: false, hiding) == "0")
    #expect(await code("TRUEPREDICATE", hiding) == "cancelled")
    let sorted = Task {
      withUnsafeCurrentTask { $0?.cancel() }
      return try many.sorted(text: "title", policy: PolicyWorld.policy).count
    }
    let issue = await #expect(throws: PredicateIssue.self) { try await sorted.value }
    #expect(issue?.code == "cancelled")
  }

  /// A task that is not cancelled, and a run without a policy, continue.
  @Test func withoutAPolicyNothingIsLookedUp() async throws {
    let many = Array(repeatElement(posts, count: 200).joined())
    let task = Task {
      withUnsafeCurrentTask { $0?.cancel() }
      return try many.filter("body CONTAINS[cd] 'y'").count
    }
    #expect(try await task.value == many.count)
  }

  /// The range of an issue about a whole text is the whole text.
  @Test func issuesOfCostHaveAPlace() throws {
    let text = "year > 1990 AND title == 'x'"
    let policy = QueryPolicy(cost: 10).allowing(.all, of: PolicyPost.self)
    let issue = try #require(throws: PredicateIssue.self) { try posts.count(text: text, policy: policy) }
    #expect(issue.code == "policy-cost" && issue.range(in: text).map { text[$0] } == text[...])
  }
}
