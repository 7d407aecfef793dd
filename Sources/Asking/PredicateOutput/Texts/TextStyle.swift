/// The colours of the shell's text, or none.
public struct TextStyle: Sendable {
  /// Whether escape sequences are written.
  public let isColored: Bool

  /// A style with colours or without.
  public init(isColored: Bool) {
    self.isColored = isColored
  }

  /// A style without escape sequences.
  public static let plain = TextStyle(isColored: false)

  /// Style for less important text: nil, footers.
  package func quiet(_ text: String) -> String { colored(text, "2") }

  /// Style for headings.
  package func strong(_ text: String) -> String { colored(text, "1") }

  /// Style for names: the prompt, entities, commands.
  package func name(_ text: String) -> String { colored(text, "1;36") }

  /// Style for failures.
  package func failure(_ text: String) -> String { colored(text, "1;31") }

  /// A text in the colours of some escape codes.
  package func colored(_ text: String, _ codes: String) -> String {
    isColored && !text.isEmpty ? "\u{1B}[\(codes)m\(text)\u{1B}[0m" : text
  }
}

extension ShellOutput {
  /// The style for text on this output.
  package var style: TextStyle { TextStyle(isColored: hasColors) }
}
