import Foundation
import PredicateStatements
import PredicateSyntax

extension ShellCommand {
  /// Files that read one another deeper than this read themselves.
  private static let maximumReadDepth = 16

  /// `.read FILE`
  static let read = ShellCommand(
    "read", arguments: "FILE", summary: "runs the statements of a file, up to the first that fails", completes: .file
  ) { call, session in
    guard !call.argument.isEmpty else { throw call.unexpectedArgument(expected: "a file", among: []) }
    guard session.readDepth < maximumReadDepth else {
      throw PredicateIssue.readDepth(maximumReadDepth, range: call.argumentPlace)
    }
    let path = NSString(string: call.argument).expandingTildeInPath
    let descriptor = Foundation.open(path, O_RDONLY | O_CLOEXEC)
    guard descriptor >= 0 else {
      throw PredicateIssue.unreadableFile(call.argument, String(cString: strerror(errno)), range: call.argumentPlace)
    }
    session.readDepth += 1
    defer {
      session.readDepth -= 1
      close(descriptor)
    }
    let reader = StatementReader(PlainLines(descriptor: descriptor))
    while case .statement(let text, let line) = try reader.next(session.parser) {
      let outcome = session.run(text, line: line)
      if outcome != .done { return outcome }
    }
    return .done
  }

  /// `.open [--write] [FILE]`
  static let open = ShellCommand(
    "open", arguments: "[--write] [FILE]", summary: "goes on with another database; without a file with the demo",
    details: "A file is opened for reading; with --write it can be written, by .import.", completes: .file
  ) { call, session in
    let options = CommandOptions(call.argument, ["--write"])
    let path = options.rest.isEmpty ? nil : NSString(string: options.rest).expandingTildeInPath
    session.database = try session.opener(path, options.has("--write"))
    session.currentEntity = session.database.model.entityNames.first
    session.lastQuery = nil
    session.lastAnswer = nil
    if let saved = session.savedReader?(session.database) { session.saved = saved }
    return .done
  }
}
