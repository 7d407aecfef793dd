/// Measures in milliseconds.
public enum Stopwatch {
  /// The shortest of some rounds; of one that takes long, fewer.
  @inlinable
  public static func best<Result>(of rounds: Int, _ body: () throws -> Result) rethrows -> (
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

  /// The shortest of at least some rounds of two ways to the same end, taken in turns, so that both meet the same disturbances. What is
  /// over before `least` milliseconds gets more rounds, up to twenty times as many: of a few short ones none may have been left in peace.
  @inlinable
  public static func pair<First, Second>(
    of rounds: Int, atLeast least: Double = 300, _ first: () throws -> First, _ second: () throws -> Second
  ) rethrows -> (first: Double, second: Double, firstResult: First, secondResult: Second) {
    var a = try best(of: 1, first)
    var b = try best(of: 1, second)
    var total = a.milliseconds + b.milliseconds
    var round = 1
    while round < rounds || (total < least && round < 20 * rounds) {
      let x = try best(of: 1, first)
      let y = try best(of: 1, second)
      if x.milliseconds < a.milliseconds { a = x }
      if y.milliseconds < b.milliseconds { b = y }
      total += x.milliseconds + y.milliseconds
      round += 1
    }
    return (a.milliseconds, b.milliseconds, a.result, b.result)
  }
}
