import PredicateModel
import PredicateSyntax
import PredicateValues
import Testing

@testable import PredicateBinding

/// The facts about nodes of the core are right: whether they can fail, and what they read.
@Suite struct CoreFactsTests {
  private static func dynamic(_ format: String) throws -> CoreCondition {
    try Binder.bind(QueryPredicate(format: QueryFormat(raw: format)), to: .dynamic).condition
  }

  @Test(arguments: [
    ("year > 1990 AND title LIKE '*x?y'", ""),
    ("title MATCHES 'x.*'", "steps"),
    ("title MATCHES movieDescription", "mismatch steps"),
    ("CAST(year, 'NSString') == 'x'", ""),
    ("tags.name[0] == 'x'", ""),
    ("tags.name[title.length] == 'x'", ""),
    ("{title, movieDescription}[year] == 'x'", ""),
    ("CAST({title, 'x'}, 'NSSet')[0] == 'x'", "mismatch"),
    ("CAST({title, 'x'}, 'NSSet')[FIRST] == 'x'", ""),
    ("CAST({title, 'x'}, 'NSArray')[1] == 'x'", ""),
    ("CAST({title, 'x'}, 'NSDictionary') != nil", "mismatch"),
    ("({year} UNION {rating}).@count == 1", ""),
    ("tags.@max.name == 'x'", ""),
    ("max:(year, 3) == 3", ""),
    ("count:({title, movieDescription}) == 2", ""),
    ("min:({title, movieDescription}) == 'x'", ""),
    ("noindex:(year) == 3", ""),
    ("groupConcat:separator:({title, movieDescription}, ',') == 'x'", "mismatch"),
    ("ANY tags.name MATCHES 'x'", "steps"),
    ("SUBQUERY(tags, $t, $t.name MATCHES title).@count > 0", "mismatch steps"),
    ("TERNARY(title MATCHES 'x', 1, 2) == 1", "steps"),
    ("TERNARY(year > 3, lentToFriend, nil).friendName == 'x'", ""),
  ])
  func failuresOverKnownTypes(format: String, failures: String) throws {
    #expect(try LoweringTests.bound(format).condition.facts.failures.names == failures)
  }

  @Test(arguments: [
    ("a == 1", "mismatch depth"),
    ("SELF == 1", "depth"),
    ("SELF > 1", "mismatch depth"),
    ("SELF IN {1, 'x'}", "depth"),
    ("1 IN SELF", "mismatch depth"),
    ("SELF BETWEEN {1, 2}", "mismatch depth"),
    ("SELF MATCHES 'x'", "mismatch depth steps"),
    ("SELF == nil", ""),
    ("$x == 1", "mismatch depth"),
    ("'a' + 1 == 1", "mismatch depth"),
    ("'a'.length == 1", ""),
    ("'a'.foo == 1", "mismatch depth"),
    ("{1} < {2}", "mismatch"),
    ("5 BETWEEN {3}", "mismatch"),
    ("'a' MATCHES '['", "mismatch steps"),
    ("nil < $x", "mismatch"),
    ("nil + $x == nil", "mismatch"),
  ])
  func failuresOverUnknownTypes(format: String, failures: String) throws {
    #expect(try Self.dynamic(format).facts.failures.names == failures)
  }

  /// A function of an application is assumed to fail for any argument.
  @Test func addedFunctionsCanFail() throws {
    var options = BindingOptions()
    options.functions = options.functions.adding(
      FunctionDefinition("half", [.number], result: .double, documentation: "Half of a number.") {
        arguments, _ throws(PredicateIssue) in arguments[0]
      })
    let predicate = try QueryPredicate(format: "half(year) > 3")
    let bound = try Binder.bind(predicate, to: .entity("Movie", DataModel.movies), options: options)
    #expect(bound.condition.facts.failures.names == "mismatch")
  }

  @Test(arguments: [
    ("year > 3", [0], ["year"], true),
    ("lentToFriend.friendName == title", [0], ["lentToFriend", "title"], true),
    ("SELF == SELF AND year > 3", [0], ["year"], false),
    ("TRUEPREDICATE", [], [], true),
    ("ANY tags.name == title", [0], ["tags", "title"], true),
    ("SUBQUERY(tags, $t, ANY $t.movies.year == year).@count == 2", [0], ["tags", "year"], true),
    ("tags.@max.name == 'x' AND title == 'y' AND tags.@count == 1", [0], ["tags", "title"], true),
  ])
  func reads(format: String, variables: [Int], names: [String], areAll: Bool) throws {
    let condition = try LoweringTests.bound(format).condition
    #expect(condition.facts.variables.sorted == variables)
    let read = CoreNames(of: .condition(condition))
    #expect(read.names == names)
    #expect(read.areAll == areAll)
  }

