import Foundation
import OpenPredicate
import PredicateTestSupport
import Testing

/// Collections that nest too deep are an issue, also on a small stack.
@Suite struct DynamicDepthTests {
  private static func nested(_ depth: Int) -> [[String: Any]] {
    var value: Any = 1
    for level in 0..<depth { value = level % 2 == 0 ? [value] : ["k": value] as [String: Any] }
    return [["a": value, "b": 2]]
  }

  private func code(_ format: String, depth: Int) -> String? {
    // A debug build reads 512 levels in less than two such stacks.
    #if DEBUG
      let size = 2 * Stack.size
    #else
      let size = Stack.size
    #endif
    return Stack.run(size: size) {
      do throws(PredicateIssue) {
        _ = try Self.nested(depth).count(where: QueryPredicate(format: QueryFormat(raw: format)))
        return nil
      } catch {
        return error.code
      }
    }
  }

  @Test(arguments: ["a == {1}", "{1} == a", "a.k == {1}", "a IN {1, 2}", "ANY a == 1", "a > 3", "a == b"])
  func deepValues(_ format: String) throws {
    #expect(code(format, depth: 3000) == "value-depth", "\(format)")
  }

  @Test func depths() throws {
    #expect(code("a == {1}", depth: 511) == nil)
    #expect(code("a == {1}", depth: 512) == nil)
    #expect(code("a == {1}", depth: 514) == "value-depth")
    // Values that the predicate does not use are not read.
    #expect(code("b == 2", depth: 3000) == nil)
    #expect(code("a == nil", depth: 3000) == nil)
  }
}
