import PredicateSyntax

/// Queries of Realm in other languages than Swift and Objective-C.
enum RealmQuery {
  private static let operators: Set<String> = ["@count", "@sum", "@avg", "@min", "@max"]

  /// The arguments of a query: `$0`. Linear.
  static func arguments(in text: String) -> [Range<Int>] {
    let bytes = Array(text.utf8)
    return bytes.indices.filter { bytes[$0] == UInt8(ascii: "$") }.compactMap { sign in
      let digits = bytes[(sign + 1)...].prefix { (0x30...0x39).contains($0) }
      return digits.isEmpty ? nil : sign..<digits.endIndex
    }
  }

  /// Whether a query has words that predicates do not have: `SORT(…)`, `uuid(…)`, `@size`, `any.name`, a date such as `2021-01-31@10:00:00`.
  ///
  /// ```swift
  /// RealmQuery.hasOwnWord("id == uuid($0)", try .named("realm"))  // true
  /// ```
  static func hasOwnWord(_ text: String, _ profile: UseProfile) -> Bool {
    // Elements of a dictionary, binary values, dates, times, lower-case quantifiers of a path, escaped spaces, and a key alone after `!`.
    let plain = TextQuotes.unquoted(text)
    let own =
      /\[\*\]|\b[Bb]64['"]|\d-\d\d?[T@]|\bT-?\d+:|(?i:\b(?:any|all|none)\.)|\\ |!\s*[A-Za-z_][\w.]*\s*(?:$|\)|&&|\|\||(?i:and|or)\b)/
    if plain.contains(own) { return true }
    let foreign = Set(profile.foreignWords.keys.map { $0.uppercased() })
    let tokens = SourceToken.all(in: Array(text.utf8), from: 0)
    return tokens.enumerated().contains { index, token in
      let isCalled = index + 1 < tokens.count && tokens[index + 1].isMark("(")
      switch token.kind {
      case .word:
        return foreign.contains(token.text.uppercased())
          || isCalled && !token.isWord("subquery") && !token.isJunction && !token.isWord("not")
      case .collectionOperator: return !operators.contains(token.text)
      case .sign: return token.text == "@"
      default: return false
      }
    }
  }
}
