import Foundation
import PredicateSyntax

/// The outputs of a session: the screen or a file instead of it, the errors' output, a pager, a progress bar.
final class ShellScreen {
  /// The output for errors and notes.
  let errors: any ShellOutput
  /// The output for answers that replaces the screen.
  var redirection: Redirection?
  /// Shows a long text page by page; false if that fails.
  var pager: ((String) -> Bool)?
  /// Shows the progress of a long statement; nil without a terminal.
  var progress: ProgressBar?

  private let answers: any ShellOutput
  private let ownLayout: () -> OutputLayout

  /// Two outputs, which may be one.
  ///
  /// - Parameter layout: Called before each answer, since windows change.
  init(output: any ShellOutput, errors: any ShellOutput, layout: @escaping () -> OutputLayout) {
    answers = output
    self.errors = errors
    ownLayout = layout
  }

  var output: any ShellOutput { redirection?.output ?? answers }

  /// The layout of the output for answers.
  var layout: OutputLayout { redirection == nil ? ownLayout() : .plain }

  /// Whether answers go to a terminal.
  var isSeen: Bool { redirection == nil && ownLayout().width != nil }

  /// Whether a long answer is shown page by page.
  var isPaged: Bool { pager != nil && redirection == nil && ownLayout().height != nil }

  func flush() {
    output.flush()
    errors.flush()
  }

  /// Shows a text: through the pager if it is longer than the screen.
  func present(_ write: (any ShellOutput) -> Void) {
    guard redirection == nil, let pager, let height = layout.height else { return write(output) }
    let text = TextOutput()
    write(text)
    if text.text.utf8.count(where: { $0 == UInt8(ascii: "\n") }) >= height {
      output.flush()
      progress?.finish()
      if pager(text.text) { return }
    }
    output.write(text.text)
  }

  /// Reports the issues of a statement. Output of an answer so far is written before them.
  ///
  /// - Parameter line: The number of the statement's first line, for messages; nil to leave it out.
  func report(_ issues: [PredicateIssue], text: String, line: Int?) {
    output.flush()
    IssueWriter(style: errors.style, width: ownLayout().width).write(issues, in: text, line: line, to: errors)
  }

  /// Reports that a statement failed for a reason outside of its text.
  func report(_ error: any Error, line: Int?) {
    output.flush()
    let place = line.map { "line \($0): " } ?? ""
    errors.write("\(place)\(errors.style.failure("error")): \(CellText.escaped(String(describing: error)))\n")
  }

  /// Reports that a statement was cancelled.
  ///
  /// - Parameter isBehindMark: Whether the terminal has written `^C` at the cursor.
  func reportCancelled(isBehindMark: Bool) {
    output.flush()
    errors.write((isBehindMark ? "\n" : "") + errors.style.quiet("Cancelled.") + "\n")
  }
}

/// A file that replaces the screen for answers.
final class Redirection {
  let output: FileOutput
  /// Whether only the next answer is written to the file.
  let isOnce: Bool
  private let descriptor: Int32

  /// A file that is made, or emptied. Throws an issue if the system does not allow it.
  init(path: String, isOnce: Bool, place: SourceRange) throws(PredicateIssue) {
    let expanded = NSString(string: path).expandingTildeInPath
    descriptor = open(expanded, O_WRONLY | O_CREAT | O_TRUNC | O_CLOEXEC, 0o644)
    guard descriptor >= 0 else { throw .unreadableFile(path, String(cString: strerror(errno)), range: place) }
    output = FileOutput(descriptor: descriptor)
    self.isOnce = isOnce
  }

  deinit {
    output.flush()
    close(descriptor)
  }
}
