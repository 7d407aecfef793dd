/// A property or a type that predicates cannot read, for the message of an issue about it.
public struct UnreadableMember: Sendable, Hashable {
  /// The reason, as the message has it behind a colon: `it is lazy`.
  public let reason: String
  /// What would make it readable: the hint of the issue.
  public let remedy: String?

  /// A reason, and a remedy where there is one.
  public init(reason: String, remedy: String? = nil) {
    self.reason = reason
    self.remedy = remedy
  }
}
