/// Recognises SQL that is used as a predicate.
extension FormatParser {
  /// Adds a hint to the first error if the text is a statement of SQL. The hint names the condition after WHERE, which is the predicate.
  mutating func recognizeSQL() {
    guard let first = issues.firstIndex(where: { $0.severity == .error }) else { return }
    let words = Self.words(of: lexer)
    guard let verb = words.first, verb.range.lowerBound < 64, Self.isStatement(words.map(\.word)) else { return }
    var hint = "expected a condition alone, found an SQL statement"
    // `select == 1` is not SQL: here `select` is a key.
    let behind = text(SourceRange(Int(verb.range.upperBound), lexer.count)).drop(while: \.isWhitespace)
    if let sign = behind.first, "=<>!".contains(sign) { return }
    if let place = words.firstIndex(where: { $0.word == "where" }) {
      let next = words[(place + 1)...].first { Self.laterClauses.contains($0.word) }
      let end = next.map { Int($0.range.lowerBound) } ?? lexer.count
      let rest = text(SourceRange(Int(words[place].range.upperBound), end)).drop(while: \.isWhitespace)
      let condition = rest.prefix { $0 != ";" }.reversed().drop(while: \.isWhitespace).reversed()
      let found = String(condition)
      if found.unicodeScalars.count <= 60, PredicateParser.predicate(found).tree != nil { hint += ": \(found)" }
    } else {
      hint += ": year > 1990"
    }
    issues[first] = issues[first].withHint(hint)
  }

  /// The words that begin a clause after WHERE.
  private static let laterClauses: Set<String> = ["order", "group", "limit", "having"]

  /// Whether words begin a statement of SQL. A key may be called `select`, so a second word of the statement must follow.
  private static func isStatement(_ words: [String]) -> Bool {
    switch words.first {
    case "select": words.dropFirst().contains("from")
    case "insert": words.dropFirst().first == "into"
    case "delete": words.dropFirst().first == "from"
    case "update": words.dropFirst(2).first == "set"
    default: false
    }
  }

  private static let verbs: Set<String> = ["select", "insert", "delete", "update"]

  /// The words of a text that are not in quotes, in lower case. Empty if the text does not begin with a verb of SQL: such a text is not read to its end.
  private static func words(of lexer: Lexer) -> [(word: String, range: SourceRange)] {
    var lexer = lexer
    lexer.position = 0
    var words: [(word: String, range: SourceRange)] = []
    var isEmpty = true
    while true {
      let token = lexer.next()
      if token.kind == .end { return words }
      let bytes = UnsafeBufferPointer(start: lexer.base + Int(token.start), count: Int(token.end) - Int(token.start))
      guard bytes.allSatisfy(ByteClass.isLetter) else {
        if isEmpty { return [] }
        continue
      }
      let word = String(decoding: bytes, as: UTF8.self).lowercased()
      if isEmpty, !verbs.contains(word) { return [] }
      isEmpty = false
      words.append((word, token.range))
    }
  }
}
