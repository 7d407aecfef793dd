/// Reads values: binary operators by their binding powers, the minus, and single operands.
extension FormatParser {
  /// Reads a value. A condition instead of a value is an error.
  mutating func value() throws(Failure) -> QueryExpression {
    let start = self.start
    try operand()
    switch take() {
    case .expression(let expression): return expression
    case .predicate: throw fail(.conditionAsValue, range(from: start))
    case .broken: throw Failure()
    }
  }

  /// Reads a value with its operators, or a condition in parentheses.
  @inline(__always)
  mutating func operand() throws(Failure) {
    let start = self.start
    try unary()
    if token.kind.joinsValues { try binary(start, OperatorTable.assignmentPower) }
  }

  /// After an operand, reads the operators that bind at least as tightly as `least`, and their right operands.
  @inline(never)
  private mutating func binary(_ start: Int, _ least: UInt8) throws(Failure) {
    while token.kind.joinsValues, power(token.kind) >= least {
      let sign = token
      if sign.kind == .assign {
        try assignment(start)
        continue
      }
      let left = take()
      advance()
      let rightStart = self.start
      try unary()
      if token.kind.joinsValues, power(token.kind) > power(sign.kind) {
        try enter()
        try binary(rightStart, power(sign.kind) + 1)
        depth -= 1
      }
      try combine(left, sign, start, rightStart)
    }
  }

  /// Combines `left`, the operator, and the last result, which is the right operand.
  @inline(never)
  private mutating func combine(
    _ left: consuming Node, _ sign: Token, _ start: Int, _ rightStart: Int
  ) throws(Failure) {
    guard let op = BinaryOperator(sign.kind) else { return }
    switch take() {
    case .predicate: throw fail(.conditionAsValue, range(from: rightStart))
    case .broken: return
    case .expression(let right):
      switch consume left {
      case .expression(let left): try put(.binary(op, left, right, range: range(from: start)))
      case .predicate: throw fail(.conditionAsValue, SourceRange(start, Int(sign.start)))
      case .broken: return
      }
    }
  }

  @inline(never)
  private mutating func assignment(_ start: Int) throws(Failure) {
    guard case .expression(let target) = take(), case .variable(let name) = target.node else {
      throw fail(.assignmentTarget, range(from: start))
    }
    try enter()
    advance()
    let value = try value()
    depth -= 1
    try put(.assignment(variable: name, value, range: range(from: start)))
  }

  /// Reads an operand with a minus before it, and with keys and indexes after it.
  @inline(never)
  mutating func unary() throws(Failure) {
    if token.kind == .minus { return try negated() }
    let start = self.start
    try primary()
    if token.kind == .dot || token.kind == .leftBracket { try steps(start) }
  }

  /// Reads a minus and its operand. A minus before a number becomes part of the number.
  @inline(never)
  private mutating func negated() throws(Failure) {
    let start = self.start
    advance()
    if startsNumber() {
      try number(from: start, isNegative: true)
      if token.kind == .dot || token.kind == .leftBracket { try steps(start) }
      return
    }
    try enter()
    let operandStart = self.start
    try unary()
    depth -= 1
    try changeSign(start, operandStart)
  }

  @inline(never)
  private mutating func changeSign(_ start: Int, _ operandStart: Int) throws(Failure) {
    switch take() {
    case .expression(let expression): try put(.negate(expression, range: range(from: start)))
    case .predicate: throw fail(.conditionAsValue, range(from: operandStart))
    case .broken: break
    }
  }

  /// Whether the current token begins a number. For `.5` the lexer reads the dot again, as a part of the number.
  private mutating func startsNumber() -> Bool {
    if token.kind == .number { return true }
    guard token.kind == .dot, ByteClass.isDigit(lexer.byte(Int(token.end))) else { return false }
    token = lexer.number(start)
    return token.kind == .number
  }

  /// Reads an operand without a minus, keys and indexes.
  private mutating func primary() throws(Failure) {
    switch token.kind {
    case .word, .markedWord, .atWord: try keyPath()
    case .leftParenthesis: try group()
    case .leftBrace: try aggregate()
    case .subquery, .cast, .ternary, .function, .fetch: try special()
    case .string, .number, .variable, .true, .false, .null, .truePredicate, .falsePredicate: try leaf()
    default: try rarePrimary()
    }
  }

