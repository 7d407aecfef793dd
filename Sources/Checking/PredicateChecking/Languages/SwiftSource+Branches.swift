extension SwiftSource {
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
    guard skipCondition(spansLines: spansLines) else { return nil }
    guard var first = joined() else { return nil }
    skipSpace()
    guard has(":") else { return nil }
    position += 1
    guard let second = joined() else { return nil }
    first.others = [second]
    return first
  }
}
