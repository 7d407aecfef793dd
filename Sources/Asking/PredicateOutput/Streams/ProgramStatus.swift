/// The status with which a command leaves. A wrong command line is 64, told by the command line itself.
public enum ProgramStatus: Int32, Sendable {
  /// Everything is fine.
  case success = 0
  /// What was asked about is wrong: a format with an error.
  case wrongInput = 1
  /// Something else failed: a file cannot be read, a database cannot be opened.
  case failure = 2

  /// The worse of two.
  package func combined(with other: ProgramStatus) -> ProgramStatus { rawValue >= other.rawValue ? self : other }
}
