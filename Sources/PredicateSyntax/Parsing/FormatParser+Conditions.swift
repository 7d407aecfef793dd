/// Conditions: AND, OR, NOT, quantifiers, comparisons.
extension FormatParser {
  /// Everything up to the end or a closing bracket: conditions joined by AND and OR, or one value alone. The result keeps the place
  /// of what it is; parentheses around it belong to what stands outside.
  mutating func conditions() -> Node {
    let start = self.start
    let first = part()
    if token.kind != .and, token.kind != .or { return first }
    return joined(first, start)
  }

  @inline(never)
  private mutating func joined(_ first: consuming Node, _ start: Int) -> Node {
    var junction = Junction(at: start)
    take(first, start, in: &junction)
    while true {
      switch token.kind {
      case .and: junction.and()
      case .or: junction.or(endingAt: previousEnd)
      default: return junction.finish(endingAt: previousEnd)
      }
      advance()
      let start = self.start
      take(part(), start, in: &junction)
    }
  }

  /// Takes a condition; notes an error for a value.
  @inline(never)
  private mutating func take(_ node: consuming Node, _ start: Int, in junction: inout Junction) {
    switch consume node {
    case .predicate(let predicate):
      junction.take(predicate, at: start)
      return
    case .expression(let expression): _ = failBareValue(expression, start, behind: junction.earlier)
    case .broken: break
    }
    junction.isBroken = true
  }

  /// One condition or value. An error inside ends at the next AND, OR, comma or closing bracket.
  @inline(never)
  mutating func part() -> Node {
    let depth = self.depth
    do {
      let start = self.start
      let node = try condition()
      if canEndPart(token.kind) { return node }
      if isPrefix, depth == 0, node.isPredicate { return node }
      throw fail(node.isPredicate ? .unexpectedBehindCondition : .unexpected, range(from: start))
    } catch {
      self.depth = depth
      recover()
      return .broken
    }
  }

  /// NOT, a quantifier, a comparison, or whatever an operand is.
  private mutating func condition() throws(Failure) -> Node {
    switch token.kind {
    case .not: return try negation()
    case .any, .all, .some, .none: return try quantified()
    default:
      let start = self.start
      let left = try operand()
      if token.kind.comparesOperands {
        return try comparison(left, start, .direct, .standard)
      }
      if canEndPart(token.kind) { return left }
      return try repaired(left, start)
    }
  }

  @inline(never)
  private mutating func negation() throws(Failure) -> Node {
    let start = self.start
    try enter()
    advance()
    let operandStart = self.start
    let operand = try condition()
    depth -= 1
    switch consume operand {
    case .predicate(let predicate): return .predicate(.not(predicate, range: range(from: start)))
    case .expression(let expression): throw failBareValue(expression, operandStart)
    case .broken: return .broken
    }
  }

  /// ANY, SOME, ALL, NONE and the one comparison behind it.
  @inline(never)
  private mutating func quantified() throws(Failure) -> Node {
    let start = self.start
    let word = token
    if peek().kind.isComparison {
      // `all == 1`: nothing else could be meant.
      let left = try operand()
      return try comparison(left, start, .direct, .standard)
    }
    advance()
    if token.kind.isQuantifier { throw fail(.doubleQuantifier, token.range, word.range) }
    let leftStart = self.start
    let left = try operand()
    if left.isPredicate {
      throw fail(.quantifiedCondition, word.range, range(from: leftStart))
    }
    let spelling: QuantifierSpelling = word.kind == .some ? .some : word.kind == .none ? .none : .standard
    let quantifier: Quantifier = word.kind == .all ? .all : .any
    guard token.kind.comparesOperands else {
      if canEndPart(token.kind) { throw fail(.quantifierAlone, range(from: start), word.range) }
      return try repaired(left, leftStart)
    }
    let result = try comparison(left, start, quantifier, spelling)
    guard word.kind == .none else { return result }
    switch consume result {
    case .predicate(let predicate): return .predicate(.not(predicate, range: predicate.range))
    default: return .broken
    }
  }

  /// The operator and what stands behind it.
  @inline(never)
  mutating func comparison(
    _ left: consuming Node, _ start: Int, _ quantifier: Quantifier, _ spelling: QuantifierSpelling
  ) throws(Failure) -> Node {
    let sign = token
    if left.isPredicate { throw fail(.conditionCompared, sign.range) }
    let op = comparisonOperator(sign)
    advance()
    let options = token.kind == .leftBracket ? try self.options(behind: sign) : []
    let right = try value()
    if token.kind.comparesOperands {
      throw fail(.chainedComparison, token.range, sign.range)
    }
    switch consume left {
    case .expression(let leftValue):
      return .predicate(
        .comparison(
          QueryComparison(
            leftValue, op, right, quantifier: quantifier, options: options, spelling: spelling,
            operatorRange: sign.range),
          range: range(from: start)))
    default: return .broken
    }
  }

  @inline(__always)
  private mutating func comparisonOperator(_ sign: Token) -> ComparisonOperator {
    ComparisonOperator(sign.kind) ?? .selector(name(from: Int(sign.start), to: Int(sign.end), sign.detail))
  }

  /// The letters in brackets behind an operator.
  @inline(never)
  private mutating func options(behind sign: Token) throws(Failure) -> StringOptions {
    var options: StringOptions = []
    var offset = Int(token.end)
    while true {
      let byte = lexer.byte(offset)
      switch byte | 0x20 {
      case UInt8(ascii: "c"): options.insert(.caseInsensitive)
      case UInt8(ascii: "d"): options.insert(.diacriticInsensitive)
      case UInt8(ascii: "n"): options.insert(.normalized)
      case UInt8(ascii: "l"): options.insert(.localeSensitive)
      default:
        if ByteClass.isSpace(byte) { break }
        guard byte == UInt8(ascii: "]"), !options.isEmpty else { throw badOptions(sign) }
        lexer.position = offset + 1
        let range = SourceRange(start, offset + 1)
        advance()
        if let entry = OperatorTable.entry(of: sign.kind), !options.isSubset(of: entry.options) {
          note(.idleOption(entry.spelling, range))
        }
        return options
      }
      offset += 1
    }
  }
}
