/// Something of a type that predicates cannot read, for the message to who asked for it.
public struct UnreadableMember: Sendable, Hashable {
  /// Why, as it stands behind a colon: `it is lazy`.
  public let reason: String
  /// What can be done.
  public let remedy: String?

  /// Something that cannot be read.
  public init(reason: String, remedy: String? = nil) {
    self.reason = reason
    self.remedy = remedy
  }
}
