import Foundation
import PredicateOutput

/// Standard output and standard error of a command.
public struct CommandStreams {
  /// The output for answers.
  public let output = FileOutput(descriptor: STDOUT_FILENO)
  /// The output for messages to people.
  public let errors: any ShellOutput = FileOutput(descriptor: STDERR_FILENO)

  /// The streams of this process. From now on, a reader that closes the output (`| head`) ends the process silently, even if the process was started
  /// with SIGPIPE ignored.
  public init() {
    signal(SIGPIPE, SIG_DFL)
  }

  /// Whether messages to people appear on a terminal.
  public var errorsAreSeen: Bool { TerminalFacts.isTerminal(STDERR_FILENO) }

  /// Writes the buffered text of both outputs.
  public func flush() {
    output.flush()
    errors.flush()
  }
}

/// The exit status of `predicate filter` and `predicate match`, as for grep.
public enum SearchStatus: Int32, Sendable {
  /// The predicate is true for at least one record.
  case found = 0
  /// The predicate is not true for any record.
  case nothing = 1
  /// The predicate is wrong, a file cannot be read, or records were left out.
  case failure = 2
  /// The options contradict one another.
  case wrongCommandLine = 64
}

extension ShellOutput {
  /// Reports a name that no record has: `predicate: no record has the key “yeer”; the nearest name is “year”`.
  func writeMissing(_ verb: String, _ name: String, nearest: String?) {
    // Every name of one letter is near another one, so it gets no proposal.
    let hint =
      nearest.flatMap { name.unicodeScalars.count > 1 ? $0 : nil }.map {
        "; the nearest name is “\(CellText.escaped($0))”"
      } ?? ""
    write("predicate: no record \(verb) “\(CellText.escaped(name))”\(hint)\n")
  }
}
