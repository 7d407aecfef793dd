import Foundation
import PredicateSyntax

/// The outputs of a session: the screen or a file instead of it, the output for errors, a pager, a progress bar.
final class ShellScreen {
  /// The output for errors and notes.
  let errors: any ShellOutput
  /// The file that answers are written to instead of the screen; nil for the screen.
  var redirection: Redirection?
  /// Shows a long text page by page. Returns false if that fails.
  var pager: ((String) -> Bool)?
  /// Shows the progress of a long statement; nil without a terminal.
  var progress: ProgressBar?

  private let answers: any ShellOutput
  private let ownLayout: () -> OutputLayout

  /// A screen with an output for answers and one for errors, which may be the same.
  ///
  /// - Parameter layout: Called before each answer, because windows can be resized.
  init(output: any ShellOutput, errors: any ShellOutput, layout: @escaping () -> OutputLayout) {
    answers = output
    self.errors = errors
    ownLayout = layout
  }

  var output: any ShellOutput { redirection?.output ?? answers }

  /// The layout for answers: that of the screen, or for a file full rows without colours.
  var layout: OutputLayout { redirection == nil ? ownLayout() : .plain }

  /// Whether answers are written to a terminal.
  var isSeen: Bool { redirection == nil && ownLayout().width != nil }

  /// Whether a long answer is shown page by page.
  var isPaged: Bool { pager != nil && redirection == nil && ownLayout().height != nil }

  func flush() {
    output.flush()
    errors.flush()
  }

  /// Shows a text. The pager is used if the text is longer than the screen.
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

  /// Reports the issues of a statement. The buffered part of the answer is written first.
  ///
  /// - Parameter line: The number of the statement's first line, for messages. Nil to leave it out.
  func report(_ issues: [PredicateIssue], text: String, line: Int?) {
    output.flush()
    IssueWriter(style: errors.style, width: ownLayout().width).write(issues, in: text, line: line, to: errors)
  }

  /// Writes a note, wrapped to the width of the screen.
  func write(note: String) {
    for line in ownLayout().lines(of: "note: " + CellText.escaped(note)) {
      errors.write(errors.style.quiet(line) + "\n")
    }
  }

  /// Reports an error that does not come from the statement's text.
  func report(_ error: any Error, line: Int?) {
    output.flush()
    let place = line.map { "line \($0): " } ?? ""
    errors.write("\(place)\(errors.style.failure("error")): \(CellText.escaped(String(describing: error)))\n")
  }

  /// Reports that a statement was cancelled.
  ///
  /// - Parameter isBehindMark: Whether the terminal shows `^C` at the cursor, so that the message needs a new line.
  func reportCancelled(isBehindMark: Bool) {
    output.flush()
    errors.write((isBehindMark ? "\n" : "") + errors.style.quiet("Cancelled.") + "\n")
  }
}

/// A file that answers are written to instead of the screen.
final class Redirection {
  let output: FileOutput
  /// Whether only the next answer is written to the file.
  let isOnce: Bool
  private let descriptor: Int32

  /// Creates the file, or empties an existing one. Throws an issue if the system does not allow it.
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
