/// Values: binary operators by their powers, the minus, and what may stand alone.
extension FormatParser {
  /// A value; a condition in its place is an error.
  mutating func value() throws(Failure) -> QueryExpression {
    let start = self.start
    switch try operand() {
    case .expression(let expression): return expression
    case .predicate: throw fail(.conditionAsValue, range(from: start))
    case .broken: throw Failure()
    }
  }

  /// A value with its operators, or a condition in parentheses.
  mutating func operand() throws(Failure) -> Node {
    let start = self.start
    let left = try unary()
    guard token.kind.joinsValues else { return left }
    return try binary(left, start, OperatorTable.assignmentPower)
  }

  /// The operators behind `left` that bind at least as tightly as `least`.
  @inline(never)
  private mutating func binary(_ left: consuming Node, _ start: Int, _ least: UInt8) throws(Failure) -> Node {
    var left = left
    while token.kind.joinsValues, power(token.kind) >= least {
      let sign = token
      if sign.kind == .assign {
        left = try assignment(left, start)
        continue
      }
      advance()
      let rightStart = self.start
      var right = try unary()
      if token.kind.joinsValues, power(token.kind) > power(sign.kind) {
        try enter()
        right = try binary(right, rightStart, power(sign.kind) + 1)
        depth -= 1
      }
      left = try combined(sign, left, start, right, rightStart)
    }
    return left
  }

  @inline(never)
  private mutating func combined(
    _ sign: Token, _ left: consuming Node, _ start: Int, _ right: consuming Node, _ rightStart: Int
  ) throws(Failure) -> Node {
    guard let op = BinaryOperator(sign.kind) else { return .broken }
    switch consume right {
    case .predicate:
      throw fail(.conditionAsValue, range(from: rightStart))
    case .broken: return .broken
    case .expression(let second):
      switch consume left {
      case .expression(let first): return try checked(.binary(op, first, second, range: range(from: start)))
      case .predicate:
        let range = SourceRange(start, Int(sign.start))
        throw fail(.conditionAsValue, range)
      case .broken: return .broken
      }
    }
  }

  @inline(never)
  private mutating func assignment(_ left: consuming Node, _ start: Int) throws(Failure) -> Node {
    guard let name = Self.variable(left) else {
      throw fail(.assignmentTarget, range(from: start))
    }
    try enter()
    advance()
    let value = try value()
    depth -= 1
    return try checked(.assignment(variable: name, value, range: range(from: start)))
  }

  private static func variable(_ node: consuming Node) -> String? {
    switch consume node {
    case .expression(let expression): if case .variable(let name) = expression.node { name } else { nil }
    default: nil
    }
  }

  /// The minus, and an operand with its steps and indexes.
  @inline(never)
  private mutating func unary() throws(Failure) -> Node {
    if token.kind == .minus { return try negated() }
    let start = self.start
    let node = try primary()
    if token.kind == .dot || token.kind == .leftBracket { return try steps(behind: node, start) }
    return node
  }

  /// A minus before a number is part of the number.
  @inline(never)
  private mutating func negated() throws(Failure) -> Node {
    let start = self.start
    advance()
    if startsNumber() {
      let node = try number(from: start, isNegative: true)
      if token.kind == .dot || token.kind == .leftBracket { return try steps(behind: node, start) }
      return node
    }
    try enter()
    let operandStart = self.start
    let operand = try unary()
    depth -= 1
    switch consume operand {
    case .expression(let expression): return try checked(.negate(expression, range: range(from: start)))
    case .predicate:
      throw fail(.conditionAsValue, range(from: operandStart))
    case .broken: return .broken
    }
  }

  /// Whether a number stands here; `.5` is one, and is cut again as such.
  private mutating func startsNumber() -> Bool {
    if token.kind == .number { return true }
    guard token.kind == .dot, ByteClass.isDigit(lexer.byte(Int(token.end))) else { return false }
    token = lexer.number(start)
    return token.kind == .number
  }

  /// An operand without sign, steps and indexes.
  @inline(never)
  private mutating func primary() throws(Failure) -> Node {
    switch token.kind {
    case .word, .markedWord, .atWord: return try keyPath()
    case .leftParenthesis: return try group()
    case .leftBrace: return try aggregate()
    case .string, .number, .variable, .true, .false, .null, .truePredicate, .falsePredicate: return try leaf()
    default: return try rarePrimary()
    }
  }

