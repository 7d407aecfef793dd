extension PredicateIssue {
  /// One sentence for the people who use an app, without the words of the language and without the names of types: “There is no “yaer”.”
  ///
  /// ``message`` says it for developers. An app that speaks another language words ``code`` and ``parameters`` itself.
  public var userMessage: String {
    switch kind {
    case .syntax where isIncomplete: "The condition is not complete."
    case .syntax where code == DiagnosticCode.empty.rawValue: "The condition is empty."
    case .syntax: "The condition cannot be read."
    case .argumentMissing, .unboundVariable: "A value for the condition is missing."
    case .argumentType: "A value does not fit the condition."
    case .unknownKey where has(.unreadableProperty) || has(.needsTable):
      parameters.first.map { "“\($0)” cannot be used here." } ?? "A name cannot be used here."
    case .unknownKey: parameters.last.map { "There is no “\($0)”." } ?? "A name is not known."
    // `median:` is called median(…).
    case .unknownFunction: parameters.last.map { "There is no “\($0.prefix { $0 != ":" })”." } ?? "A name is not known."
    case .type: "The condition compares values that do not fit together."
    case .domain: "A pattern in the condition cannot be used."
    case .limit: "The condition is too long or takes too much time."
    case .unsupported: "The condition uses something that is not available here."
    }
  }

  /// A question for the people who use an app, where something nearer is known: “Did you mean “year”?”
  public var userSuggestion: String? { replacement.map { "Did you mean “\($0.text)”?" } }

  /// Whether the format can be mended by writing on.
  private var isIncomplete: Bool {
    if has(.unterminatedString) || has(.bareValue) || has(.quantifierAlone) { return true }
    // At its end nothing is found.
    guard let range, range.lowerBound == range.upperBound else { return false }
    return has(.operandExpected) || has(.missingBracket) || has(.keyExpected)
  }
}
