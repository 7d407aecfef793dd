import PredicateDocuments
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

/// What came of one case on one engine.
public struct ConformanceResult: Sendable {
  /// The case.
  public let item: ConformanceCase
  /// The engine that filtered; nil for a case without a fixture.
  public let engine: String?
  /// Whether the answer was the expected one.
  public let verdict: ConformanceVerdict
  /// The answer that decided, without its id and its notes; nil where there was none.
  public let answer: JSONObject?

  /// The case's id, and the engine behind an `@`.
  public var name: String { engine.map { "\(item.id)@\($0)" } ?? item.id }

  /// Whether a required case went wrong.
  public var isFatal: Bool { item.level == .required && verdict.isWrong }
}

/// What came of a case.
public enum ConformanceVerdict: String, Sendable, Hashable, CaseIterable {
  /// The answer is what the case expects.
  case pass
  /// Another value, another kind of error, another print, or an answer that is none.
  case fail
  /// A value where the case expects an error.
  case acceptsWrongly = "accepts-wrongly"
  /// An error where the case expects none.
  case rejectsWrongly = "rejects-wrongly"
  /// The implementation ended instead of answering.
  case crash
  /// No answer in time.
  case timeout
  /// The case leaves the implementation free, and it chose something else than this project.
  case choice
  /// The implementation does not offer what the case asks for.
  case skipped

  /// Whether something is wrong, if the case is required.
  public var isWrong: Bool {
    switch self {
    case .pass, .choice, .skipped: false
    case .fail, .acceptsWrongly, .rejectsWrongly, .crash, .timeout: true
    }
  }

  /// Whether the implementation was asked and answered for, which is not so where it was skipped.
  public var isJudged: Bool { self != .skipped }
}
