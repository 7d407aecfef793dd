/// What becomes of the objects at the other end of a relationship when an object of this end is deleted.
public enum DeleteRule: String, Sendable, Codable, CaseIterable {
  /// They forget the deleted object.
  case nullify
  /// They are deleted too.
  case cascade
  /// The object cannot be deleted while there are any.
  case deny
  /// They are left as they are, with a key that leads nowhere.
  case noAction
}
