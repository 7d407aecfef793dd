extension ShellCommand {
  /// `.quit`
  static let quit = ShellCommand("quit", or: "exit", summary: "leaves the shell") { _, _ in .quit }
}
