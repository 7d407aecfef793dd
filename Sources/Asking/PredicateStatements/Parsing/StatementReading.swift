import PredicateModel
import PredicateSyntax

/// One run of the parser, with its tokens and results.
struct StatementReading {
  let parser: StatementParser
  let start: Int
  var tokens: StatementTokens
  /// The errors of the first clause that has errors. Errors of later clauses may be consequences of them, and are left out.
  private(set) var errors: [PredicateIssue] = []
  /// Errors of a statement whose syntax is correct. They are reported only if ``errors`` is empty.
  private var laterErrors: [PredicateIssue] = []
  var notes: [PredicateIssue] = []
  /// The position in the grammar.
  var end = StatementEnd.beginning

  init(_ parser: StatementParser, _ text: String, from start: Int) {
    self.parser = parser
    self.start = start
    tokens = StatementTokens(text, from: start)
  }

  var model: DataModel { parser.model }

  /// Records errors, unless an earlier clause has errors.
  mutating func fail(_ issues: [PredicateIssue]) {
    if errors.isEmpty { errors = issues }
  }

  mutating func fail(_ issue: PredicateIssue) { fail([issue]) }

  /// Records an error of a statement whose syntax is correct.
  mutating func failLater(_ issue: PredicateIssue) { laterErrors.append(issue) }

  /// Replaces the errors by an issue that explains the mistake better.
  mutating func fail(insteadWith issue: PredicateIssue) { errors = [issue] }

  mutating func content() -> StatementContent {
    let beginning = self
    let content = firstContent()
    if errors.isEmpty {
      errors = laterErrors
    } else if let condition = beginning.conditionOfStatementWord() {
      self = condition.reading
      errors = laterErrors
      return .query(condition.query)
    }
    return content
  }

  /// Reads a condition that begins with a keyword of statements as a name: `count sameAs: 3`, `having() == 1`. Nil if the text is not such a
  /// condition. Usually a keyword before a parenthesis or a selector is a keyword, so this is tried only after the usual reading has failed.
  ///
  /// Usually, a keyword before a parenthesis or a selector really is the keyword: `count f:(1) == 2` counts. Therefore this reading is tried second.
  private func conditionOfStatementWord() -> (reading: StatementReading, query: QueryStatement)? {
    guard let first = tokens.next, first.isWord("count") || ClauseKind(first) != nil || ChangeVerb(first) != nil else {
      return nil
    }
    for isCount in [false, true] {
      var reading = self
      if isCount, !reading.tokens.take("count") { continue }
      guard var query = reading.bareStatement(), reading.errors.isEmpty else { continue }
      query.isCount = isCount
      reading.finish(&query)
      return (reading, query)
    }
    return nil
  }

  /// Reads the content of the statement. Keywords of statements are never read as names.
  private mutating func firstContent() -> StatementContent {
    if tokens.isAtEnd {
      if tokens.next != nil { end = .closed }
      return .nothing
    }
    if isComment {
      end = .closed
      return .nothing
    }
    if let call = command() ?? bareCommand() {
      end = .closed
      return .command(call)
    }
    if let (verb, word) = takeChangeVerb() {
      guard var change = change(verb, word) else { return .nothing }
      if tokens.next != nil { end = .closed }
      change.notes = lintNotes(on: [change.predicate])
      return .change(change)
    }
    let count = takeCount()
    guard var query = beginning(isCount: count != nil) else { return .nothing }
    query.isCount = count != nil
    if let count, model.entity(named: count.text) != nil {
      notes.append(.countIsNoEntity(count.text, range: count.place))
    }
    finish(&query)
    return .query(query)
  }

  private mutating func finish(_ query: inout QueryStatement) {
    if tokens.next != nil { end = .closed }
    let fetch = query.fetch
    query.notes =
      lintNotes(on: [fetch.predicate, fetch.having])
      + Self.ofKnownNames(fetch.columns.flatMap { PredicateLint.notes(for: $0.expression, in: tokens.text) })
    if !query.namesEntity { query.placeCondition = parser.placeCondition }
  }

  /// The notes of the parser, and the notes on conditions.
  private func lintNotes(on predicates: [QueryPredicate?]) -> [PredicateIssue] {
    notes
      + Self.ofKnownNames(
        predicates.compactMap { $0 }.flatMap { PredicateLint.notes(for: $0, in: tokens.text) })
  }

  /// The notes without those about unquoted words, because binding refuses words that are not properties.
  private static func ofKnownNames(_ notes: [PredicateIssue]) -> [PredicateIssue] {
    notes.filter { !$0.has(.unquotedWord) }
  }

  /// Whether the rest is a comment: two minus signs, followed by a space or nothing. A value with two signs before it must be written without the space.
  private var isComment: Bool {
    let rest = tokens.bytes[tokens.offset...]
    guard rest.starts(with: "--".utf8) else { return false }
    return (rest.dropFirst(2).first.map { StatementText.isSpace($0) || $0 == UInt8(ascii: "-") } ?? true)
      && !StatementText.trimmed(rest).utf8.contains(UInt8(ascii: "\n"))
  }

  // MARK: Commands

  private mutating func command() -> CommandCall? {
    let bytes = tokens.bytes
    guard tokens.next?.isMark(".") == true, let name = tokens.token(at: 1), name.kind == .word,
      name.range.lowerBound == tokens.offset + 1
    else { return nil }
    // The name extends to the next space, so that `.help-me` is not `.help` with an argument.
    let nameEnd =
      bytes[name.range.lowerBound...].firstIndex { StatementText.isSpaceOrSemicolon($0) } ?? bytes.count
    let first = bytes[nameEnd...].firstIndex { !StatementText.isSpace($0) } ?? bytes.count
    let last = bytes[nameEnd...].lastIndex { !StatementText.isSpaceOrSemicolon($0) }.map { $0 + 1 } ?? nameEnd
    return CommandCall(
      name: tokens.text(name.range.lowerBound..<nameEnd), nameRange: SourceRange(tokens.offset, nameEnd),
      text: tokens.text, argumentRange: min(first, last)..<last)
  }

  /// Reads `exit`, `quit` or `help` (with a topic) without the dot, if no property or entity has this name. Also reads `?` and `\q`,
  /// because a statement never begins with them.
  private func bareCommand() -> CommandCall? {
    guard let word = tokens.next else { return nil }
    for (sign, name) in [("?", "help"), ("\\?", "help"), ("\\q", "quit")] {
      let end = tokens.offset + sign.utf8.count
      guard tokens.bytes[tokens.offset...].starts(with: sign.utf8),
        tokens.bytes[end...].allSatisfy(StatementText.isSpaceOrSemicolon)
      else { continue }
      return CommandCall(
        name: name, nameRange: SourceRange(tokens.offset, end), text: tokens.text, argumentRange: end..<end)
    }
    guard ["exit", "quit", "help"].contains(where: { word.isWord($0) }), model.entity(spelled: word.text) == nil,
      parser.current?.member(named: word.text) == nil
    else { return nil }
    let argument: Range<Int>
    if tokens.isAtEnd(behind: 1) {
      argument = word.range.upperBound..<word.range.upperBound
    } else {
      var behind = tokens
      behind.advance()
      let topic = behind.found()
      guard word.isWord("help"),
        tokens.bytes[Int(topic.range.upperBound)...].allSatisfy(StatementText.isSpaceOrSemicolon)
      else { return nil }
      argument = Int(topic.range.lowerBound)..<Int(topic.range.upperBound)
    }
    return CommandCall(name: word.text, nameRange: word.place, text: tokens.text, argumentRange: argument)
  }
}
