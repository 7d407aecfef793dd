/// Why the suite is not put to an adapter: it ends before it answers `hello`.
///
/// ```swift
/// try AdapterProcess(command: "/nonexistent").requireAnswer()  // throws .ended(command: "/nonexistent", status: 127)
/// ```
public enum AdapterStartError: Error, Sendable, Equatable {
  /// The process ended by itself. The shell gives 126 for a file that it cannot run, and 127 for one that is not there.
  case ended(command: String, status: Int32)
  /// A signal ended the process.
  case killed(command: String, signal: Int32)
  /// The process closed its output and runs on, or its answer has no end.
  case noAnswer(command: String)
  /// The system started no process.
  case notStarted(command: String)
}

extension AdapterStartError: CustomStringConvertible {
  /// What happened, and the command.
  public var description: String {
    switch self {
    case .ended(let command, let status): "the adapter ended with status \(status) before its answer: \(command)"
    case .killed(let command, let signal): "signal \(signal) ended the adapter before its answer: \(command)"
    case .noAnswer(let command): "the adapter closed its output before its answer: \(command)"
    case .notStarted(let command): "the system does not start the adapter: \(command)"
    }
  }
}
