import Foundation
import OpenPredicate
import Testing

/// Attackers' texts against a policy. No text has different results in two worlds that differ only in hidden values, and all texts end within their limits.
@Suite struct PolicyAttackTests {
  private static let one = PolicyWorld(secret: "d")
  private static let other = PolicyWorld(secret: "q")
  private static let long = PolicyWorld(secret: "d" + String(repeating: "xy ", count: 5_000))

  /// The result of a text: the positions of the posts, or the issue.
  private static func outcome(_ text: String, _ world: PolicyWorld, _ policy: QueryPolicy = PolicyWorld.policy)
    -> String
  {
    do {
      return "\(try world.posts.filter(text: text, policy: policy).map(\.title))"
    } catch {
      return "\(error.code) \(error.kind) \(error) \(error.suggestion ?? "-") \(error.range.map { "\($0)" } ?? "-")"
    }
  }

  /// The attacks include every known kind. A kind is recognized by a part of its texts.
  @Test func everyWayIsTried() {
    let all = PolicyAttacks.ofUsers + PolicyAttacks.others
    func count(_ parts: String...) -> Int { all.count { text in parts.contains { text.contains($0) } } }
    #expect(all.count + PolicyAttacks.floods.count + PolicyAttacks.sortKeys.count >= 140)
    #expect(count("author.•") >= 20 && count("reviewers") >= 20)
    #expect(count("FUNCTION(", "length(", "uppercase(", "CAST(", "TERNARY(", "max(", "valueForKey") >= 15)
    #expect(count("SUBQUERY(") >= 5 && count("SELF") >= 8)
    #expect(
      count("LIKE", "MATCHES") >= 2 && PolicyAttacks.floods.count { $0.contains("LIKE") || $0.contains("MATCHES") } >= 6
    )
    #expect(PolicyAttacks.nearMisses.count >= 8 && PolicyAttacks.sortKeys.count >= 12 && PolicyAttacks.timed.count >= 8)
  }

  @Test(arguments: PolicyAttacks.ofUsers) func aHiddenNameIsNoName(_ attack: String) {
    let hidden = attack.replacing("•", with: "passwordHash")
    // A name of the same length that is as similar to the hidden name as a misspelling, and that no property has.
    let missing = attack.replacing("•", with: "passwordHosh")
    let found = Self.outcome(hidden, Self.one)
    #expect(found == Self.outcome(hidden, Self.other))
    #expect(found.replacing("passwordHash", with: "passwordHosh") == Self.outcome(missing, Self.one))
    #expect(!found.contains("draftNote") && !found.contains("doorCode") && !found.contains("token"))
    // All of these texts must be refused, and find nothing.
    #expect(!found.hasPrefix("["), "\(found)")
  }

  @Test(arguments: PolicyAttacks.others) func hiddenValuesChangeNothing(_ attack: String) {
    let found = Self.outcome(attack, Self.one)
    #expect(found == Self.outcome(attack, Self.other))
    #expect(!found.contains("eadbeef"))
  }

  @Test(arguments: PolicyAttacks.floods) func floodsEnd(_ attack: String) {
    let found = Self.outcome(attack, Self.one)
    #expect(found == Self.outcome(attack, Self.other))
    #expect(
      found.hasPrefix("[") || found.contains("limit") || found.contains("policy-construct") || found.contains(" type ")
        || found.contains("domain"), "\(found)")
  }

  /// A misspelled hidden name is treated as a name without a similar one: no suggestion, no list and no place differs.
  @Test(arguments: PolicyAttacks.nearMisses) func errorsSuggestNothingHidden(_ attack: String) {
    let found = Self.outcome(attack, Self.one)
    #expect(found.hasPrefix("unknown-key"), "\(found)")
    #expect(found == Self.outcome(attack, Self.other))
    for hidden in ["passwordHash", "draftNote", "doorCode", "token"] { #expect(!found.contains(hidden), "\(found)") }
  }

  /// The steps of a policy replace a clock. The least number that a text needs is the same if hidden values are thousands of times as long.
  @Test(arguments: PolicyAttacks.timed) func stepsTellNothingHidden(_ attack: String) throws {
    func fewest(_ world: PolicyWorld) -> Int {
      var policy = PolicyWorld.policy
      var (low, high) = (0, 2_000_000)
      while low < high {
        policy.work = (low + high) / 2
        if Self.outcome(attack, world, policy).contains("policy-work") {
          low = policy.work + 1
        } else {
          high = policy.work
        }
      }
      return low
    }
    #expect(Self.outcome(attack, Self.one).hasPrefix("["))
    #expect(fewest(Self.one) == fewest(Self.long))
  }

  /// A policy that was encoded and decoded hides the same names.
  @Test func aStoredPolicyHidesTheSame() throws {
    let stored = try JSONDecoder().decode(QueryPolicy.self, from: JSONEncoder().encode(PolicyWorld.policy))
    for attack in PolicyAttacks.others + PolicyAttacks.nearMisses + PolicyAttacks.timed
      + PolicyAttacks.ofUsers.map({ $0.replacing("•", with: "passwordHash") })
    {
      #expect(Self.outcome(attack, Self.one, stored) == Self.outcome(attack, Self.one))
    }
  }

  @Test(arguments: PolicyAttacks.sortKeys) func sortKeysHideToo(_ key: String) throws {
    func issue(_ name: String, _ world: PolicyWorld) throws -> String {
      let key = key.replacing("•", with: name)
      return
        "\(try #require(throws: PredicateIssue.self) { try world.posts.sorted(text: key, policy: PolicyWorld.policy) })"
    }
    let found = try issue("passwordHash", Self.one)
    #expect(found == (try issue("passwordHash", Self.other)))
    #expect(found.replacing("passwordHash", with: "passwordHosh") == (try issue("passwordHosh", Self.one)))
  }

  @Test(arguments: [
    "site", "author", "draftNote", "vault", "SELF", "payload", "users", "reviewers", "CAST(author, 'NSString')",
    "CAST(site, 'NSString')", "TERNARY(year > 1, site, office)",
  ]) func orderNeedsAValueThatIsShown(_ key: String) {
    #expect(throws: PredicateIssue.self) {
      try Self.one.posts.sorted(text: key, policy: PolicyWorld.policy)
    }
  }

  @Test("A sorted result leaves out the objects that a rule hides")
  func ordersKeepTheRule() throws {
    let policy = PolicyWorld.policy.requiring(
      try QueryPredicate("draftNote == $note"), of: PolicyPost.self, variables: ["note": "plain"])
    let shown = try Self.one.posts.filter(text: "TRUEPREDICATE", policy: policy).map(\.title)
    #expect(!shown.isEmpty && shown.count < Self.one.posts.count)
    #expect(try Self.one.posts.sorted(text: "title", policy: policy).map(\.title) == shown.sorted())
    let broken = PolicyWorld.policy.requiring(try QueryPredicate("draftNote == $nobody"), of: PolicyPost.self)
    let issue = try #require(throws: PredicateIssue.self) { try Self.one.posts.sorted(text: "title", policy: broken) }
    #expect(issue.code == "policy-rule")
  }

  @Test("The remaining steps reveal nothing about objects that a rule hides")
  func rulesTakeNoSteps() throws {
    var other = Self.one.posts
    for position in other.indices where other[position].draftNote != "plain" {
      other[position].body = String(repeating: "x", count: 5_000)
      other[position].draftNote = String(repeating: "y", count: 5_000)
    }
    let rule = try QueryPredicate("draftNote == 'plain' AND NOT draftNote LIKE '*y*y*z*'")
    func fewest(_ posts: [PolicyPost]) throws -> Int {
      var work = 1
      while work < 1 << 30 {
        let policy = QueryPolicy(work: work).allowing(.all, of: PolicyPost.self).requiring(rule, of: PolicyPost.self)
        do throws(PredicateIssue) {
          _ = try posts.count(text: "body LIKE '*a*b*' OR ANY tags == 'none'", policy: policy)
          return work
        } catch {
          #expect(error.code == "policy-work")
          work *= 2
        }
      }
      return work
    }
    #expect(try fewest(Self.one.posts) == fewest(other))
  }

  @Test("A variable cannot bring in an object that the policy cannot check")
  func objectsInVariables() throws {
    let user = Self.one.posts[0].author
    let values: [QueryValue] = [
      QueryValue(dynamically: ["user": user]), QueryValue(dynamically: ["users": [user]]),
      QueryValue(dynamically: [["user": user]]),
    ]
    for value in values {
      let issue = try #require(throws: PredicateIssue.self) {
        try Self.one.posts.count(
          text: "$request.user.passwordHash BEGINSWITH 'd'", policy: PolicyWorld.policy, variables: ["request": value])
      }
      #expect(issue.code == "policy-variable")
      #expect(!issue.message.contains("passwordHash"))
    }
    #expect(
      try Self.one.posts.count(
        text: "year > $least.year", policy: PolicyWorld.policy,
        variables: ["least": QueryValue(dynamically: ["year": 1990])]) > 0)
  }

  @Test func aRuleHidesObjectsAndItself() throws {
    let rule = try QueryPredicate("draftNote == $note AND author.passwordHash != 'x'")
    let policy = PolicyWorld.policy.requiring(rule, of: PolicyPost.self, variables: ["note": "plain"])
    #expect(try Self.one.posts.count(text: "TRUEPREDICATE", policy: policy) == 6)
    #expect(try Self.one.posts.count(text: "year > 1995 AND ANY tags == 'swift'", policy: policy) == 3)
    // A path could reach the same type without the rule, so no such path is allowed.
    #expect(Self.outcome("ANY author.posts.title == 'Inner'", Self.one, policy).hasPrefix("unknown-key"))
    // A text that takes too long only for a hidden object reveals nothing.
    var hidden = Self.one.posts
    for position in hidden.indices where hidden[position].draftNote != "plain" { hidden[position].body += "😀" }
    let slow = "body MATCHES 'x+y'"
    let strict = QueryPolicy(work: 200).allowing(.all, of: PolicyPost.self)
      .requiring(try QueryPredicate("draftNote == 'never'"), of: PolicyPost.self)
    #expect(try hidden.prefix(2).filter { _ in true }.count(text: slow, policy: strict) == 0)
    // Neither the text of the rule nor its variables are shown.
    let broken = PolicyWorld.policy.requiring(try QueryPredicate("draftNote == $nobody"), of: PolicyPost.self)
    let found = Self.outcome("year > 1990", Self.one, broken)
    #expect(found.contains("policy-rule") && !found.contains("nobody") && !found.contains("draftNote"))
    #expect(Self.outcome("title == $note", Self.one, policy) == Self.outcome("title == $note", Self.one))
  }
}
