/// The status with which `predicate diff` leaves, like that of diff.
public enum DiffStatus: Int32, Sendable {
  /// Both predicates hold of the same records.
  case alike = 0
  /// A record gains or loses.
  case different = 1
  /// A predicate is wrong, a file cannot be read, or a question has no answer.
  case failure = 2
}
