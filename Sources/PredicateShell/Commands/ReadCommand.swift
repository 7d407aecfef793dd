import Foundation
import PredicateStatements
import PredicateSyntax

extension ShellCommand {
  /// Files that read one another deeper than this read themselves.
  private static let maximumReadDepth = 16

  /// `.read FILE`
  static let read = ShellCommand(
    "read", .required(.file), summary: "runs the statements of a file, up to the first that fails"
  ) { arguments, session in
    let (file, place) = (arguments[.file] ?? "", arguments.place(.file))
    guard session.readDepth < maximumReadDepth else {
      throw PredicateIssue.readDepth(maximumReadDepth, range: place)
    }
    let path = NSString(string: file).expandingTildeInPath
    let descriptor = Foundation.open(path, O_RDONLY | O_CLOEXEC)
    guard descriptor >= 0 else {
      throw PredicateIssue.unreadableFile(file, String(cString: strerror(errno)), range: place)
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
    "open", .option("--write"), .optional(.file),
    summary: "goes on with another database; without a file with the demo",
    details: "A file is opened for reading; with --write it can be written: by insert, update, delete and .import."
  ) { arguments, session in
    try session.requireNoUnsavedChanges(at: arguments.call.nameRange)
    let path = arguments[.file].map { NSString(string: $0).expandingTildeInPath }
    session.database = try session.opener(path, arguments.has("--write"))
    session.currentEntity = session.database.model.entityNames.first
    session.lastQuery = nil
    session.lastAnswer = nil
    if let saved = session.savedReader?(session.database) { session.saved = saved }
    return .done
  }
}
