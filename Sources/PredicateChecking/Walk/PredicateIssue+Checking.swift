import PredicateSyntax

extension PredicateIssue {
  /// An issue that a profile finds.
  static func found(
    _ code: CheckCode, _ severity: Severity, _ range: SourceRange, _ message: String, hint: String? = nil,
    suggestion: String? = nil
  ) -> PredicateIssue {
    PredicateIssue(
      severity: severity, kind: code.kind, code: code.rawValue, message: message, range: range, hint: hint,
      suggestion: suggestion)
  }

  /// A value that a program puts into a format.
  static func interpolated(_ range: SourceRange) -> PredicateIssue {
    found(
      .interpolated, .note, range,
      "a value is put into the text of the format: what it holds is read as a part of the predicate",
      hint: "pass the value as an argument: %@")
  }
}

extension CheckCode {
  fileprivate var kind: PredicateIssue.Kind {
    switch self {
    case .unknownKey, .unknownVariable, .unquotedWord, .unknownProperty: .unknownKey
    case .refusedFunction, .operatorRefused: .unsupported
    case .constantType, .listCompared, .anyOfOne, .operatorType: .type
    default: .domain
    }
  }
}
