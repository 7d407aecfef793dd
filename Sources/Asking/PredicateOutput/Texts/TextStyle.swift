/// The few colours of the shell, or none at all.
public struct TextStyle: Sendable {
  /// Whether escape sequences are written.
  public let isColored: Bool

  /// A style with colours or without.
  public init(isColored: Bool) {
    self.isColored = isColored
  }

  /// No escape sequences.
  public static let plain = TextStyle(isColored: false)

  /// Less important text: nil, footers.
  package func quiet(_ text: String) -> String { colored(text, "2") }

  /// Headings.
  package func strong(_ text: String) -> String { colored(text, "1") }

  /// Names: the prompt, entities, commands.
  package func name(_ text: String) -> String { colored(text, "1;36") }

  /// Failures.
  package func failure(_ text: String) -> String { colored(text, "1;31") }

  /// A text in the colours of some codes.
  package func colored(_ text: String, _ codes: String) -> String {
    isColored && !text.isEmpty ? "\u{1B}[\(codes)m\(text)\u{1B}[0m" : text
  }
}

extension ShellOutput {
  /// The colours of written text.
  package var style: TextStyle { TextStyle(isColored: hasColors) }
}
