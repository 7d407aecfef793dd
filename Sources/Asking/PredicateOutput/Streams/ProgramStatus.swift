/// The exit status of a command. For a wrong command line, the argument parser exits with 64.
public enum ProgramStatus: Int32, Sendable {
  /// Everything is fine.
  case success = 0
  /// The input was checked and has errors, such as a predicate that cannot be parsed.
  case wrongInput = 1
  /// The work could not be done: a file cannot be read, or a database cannot be opened.
  case failure = 2

  /// The status of some work. If the work throws, writes the error, and returns `failure`.
  package static func reporting(to errors: any ShellOutput, _ work: () throws -> ProgramStatus) -> ProgramStatus {
    do {
      return try work()
    } catch {
      errors.write("predicate: \(error)\n")
      return .failure
    }
  }

  package func combined(with other: ProgramStatus) -> ProgramStatus { rawValue >= other.rawValue ? self : other }
}
