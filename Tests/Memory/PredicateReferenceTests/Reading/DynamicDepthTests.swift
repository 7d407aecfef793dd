import Foundation
import OpenPredicate
import Testing

/// Values whose collections nest deeper than is read: an issue, on a small stack too.
@Suite struct DynamicDepthTests {
  private static func nested(_ depth: Int) -> [[String: Any]] {
    var value: Any = 1
    for level in 0..<depth { value = level % 2 == 0 ? [value] : ["k": value] as [String: Any] }
    return [["a": value, "b": 2]]
  }

  /// Runs something on a thread with the stack of a worker.
  private func onSmallStack<Result: Sendable>(_ body: @escaping @Sendable () -> Result) async -> Result {
    await withCheckedContinuation { continuation in
      let thread = Thread { continuation.resume(returning: body()) }
      #if DEBUG
        thread.stackSize = 4 << 20
      #else
        thread.stackSize = 512 << 10
      #endif
      thread.start()
    }
  }

  private func code(_ format: String, depth: Int) async -> String? {
    await onSmallStack {
      do throws(PredicateIssue) {
        _ = try Self.nested(depth).count(where: QueryPredicate(format: format))
        return nil
      } catch {
        return error.code
      }
    }
  }

  @Test(arguments: ["a == {1}", "{1} == a", "a.k == {1}", "a IN {1, 2}", "ANY a == 1", "a > 3", "a == b"])
  func deepValues(_ format: String) async throws {
    #expect(await code(format, depth: 3000) == "value-depth", "\(format)")
  }

  @Test func depths() async throws {
    #expect(await code("a == {1}", depth: 511) == nil)
    #expect(await code("a == {1}", depth: 512) == nil)
    #expect(await code("a == {1}", depth: 514) == "value-depth")
    // What is not asked for is not looked at.
    #expect(await code("b == 2", depth: 3000) == nil)
    #expect(await code("a == nil", depth: 3000) == nil)
  }
}
