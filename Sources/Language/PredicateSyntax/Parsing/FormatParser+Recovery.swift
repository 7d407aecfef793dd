/// Noting what is wrong, and going on behind it.
extension FormatParser {
  /// Notes an error, and gives what is to be thrown.
  mutating func fail(_ issue: PredicateIssue) -> Failure {
    report(issue)
    return Failure()
  }

  /// Notes an error.
  mutating func report(_ issue: PredicateIssue) {
    guard !isStopped else { return }
    issues.append(issue)
    errorCount += 1
    if errorCount >= Self.maximumErrors { stop() }
  }

  /// Notes something that is fine, and may not be meant.
  mutating func note(_ issue: PredicateIssue) {
    guard !isStopped, noteCount < Self.maximumNotes else { return }
    noteCount += 1
    issues.append(issue)
  }

  /// Ends the reading: from here on there is only the end.
  mutating func stop() {
    isStopped = true
    lexer.position = lexer.count
    token = Token(.end, lexer.count, lexer.count)
  }

  /// Skips to where something new can begin: AND, OR, a comma, a bracket that closes what stands around, or a word that begins what
  /// follows the format.
  mutating func recover() {
    var open = 0
    while true {
      switch token.kind {
      case .end: return
      case .and, .or, .comma: if open == 0 { return }
      case .leftParenthesis, .leftBracket, .leftBrace: open += 1
      case .rightParenthesis, .rightBracket, .rightBrace:
        if open == 0 { return }
        open -= 1
      case .word: if open == 0, isEndWord() { return }
      default: break
      }
      advance()
    }
  }

  /// Skips to the bracket that closes what an error stands in, and takes it.
  mutating func skip(to closer: TokenKind) {
    while true {
      recover()
      switch token.kind {
      case .end: return
      case closer:
        advance()
        return
      case .rightParenthesis, .rightBracket, .rightBrace:
        // Another sort of bracket: the wanted one is missing, and this one may belong to somebody.
        return
      default: advance()
      }
    }
  }

  /// Takes the closing bracket; notes an error where it is missing.
  @inline(__always)
  mutating func close(_ closer: TokenKind, openedAt opener: Int) -> Bool {
    if token.kind == closer {
      advance()
      return true
    }
    reportUnclosed(closer, opener)
    return false
  }

  @inline(never)
  private mutating func reportUnclosed(_ closer: TokenKind, _ opener: Int) { report(unclosed(closer, opener)) }

  private mutating func unclosed(_ closer: TokenKind, _ opener: Int) -> PredicateIssue {
    if token.kind == .comma, closer == .rightParenthesis {
      return .parenthesisedList(token.range, characterNumber(opener))
    }
    if !canEndPart(token.kind) { return unexpected(after: nil) }
    return .missingBracket(closer, token, opener: characterNumber(opener), found: text(token.range))
  }

  /// Whether the format may end behind the operand that was read, before the current token, which is no operator.
  @inline(never)
  func canStopHere() -> Bool { extent.isValue && depth == 0 || isEndWord() }

  /// Whether the current token is a word that begins what follows the format.
  func isEndWord() -> Bool {
    guard token.kind == .word else { return false }
    let word = UnsafeBufferPointer(start: lexer.base + start, count: Int(token.end) - start)
    return extent.endWords.contains { $0.utf8.elementsEqual(word.lazy.map { $0 | 0x20 }) }
  }

  /// Whether a token may stand behind a condition or a value inside a list.
  @inline(__always)
  func canEndPart(_ kind: TokenKind) -> Bool {
    switch kind {
    case .end, .and, .or, .comma, .rightParenthesis, .rightBracket, .rightBrace: true
    default: false
    }
  }
}
