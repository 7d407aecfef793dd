import OpenPredicate
import PredicateValues
import Testing

/// Partial evaluation replaces the right parts, leaves the others, and the remaining predicate has the expected text.
@Suite struct PartialEvaluationTests {
  struct User {
    var name = "Ada"
    var age = 36
    var nickname: String?
    var groups = ["staff", "press"]
    var since = "2024-01-01"
    var isAdmin = false
  }

  private static func record(_ pairs: KeyValuePairs<String, QueryValue>) -> QueryValue {
    .dictionary(QueryDictionary(pairs.map { ($0.key, $0.value) }))
  }

  private func rest(_ format: String) throws -> String {
    try QueryPredicate(format: QueryFormat(raw: format)).partiallyEvaluated(
      variables: ["user": QueryValue(dynamically: User()), "limit": 5]
    ).exactFormat
  }

  @Test(arguments: [
    ("owner == $user.name", "owner == \"Ada\""), ("$user.isAdmin == YES", "FALSEPREDICATE"),
    ("$user.isAdmin == YES OR year > 1990", "year > 1990"), ("$user.age > 18 AND year > 1990", "year > 1990"),
    ("$user.age < 18 AND year > 1990", "FALSEPREDICATE"), ("$user.age > 18 OR year > 1990", "TRUEPREDICATE"),
    ("NOT ($user.isAdmin == YES OR year > 1990)", "NOT year > 1990"), ("year > $user.age * 2 + 1", "year > 73"),
    ("year > $limit", "year > 5"), ("nickname == $user.nickname", "nickname == nil"),
    ("team IN $user.groups", "team IN {\"staff\", \"press\"}"), ("$user.groups.@count > size", "2 > #size"),
    (
      "SUBQUERY(parts, $p, $p.owner == $user.name).@count > $limit",
      "SUBQUERY(parts, $p, $p.owner == \"Ada\").@count > 5"
    ),
    ("TERNARY($user.age > 18, year, size) == 3", "year == 3"),
    ("ANY parts.name == uppercase($user.name)", "ANY parts.name == \"ADA\""),
    ("SUBQUERY($user.groups, $g, $g BEGINSWITH 's').@count == parts.@count", "1 == parts.@count"),
  ])
  func knownPartsAreFolded(_ format: String, _ expected: String) throws {
    let rest = try rest(format)
    #expect(
      try QueryPredicate(format: QueryFormat(raw: rest)) == QueryPredicate(format: QueryFormat(raw: expected)),
      "\(rest)")
  }

  @Test(arguments: [
    // A condition before the decided one may throw first.
    "year > 1990 AND $user.isAdmin == YES", "name.first == 'x' OR $user.age > 18",
    // A part that throws stays, and throws when evaluation reaches it.
    "year > 1990 OR $user.missing == 1", "$user.name > 5 OR year == 1", "$user.name.foo == name",
    // Calls whose results change from call to call.
    "now() > since", "$user.age > random()",
    // Unknown values.
    "$other.name == owner", "SUBQUERY(parts, $user, $user.name == 'x').@count > 1", "year == 1",
    // Objects whose properties are read by expressions with unknown values.
    "SUBQUERY(parts, $p, $p.owner == $user).@count == 0",
  ])
  func otherPartsStay(_ format: String) throws {
    let predicate = try QueryPredicate(format: QueryFormat(raw: format))
    let known: QueryVariables = ["user": QueryValue(dynamically: User())]
    let rest = predicate.partiallyEvaluated(variables: known)
    let part = Self.record(["name": "x", "owner": "Ada"])
    for value in [
      Self.record(["year": 1995, "name": Self.record(["first": "x"]), "owner": "Ada", "parts": .array([part])]),
      Self.record(["year": 1, "name": "x", "parts": []]), Self.record(["year": "x"]),
    ] {
      let before = Result { () throws(PredicateIssue) in try predicate.evaluate(with: value, variables: known) }
      let after = Result { () throws(PredicateIssue) in try rest.evaluate(with: value, variables: known) }
      switch (before, after) {
      case (.success(let a), .success(let b)): #expect(a == b)
      case (.failure(let a), .failure(let b)): #expect(a.kind == b.kind)
      default: Issue.record("\(format): \(before) became \(after) by \(rest.exactFormat)")
      }
    }
  }

  @Test func aTextThatLooksLikeADateStaysAText() throws {
    #expect(try rest("lentOn == $user.since") == "lentOn == CAST(\"2024-01-01\", \"NSString\")")
    let value = Self.record(["lentOn": .date(0)])
    let predicate = try QueryPredicate(format: "lentOn == $text")
    let known: QueryVariables = ["text": "2001-01-01"]
    #expect(try !predicate.evaluate(with: value, variables: known))
    #expect(try !predicate.partiallyEvaluated(variables: known).evaluate(with: value))
  }

  @Test func theObjectMayBeWhatIsKnown() throws {
    let predicate = try QueryPredicate(format: "year > $least AND title BEGINSWITH 'T'")
    let film = Self.record(["year": 1949, "title": "The Third Man"])
    #expect(predicate.partiallyEvaluated(variables: [:], object: film).exactFormat == "1949 > $least")
  }

  /// A function of the application may depend on anything, so partial evaluation never calls it.
  @Test(arguments: [
    "twice($limit) == year", "twice(5) == 10", "(twice($limit) + 1) * 2 + year > 0", "FUNCTION($limit, 'twice:') == 10",
  ])
  func functionsOfTheApplicationAreNotCalled(_ format: String) throws {
    let calls = Locked(0)
    let twice = FunctionDefinition("twice:", [.number], result: .integer, documentation: "Twice a number.") {
      arguments, _ throws(PredicateIssue) in
      calls.withLock { $0 += 1 }
      return .integer(2 * Int64(arguments[0].intValue ?? 0))
    }
    let options = BindingOptions(functions: .standard.adding(twice))
    let predicate = try QueryPredicate(format: QueryFormat(raw: format))
    let rest = predicate.partiallyEvaluated(variables: ["limit": 5], options: options)
    #expect(calls.withLock { $0 } == 0)
    #expect(rest.canonicalFormat.contains("twice"))
  }
}