  /// An operand of one token.
  @inline(never)
  private mutating func leaf() throws(Failure) -> Node {
    let start = self.start
    let operand = token
    switch operand.kind {
    case .number: return try number(from: start, isNegative: false)
    case .string:
      let text = stringValue(operand)
      advance()
      return .expression(.literal(.string(text), range: operand.range))
    case .variable:
      let name = name(from: start + 1, to: Int(operand.end), operand.detail)
      advance()
      return .expression(.variable(name, range: operand.range))
    case .truePredicate, .falsePredicate:
      advance()
      return .predicate(.literal(operand.kind == .truePredicate, range: operand.range))
    case .null:
      advance()
      return .expression(.literal(.null, range: operand.range))
    default:
      advance()
      return .expression(.literal(.boolean(operand.kind == .true), range: operand.range))
    }
  }

  @inline(never)
  private mutating func rarePrimary() throws(Failure) -> Node {
    let start = self.start
    switch token.kind {
    case .self:
      advance()
      return .expression(.evaluatedObject(range: range(from: start)))
    case .anyKey:
      advance()
      return .expression(.anyKey(range: range(from: start)))
    case .specifier: return try specifier()
    case .selector: return try call(from: start)
    case .subquery, .cast, .ternary, .function, .fetch:
      if peek().kind == .leftParenthesis { return try special() }
      return try reservedWord()
    case .dot:
      if startsNumber() { return try number(from: start, isNegative: false) }
      throw fail(.operandExpected, token.range)
    default:
      if token.kind.isReservedWord { return try reservedWord() }
      throw fail(.operandExpected, token.range)
    }
  }

  /// A reserved word in the place of a key: accepted where it can be nothing else.
  @inline(never)
  private mutating func reservedWord() throws(Failure) -> Node {
    let next = peek().kind
    switch token.kind {
    case .and, .or, .not: throw fail(.operandExpected, token.range)
    case .in, .contains, .like, .matches, .beginsWith, .endsWith, .between, .tokenMatches, .utiConformsTo,
      .utiEquals, .union, .intersect, .minusSet, .any, .all, .some, .none:
      guard next.isComparison || next == .dot else { throw fail(.operandExpected, token.range) }
    default:
      guard next != .leftParenthesis else { throw fail(.operandExpected, token.range) }
    }
    let word = token
    noteReservedWord(word.range)
    return try keyPath()
  }

  /// `(`: a value or a condition.
  @inline(never)
  private mutating func group() throws(Failure) -> Node {
    let opener = start
    try enter()
    advance()
    if token.kind == .rightParenthesis { _ = fail(.emptyParentheses, SourceRange(opener, Int(token.end))) }
    let node = token.kind == .rightParenthesis ? .broken : conditions()
    depth -= 1
    if !node.isBroken, close(.rightParenthesis, openedAt: opener) { return node }
    skip(to: .rightParenthesis)
    return .broken
  }

  /// `{a, b}`
  @inline(never)
  private mutating func aggregate() throws(Failure) -> Node {
    let opener = start
    guard let elements = try list(.rightBrace, openedAt: opener) else { return .broken }
    return try checked(.aggregate(elements, range: range(from: opener)))
  }

  /// Values between the current token, which opens, and its closing bracket; nil where an error was noted.
  @inline(never)
  mutating func list(_ closer: TokenKind, openedAt opener: Int) throws(Failure) -> [QueryExpression]? {
    try enter()
    advance()
    var elements: [QueryExpression] = []
    var isBroken = false
    if token.kind != closer {
      while true {
        if let element = element() { elements.append(element) } else { isBroken = true }
        guard token.kind == .comma else { break }
        advance()
      }
    }
    depth -= 1
    if !isBroken, close(closer, openedAt: opener) { return elements }
    skip(to: closer)
    return nil
  }

  /// One value of a list. An error inside ends at the next comma or closing bracket.
  @inline(never)
  private mutating func element() -> QueryExpression? {
    let depth = self.depth
    do {
      let start = self.start
      let value = try value()
      switch token.kind {
      case .comma, .rightParenthesis, .rightBrace, .rightBracket, .end: return value
      default: throw fail(.unexpectedInList, range(from: start))
      }
    } catch {
      self.depth = depth
      repeat {
        recover()
        guard token.kind == .and || token.kind == .or else { return nil }
        advance()
      } while true
    }
  }
}
