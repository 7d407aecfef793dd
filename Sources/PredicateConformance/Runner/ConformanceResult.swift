import PredicateRecords

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
