/// What saving does where another process changed or deleted a row since it was read.
public enum ConflictPolicy: Sendable, Hashable {
  /// Nothing is saved, and ``SaveFailure`` lists the objects.
  case fail
  /// The changed attributes of the context are written over the other process's. A row that was deleted is made again.
  case keepOurs
  /// The object is read anew, and its changes in the context are lost.
  case keepTheirs
}
