import BenchData

/// A condition on a record where it lies, written for speed and for any data.
protocol HandCondition: SendableMetatype {
  static func holds(_ movie: UnsafePointer<Movie>) -> Bool
}

/// The loops around a condition, compiled with it inside.
struct HandLoops {
  let count: ([Movie]) -> Int
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