  /// Reads an operand that is a single token.
  @inline(never)
  private mutating func leaf() throws(Failure) {
    let operand = token
    switch operand.kind {
    case .number: return try number(from: start, isNegative: false)
    case .string: node = .expression(.literal(.string(stringValue(operand)), range: operand.range))
    case .variable:
      let name = name(from: start + 1, to: Int(operand.end), operand.detail)
      node = .expression(.variable(name, range: operand.range))
    case .truePredicate, .falsePredicate:
      node = .predicate(.literal(operand.kind == .truePredicate, range: operand.range))
    case .null: node = .expression(.literal(.null, range: operand.range))
    case .self: node = .expression(.evaluatedObject(range: operand.range))
    case .anyKey: node = .expression(.anyKey(range: operand.range))
    default: node = .expression(.literal(.boolean(operand.kind == .true), range: operand.range))
    }
    advance()
  }

  @inline(never)
  private mutating func rarePrimary() throws(Failure) {
    switch token.kind {
    case .self, .anyKey: try leaf()
    case .specifier: try specifier()
    case .selector: try selectorCall()
    case .dot:
      guard startsNumber() else { throw fail(.operandExpected, token.range) }
      try number(from: start, isNegative: false)
    default:
      guard token.kind.isReservedWord else { throw fail(.operandExpected, token.range) }
      try reservedWord()
    }
  }

  /// Reads a reserved word as a key, with a note, if the next token permits no other meaning.
  @inline(never)
  mutating func reservedWord() throws(Failure) {
    let next = peek().kind
    let isKey: Bool
    switch token.kind {
    case .and, .or, .not: isKey = false
    case .in, .contains, .like, .matches, .beginsWith, .endsWith, .between, .tokenMatches, .utiConformsTo,
      .utiEquals, .union, .intersect, .minusSet, .any, .all, .some, .none:
      isKey = next.isComparison || next == .dot
    default: isKey = next != .leftParenthesis
    }
    guard isKey else { throw fail(.operandExpected, token.range) }
    noteReservedWord(token.range)
    try keyPath()
  }

  /// Reads a value or a condition in parentheses.
  @inline(never)
  private mutating func group() throws(Failure) {
    let opener = start
    try enter()
    advance()
    if token.kind == .rightParenthesis {
      _ = fail(.emptyParentheses, SourceRange(opener, Int(token.end)))
      node = .broken
    } else {
      conditions()
    }
    depth -= 1
    if !node.isBroken, close(.rightParenthesis, openedAt: opener) { return }
    skip(to: .rightParenthesis)
    node = .broken
  }

  /// Reads a list: `{a, b}`.
  @inline(never)
  private mutating func aggregate() throws(Failure) {
    let opener = start
    guard let elements = try list(.rightBrace, openedAt: opener) else {
      node = .broken
      return
    }
    let range = range(from: opener)
    try put(limits.countsListsAsArguments ? .constants(elements, range: range) : .aggregate(elements, range: range))
  }

  /// Reads the values up to a closing bracket. The current token is the opening bracket. Nil after a reported error.
  @inline(never)
  mutating func list(_ closer: TokenKind, openedAt opener: Int) throws(Failure) -> [QueryExpression]? {
    try enter()
    advance()
    var elements: [QueryExpression] = []
    var isBroken = false
    if token.kind != closer {
      while true {
        let start = self.start
        element(before: closer, openedAt: opener)
        append(to: &elements, &isBroken, start)
        guard token.kind == .comma else { break }
        advance()
      }
    }
    depth -= 1
    if !isBroken, close(closer, openedAt: opener) { return elements }
    skip(to: closer)
    return nil
  }

  @inline(never)
  private mutating func append(to elements: inout [QueryExpression], _ isBroken: inout Bool, _ start: Int) {
    switch take() {
    case .expression(let expression): elements.append(expression)
    case .predicate:
      _ = fail(.conditionAsValue, range(from: start))
      isBroken = true
    case .broken: isBroken = true
    }
  }

  /// Reads one value of a list. After an error it skips to the next comma or closing bracket.
  @inline(never)
  private mutating func element(before closer: TokenKind, openedAt opener: Int) {
    let depth = self.depth
    let start = self.start
    do {
      try operand()
      switch token.kind {
      case .comma, .rightParenthesis, .rightBrace, .rightBracket, .end: return
      default:
        if isUnclosed(closer) { throw failUnclosed(closer, openedAt: opener) }
        throw fail(.unexpectedInList, range(from: start))
      }
    } catch {
      self.depth = depth
      node = .broken
      repeat {
        recover()
        guard token.kind == .and || token.kind == .or else { return }
        advance()
      } while true
    }
  }
}
