import BenchData
import Dispatch

/// A condition on a record where it lies, written for speed and for any data.
protocol HandCondition: SendableMetatype {
  static func holds(_ movie: UnsafePointer<Movie>) -> Bool
}

/// The loops around a condition, compiled with it inside.
struct HandLoops {
  let count: ([Movie]) -> Int
  /// The same on all cores.
  let parallelCount: ([Movie]) -> Int
  let indices: ([Movie]) -> [Int]
  /// The standard library's `filter`, with the condition for its closure.
  let filter: ([Movie]) -> [Movie]

  @inline(__always)
  init<Condition: HandCondition>(_: Condition.Type) {
    count = { movies in
      movies.withUnsafeBufferPointer { movies in
        guard let base = movies.baseAddress else { return 0 }
        var count = 0
        for index in 0..<movies.count { count &+= Condition.holds(base + index) ? 1 : 0 }
        return count
      }
    }
    parallelCount = { movies in
      movies.withUnsafeBufferPointer { movies in
        guard let base = movies.baseAddress else { return 0 }
        let blocks = 32
        let all = movies.count
        nonisolated(unsafe) let first = base
        return withUnsafeTemporaryAllocation(of: Int.self, capacity: blocks * 16) { counts in
          // Each far enough from the next one that no two cores write to one line of the cache.
          nonisolated(unsafe) let counts = counts
          DispatchQueue.concurrentPerform(iterations: blocks) { block in
            var count = 0
            for index in all * block / blocks..<all * (block + 1) / blocks {
              count &+= Condition.holds(first + index) ? 1 : 0
            }
            counts[block * 16] = count
          }
          return (0..<blocks).reduce(0) { $0 + counts[$1 * 16] }
        }
      }
    }
    indices = { movies in
      movies.withUnsafeBufferPointer { movies in
        guard let base = movies.baseAddress else { return [] }
        var result: [Int] = []
        for index in 0..<movies.count where Condition.holds(base + index) { result.append(index) }
        return result
      }
    }
    filter = { movies in movies.filter { movie in withUnsafePointer(to: movie) { Condition.holds($0) } } }
  }
}
