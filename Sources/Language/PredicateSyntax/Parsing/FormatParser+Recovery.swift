/// Reporting errors, and continuing after them.
extension FormatParser {
  /// Reports an error, and returns the failure to throw.
  mutating func fail(_ issue: PredicateIssue) -> Failure {
    report(issue)
    return Failure()
  }

  /// Adds an error, unless the parser has stopped.
  mutating func report(_ issue: PredicateIssue) {
    guard !isStopped else { return }
    issues.append(issue)
    errorCount += 1
    if errorCount >= Self.maximumErrors { stop() }
  }

  /// Adds a note, unless there are too many.
  mutating func note(_ issue: PredicateIssue) {
    guard !isStopped, noteCount < Self.maximumNotes else { return }
    noteCount += 1
    issues.append(issue)
  }

  /// Stops reading. All further tokens are `end`.
  mutating func stop() {
    isStopped = true
    lexer.position = lexer.count
    token = Token(.end, lexer.count, lexer.count)
  }

  /// Skips to a token after which reading can continue: AND, OR, a comma, a closing bracket of the enclosing construct, or one of the words that
  /// begin the text after the format.
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

  /// Skips to the bracket that closes the construct with the error, and takes this bracket.
  mutating func skip(to closer: TokenKind) {
    while true {
      recover()
      switch token.kind {
      case .end: return
      case closer:
        advance()
        return
      case .rightParenthesis, .rightBracket, .rightBrace:
        // This is another kind of bracket: the expected bracket is missing, and this one may close an outer construct.
        return
      default: advance()
      }
    }
  }

  /// Advances past the closing bracket. If it is missing, reports an error and returns false.
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
      let list = listInParentheses(opener)
      return .parenthesisedList(token.range, characterNumber(opener))
        .replacing(with: list.map { "{\($0.text)}" }, at: list?.place)
    }
    if !canEndPart(token.kind) { return unexpected(after: nil) }
    return .missingBracket(closer, token, opener: characterNumber(opener), found: text(token.range))
  }

  /// Whether the current token belongs after a list, and no bracket closes the list: `genre IN {"Noir" AND year > 3`. A list that is closed has another
  /// mistake.
  @inline(never)
  func isUnclosed(_ closer: TokenKind) -> Bool {
    guard token.kind == .and || token.kind == .or || token.kind.comparesOperands || isEndWord() else { return false }
    var ahead = lexer
    var open = 0
    while true {
      switch ahead.next().kind {
      case .end: return true
      case .leftParenthesis, .leftBracket, .leftBrace: open += 1
      case let kind where kind == .rightParenthesis || kind == .rightBracket || kind == .rightBrace:
        if open == 0 { return kind != closer }
        open -= 1
      default: break
      }
    }
  }

  /// Reports that no bracket closes a list, and returns the failure to throw.
  @inline(never)
  mutating func failUnclosed(_ closer: TokenKind, openedAt opener: Int) -> Failure {
    fail(.missingBracket(closer, token, opener: characterNumber(opener), found: text(token.range)))
  }

  /// The text between a parenthesis behind IN or BETWEEN and the next one, and its place with the parentheses; nil for other parentheses, and for a list
  /// with brackets or quotes that do not end.
  private func listInParentheses(_ opener: Int) -> (text: String, place: SourceRange)? {
    let bytes = UnsafeBufferPointer(start: lexer.base, count: lexer.count)
    let before = bytes[..<opener].reversed().drop { $0 == 0x20 }.prefix { ByteClass.isWord($0) }.reversed()
    let word = String(decoding: Array(before), as: UTF8.self).uppercased()
    guard word == "IN" || word == "BETWEEN" else { return nil }
    var quote: UInt8?
    for index in (opener + 1)..<max(opener + 1, lexer.count) {
      switch bytes[index] {
      case UInt8(ascii: "\\"): return nil
      case let byte where byte == quote: quote = nil
      case let byte where byte == UInt8(ascii: "'") || byte == UInt8(ascii: "\""): quote = quote ?? byte
      case UInt8(ascii: ")") where quote == nil:
        return (
          String(decoding: bytes[(opener + 1)..<index], as: UTF8.self), SourceRange(opener, index + 1)
        )
      case UInt8(ascii: "(") where quote == nil, UInt8(ascii: "{") where quote == nil: return nil
      default: break
      }
    }
    return nil
  }

  /// Whether the format may end after the operand that was read, before the current token, which is not an operator.
  @inline(never)
  func canStopHere() -> Bool { extent.isValue && depth == 0 || isEndWord() }

  /// Whether the current token is one of the words that begin the text after the format.
  func isEndWord() -> Bool { token.kind == .word && isEndWord(token) }

  /// Whether a token is spelt as one of the words that begin the text after the format.
  func isEndWord(_ token: Token) -> Bool {
    let start = Int(token.start)
    let word = UnsafeBufferPointer(start: lexer.base + start, count: Int(token.end) - start)
    return extent.endWords.contains { $0.utf8.elementsEqual(word.lazy.map { $0 | 0x20 }) }
  }

  /// Whether a token may follow a condition, or a value in a list.
  @inline(__always)
  func canEndPart(_ kind: TokenKind) -> Bool {
    switch kind {
    case .end, .and, .or, .comma, .rightParenthesis, .rightBracket, .rightBrace: true
    default: false
    }
  }
}
