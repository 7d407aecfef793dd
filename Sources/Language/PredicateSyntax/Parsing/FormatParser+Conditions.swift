/// Reads conditions: AND, OR, NOT, quantifiers, comparisons.
extension FormatParser {
  /// Reads up to the end or a closing bracket: conditions with AND and OR between them, or a single value. The range of the result excludes the
  /// parentheses around it.
  @inline(never)
  mutating func conditions() {
    let start = self.start
    part()
    if token.kind == .and || token.kind == .or { joined(start) }
  }

  @inline(never)
  private mutating func joined(_ start: Int) {
    var junction = Junction(at: start)
    take(start, into: &junction)
    while true {
      switch token.kind {
      case .and: junction.and()
      case .or: junction.or(endingAt: previousEnd)
      default:
        junction.finish(endingAt: previousEnd, in: &node)
        return
      }
      advance()
      let start = self.start
      part()
      take(start, into: &junction)
    }
  }

  /// Adds the last result to a junction if it is a condition. Reports an error if it is a value.
  @inline(never)
  private mutating func take(_ start: Int, into junction: inout Junction) {
    switch take() {
    case .predicate(let predicate):
      junction.take(predicate, at: start)
      return
    case .expression(let expression): _ = failBareValue(expression, start, behind: junction.earlier)
    case .broken: break
    }
    junction.isBroken = true
  }

  /// Reads one condition or value. After an error it skips to the next AND, OR, comma or closing bracket.
  @inline(never)
  mutating func part() {
    let depth = self.depth
    let start = self.start
    do {
      try condition()
      if canEndPart(token.kind) { return }
      if extent.isPrefix, depth == 0 && node.isPredicate || canStopHere() { return }
      throw fail(node.isPredicate ? .unexpectedBehindCondition : .unexpected, range(from: start))
    } catch {
      self.depth = depth
      recover()
      node = .broken
    }
  }

  /// Reads NOT, a quantifier, a comparison, or a single operand.
  private mutating func condition() throws(Failure) {
    let start = self.start
    if token.kind == .not { return try negation() }
    let quantifier = token.kind.isQuantifier ? try quantifier() : .end
    let leftStart = self.start
    try operand()
    if token.kind.comparesOperands {
      try comparison(start, leftStart, quantifier)
    } else if quantifier != .end {
      try quantifiedOperand(start, leftStart, quantifier)
    } else if !canEndPart(token.kind), !canStopHere() {
      try repair(leftStart)
    }
  }

  @inline(never)
  private mutating func negation() throws(Failure) {
    let start = self.start
    try enter()
    advance()
    let operandStart = self.start
    try condition()
    depth -= 1
    try negate(start, operandStart)
  }

  @inline(never)
  private mutating func negate(_ start: Int, _ operandStart: Int) throws(Failure) {
    switch take() {
    case .predicate(let predicate): node = .predicate(.not(predicate, range: range(from: start)))
    case .expression(let expression): throw failBareValue(expression, operandStart)
    case .broken: break
    }
  }

  /// Reads ANY, SOME, ALL or NONE. Returns `end` if the word is a key. It is a key directly before a comparison operator.
  @inline(never)
  private mutating func quantifier() throws(Failure) -> TokenKind {
    let word = token
    if peek().kind.isComparison { return .end }
    advance()
    if token.kind.isQuantifier { throw fail(.doubleQuantifier, token.range, word.range) }
    return word.kind
  }

  /// Reports a quantifier whose operand is a condition, or has no comparison operator after it.
  @inline(never)
  private mutating func quantifiedOperand(
    _ start: Int, _ leftStart: Int, _ quantifier: TokenKind
  ) throws(Failure) {
    if node.isPredicate { throw fail(.quantifiedCondition, word(quantifier, at: start), range(from: leftStart)) }
    if canEndPart(token.kind) { throw fail(.quantifierAlone, range(from: start), word(quantifier, at: start)) }
    try repair(leftStart)
  }

