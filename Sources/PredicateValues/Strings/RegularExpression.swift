/// A pattern of MATCHES: an ICU regular expression about the whole string.
///
/// `[c]` is ICU's case-insensitive flag, without the folding of widths; `[d]` takes the nonspacing marks from the
/// pattern and from the subject; `[n]` supersedes both, and `[l]` does nothing. The dot stops at line breaks unless the
/// pattern says `(?s)`. An empty pattern matches nothing, not even an empty string. May be used from several threads at
/// once.
public struct RegularExpression: Sendable {
  private let engine: RegularExpressionEngine?
  private let marks: StringFolding
  private let stepLimit: Int
  private let cost: RegularExpressionCost

  /// Reads a pattern.
  ///
  /// A step is a decision that the engine may have to take back. The limit is kept to about ten thousand steps, the
  /// least that is counted; a pattern whose single steps are dear gets fewer. Throws kind `domain`, code
  /// `regular-expression`, for what is no pattern, and `unsupported` on a platform without ICU.
  public init(_ pattern: String, options: StringOptions, stepLimit: Int) throws(PredicateIssue) {
    let keepsMarks = options.contains(.normalized) || !options.contains(.diacriticInsensitive)
    marks = StringFolding(keepsMarks ? [] : .diacriticInsensitive)
    let ignoresCase = options.contains(.caseInsensitive) && !options.contains(.normalized)
    self.stepLimit = max(stepLimit, 1)
    cost = RegularExpressionCost(pattern)
    engine = pattern.isEmpty ? nil : try RegularExpressionEngine(marks.fold(pattern), ignoresCase: ignoresCase)
  }

  /// Whether the pattern describes the whole of a string. Throws kind `limit` where that takes too many steps or too
  /// much memory.
  public func matches(_ subject: String) throws(PredicateIssue) -> Bool {
    guard let engine else { return false }
    let text = marks.fold(subject)
    return try engine.matches(text, stepLimit: cost.steps(stepLimit, subjectLength: text.utf8.count))
  }
}

extension PredicateIssue {
  /// A pattern that the engine cannot read.
  static func unusablePattern(_ pattern: String, _ reason: String, at offset: Int?) -> PredicateIssue {
    let place = offset.map { " at offset \($0)" } ?? ""
    return PredicateIssue(
      kind: .domain, code: "regular-expression",
      message: "\"\(shortened(pattern))\" is not a regular expression: \(reason)\(place).")
  }

  /// A pattern that takes too long.
  static func patternPastLimit(_ pattern: String) -> PredicateIssue {
    PredicateIssue(
      kind: .limit, code: "regular-expression-steps",
      message: "the regular expression \"\(shortened(pattern))\" takes too many steps for one string",
      hint: "a repetition inside a repetition, as in (a+)+, makes an expression slow")
  }

  /// As much of a pattern as a message can bear.
  private static func shortened(_ pattern: String) -> String {
    pattern.utf8.count <= 100 ? pattern : String(String.UnicodeScalarView(pattern.unicodeScalars.prefix(60))) + "…"
  }
}
