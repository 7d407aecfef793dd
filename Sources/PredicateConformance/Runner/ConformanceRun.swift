import PredicateOutput

/// What the suite says of an implementation.
public struct ConformanceRun: Sendable {
  /// The implementation's name, as its `hello` tells it.
  public var implementation = "unknown"
  /// The implementation's version, as its `hello` tells it.
  public var version = "unknown"
  /// The version of the suite.
  public var suite: String?
  /// The results in the order of the suite.
  public var results: [ConformanceResult] = []

  /// How many results have a verdict, among those that a condition takes.
  public func count(_ verdict: ConformanceVerdict, where condition: (ConformanceResult) -> Bool = { _ in true }) -> Int
  {
    results.count { $0.verdict == verdict && condition($0) }
  }

  /// The topics in order.
  public var topics: [String] {
    Set(results.map(\.item.topic)).sorted { $0.utf8.lexicographicallyPrecedes($1.utf8) }
  }

  /// Success where no required case went wrong; failure where nothing was judged at all.
  public var status: ProgramStatus {
    if results.contains(where: \.isFatal) { return .wrongInput }
    return results.contains(where: \.verdict.isJudged) ? .success : .failure
  }
}
