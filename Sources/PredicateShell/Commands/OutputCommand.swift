import PredicateStatements
import PredicateSyntax

extension ShellCommand {
  /// `.output [FILE]`
  static let output = ShellCommand(
    "output", .optional(.file), summary: "writes answers to a file from now on; without one to the screen again",
    details: "A file that is there is emptied first."
  ) { arguments, session in
    session.screen.redirection = nil
    if let file = arguments[.file] {
      session.screen.redirection = try Redirection(path: file, isOnce: false, place: arguments.place(.file))
    }
    return .done
  }

  /// `.once FILE`
  static let once = ShellCommand(
    "once", .required(.file), summary: "writes the next answer to a file"
  ) { arguments, session in
    session.screen.redirection = try Redirection(
      path: arguments[.file] ?? "", isOnce: true, place: arguments.place(.file))
    return .done
  }
}
