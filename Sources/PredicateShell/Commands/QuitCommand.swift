extension ShellCommand {
  /// `.quit`
  static let quit = ShellCommand("quit", "exit", summary: "leaves the shell") { _, _ in .quit }
}
