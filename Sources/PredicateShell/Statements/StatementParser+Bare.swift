import PredicateModel
import PredicateSyntax

/// What other shells have taught people to type: clauses without an entity, and a few commands without their dot.
extension StatementParser {
  /// The current entity, where a statement begins with a clause: `limit 3`, `sort by year`, `where year > 1990`; or where all that
  /// stands there is `count`. Nil where the word is a property that a predicate may begin with.
  func ownEntity(_ scanner: StatementScanner, isCount: Bool) -> Entity? {
    guard let entity = currentEntity.flatMap({ model.entity(named: $0) }) else { return nil }
    if isCount, scanner.isAtEnd { return entity }
    var ahead = scanner
    guard let word = ahead.takeName(), Self.clauseWords.contains(where: { word.isWord($0) }), Self.isOwnWord(ahead)
    else { return nil }
    if entity.member(named: word.text) == nil { return entity }
    // No predicate goes on like that behind a property.
    ahead.skipSpaces()
    switch word.text.lowercased() {
    case "limit", "offset": return ahead.byte().map { (0x30...0x39).contains($0) } ?? false ? entity : nil
    case "sort": return ahead.peekName()?.isWord("by") ?? false ? entity : nil
    default: return nil
    }
  }

  /// `exit`, `quit` or `help` without the dot, where nothing else can be meant; `help` may have a topic behind it. And `?` and `\q`,
  /// which begin no statement.
  func bareCommand(_ scanner: StatementScanner, text: String) -> CommandCall? {
    var ahead = scanner
    for (sign, name) in [("?", "help"), ("\\?", "help"), ("\\q", "quit")] {
      var behind = scanner
      behind.position += sign.utf8.count
      guard scanner.bytes[scanner.position...].starts(with: sign.utf8), behind.isAtEnd else { continue }
      let end = behind.position
      return CommandCall(
        name: name, nameRange: behind.range(from: scanner.position), text: text, argumentRange: end..<end)
    }
    guard let word = ahead.takeName(), ["exit", "quit", "help"].contains(where: { word.isWord($0) }),
      model.entity(spelled: word.text) == nil, !isMember(word.text)
    else { return nil }
    ahead.skipSpaces()
    let start = ahead.position
    if !ahead.isAtEnd {
      guard word.isWord("help") else { return nil }
      _ = ahead.takeAnything()
      guard ahead.isAtEnd else { return nil }
    }
    return CommandCall(
      name: word.text, nameRange: word.range, text: text, argumentRange: start..<ahead.position)
  }

  /// Whether a word that was taken stands for itself: behind a property that begins a predicate there would be an operator or a dot.
  static func isOwnWord(_ scanner: StatementScanner) -> Bool {
    var ahead = scanner
    ahead.skipSpaces()
    if let next = ahead.takeName() {
      let spelling = next.text.uppercased()
      return !OperatorTable.entries.contains { entry in
        entry.class != .negation && entry.class != .quantifier && entry.spellings.contains(spelling)
      }
    }
    guard !ahead.isAtEnd, let byte = ahead.byte() else { return true }
    let isNegation = byte == UInt8(ascii: "!") && ahead.byte(at: 1) != UInt8(ascii: "=")
    return isNegation || "($@#\"'{0123456789".utf8.contains(byte)
  }

  private func isMember(_ name: String) -> Bool {
    currentEntity.flatMap { model.entity(named: $0)?.member(named: name) } != nil
  }
}
