/// Two ways to the same end, measured in turns, so that both meet the same disturbances: the medians of the rounds, in milliseconds of the
/// calling thread.
public struct PairedMedians<Result> {
  /// The median of the first.
  public let first: Double
  /// The median of the second.
  public let second: Double
  /// What the first gave.
  public let firstResult: Result
  /// What the second gave.
  public let secondResult: Result
  /// How many rounds were measured.
  public let rounds: Int

  /// Measures rounds, after one that warms up, until the time is over. If the warm-up has used up the time, it is the only round.
  ///
  /// - Parameters:
  ///   - budget: Milliseconds for all rounds of both, the warm-up among them.
  ///   - rounds: The most rounds.
  @inlinable
  public init(
    within budget: Double, atMost rounds: Int, _ first: () throws -> Result, _ second: () throws -> Result
  ) rethrows {
    let start = ProcessorTime.milliseconds
    let warmFirst = try Self.time(first)
    let warmSecond = try Self.time(second)
    var firstTimes: [Double] = []
    var secondTimes: [Double] = []
    let round = warmFirst.milliseconds + warmSecond.milliseconds
    while firstTimes.count < rounds, ProcessorTime.milliseconds - start + round <= budget {
      firstTimes.append(try Self.time(first).milliseconds)
      secondTimes.append(try Self.time(second).milliseconds)
    }
    if firstTimes.isEmpty {
      firstTimes = [warmFirst.milliseconds]
      secondTimes = [warmSecond.milliseconds]
    }
    self.first = Self.median(firstTimes)
    self.second = Self.median(secondTimes)
    firstResult = warmFirst.result
    secondResult = warmSecond.result
    self.rounds = firstTimes.count
  }

  @usableFromInline
  static func time(_ body: () throws -> Result) rethrows -> (milliseconds: Double, result: Result) {
    let start = ProcessorTime.milliseconds
    let result = try body()
    return (ProcessorTime.milliseconds - start, result)
  }

  @usableFromInline
  static func median(_ times: [Double]) -> Double {
    let sorted = times.sorted()
    let middle = sorted.count / 2
    return sorted.count % 2 == 1 ? sorted[middle] : (sorted[middle - 1] + sorted[middle]) / 2
  }
}
