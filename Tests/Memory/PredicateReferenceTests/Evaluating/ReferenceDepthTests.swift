import PredicateBinding
import PredicateEngine
import PredicateReference
import PredicateTestSupport
import PredicateValues
import Testing

/// Predicates that are as deep as the limits allow can be bound and evaluated on the stack for which the limits were chosen: 512 KB in release, 2 MB
/// in debug.
@Suite struct ReferenceDepthTests {
  static func nested(_ open: String, _ core: String, _ close: String, levels: Int) -> String {
    String(repeating: open, count: levels) + core + String(repeating: close, count: levels)
  }

  @Test(arguments: [
    ("NOT ", "a == 1", "", ""), ("-", "a", "", " == 1"), ("{", "a", "}", " == 1"), ("abs:(", "a", ")", " == 1"),
    ("1 + ", "1", "", " == 1"), ("a + (", "a", ")", " == 1"), ("TERNARY(", "a == 1", ", 1, 2) == 1", ""),
    ("TERNARY(a == 1, 1, ", "2", ")", " == 1"), ("SUBQUERY({1}, $x, ", "$x == 1", ").@count == 1", ""),
    ("SUBQUERY(", "{1}", ", $x, $x == 1)", ".@count == 1"), ("CAST(", "a", ", 'NSNumber')", " == 1"),
    ("FUNCTION(", "a", ", 'abs:')", " == 1"), ("", "a", ".b", " == 1"), ("", "a", "[0]", " == 1"),
    ("a[", "0", "]", " == 1"), ("{1} UNION (", "{2}", ")", " == {1}"), ("$x := ", "1", "", " == 1"),
    ("a == 1 AND (b == 2 OR ", "c == 1", ")", ""), ("ANY {", "1", "} == 1", ""),
  ])
  func atTheLimit(open: String, core: String, close: String, tail: String) throws {
    // The deepest predicate that parses is used, because one construct may count as more than one level.
    let (deepest, tree) = try #require(
      Stack.run(size: 64 << 20) { () -> (Int, QueryPredicate)? in
        for levels in stride(from: PredicateLimits.maximumNesting, to: 0, by: -1) {
          let format = Self.nested(open, core, close, levels: levels) + tail
          if let tree = PredicateParser.predicate(format).tree { return (levels, tree) }
        }
        return nil
      })
    let ran = Stack.run { () -> Bool? in
      for root in [RootType.dynamic, .value(.any)] {
        guard let bound = try? Binder.bind(tree, to: root) else { continue }
        _ = bound.condition.description
        _ = try? ReferenceEvaluator().evaluate(bound, object: .null)
      }
      return true
    }
    #expect(ran == true)
    // ANY does not nest, so it has only one level.
    #expect(deepest >= (open.hasPrefix("ANY") ? 1 : 60), "\(open)")
  }
}
