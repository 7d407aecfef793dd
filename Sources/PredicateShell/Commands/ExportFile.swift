import Foundation
import PredicateSyntax

/// A file that is there when all of it is written, and not before: it is made under another name beside its place.
struct ExportFile {
  /// Where it is to be.
  let path: String
  /// What it is called in messages.
  let name: String
  /// Where its name stands in the statement.
  let place: SourceRange

  /// Writes the rows of an answer. A file that is there is replaced. Throws where the system refuses; nothing is left behind then.
  func write(_ table: ShownTable, mode: OutputMode) throws(PredicateIssue) {
    let temporary = path + ".\(getpid()).part"
    let descriptor = open(temporary, O_WRONLY | O_CREAT | O_EXCL | O_CLOEXEC, 0o644)
    guard descriptor >= 0 else { throw failure(errno) }
    let output = FileOutput(descriptor: descriptor)
    _ = mode.renderer.render(table, layout: .plain, to: output)
    output.flush()
    let isComplete = !output.hasFailed && fsync(descriptor) == 0
    let code = isComplete ? 0 : errno
    close(descriptor)
    guard isComplete, rename(temporary, path) == 0 else {
      let code = isComplete ? errno : code
      unlink(temporary)
      throw failure(code)
    }
  }

  private func failure(_ code: Int32) -> PredicateIssue {
    .unreadableFile(name, String(cString: strerror(code)), range: place)
  }
}
