import Foundation
import PredicateSyntax
import PredicateTestSupport
import PredicateValues
import Testing

@testable import PredicateBinding

/// Policies in files: a written policy reads back as the same, and an invalid file throws a typed error.
@Suite struct StoredPolicyTests {
  private static func read(_ text: String) throws -> QueryPolicy {
    try JSONDecoder().decode(QueryPolicy.self, from: Data(text.utf8))
  }

  private static func written(_ policy: QueryPolicy) throws -> String {
    let encoder = JSONEncoder()
    encoder.outputFormatting = [.sortedKeys, .withoutEscapingSlashes]
    return String(decoding: try encoder.encode(policy), as: UTF8.self)
  }

  /// Names that are equal in Swift but not in the language.
  private static let names = ["Post", "é", "e\u{301}", "", "a \"b\"", "passwordHash", "\u{0}"]

  private static func someNames(_ random: inout SplitMix64) -> QueryPolicy.Names {
    let some = names.filter { _ in Bool.random(using: &random) }
    return random.pick([.all, .none, .listed(some), .unlisted(some)])
  }

  private static func value(_ random: inout SplitMix64, _ depth: Int = 0) -> QueryValue {
    switch Int.random(in: 0..<(depth > 2 ? 11 : 14), using: &random) {
    case 0: .null
    case 1: .boolean(Bool.random(using: &random))
    case 2: .integer(random.pick([0, -1, .max, .min, 1990]))
    case 3: .double(random.pick([0.5, -0.0, 1e300, .leastNonzeroMagnitude, 7]))
    case 4: .decimal(QueryDecimal(isNegative: true, digits: [1, 2, 5], exponent: -1))
    case 5: .string(random.pick(["", "é", "e\u{301}", "\"; DROP", "2024-01-01", "\u{0}"]))
    case 6: .date(random.pick([0, -1.5, 785_077_800.25]))
    case 7: .data(random.pick([[], [0, 255]]))
    case 8: .uuid(QueryUUID(high: 1, low: .max))
    case 9: .url("https://example.org/?a=%20")
    case 10: .reference(ObjectReference(entity: random.pick(names), key: 3))
    case 11: .array((0..<3).map { _ in value(&random, depth + 1) })
    case 12: .set((0..<2).map { .integer($0) })
    default: .dictionary(QueryDictionary([("a", value(&random, depth + 1)), ("é", .null)]))
    }
  }

  private static func random(_ tree: inout RandomTree) -> QueryPolicy {
    let operators = QueryPolicy.comparisons.union([.tokenMatches, .utiEquals, .selector("isKindOfClass:")])
      .sorted { $0.spelling < $1.spelling }.filter { _ in Bool.random(using: &tree.random) }
    var policy = QueryPolicy(
      otherTypes: someNames(&tree.random), operators: Set(operators), functions: someNames(&tree.random),
      limits: PredicateLimits(nesting: 9, nodes: tree.random.pick([0, 7, 500])), cost: tree.random.pick([0, .max]),
      work: tree.random.pick([0, 5, .max]))
    for name in names where Bool.random(using: &tree.random) {
      policy = policy.allowing(someNames(&tree.random), ofEntity: name)
    }
    for name in names where tree.random.oneIn(3) {
      var variables: [(String, QueryValue)] = []
      for name in names where tree.random.oneIn(3) { variables.append((name, value(&tree.random))) }
      policy = policy.requiring(tree.predicate(size: 8), ofEntity: name, variables: QueryVariables(variables))
      if tree.random.oneIn(3) { policy = policy.requiring(tree.predicate(size: 3), ofEntity: name) }
    }
    return policy
  }

  private static func areSame(_ left: QueryPolicy, _ right: QueryPolicy) -> Bool {
    func constants(_ variables: QueryVariables) -> [QueryExpression?] {
      variables.names.map { variables[$0]?.queryArgument.expression() }
    }
    guard left.operators == right.operators, left.limits == right.limits, left.cost == right.cost,
      left.work == right.work, Set(left.types.keys) == Set(right.types.keys), left.rules.count == right.rules.count
    else { return false }
    for (name, rules) in left.rules {
      guard let others = right.rules[name], rules.map(\.predicate) == others.map(\.predicate),
        rules.map({ constants($0.variables) }) == others.map({ constants($0.variables) })
      else { return false }
    }
    let types = names + ["Other"]
    return types.allSatisfy { type in
      let (one, two) = (left.names(of: type), right.names(of: type))
      return one.isNone == two.isNone
        && names.allSatisfy { one.contains($0) == two.contains($0) }
        && names.allSatisfy { left.functions.contains($0) == right.functions.contains($0) }
    }
  }

