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

  /// One condition or value. An error inside ends at the next AND, OR, comma or closing bracket.
  mutating func part() -> Node {
    let depth = self.depth
    do {
      let start = self.start
      let node = try condition()
      if canEndPart(token.kind) { return node }
      if isPrefix, depth == 0, node.isPredicate { return node }
      throw fail(unexpected(after: start, isCondition: node.isPredicate))
    } catch {
      self.depth = depth
      recover()
      return .broken
    }
  }

  private mutating func joined(_ first: consuming Node, _ start: Int) -> Node {
    var isBroken = false
    var disjuncts: [QueryPredicate] = []
    var next = asCondition(first, start, &isBroken)
    var nextStart = start
    while true {
      if token.kind == .and { next = conjunction(next, nextStart, &isBroken) }
      guard token.kind == .or else { break }
      if disjuncts.isEmpty { disjuncts.reserveCapacity(2) }
      disjuncts.append(next)
      advance()
      nextStart = self.start
      next = asCondition(part(), nextStart, &isBroken)
    }
    if isBroken { return .broken }
    if disjuncts.isEmpty { return .predicate(next) }
    disjuncts.append(next)
    return .predicate(.or(disjuncts, range: range(from: start)))
  }

  /// The conditions that AND joins, from the first AND on.
  private mutating func conjunction(
    _ first: consuming QueryPredicate, _ start: Int, _ isBroken: inout Bool
  ) -> QueryPredicate {
    var conjuncts: [QueryPredicate] = []
    conjuncts.reserveCapacity(2)
    conjuncts.append(first)
    while token.kind == .and {
      advance()
      let start = self.start
      conjuncts.append(asCondition(part(), start, &isBroken, behind: conjuncts))
    }
    return .and(conjuncts, range: range(from: start))
  }

  /// The node as a condition; notes an error for a value.
  @inline(__always)
  private mutating func asCondition(
    _ node: consuming Node, _ start: Int, _ isBroken: inout Bool, behind earlier: [QueryPredicate] = []
  ) -> QueryPredicate {
    switch consume node {
    case .predicate(let predicate): return predicate
    case .expression(let expression): report(bareValue(expression, start, behind: earlier.last))
    case .broken: break
    }
    isBroken = true
    return .literal(false)
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

  private mutating func negation() throws(Failure) -> Node {
    let start = self.start
    try enter()
    advance()
    let operandStart = self.start
    let operand = try condition()
    depth -= 1
    switch consume operand {
    case .predicate(let predicate): return .predicate(.not(predicate, range: range(from: start)))
    case .expression(let expression): throw fail(bareValue(expression, operandStart))
    case .broken: return .broken
    }
  }

  /// ANY, SOME, ALL, NONE and the one comparison behind it.
  private mutating func quantified() throws(Failure) -> Node {
    let start = self.start
    let word = token
    if peek().kind.isComparison {
      // `all == 1`: nothing else could be meant.
      let left = try operand()
      return try comparison(left, start, .direct, .standard)
    }
    advance()
    if token.kind.isQuantifier { throw fail(.doubleQuantifier(text(word.range), text(token.range), token.range)) }
    let leftStart = self.start
    let left = try operand()
    if left.isPredicate {
      throw fail(.quantifiedCondition(text(word.range), word.range, text(range(from: leftStart))))
    }
    let spelling: QuantifierSpelling = word.kind == .some ? .some : word.kind == .none ? .none : .standard
    let quantifier: Quantifier = word.kind == .all ? .all : .any
    guard token.kind.comparesOperands else {
      if canEndPart(token.kind) { throw fail(.quantifierAlone(text(word.range), range(from: start))) }
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
  mutating func comparison(
    _ left: consuming Node, _ start: Int, _ quantifier: Quantifier, _ spelling: QuantifierSpelling
  ) throws(Failure) -> Node {
    let sign = token
    if left.isPredicate { throw fail(.conditionCompared(text(sign.range), sign.range)) }
    let op = comparisonOperator(sign)
    advance()
    let options = token.kind == .leftBracket ? try self.options(behind: sign) : []
    let right = try value()
    if token.kind.comparesOperands {
      throw fail(.chainedComparison(text(sign.range), text(token.range), token.range))
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