  @Test(arguments: [
    ("a.b == 1 AND c == a.d", ["a", "c"], true),
    ("SELF.a == 1", ["a"], true),
    ("SELF == 1 OR a == 1", ["a"], false),
    ("ANY a.b == c", ["a", "c"], true),
  ])
  func readsOfUnknownTypes(format: String, names: [String], areAll: Bool) throws {
    let condition = try Self.dynamic(format)
    let read = CoreNames(of: .condition(condition))
    #expect(read.names == names)
    #expect(read.areAll == areAll)
  }

  /// A part of a condition can read variables of ranges outside of it. These are its variables, although it does not bind them.
  @Test func variablesOfParts() throws {
    let condition = try LoweringTests.bound("SUBQUERY(tags, $t, ANY $t.movies.year == year).@count > 0").condition
    guard case .exists(let range) = condition.node, case .exists(let inner) = range.filter.node else {
      Issue.record("not a range in a range: \(condition)")
      return
    }
    #expect(range.filter.facts.variables.sorted == [0, range.steps[0].variable])
    #expect(inner.filter.facts.variables.sorted == [0, inner.steps[0].variable])
  }

  /// The facts stay right with more variables than a machine word has bits, and with more names than the limit.
  @Test func manyVariablesAndNames() throws {
    let ranges = (0..<100).map { "ANY tags.name == 'x\($0)'" }.joined(separator: " AND ")
    let condition = try LoweringTests.bound(ranges).condition
    #expect(condition.facts.variables.sorted == [0])
    guard case .and(let parts) = condition.node, case .exists(let last)? = parts.last?.node else {
      Issue.record("no conjunction of ranges")
      return
    }
    let variable = last.steps[0].variable
    #expect(variable >= 99)
    #expect(last.filter.facts.variables.sorted == [variable])
    #expect(last.filter.facts.variables.contains(variable))
    #expect(last.filter.facts.variables.isDisjoint(with: condition.facts.variables))
    #expect(!last.filter.facts.variables.isDisjoint(with: CoreVariables([1, variable])))

    let names = (0..<65).map { "n\($0) == 1" }
    #expect(try CoreNames(of: .condition(Self.dynamic(names.dropLast().joined(separator: " OR ")))).areAll)
    #expect(try !CoreNames(of: .condition(Self.dynamic(names.joined(separator: " OR ")))).areAll)
  }

  @Test func costs() throws {
    func cost(_ format: String) throws -> Int { try CorePart.condition(LoweringTests.bound(format).condition).cost }
    #expect(try cost("year > 3") < cost("year > 3 AND title == 'x'"))
    #expect(try cost("year > 3 AND title == 'x'") < cost("ANY tags.name == 'x'"))
    #expect(try cost("ANY tags.name == 'x'") < cost("SUBQUERY(tags, $t, ANY $t.movies.year == 3).@count > 0"))
    var deep = "ANY $t.movies.year > 3"
    for _ in 0..<40 { deep = "SUBQUERY(tags, $t, \(deep)).@count > 2" }
    let deeper = "SUBQUERY(tags, $t, \(deep)).@count > 2"
    #expect(try cost(deep) == cost(deeper))
  }

  /// A rewriter that replaces nothing gives the same core. A rewriter of constants is called for all of them.
  @Test(arguments: [
    "year + 1 > 3 AND NOT (title LIKE[c] 'x?y' OR -rating < 2.0)",
    "title BETWEEN {'a', 'b'} AND year IN {1, 2} AND ANY tags.name ==[cd] 'x'",
    "TERNARY(year > 1, {1, year}, {2, rating})[0] == 5 AND CAST(year, 'NSString').length == 4",
    "SUBQUERY(tags, $t, $t.name MATCHES title).@count > 2 AND tags.@max.name == 'x'",
    "max:(year, 3) == tags.name[SIZE] AND title ==[l] 'x' AND tags.name[0] == 'y'",
  ])
  func rewriting(format: String) throws {
    let condition = try LoweringTests.bound(format).condition
    var nothing = IdentityRewriter()
    #expect("\(nothing.rewrite(condition))" == "\(condition)")
    var rewriter = ConstantRewriter()
    let rewritten = rewriter.rewrite(condition)
    var constants = 0
    Self.countConstants(.condition(rewritten), &constants)
    #expect(constants == 0)
    #expect(rewriter.count > 0)
    Self.countConstants(.condition(condition), &constants)
    #expect(constants == rewriter.count)
  }

  private static func countConstants(_ part: CorePart, _ count: inout Int) {
    if case .value(let value) = part, case .constant = value.node { count += 1 }
    part.forEachPart { countConstants($0, &count) }
  }

  private struct IdentityRewriter: CoreRewriter {}

  private struct ConstantRewriter: CoreRewriter {
    var count = 0

    mutating func rewrite(_ value: CoreValue) -> CoreValue {
      guard case .constant = value.node else { return value.mapParts(&self) }
      count += 1
      return value.with(.element(count))
    }
  }
}

extension CoreFailures {
  fileprivate var names: String {
    [("mismatch", CoreFailures.mismatch), ("depth", .depth), ("steps", .steps)].filter { contains($0.1) }.map(\.0)
      .joined(separator: " ")
  }
}
