/// An output that keeps what is written until it is known where it goes.
package final class HeldOutput: ShellOutput {
  private let target: any ShellOutput
  private var held: String?

  /// Holds back what is for an output, or hands it on at once.
  package init(_ target: any ShellOutput, holds: Bool) {
    self.target = target
    held = holds ? "" : nil
  }

  /// Keeps or hands on.
  package func write(_ text: String) {
    if held == nil { target.write(text) } else { held?.append(text) }
  }

  /// Hands on what is held, and everything from now on.
  package func release() {
    if let text = held { target.write(text) }
    held = nil
  }

  /// What is held, which is then forgotten; nil where nothing is held back.
  package func take() -> String? {
    defer { held = nil }
    return held
  }

  /// Hands on.
  package func flush() { target.flush() }

  /// Whether nothing arrives.
  package var hasFailed: Bool { target.hasFailed }
}
