import Foundation

/// Two ways to the same end, measured in turns, so that both meet the same disturbances.
struct Race {
  /// The shortest of the rounds, in milliseconds.
  private(set) var ours: Double
  private(set) var theirs: Double
  /// Whether both found the same.
  let isRight: Bool

  /// How many times as long ours takes.
  var ratio: Double { ours / theirs }

  /// Finds the fastest of the statements, then runs ours and that one in turns.
  init<Result: Equatable>(
    rounds: Int, _ statements: [String], _ first: () throws -> Result, against other: (String) throws -> Result
  ) throws {
    let result = try first()
    var best = 0
    var isRight = true
    theirs = .infinity
    ours = try Self.milliseconds(first).0
    for (position, statement) in statements.enumerated() {
      for _ in 0..<2 {
        let (time, found) = try Self.milliseconds { try other(statement) }
        isRight = isRight && found == result
        if time < theirs { (theirs, best) = (time, position) }
      }
    }
    self.isRight = isRight
    // Short ones more often: a disturbance is as long whatever it meets.
    let repeats = max(rounds, min(rounds * 10, Int(200 / max(theirs, 0.001))))
    for _ in 0..<repeats {
      ours = min(ours, try Self.milliseconds(first).0)
      theirs = min(theirs, try Self.milliseconds { try other(statements[best]) }.0)
    }
    winner = best
  }

  /// Which of the statements was raced.
  let winner: Int

  /// Runs something once. The time is that of the processor, which other programs disturb less; all of it is spent here, since what is
  /// read stands in the system's memory after the first time.
  static func milliseconds<Result>(_ body: () throws -> Result) rethrows -> (Double, Result) {
    let start = processorTime
    let result = try body()
    return (processorTime - start, result)
  }

  private static var processorTime: Double {
    var time = timespec()
    clock_gettime(CLOCK_PROCESS_CPUTIME_ID, &time)
    return Double(time.tv_sec) * 1000 + Double(time.tv_nsec) / 1e6
  }
}
