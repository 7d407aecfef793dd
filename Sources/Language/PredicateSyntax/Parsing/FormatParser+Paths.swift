/// Reads key paths and indexes.
extension FormatParser {
  /// Reads a path from the evaluated object, or a call. It begins with a name, a `@operator`, or a reserved word that is used as a name.
  @inline(never)
  mutating func keyPath() throws(Failure) {
    let start = self.start
    let first: QueryKeyPath.Component
    if token.kind == .word {
      let name = plainText(start, Int(token.end))
      advance()
      if token.kind == .leftParenthesis {
        try call(name, from: start)
        if token.kind == .word { try ofEach(start) }
        return
      }
      if beginsSpokenOperand, try spokenCall(name, from: start) { return }
      first = .key(withLevels(name))
    } else {
      let isOperator = token.kind == .atWord
      let name = name(from: isOperator ? start + 1 : start, to: Int(token.end), token.detail)
      advance()
      if token.kind == .leftParenthesis, !isOperator { return try call(name, from: start) }
      first = isOperator ? .collectionOperator(name) : .key(withLevels(name))
    }
    guard token.kind == .dot else {
      node = .expression(.keyPath(QueryKeyPath(first), range: range(from: start)))
      return
    }
    var places = [range(from: start)]
    let rest = try components(at: &places)
    try put(.keyPath(QueryKeyPath(first, rest, places: places), range: range(from: start)))
  }

  /// Reads the components `.a.b.c`, at least one. The current token is the first dot. Appends the range of each component to `places`.
  @inline(never)
  private mutating func components(at places: inout [SourceRange]) throws(Failure) -> [QueryKeyPath.Component] {
    var components: [QueryKeyPath.Component] = []
    let earlier = places.count
    while token.kind == .dot {
      advance()
      let start = self.start
      try component(into: &components)
      // A `%K` argument may have several keys. All of them have the range of the specifier.
      while places.count < earlier + components.count { places.append(range(from: start)) }
    }
    return components
  }

  @inline(never)
  private mutating func component(into components: inout [QueryKeyPath.Component]) throws(Failure) {
    let start = self.start
    switch token.kind {
    case .word, .markedWord, .selector:
      let isSelector = token.kind == .selector
      let name = name(from: start, to: Int(token.end), token.detail)
      let nameEnd = Int(token.end)
      advance()
      if token.kind == .leftParenthesis {
        guard let arguments = try arguments(of: name) else { throw Failure() }
        components.append(.call(name, arguments))
      } else if isSelector {
        throw fail(.selectorWithoutCall, SourceRange(start, nameEnd))
      } else {
        components.append(.key(withLevels(name)))
      }
    case .atWord:
      components.append(.collectionOperator(name(from: start + 1, to: Int(token.end), token.detail)))
      advance()
    case .variable:
      components.append(.variable(name(from: start + 1, to: Int(token.end), token.detail)))
      advance()
    case .string:
      components.append(.key(stringValue(token)))
      advance()
    case .specifier:
      guard lexer.byte(start + 1) == UInt8(ascii: "K") else {
        throw fail(.specifierAsKey, token.range)
      }
      components.append(contentsOf: try keyComponents())
    case .self:
      components.append(.key(QueryKeyPath.selfKey))
      advance()
    default:
      // AND, OR and NOT may be written as signs, and a sign cannot be a key.
      guard token.kind.isReservedWord, ByteClass.isWordStart(lexer.byte(start)) else {
        throw fail(.keyExpected, token.range)
      }
      noteReservedWord(token.range)
      components.append(.key(plainText(start, Int(token.end))))
      advance()
    }
  }

  /// The name that was read, with a `*` if the `*` of `reports*` follows. The `*` is then taken.
  @inline(__always)
  private mutating func withLevels(_ name: String) -> String {
    guard token.kind == .times, marksLevels() else { return name }
    advance()
    return QueryKeyPath.levels(of: name)
  }

