/// Mistakes whose meaning is clear. The parser reports the correct spelling, and continues as if it had been written.
extension FormatParser {
  /// Repairs a value that is followed by a token that is not an operator. Does nothing for a condition.
  @inline(never)
  mutating func repair(_ start: Int) throws(Failure) {
    if node.isPredicate { return }
    switch token.kind {
    case .not: try misplacedNot(start)
    case .bad where token.detail == .tripleEquals:
      report(.flaw(token, text(token.range)))
      advance()
      _ = try value()
    case .word: try foreignWord(start)
    default: throw fail(.unexpected, range(from: start))
    }
  }

  /// Repairs `x NOT IN {1}`.
  private mutating func misplacedNot(_ start: Int) throws(Failure) {
    let word = token
    guard peek().kind.isComparison else { throw fail(.unexpected, range(from: start)) }
    let leftText = text(SourceRange(start, previousEnd))
    advance()
    let sign = token
    var isSound = true
    do { try comparison(start, start, .end) } catch { isSound = false }
    let isShort = previousEnd - start <= 60 && isSound
    let rest = text(SourceRange(Int(sign.start), previousEnd))
    report(
      .notIn(
        text(sign.range).uppercased(), isShort ? "NOT \(leftText) \(rest)" : nil,
        SourceRange(Int(word.start), Int(sign.end)), whole: SourceRange(start, previousEnd)))
    node = .broken
    if !isSound { throw Failure() }
  }

  /// Repairs `x IS NOT NULL` and `x CONTAIN "a"`.
  private mutating func foreignWord(_ start: Int) throws(Failure) {
    let word = token
    let spelling = text(word.range)
    let leftText = text(SourceRange(start, previousEnd))
    if spelling.uppercased().utf8.elementsEqual("IS".utf8) {
      var ahead = lexer
      var next = ahead.next()
      let isNegated = next.kind == .not
      if isNegated { next = ahead.next() }
      if next.kind == .null {
        advance()
        if isNegated { advance() }
        advance()
        report(.isNull(isNegated, leftText, SourceRange(Int(word.start), previousEnd)))
        node = .broken
        return
      }
    }
    let suggestion = OperatorSuggestion.operatorLike(spelling)
    if extent.isPrefix, depth == 0, suggestion == nil {
      switch take() {
      case .expression(let expression): throw failBareValue(expression, start)
      default: throw Failure()
      }
    }
    report(.unknownOperator(spelling, word.range, suggestion: suggestion))
    guard suggestion != nil else { throw Failure() }
    advance()
    _ = try value()
  }
}
