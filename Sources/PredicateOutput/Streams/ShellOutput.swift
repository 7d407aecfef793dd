/// Where a session writes to: a terminal, a file, a text that a test looks at.
public protocol ShellOutput: AnyObject {
  /// Takes more text. Lines end with a line feed.
  func write(_ text: String)

  /// Hands on what is still buffered.
  func flush()

  /// Whether nothing that is written arrives any more: the disk is full, nobody reads. There is no use in going on then.
  var hasFailed: Bool { get }
}

extension ShellOutput {
  /// Nothing to hand on.
  public func flush() {}

  /// Everything arrives.
  public var hasFailed: Bool { false }
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
