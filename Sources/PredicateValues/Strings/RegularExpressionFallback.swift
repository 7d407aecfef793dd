/// ICU's form of a pattern, which is made when it is first asked for: most patterns never need it.
final class RegularExpressionFallback: Sendable {
  private let pattern: String
  private let ignoresCase: Bool
  private let made = Locked<Result<RegularExpressionEngine, PredicateIssue>?>(nil)

  /// The form of a pattern that has been folded.
  init(_ pattern: String, ignoresCase: Bool) {
    self.pattern = pattern
    self.ignoresCase = ignoresCase
  }

  /// The engine. Throws, each time, what kept it from being made.
  func engine() throws(PredicateIssue) -> RegularExpressionEngine {
    let result = made.withLock { [pattern, ignoresCase] made in
      if let made { return made }
      let result = Result { () throws(PredicateIssue) in
        try RegularExpressionEngine(pattern, ignoresCase: ignoresCase)
      }
      made = result
      return result
    }
    return try result.get()
  }
}