  @Test func randomPoliciesReadBack() throws {
    for seed in RandomRun(rounds: 200).seeds {
      var tree = RandomTree(seed: seed)
      let policy = Self.random(&tree)
      let text = try Self.written(policy)
      let back = try Self.read(text)
      #expect(Self.areSame(policy, back), "OPENPREDICATE_SEED=\(seed) OPENPREDICATE_ROUNDS=1 \(text)")
      #expect(
        policy == back && policy.hashValue == back.hashValue,
        "OPENPREDICATE_SEED=\(seed) OPENPREDICATE_ROUNDS=1 \(text)")
      #expect(try Self.written(back) == text, "OPENPREDICATE_SEED=\(seed) OPENPREDICATE_ROUNDS=1")
    }
  }

  /// A struct of an application without a key. Two such values are never equal unless they are compared by their properties.
  private struct Money: QueryObject {
    let amount: Int64
    let comparesByProperties: Bool
    var entityName: String { "Money" }
    var reference: ObjectReference? { nil }
    var keys: [String] { ["amount"] }
    func value(forKey key: String) -> QueryValue? { key == "amount" ? .integer(amount) : nil }
  }

  private static func policy(most amount: Int64, comparesByProperties: Bool = true) throws -> QueryPolicy {
    let most = QueryValue.object(Money(amount: amount, comparesByProperties: comparesByProperties))
    return QueryPolicy().requiring(
      try QueryPredicate("price <= $most"), ofEntity: "Post", variables: QueryVariables([("most", most)]))
  }

  /// A policy can be a property of an application's Equatable types: equal policies compare as equal.
  @Test func equality() throws {
    let rule = try QueryPredicate("owner == $user")
    let policy = QueryPolicy().allowing(.only("title"), ofEntity: "Post")
    let ruled = policy.requiring(rule, ofEntity: "Post", variables: ["user": 1])
    #expect(policy == QueryPolicy().allowing(.only("title"), ofEntity: "Post"))
    #expect(ruled == policy.requiring(rule, ofEntity: "Post", variables: ["user": 1]))
    var cheap = policy
    cheap.work = 5
    let instance = QueryPolicy().requiring(
      rule, ofEntity: "Post", variables: ["user": ObjectReference(entity: "Person", address: 3, keeping: NSObject())])
    let others = [
      QueryPolicy(), cheap, ruled, policy.allowing(.except("title"), ofEntity: "Post"),
      policy.allowing(.none, ofEntity: "User"), policy.requiring(rule, ofEntity: "Post"),
      ruled.requiring(try QueryPredicate("title == 'x'"), ofEntity: "Post"),
      policy.requiring(rule, ofEntity: "Post", variables: ["user": 1.0]),
      policy.requiring(rule, ofEntity: "Post", variables: ["user": 2]),
      policy.requiring(rule, ofEntity: "Post", variables: ["owner": 1]),
      QueryPolicy().allowing(.only("\u{e9}"), ofEntity: "Post"),
      QueryPolicy().allowing(.only("e\u{301}"), ofEntity: "Post"),
      QueryPolicy(functions: .none), QueryPolicy(operators: [.equal]), instance, try Self.policy(most: 3),
      try Self.policy(most: 4), try Self.policy(most: 3, comparesByProperties: false),
    ]
    for other in others {
      #expect(other != policy && other == other)
      #expect(others.count { $0 == other } == 1)
    }
    #expect(Set(others).count == others.count)
    #expect(try Self.policy(most: 3) == Self.policy(most: 3))
    #expect(try Self.policy(most: 3).hashValue == Self.policy(most: 3).hashValue)
    #expect(
      try Self.policy(most: 3, comparesByProperties: false) != Self.policy(most: 3, comparesByProperties: false))
  }

  /// A list allows the same names in every order.
  @Test func orderOfNames() {
    let (one, other) = (QueryPolicy.Names.only("a", "e\u{301}"), QueryPolicy.Names.only("e\u{301}", "a"))
    #expect(one == other && one.hashValue == other.hashValue)
    #expect(QueryPolicy.Names.except("a", "b") == .except("b", "a"))
    #expect(one != .only("a", "\u{e9}") && one != .only("a") && one != .except("a", "e\u{301}"))
  }

  @Test func whatIsLeftOutIsTheDefault() throws {
    #expect(Self.areSame(try Self.read("{}"), QueryPolicy()))
    let policy = try Self.read(
      #"{"types": [{"type": "Post", "allows": {"only": ["title"]}}], "limits": {"nodes": 40}}"#)
    #expect(policy.names(of: "Post").contains("title") && !policy.names(of: "Post").contains("draftNote"))
    #expect(policy.names(of: "User").isNone)
    #expect(policy.limits.nodes == 40 && policy.limits.sourceLength == QueryPolicy.standardLimits.sourceLength)
  }

  @Test(arguments: [
    "3", "[]", "{", #"{"opreators": []}"#, #"{"work": -1}"#, #"{"cost": -1}"#, #"{"work": 1e40}"#,
    #"{"limits": {"nodes": -1}}"#,
    #"{"limits": {"nods": 1}}"#, #"{"limits": 3}"#, #"{"operators": ["FOO"]}"#, #"{"operators": [""]}"#,
    #"{"operators": [":"]}"#, #"{"operators": ["a b:"]}"#, #"{"operators": "all"}"#, #"{"otherTypes": "some"}"#,
    #"{"otherTypes": {}}"#, #"{"otherTypes": {"only": [], "except": []}}"#, #"{"otherTypes": {"onyl": []}}"#,
    #"{"otherTypes": {"only": [3]}}"#, #"{"otherTypes": 3}"#, #"{"types": [{"allows": "all"}]}"#,
    #"{"types": [{"type": "A"}, {"type": "A", "allows": "all"}]}"#,
    #"{"types": [{"type": "A", "rule": {"where": "x >"}}]}"#,
    #"{"types": [{"type": "A", "rule": []}]}"#, #"{"types": [{"type": "A", "rule": [3]}]}"#,
    #"{"types": [{"type": "A", "rule": {}}]}"#, #"{"types": [{"type": "A", "rule": "x == 1"}]}"#,
    #"{"types": [{"type": "A", "rule": {"where": "x == 1", "vars": []}}]}"#,
    #"{"work": 99999999999999999999}"#, #"{"limits": {"nesting": -5}}"#,
    #"{"functions": {"only": ["length:"], "except": ["abs:"]}}"#,
    #"{"types": [{"type": "A", "allows": "all", "rule": {"where": "secret =="}}]}"#,
  ])
  func untrustedFilesAreErrorsWithTypes(_ text: String) {
    #expect(throws: DecodingError.self) { try Self.read(text) }
  }

  /// The value of a variable is a constant: reading a file evaluates nothing.
  @Test(arguments: [
    "year", "$x", "1 +", "now()", "random()", "replace('aaaa', 'a', 'aaaaaaaa')", "SELF", "SUBQUERY(a, $x, $x == 1)",
    "CAST('x', 'NSDate')", "{1, year}", "%@",
  ])
  func onlyConstantsAreValues(_ expression: String) {
    let text = """
      {"types": [{"type": "A", "rule": {"where": "x == $v", "variables": [{"name": "v", "value": "\(expression)"}]}}]}
      """
    #expect(throws: DecodingError.self) { try Self.read(text) }
  }

  @Test func rangesStayRanges() throws {
    let rule = try QueryPredicate("year IN $years")
    let policy = QueryPolicy().requiring(rule, ofEntity: "Post", variables: ["years": 1990...1999])
    let back = try Self.read(Self.written(policy))
    #expect(back.rules[ScalarString("Post")]?.first?.variables.isRange("years") == true)
    #expect(throws: DecodingError.self) {
      try Self.read(
        #"{"types": [{"type": "A", "rule": {"where": "x IN $v", "variables": [{"name": "v", "value": "{1}", "range": true}]}}]}"#
      )
    }
  }

  @Test func objectsInMemoryAreNotWritten() throws {
    struct Person: QueryObject {
      let entityName = "Person"
      let reference: ObjectReference? = ObjectReference(entity: "Person", key: 3)
      let keys = ["name"]
      func value(forKey key: String) -> QueryValue? { "Ada" }
    }
    let instance = ObjectReference(entity: "Person", address: 3, keeping: NSObject())
    for value in [QueryValue.object(Person()), .array([.object(Person())]), .reference(instance)] {
      let policy = QueryPolicy().requiring(
        try QueryPredicate("owner == $user"), ofEntity: "Post", variables: QueryVariables([("user", value)]))
      #expect(throws: EncodingError.self) { try Self.written(policy) }
    }
    let selector = QueryPolicy(operators: [.selector("no selector")])
    #expect(throws: EncodingError.self) { try Self.written(selector) }
  }

  @Test func aStoredRuleGetsItsValuesLater() throws {
    let policy = try Self.read(
      #"""
      {"types": [{"type": "Post", "allows": "all", "rule": {"where": "owner == $user AND year > $least",
        "variables": [{"name": "least", "value": "1990"}]}}]}
      """#)
    let known = policy.withVariables(["user": "Ada", "least": 5]).rules[ScalarString("Post")]?.first?.variables
    #expect(known?["user"]?.equals("Ada") == true && known?["least"]?.equals(1990) == true)
  }
}

extension QueryPolicy {
  /// The policy's names for a type without parents.
  fileprivate func names(of entity: String) -> Names { types[ScalarString(entity)] ?? otherTypes }
}
