import PredicateDocuments
import PredicateOutput

/// The results of the suite for an implementation.
public struct ConformanceRun: Sendable {
  /// The implementation's name, from its `hello`.
  public var implementation = "unknown"
  /// The implementation's version, from its `hello`.
  public var version = "unknown"
  /// The version of the suite.
  public var suite: String?
  /// Whether the run has all cases of each rung of the ladder that it has a case of, so that a rung can be climbed.
  public var hasWholeRungs = false
  /// The results in the order of the suite.
  public var results: [ConformanceResult] = []

  /// The number of results with a verdict, among those that satisfy a condition.
  public func count(_ verdict: ConformanceVerdict, where condition: (ConformanceResult) -> Bool = { _ in true }) -> Int
  {
    results.count { $0.verdict == verdict && condition($0) }
  }

  /// The topics in order.
  public var topics: [String] {
    Set(results.map(\.item.topic)).sorted { $0.utf8.lexicographicallyPrecedes($1.utf8) }
  }

  /// Success if no required case failed; failure if no case was judged at all.
  public var status: ProgramStatus {
    if results.contains(where: \.isFatal) { return .wrongInput }
    return results.contains(where: \.verdict.isJudged) ? .success : .failure
  }
}

/// The result of one case on one engine.
public struct ConformanceResult: Sendable {
  /// The case.
  public let item: ConformanceCase
  /// The engine that filtered; nil for a case without a fixture.
  public let engine: String?
  /// Whether the answer was the expected one.
  public let verdict: ConformanceVerdict
  /// The answer that decided, without its id and its notes, or nil.
  public let answer: JSONObject?

  /// The case's id, followed by `@` and the engine.
  public var name: String { engine.map { "\(item.id)@\($0)" } ?? item.id }

  /// Whether a required case went wrong.
  public var isFatal: Bool { item.level == .required && verdict.isWrong }
}

/// The verdict on a case.
public enum ConformanceVerdict: String, Sendable, Hashable, CaseIterable {
  /// The answer is the expected one.
  case pass
  /// Another value, another kind of error, another print, or an invalid answer.
  case fail
  /// A value instead of the expected error.
  case acceptsWrongly = "accepts-wrongly"
  /// An error instead of the expected value.
  case rejectsWrongly = "rejects-wrongly"
  /// The implementation ended instead of answering.
  case crash
  /// No answer in time.
  case timeout
  /// The case leaves the implementation free, and it chose something else than this project.
  case choice
  /// The implementation does not offer the op, engine or feature of the case.
  case skipped

  /// Whether something is wrong, if the case is required.
  public var isWrong: Bool {
    switch self {
    case .pass, .choice, .skipped: false
    case .fail, .acceptsWrongly, .rejectsWrongly, .crash, .timeout: true
    }
  }

  /// Whether the case was run and judged; false for a skipped case.
  public var isJudged: Bool { self != .skipped }
}