  private func word(_ quantifier: TokenKind, at start: Int) -> SourceRange {
    SourceRange(start, start + (OperatorTable.entry(of: quantifier)?.spelling.utf8.count ?? 0))
  }

  /// Reads an operator and the right side, after the left side was read. `quantifier` is `end` if there is none.
  @inline(never)
  mutating func comparison(_ start: Int, _ leftStart: Int, _ quantifier: TokenKind) throws(Failure) {
    let sign = token
    if node.isPredicate {
      if quantifier != .end { return try quantifiedOperand(start, leftStart, quantifier) }
      throw fail(.conditionCompared, sign.range)
    }
    let left = take()
    advance()
    // A custom selector takes no options, so a bracket after it begins the right side.
    let takesOptions = token.kind == .leftBracket && sign.kind.isComparison
    let options = takesOptions ? try self.options(behind: sign) : []
    let rightStart = self.start
    try operand()
    if token.kind.comparesOperands { throw fail(.chainedComparison, token.range, sign.range) }
    try compare(left, sign, options, start, rightStart, quantifier)
    if quantifier == .none { negateQuantified() }
  }

  @inline(never)
  private mutating func compare(
    _ left: consuming Node, _ sign: Token, _ options: StringOptions, _ start: Int, _ rightStart: Int,
    _ quantifier: TokenKind
  ) throws(Failure) {
    switch take() {
    case .expression(let right):
      guard case .expression(let left) = consume left else { return }
      let comparison = QueryComparison(
        left, comparisonOperator(sign), right,
        quantifier: quantifier == .end ? .direct : quantifier == .all ? .all : .any, options: options,
        spelling: quantifier == .some ? .some : quantifier == .none ? .none : .standard,
        operatorRange: sign.range)
      node = .predicate(
        .comparison(try isBeforeRange(comparison, sign) ? comparison.asBetween : comparison, range: range(from: start)))
    case .predicate: throw fail(.conditionAsValue, range(from: rightStart))
    case .broken: break
    }
  }

  /// Whether the right side of IN is an argument that is a range. IN then means BETWEEN.
  ///
  /// - Throws: if a side of another operator than BETWEEN and IN is a range, and if the left side of IN is one.
  @inline(never)
  private mutating func isBeforeRange(_ comparison: QueryComparison, _ sign: Token) throws(Failure) -> Bool {
    if rangeArguments.isEmpty || sign.kind == .between { return false }
    if rangeArguments.contains(comparison.left.range.lowerBound) {
      throw fail(.rangeWithoutBetween(text(sign.range), comparison.left.range))
    }
    guard rangeArguments.contains(comparison.right.range.lowerBound) else { return false }
    if sign.kind != .in { throw fail(.rangeWithoutBetween(text(sign.range), comparison.right.range)) }
    return true
  }

  /// Makes NOT ANY from NONE. Both nodes have the range of the whole comparison.
  @inline(never)
  private mutating func negateQuantified() {
    if case .predicate(let predicate) = take() { node = .predicate(.not(predicate, range: predicate.range)) }
  }

  @inline(__always)
  private mutating func comparisonOperator(_ sign: Token) -> ComparisonOperator {
    ComparisonOperator(sign.kind) ?? .selector(name(from: Int(sign.start), to: Int(sign.end), sign.detail))
  }

  /// Reads the option letters in brackets after an operator.
  @inline(never)
  private mutating func options(behind sign: Token) throws(Failure) -> StringOptions {
    var options: StringOptions = []
    var offset = Int(token.end)
    while true {
      let byte = lexer.byte(offset)
      if let option = StringOptions(letter: byte) {
        options.insert(option)
      } else if !ByteClass.isSpace(byte) {
        guard byte == UInt8(ascii: "]"), !options.isEmpty else { throw badOptions(sign) }
        lexer.position = offset + 1
        let range = SourceRange(start, offset + 1)
        advance()
        if let entry = OperatorTable.entry(of: sign.kind), !options.isSubset(of: entry.options) {
          note(.idleOption(options.subtracting(entry.options), entry.spelling, range))
        }
        return options
      }
      offset += 1
    }
  }
}
