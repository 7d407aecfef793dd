import Foundation

/// Shows a long text page by page, in the program that people have chosen for it.
enum Pager {
  /// The last line of a page, in the language of `less -P`: a question mark begins a condition, `e` is the end of the text, a point ends the text of
  /// a condition.
  private static let prompt = "?e(end) .Space turns the page, q returns to the shell"

  /// `$PAGER`. If it is not set and `less` is installed, `less` with lines cut at the edge, colours, and no page for a text that fits. Its last line
  /// says how to leave, unless the user's `LESS` decides the line. Nil if neither exists, or if `PAGER` is empty.
  static func command(environment: [String: String]) -> String? {
    if let chosen = environment["PAGER"] { return chosen.isEmpty ? nil : chosen }
    let folders = (environment["PATH"] ?? "/usr/bin:/bin").split(separator: ":")
    let isInstalled = folders.contains { FileManager.default.isExecutableFile(atPath: "\($0)/less") }
    guard isInstalled else { return nil }
    return environment["LESS"] == nil ? "less -SRXF '-Ps\(prompt)'" : "less -SRXF"
  }

  /// Runs a command on a text, in the terminal, and waits for its end. False if it could not be started or did not succeed in
  /// showing: the caller then writes the text plainly.
  static func show(_ text: String, command: String) -> Bool {
    // A file, not a pipe: a pager that is left early cannot end this program with a signal.
    guard let file = tmpfile() else { return false }
    defer { fclose(file) }
    let bytes = Array(text.utf8)
    guard fwrite(bytes, 1, bytes.count, file) == bytes.count, fflush(file) == 0 else { return false }
    rewind(file)
    guard let child = ChildProcess(shell: command, input: fileno(file), output: STDOUT_FILENO) else { return false }
    // 126 and 127: the shell found nothing to run. Anything else has shown the text.
    switch child.wait() {
    case .exited(126), .exited(127): return false
    case .exited, .killed: return true
    }
  }
}
