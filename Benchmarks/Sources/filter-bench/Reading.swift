import BenchData
import Dispatch

/// Reading the bytes of the records and nothing else: what a second thread can gain on this machine where memory is the limit.
enum Reading {
  /// Milliseconds by one thread and by two in turns with it, and how many bytes that were.
  static func measured(_ movies: [Movie], rounds: Int) -> (one: Double, two: Double, bytes: Int) {
    let bytes = movies.count * MemoryLayout<Movie>.stride
    let times = Stopwatch.pair(of: 2 * rounds, atLeast: 3000) {
      sum(movies, threads: 1)
    } _: {
      sum(movies, threads: 2)
    }
    precondition(times.firstResult == times.secondResult, "both read the same bytes")
    return (times.first, times.second, bytes)
  }

  private static func sum(_ movies: [Movie], threads: Int) -> UInt64 {
    movies.withUnsafeBytes { bytes in
      nonisolated(unsafe) let words = bytes.bindMemory(to: UInt64.self)
      return withUnsafeTemporaryAllocation(of: UInt64.self, capacity: threads * 16) { sums in
        // Each far enough from the next one that no two cores write to one line of the cache.
        nonisolated(unsafe) let sums = sums
        DispatchQueue.concurrentPerform(iterations: threads) { thread in
          var sum: UInt64 = 0
          for word in words[words.count * thread / threads..<words.count * (thread + 1) / threads] { sum &+= word }
          sums[thread * 16] = sum
        }
        return (0..<threads).reduce(0) { $0 &+ sums[$1 * 16] }
      }
    }
  }
}
