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
        && !part.name.isEmpty && !quotedNames.contains(part.name)
        && !TextQuotes.contain(part.range.lowerBound, in: text)
        && comparesText(before: part.range.lowerBound, in: text)
    }.map { part in
      .found(
        .escapeSwallowed, .error, SourceRange(part.range.lowerBound, part.range.upperBound),
        "the shell removes the double quotes around this variable, so its value is a key, not a text",
        hint: "write \\\" for each of these quotes")
    }
  }

  /// The variables whose values may have their own quotes: the script assigns a text with quotes or the output of a command, or `read` and `printf -v`
  /// fill the variable.
  static func quotedNames(in commands: [ShellCommand], _ assigned: [String: [ShellWord]]) -> Set<String> {
    var names = Set(
      assigned.filter { _, values in
        values.contains { value in
          value.text.text.utf8.first.map { "'\"".utf8.contains($0) } ?? false
            || value.expansions.contains { $0.name.isEmpty && $0.range == 0..<value.text.text.utf8.count }
        }
      }.keys)
    for command in commands {
      let words = command.words.map(\.text.text).drop {
        openings.contains($0) || ShellVariables.assignedName($0) != nil
      }
      if words.first == "read" { names.formUnion(words.dropFirst()) }
      if words.first == "printf", words.dropFirst().first == "-v" { names.formUnion(words.dropFirst(2).prefix(1)) }
    }
    return names
  }

  /// Whether the operator before an offset compares texts: `CONTAINS`, or a sign after a key that is a text.
  private func comparesText(before offset: Int, in text: String) -> Bool {
    let tokens = SourceToken.all(in: Array(text.utf8.prefix(offset)), from: 0)
    guard let sign = tokens.last, tokens.count > 1 else { return false }
    if sign.isComparisonWord { return !sign.isWord("in") && !sign.isWord("between") }
    return ["=", "==", "!="].contains(sign.text) && profile.keys[tokens[tokens.count - 2].text]?.type == .text
  }
}
