import Foundation
import PredicateSyntax
import PredicateTestSupport
import Testing

/// Constructs that are nested as deep as the limit allows work on the stack for which the limit was chosen: 512 KB in release, 2 MB in debug.
@Suite("Depth of printing, walking and substituting")
struct TreeDepthTests {
  private static let leaf = QueryExpression.variable("x")
  private static let condition = compare(leaf, .equal, leaf)

  static let wrappers: [(String, @Sendable (QueryExpression) -> QueryExpression)] = [
    ("negate", { .negate($0) }), ("index base", { .index($0, .first) }),
    ("index", { .index(key("a"), .expression($0)) }), ("aggregate", { .aggregate([$0]) }),
    ("call", { .call("sum", [$0]) }), ("function", { .function($0, selector: text("f:"), [leaf]) }),
    ("argument", { .function(leaf, selector: text("f:"), [$0]) }), ("cast", { .cast($0, type: text("T")) }),
    ("left", { .binary(.add, $0, leaf) }), ("right", { .binary(.add, leaf, $0) }),
    ("grouped", { .binary(.multiply, .binary(.add, $0, leaf), leaf) }),
    ("path", { .path(.aggregate([$0]), QueryKeyPath(.key("a"))) }),
    ("step", { .keyPath(QueryKeyPath(.key("a"), [.call("f", [$0])])) }),
    ("assignment", { .assignment(variable: "v", $0) }), ("fetch", { .fetch(leaf, $0, leaf) }),
    ("subquery", { .subquery($0, variable: "t", condition) }),
    ("ternary", { .ternary(compare($0, .equal, leaf), leaf, leaf) }),
    ("condition of subquery", { .subquery(leaf, variable: "t", .not(compare(leaf, .equal, $0))) }),
    (
      "compounds",
      {
        .ternary(.or([condition, .and([.not(.or([compare($0, .equal, leaf), condition])), condition])]), leaf, leaf)
      }
    ),
  ]

  @Test("Everything works at the limit, and no tree is built past it", arguments: wrappers.map(\.0))
  func atTheLimit(_ name: String) throws {
    let wrap = try #require(Self.wrappers.first { $0.0 == name }).1
    var expression = Self.leaf
    while case let next = wrap(expression), !next.isOverLimit { expression = next }
    #expect(expression.nesting > PredicateLimits.maximumNesting - 8)
    #expect(wrap(expression).isOverLimit)
    let back = Stack.run(size: 64 << 20) { [expression] in
      PredicateParser.expression(expression.exactFormat).tree
    }
    let failure = Stack.run { [expression] in Self.exercise(expression, back) }
    #expect(failure == nil)
  }

  @Test("NOT at the limit")
  func negations() {
    var predicate = Self.condition
    for _ in 0..<PredicateLimits.maximumNesting { predicate = .not(predicate) }
    #expect(!predicate.isOverLimit)
    #expect(QueryPredicate.not(predicate).isOverLimit)
    let back = Stack.run(size: 64 << 20) { [predicate] in PredicateParser.predicate(predicate.exactFormat).tree }
    let failure = Stack.run { [predicate] in Self.exercise(predicate, back) }
    #expect(failure == nil)
  }

  @Test("Wide trees are not deep")
  func wide() {
    let predicate = QueryPredicate.or([QueryPredicate](repeating: Self.condition, count: 100_000))
    #expect(predicate.nesting == 0)
    #expect(predicate.freeVariables.count == 200_000)
    #expect(predicate.canonicalFormat.utf8.count == 100_000 * 12 - 4)
    #expect(predicate.substituting { _ in number(1) }.freeVariables.isEmpty)
  }

  /// The operation that fails for a tree or for its printed form read back; nil if none fails.
  private static func exercise(_ expression: QueryExpression, _ back: QueryExpression?) -> String? {
    let source = expression.exactFormat
    if expression.canonicalFormat.isEmpty { return "prints as nothing" }
    if expression.freeVariables.isEmpty { return "no variables" }
    if expression.substituting({ _ in number(1) }).exactFormat == source { return "nothing substituted" }
    // Capturing a variable makes the substitution rename it.
    if expression.substituting({ _ in .variable("t") }).isOverLimit { return "too deep when substituted" }
    guard let back else { return "does not parse: \(source.prefix(200))" }
    return back == expression && back.hashValue == expression.hashValue ? nil : "another tree"
  }

  private static func exercise(_ predicate: QueryPredicate, _ back: QueryPredicate?) -> String? {
    let source = predicate.exactFormat
    if predicate.substituting({ _ in number(1) }).exactFormat == source { return "nothing substituted" }
    guard let back else { return "does not parse" }
    return back == predicate && back.hashValue == predicate.hashValue ? nil : "another tree"
  }
}
