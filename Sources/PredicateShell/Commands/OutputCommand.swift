import PredicateStatements
import PredicateSyntax

extension ShellCommand {
  /// `.output [FILE]`
  static let output = ShellCommand(
    "output", arguments: "[FILE]", summary: "writes answers to a file from now on; without one to the screen again",
    details: "A file that is there is emptied first.", completes: .file
  ) { call, session in
    session.screen.redirection = nil
    if !call.argument.isEmpty {
      session.screen.redirection = try Redirection(path: call.argument, isOnce: false, place: call.argumentPlace)
    }
    return .done
  }

  /// `.once FILE`
  static let once = ShellCommand(
    "once", arguments: "FILE", summary: "writes the next answer to a file", completes: .file
  ) { call, session in
    guard !call.argument.isEmpty else { throw call.unexpectedArgument(expected: "a file", among: []) }
    session.screen.redirection = try Redirection(path: call.argument, isOnce: true, place: call.argumentPlace)
    return .done
  }
}
