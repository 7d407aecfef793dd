import PredicateValues

/// A property or a type that predicates cannot read, for the message of an issue about it.
public struct UnreadableMember: Sendable, Hashable {
  /// The reason, as the message has it behind a colon: `it is lazy`.
  public let reason: String
  /// What would make it readable: the hint of the issue.
  public let remedy: String?
  /// The code of the issue.
  package let code: DiagnosticCode

  /// A reason, and a remedy where there is one.
  public init(reason: String, remedy: String? = nil) {
    self.init(reason: reason, remedy: remedy, code: .unreadableProperty)
  }

  package init(reason: String, remedy: String?, code: DiagnosticCode) {
    self.reason = reason
    self.remedy = remedy
    self.code = code
  }
}
