import Foundation
import PredicateOutput

/// Standard output and standard error of a command.
public struct CommandStreams {
  /// Where answers go.
  public let output = FileOutput(descriptor: STDOUT_FILENO)
  /// Where words for people go.
  public let errors: any ShellOutput = FileOutput(descriptor: STDERR_FILENO)

  /// The streams of this process. From here on a closed reader (`| head`) ends the process quietly, even if the process was started with that signal
  /// ignored.
  public init() {
    signal(SIGPIPE, SIG_DFL)
  }

  /// Whether words for people appear on a terminal.
  public var errorsAreSeen: Bool { TerminalFacts.isTerminal(STDERR_FILENO) }

  /// Writes the buffered output.
  public func flush() {
    output.flush()
    errors.flush()
  }
}

/// The exit status of `predicate filter` and `predicate match`, like that of grep.
public enum SearchStatus: Int32, Sendable {
  /// The predicate was true of something.
  case found = 0
  /// It was true of nothing.
  case nothing = 1
  /// The predicate is wrong, a file cannot be read, or records were left out.
  case failure = 2
  /// The options contradict one another.
  case wrongCommandLine = 64
}

extension ShellOutput {
  /// Writes that no record has a name: `predicate: no record has the key “yeer”; the nearest one is “year”`.
  func writeMissing(_ verb: String, _ name: String, nearest: String?) {
    let hint = nearest.map { "; the nearest one is “\(CellText.escaped($0))”" } ?? ""
    write("predicate: no record \(verb) “\(CellText.escaped(name))”\(hint)\n")
  }
}
