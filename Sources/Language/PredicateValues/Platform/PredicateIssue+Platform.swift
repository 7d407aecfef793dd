import PredicateSyntax

/// Issues that the libraries of a platform report.
extension PredicateIssue {
  /// An issue of kind `unsupported`, for a feature that this platform or this engine does not have.
  static func notSupported(_ code: DiagnosticCode, _ message: IssueText, hint: String? = nil) -> PredicateIssue {
    .error(code, nil, message, hint: hint, kind: .unsupported)
  }

  /// The issue of a pattern that the engine cannot read.
  static func unusablePattern(_ pattern: String, _ reason: String, at offset: Int?) -> PredicateIssue {
    let place = offset.map { " at offset \($0)" } ?? ""
    return .error(
      .regularExpression, nil, "\"\(shortened(pattern))\" is not a regular expression: \(reason)\(place)", kind: .domain
    )
  }

  /// The issue of a pattern that takes too many steps.
  static func patternPastLimit(_ pattern: String) -> PredicateIssue {
    .error(
      .regularExpressionSteps, nil,
      "the regular expression \"\(shortened(pattern))\" takes too many steps for one string",
      hint:
        "a repetition inside a repetition makes an expression slow, unless it has only literals, classes and groups",
      kind: .limit)
  }

  /// The beginning of a pattern, short enough for a message.
  private static func shortened(_ pattern: String) -> String {
    pattern.utf8.count <= 100 ? pattern : String(String.UnicodeScalarView(pattern.unicodeScalars.prefix(60))) + "…"
  }
}
