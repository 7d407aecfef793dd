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
