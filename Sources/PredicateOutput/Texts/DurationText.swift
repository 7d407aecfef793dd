/// How long something took, for people.
package enum DurationText {
  /// `0.4 ms`, `12 ms`, `3.2 s`, `2 min 5 s`.
  package static func text(of duration: Duration) -> String {
    let parts = duration.components
    let milliseconds = Double(parts.seconds) * 1e3 + Double(parts.attoseconds) / 1e15
    if milliseconds < 10 { return "\(oneDecimal(milliseconds)) ms" }
    if milliseconds < 1_000 { return "\(Int(milliseconds.rounded())) ms" }
    if milliseconds < 60_000 { return "\(oneDecimal(milliseconds / 1_000)) s" }
    return "\(parts.seconds / 60) min \(parts.seconds % 60) s"
  }

  private static func oneDecimal(_ number: Double) -> String {
    let tenths = Int((number * 10).rounded())
    return "\(tenths / 10).\(tenths % 10)"
  }
}
