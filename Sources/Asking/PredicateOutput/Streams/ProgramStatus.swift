/// The exit status of a command. A wrong command line is 64, which the command line itself reports.
public enum ProgramStatus: Int32, Sendable {
  /// Everything is fine.
  case success = 0
  /// The checked input is wrong: a format with an error.
  case wrongInput = 1
  /// Something else failed: a file cannot be read, a database cannot be opened.
  case failure = 2

  package func combined(with other: ProgramStatus) -> ProgramStatus { rawValue >= other.rawValue ? self : other }
}
