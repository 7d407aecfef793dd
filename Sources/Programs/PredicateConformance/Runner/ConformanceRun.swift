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
  /// Whether the run has all cases of each rung of the ladder that occurs in it. Only then can a rung be complete.
  public var hasWholeRungs = false
  /// The results in the order of the suite.
  public var results: [ConformanceResult] = []

  /// The number of results with a verdict that also meet a condition.
  public func count(_ verdict: ConformanceVerdict, where condition: (ConformanceResult) -> Bool = { _ in true }) -> Int
  {
    results.count { $0.verdict == verdict && condition($0) }
  }

  /// The topics in alphabetical order.
  public var topics: [String] {
    Set(results.map(\.item.topic)).sorted { $0.utf8.lexicographicallyPrecedes($1.utf8) }
  }

  /// `success` if no required case is wrong. `failure` if no case was judged.
  public var status: ProgramStatus {
    if results.contains(where: \.isFatal) { return .wrongInput }
    return results.contains(where: \.verdict.isJudged) ? .success : .failure
  }
}

/// The result of one case on one engine.
public struct ConformanceResult: Sendable {
  /// The case.
  public let item: ConformanceCase
  /// The engine that was tested; nil for a case without a fixture.
  public let engine: String?
  /// The verdict on the answer.
  public let verdict: ConformanceVerdict
  /// The answer that determined the verdict, without its id and its notes; nil if there was none.
  public let answer: JSONObject?

  /// The id of the case, for a fixture followed by `@` and the engine.
  public var name: String { engine.map { "\(item.id)@\($0)" } ?? item.id }

  /// Whether a required case has a wrong result.
  public var isFatal: Bool { item.level == .required && verdict.isWrong }
}

/// The verdict on a case.
public enum ConformanceVerdict: String, Sendable, Hashable, CaseIterable {
  /// The answer is the expected one.
  case pass
  /// The value, the kind of error or the printed text is not the expected one, or the answer is invalid.
  case fail
  /// A value instead of the expected error.
  case acceptsWrongly = "accepts-wrongly"
  /// An error instead of the expected value.
  case rejectsWrongly = "rejects-wrongly"
  /// The implementation ended instead of answering.
  case crash
  /// No answer in time.
  case timeout
  /// The case allows other behaviour, and the implementation behaves differently from this project.
  case choice
  /// The implementation does not offer the op, engine or feature of the case.
  case skipped

  /// Whether the verdict counts as wrong if the case is required.
  public var isWrong: Bool {
    switch self {
    case .pass, .choice, .skipped: false
    case .fail, .acceptsWrongly, .rejectsWrongly, .crash, .timeout: true
    }
  }

  /// Whether the case was run and judged; false for a skipped case.
  public var isJudged: Bool { self != .skipped }
}
