import PredicateDocuments

/// A cursor in a source whose comments and literals it can skip.
protocol CodeCursor: ByteCursor {
  /// Skips a comment or a literal. Returns whether there was one.
  mutating func skipNoCode() -> Bool
}

extension CodeCursor {
  /// Skips the condition of `condition ? "…" : "…"` and its question mark. Returns false if the value at the position is none. Then the position may
  /// be anywhere in the value.
  ///
  /// The question mark is outside of brackets and literals. In `"a" + (b ? "c" : "d")` and `f(a, b ? "c" : "d")` the branches are only a part of the
  /// value, so it is none.
  ///
  /// - Parameter spansLines: Whether the value is an argument, so that a line end does not end it.
  mutating func skipCondition(spansLines: Bool) -> Bool {
    // The condition has at most 400 bytes.
    let end = min(position + 400, bytes.count)
    guard bytes[position..<end].contains(UInt8(ascii: "?")) else { return false }
    var depth = 0
    var hasLiteral = false
    while position < end {
      // A question mark counts only if a space or line end follows it: `a?.b` and `a ?? b` are not conditional.
      if depth == 0, has("? ") || has("?\n") {
        position += 1
        return true
      }
      if skipNoCode() {
        hasLiteral = hasLiteral || depth == 0
        continue
      }
      depth += Bracket.change(bytes[position])
      if depth < 0 { return false }
      if depth == 0 {
        let isOther = has(",") || has("??") || has(";") || has("=>") || has("->") || has("+") && hasLiteral
        if isOther || !spansLines && endsLine() { return false }
      }
      position += 1
    }
    return false
  }

  /// Whether the statement ends with the current line. It does not if the next line begins with a question mark.
  private func endsLine() -> Bool {
    guard has("\n") else { return false }
    return bytes[position...].first { !" \t\r\n".utf8.contains($0) } != UInt8(ascii: "?")
  }
}
