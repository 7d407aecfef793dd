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
