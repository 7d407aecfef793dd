/// The exit status of a command. For a wrong command line, the argument parser exits with 64.
public enum ProgramStatus: Int32, Sendable {
  /// Everything is fine.
  case success = 0
  /// The checked input has errors: a wrong format.
  case wrongInput = 1
  /// Something else failed: a file cannot be read, a database cannot be opened.
  case failure = 2

  package func combined(with other: ProgramStatus) -> ProgramStatus { rawValue >= other.rawValue ? self : other }
}
