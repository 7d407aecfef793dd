extension SwiftSource {
  /// The greatest number of bytes between the beginning of a condition and its question mark.
  private static let conditionReach = 400

  /// Reads the two literals of `(label: condition ? "…" : "…"` after a name; empty for another argument.
  mutating func branches(_ labels: [String]) -> [SourceLiteral] {
    skipSpace()
    if has(".init") { position += ".init".utf8.count }
    guard has("(") else { return [] }
    position += 1
    skipSpace()
    label = word()
    guard labels.contains(label), has(":") else { return [] }
    position += 1
    guard let first = choice(spansLines: true) else { return [] }
    skipSpace()
    return has(",") || has(")") ? [first] + first.others : []
  }

  /// Reads `condition ? "…" : "…"`. Returns the first literal, with the second one in `others`; nil for another value.
  ///
  /// - Parameter spansLines: Whether the value is an argument, so that a line end does not end it.
  mutating func choice(spansLines: Bool = false) -> SourceLiteral? {
    let start = position
    if let literal = choiceBehindCondition(spansLines) { return literal }
    position = start
    return nil
  }

  private mutating func choiceBehindCondition(_ spansLines: Bool) -> SourceLiteral? {
    let end = min(position + Self.conditionReach, bytes.count)
    guard bytes[position..<end].contains(UInt8(ascii: "?")) else { return nil }
    var depth = 0
    // A question mark counts only if a space or line end follows it: `a?.b` and `a ?? b` are not conditional.
    while position < end, !(depth == 0 && (has("? ") && !has("?? ") || has("?\n"))) {
      if skipNoCode() { continue }
      depth += Bracket.change(bytes[position])
      if depth < 0 || depth == 0 && (has(",") || has("??") || has(";") || !spansLines && endsLine()) { return nil }
      position += 1
    }
    guard position < end else { return nil }
    position += 1
    guard var first = joined() else { return nil }
    skipSpace()
    guard has(":") else { return nil }
    position += 1
    guard let second = joined() else { return nil }
    first.others = [second]
    return first
  }

  /// Whether the statement ends with the current line. It does not if the next line begins with a question mark.
  private func endsLine() -> Bool {
    guard has("\n") else { return false }
    return bytes[position...].first { !" \t\r\n".utf8.contains($0) } != UInt8(ascii: "?")
  }
}
