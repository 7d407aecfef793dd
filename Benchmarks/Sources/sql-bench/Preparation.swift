/// Measures what takes microseconds.
enum Preparation {
  /// The shortest mean of some rounds.
  static func microseconds(_ body: () throws -> Void) rethrows -> Double {
    var best = Double.infinity
    for _ in 0..<20 {
      let (time, _) = try Race.milliseconds { for _ in 0..<100 { try body() } }
      best = min(best, time * 10)
    }
    return best
  }
}
