extension SwiftSource {
  /// The greatest number of bytes of the condition before a question mark.
  private static let conditionReach = 400

  /// The two literals of `(label: condition ? "…" : "…"` after a name; empty for another argument.
  mutating func branches(_ labels: [String]) -> [SourceLiteral] {
    skipSpace()
    if has(".init") { position += ".init".utf8.count }
    guard has("(") else { return [] }
    position += 1
    skipSpace()
    guard labels.contains(word()), has(":") else { return [] }
    position += 1
    let end = min(position + Self.conditionReach, bytes.count)
    var depth = 0
    // `a?.b` and `a ?? b` have no space after their question mark.
    while position < end, !(depth == 0 && (has("? ") && !has("?? ") || has("?\n"))) {
      if skipNoCode() { continue }
      depth += Bracket.change(bytes[position])
      if depth < 0 || depth == 0 && (has(",") || has("??")) { return [] }
      position += 1
    }
    guard position < end else { return [] }
    position += 1
    skipSpace()
    guard let first = joined() else { return [] }
    skipSpace()
    guard has(":") else { return [] }
    position += 1
    skipSpace()
    guard let second = joined() else { return [] }
    skipSpace()
    return has(",") || has(")") ? [first, second] : []
  }
}
