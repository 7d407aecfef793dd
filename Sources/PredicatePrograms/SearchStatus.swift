/// The status with which `predicate filter` and `predicate match` leave, like that of grep.
public enum SearchStatus: Int32, Sendable {
  /// The predicate was true of something.
  case found = 0
  /// It was true of nothing.
  case nothing = 1
  /// The predicate is wrong, a file cannot be read, or records were left out.
  case failure = 2
  /// What is asked for does not go together.
  case wrongCommandLine = 64
}
