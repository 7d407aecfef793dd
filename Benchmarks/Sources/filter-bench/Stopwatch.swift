/// Measures in milliseconds.
enum Stopwatch {
  /// The shortest of some rounds; of one that takes long, fewer.
  static func best<Result>(of rounds: Int, _ body: () throws -> Result) rethrows -> (
    milliseconds: Double, result: Result
  ) {
    let clock = ContinuousClock()
    var start = clock.now
    var result = try body()
    var best = clock.now - start
    for _ in 1..<max(1, rounds) where best < .milliseconds(400) {
      start = clock.now
      result = try body()
      best = min(best, clock.now - start)
    }
    return (Double(best.components.attoseconds) / 1e15 + Double(best.components.seconds) * 1000, result)
  }
}
