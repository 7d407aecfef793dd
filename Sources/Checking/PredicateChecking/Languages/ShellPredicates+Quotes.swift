import PredicateSyntax

/// The variables around which the shell removes quotes of the predicate.
extension ShellPredicates {
  /// The issues of variables that a comparison of texts reads without quotes: `"process == "$NAME""`. The second double quote ends the text of the
  /// shell, so the predicate has no quote.
  func unquotedVariables(of word: ShellWord) -> [PredicateIssue] {
    // A value of Spotlight needs no quotes.
    if word.lostQuotes.isEmpty || profile.syntax.contains(.spotlight) { return [] }
    let text = word.text.text
    return word.expansions.filter { part in
      word.lostQuotes.contains(part.range.lowerBound) && word.lostQuotes.contains(part.range.upperBound)
        && !part.name.isEmpty && !hasQuotes(part.name) && !TextQuotes.contain(part.range.lowerBound, in: text)
        && comparesText(before: part.range.lowerBound, in: text)
    }.map { part in
      .found(
        .escapeSwallowed, .error, SourceRange(part.range.lowerBound, part.range.upperBound),
        "the shell removes the double quotes around this variable, so its value is a key, not a text",
        hint: "write \\\" for each of these quotes")
    }
  }

  /// Whether the script gives a variable a value with its own quotes.
  private func hasQuotes(_ name: String) -> Bool {
    (assigned[name] ?? []).contains { value in value.text.text.utf8.first.map { "'\"".utf8.contains($0) } ?? false }
  }

  /// Whether the operator before an offset compares texts: `CONTAINS`, or a sign after a key that is a text.
  private func comparesText(before offset: Int, in text: String) -> Bool {
    let tokens = SourceToken.all(in: Array(text.utf8.prefix(offset)), from: 0)
    guard let sign = tokens.last, tokens.count > 1 else { return false }
    if sign.isComparisonWord { return !sign.isWord("in") && !sign.isWord("between") }
    return ["=", "==", "!="].contains(sign.text) && profile.keys[tokens[tokens.count - 2].text]?.type == .text
  }
}
