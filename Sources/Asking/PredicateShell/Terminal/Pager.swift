import Foundation

/// Shows a long text page by page, in the program that the user has chosen.
enum Pager {
  /// The last line of a page, in the syntax of `less -P`: a question mark begins a condition, `e` means the end of the text, and a point ends the
  /// text of a condition.
  private static let prompt = "?e(end) .Press space for the next page, or q to return to the shell"

  /// The command in `$PAGER`. If the variable is not set and `less` is installed, `less` with options: long lines are cut, colours are shown, and a
  /// text that fits on the screen is not paged. Its last line shows how to leave, unless the user's `LESS` sets that line. Nil if there is no pager,
  /// and if `PAGER` is empty.
  static func command(environment: [String: String]) -> String? {
    if let chosen = environment["PAGER"] { return chosen.isEmpty ? nil : chosen }
    let folders = (environment["PATH"] ?? "/usr/bin:/bin").split(separator: ":")
    let isInstalled = folders.contains { FileManager.default.isExecutableFile(atPath: "\($0)/less") }
    guard isInstalled else { return nil }
    return environment["LESS"] == nil ? "less -SRXF '-Ps\(prompt)'" : "less -SRXF"
  }

  /// Runs a command that shows a text on the terminal, and waits for its end. Returns false if it could not be started. The caller then writes the
  /// text directly.
  static func show(_ text: String, command: String) -> Bool {
    // The text is passed in a file and not in a pipe: with a pipe, a pager that the user leaves early would end this program by a signal.
    guard let file = tmpfile() else { return false }
    defer { fclose(file) }
    let bytes = Array(text.utf8)
    guard fwrite(bytes, 1, bytes.count, file) == bytes.count, fflush(file) == 0 else { return false }
    rewind(file)
    guard let child = ChildProcess(shell: command, input: fileno(file), output: STDOUT_FILENO) else { return false }
    // The statuses 126 and 127 mean that the shell could not run the command. With any other status, the text was shown.
    switch child.wait() {
    case .exited(126), .exited(127): return false
    case .exited, .killed: return true
    }
  }
}