  /// Whether the current `*` marks levels. It does if it is directly after a name, and the next token cannot begin a factor: `reports*.@count`, `ALL
  /// reports* == x`, `reports* limit 3` in a statement. Every other `*` multiplies: `a*b`, `a *.5`.
  @inline(never)
  private func marksLevels() -> Bool {
    guard start == previousEnd else { return false }
    var ahead = lexer
    let next = ahead.next()
    let begin = Int(next.start)
    if endsValue(next) { return ByteClass.isSpace(lexer.byte(begin - 1)) }
    switch next.kind {
    case .dot: return !ByteClass.isDigit(lexer.byte(Int(next.end)))
    case .end, .comma, .rightParenthesis, .rightBracket, .rightBrace, .leftBracket, .and, .or: return true
    case .bad: return extent.isPrefix && lexer.byte(begin) == UInt8(ascii: ";")
    case .selector: return ahead.next().kind != .leftParenthesis
    case .union, .intersect, .minusSet: return !ahead.next().kind.followsWordAsKey
    default:
      guard next.kind.isComparison else { return false }
      return !next.kind.isReservedWord || !ahead.next().kind.followsWordAsKey
    }
  }

  /// Reads the keys and indexes after an operand.
  @inline(never)
  mutating func steps(_ start: Int) throws(Failure) {
    while token.kind == .dot || token.kind == .leftBracket {
      if node.isPredicate { throw fail(.conditionAsValue, range(from: start)) }
      let base = take()
      if token.kind == .dot {
        var places: [SourceRange] = []
        let steps = try components(at: &places)
        try follow(steps, places, from: base, start)
      } else if let index = try index() {
        try put(index, into: base, start)
      }
    }
  }

  @inline(never)
  private mutating func follow(
    _ steps: [QueryKeyPath.Component], _ places: [SourceRange], from base: consuming Node, _ start: Int
  ) throws(Failure) {
    guard case .expression(let base) = consume base, let first = steps.first else { return }
    let path = QueryKeyPath(first, Array(steps.dropFirst()), places: places)
    try put(.path(base, path, range: range(from: start)))
  }

  @inline(never)
  private mutating func put(
    _ index: QueryExpression.Index, into base: consuming Node, _ start: Int
  ) throws(Failure) {
    guard case .expression(let base) = consume base else { return }
    try put(.index(base, index, range: range(from: start)))
  }

  /// Reads an index: `[0]`, `[FIRST]`, `[10248, 11]`. Nil after a reported error. Several values are a key with several values and become a list.
  @inline(never)
  private mutating func index() throws(Failure) -> QueryExpression.Index? {
    let opener = start
    try enter()
    advance()
    let word = token.kind
    if word.isWithin(.first, .size), peek().kind == .rightBracket {
      advance()
      advance()
      depth -= 1
      return word == .first ? .first : word == .last ? .last : .size
    }
    if word == .rightBracket {
      _ = fail(.emptyIndex, SourceRange(opener, Int(token.end)))
      node = .broken
    } else {
      part()
      if token.kind == .comma { try keyParts() }
    }
    depth -= 1
    return closedIndex(openedAt: opener)
  }

  /// Reads the values after the first comma of an index with several values, `[10248, 11]`. Replaces the first value by a list of all values.
  @inline(never)
  private mutating func keyParts() throws(Failure) {
    var parts: [QueryExpression] = []
    var count = 0
    while true {
      count += 1
      switch take() {
      case .expression(let expression): parts.append(expression)
      case .predicate(let predicate): _ = fail(.conditionAsValue, predicate.range)
      case .broken: break
      }
      guard token.kind == .comma else { break }
      advance()
      part()
    }
    guard parts.count == count, let first = parts.first, let last = parts.last else {
      node = .broken
      return
    }
    let range = SourceRange(Int(first.range.lowerBound), Int(last.range.upperBound))
    try put(.aggregate(parts, range: range))
  }

  @inline(never)
  private mutating func closedIndex(openedAt opener: Int) -> QueryExpression.Index? {
    switch take() {
    case .expression(let expression):
      if close(.rightBracket, openedAt: opener) { return .expression(expression) }
    case .predicate(let predicate): _ = fail(.conditionAsValue, predicate.range)
    case .broken: break
    }
    skip(to: .rightBracket)
    return nil
  }
}

extension TokenKind {
  /// Whether a word that is an operator is a key if this token follows: `contains == 1`.
  fileprivate var followsWordAsKey: Bool { isComparison || self == .dot }
}
