import PredicateSyntax

/// The predicates that a shell script hands to commands: `log show --predicate '…'`, `mdfind '…'`.
enum ShellPredicates {
  /// The predicates at places such as `log --predicate` and `mdfind`.
  static func find(in bytes: [UInt8], at places: [String], profile: UseProfile) -> [FoundPredicate] {
    let commands = ShellScript.commands(in: bytes)
    return places.flatMap { place -> [FoundPredicate] in
      let parts = place.split(separator: " ").map(String.init)
      guard let name = parts.first else { return [] }
      return commands.flatMap { command -> [FoundPredicate] in
        guard
          let index = command.firstIndex(where: { $0.text.text.split(separator: "/").last.map(String.init) == name })
        else { return [] }
        let words = command[(index + 1)...]
        let found = parts.count > 1 ? option(parts[1], words) : operand(words)
        return found.map { predicate($0, profile) }
      }
    }
  }

  private static func option(_ name: String, _ words: ArraySlice<ShellWord>) -> [ShellWord] {
    var found: [ShellWord] = []
    for (word, next) in zip(words, words.dropFirst()) where word.text.text == name { found.append(next) }
    return found
  }

  /// The first word that is neither an option nor the argument of one.
  private static func operand(_ words: ArraySlice<ShellWord>) -> [ShellWord] {
    var rest = words
    while let word = rest.first {
      rest = rest.dropFirst()
      switch word.text.text {
      case "-name": return []
      case "-onlyin", "-attr", "-s": rest = rest.dropFirst()
      case let text where text.hasPrefix("-"): continue
      default: return [word]
      }
    }
    return []
  }

  private static func predicate(_ word: ShellWord, _ profile: UseProfile) -> FoundPredicate {
    let isTime: (ShellWord.Expansion) -> Bool = { $0.name == "time" && profile.syntax.contains(.spotlight) }
    let spoilt = word.expansions.filter(isTime).map { expansion in
      PredicateIssue.found(
        .escapeSwallowed, .error, SourceRange(expansion.range.lowerBound, expansion.range.upperBound),
        "the shell replaces $time before the query is read", hint: "write the query in single quotes")
    }
    let isOpen = word.expansions.contains { !isInQuotes(word.text.text, $0.range.lowerBound) }
    return FoundPredicate(word.text, spoilt: spoilt, isMadeAtRunTime: isOpen)
  }

  /// Whether a place lies in a text of the predicate, where an expansion changes nothing but that text.
  private static func isInQuotes(_ text: String, _ offset: Int) -> Bool {
    var quote: UInt8?
    for byte in text.utf8.prefix(offset) where byte == UInt8(ascii: "\"") || byte == UInt8(ascii: "'") {
      if quote == nil { quote = byte } else if quote == byte { quote = nil }
    }
    return quote != nil
  }
}
