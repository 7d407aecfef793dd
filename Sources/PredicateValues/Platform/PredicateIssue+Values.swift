extension PredicateIssue {
  /// Values that an operation cannot take.
  static func mismatch(_ code: String, _ message: String, hint: String? = nil) -> PredicateIssue {
    PredicateIssue(kind: .type, code: code, message: message, hint: hint)
  }

  /// A construct of the language that this engine does not run.
  static func notSupported(_ code: String, _ message: String, hint: String? = nil) -> PredicateIssue {
    PredicateIssue(kind: .unsupported, code: code, message: message, hint: hint)
  }
}

extension QueryValue {
  /// The words for the value's type in a message.
  var typeDescription: String { isNull ? "nil" : type.description }
}
