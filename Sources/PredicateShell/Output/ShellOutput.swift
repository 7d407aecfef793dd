/// Where a session writes to: a terminal, a file, a text that a test looks at.
public protocol ShellOutput: AnyObject {
  /// Takes more text. Lines end with a line feed.
  func write(_ text: String)

  /// Hands on what is still buffered.
  func flush()
}

extension ShellOutput {
  /// Nothing to hand on.
  public func flush() {}
}

/// An output that is kept in memory.
public final class TextOutput: ShellOutput {
  /// All that was written since the start or the last ``take()``.
  public private(set) var text = ""

  /// An empty output.
  public init() {}

  /// Appends.
  public func write(_ text: String) { self.text += text }

  /// What was written, which is then forgotten.
  public func take() -> String {
    defer { text = "" }
    return text
  }
}
