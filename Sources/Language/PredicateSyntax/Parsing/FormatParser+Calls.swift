/// Reads constructs with arguments in parentheses.
extension FormatParser {
  /// Reads the call `modulus:by:(…)`. The current token is the selector.
  @inline(never)
  mutating func selectorCall() throws(Failure) {
    let start = self.start
    let name = name(from: start, to: Int(token.end), token.detail)
    advance()
    guard token.kind == .leftParenthesis else {
      throw fail(.selectorWithoutCall, range(from: start))
    }
    try call(name, from: start)
  }

  /// Reads the arguments of `sum(…)` or `a.add:to:(…)`. The current token is the parenthesis. Nil after a reported error.
  mutating func arguments(of name: String) throws(Failure) -> [QueryExpression]? {
    if beginsDistinct { return try distinctArgument(of: name) }
    return try list(.rightParenthesis, openedAt: self.start)
  }

  /// Reads the call `sum(…)`. The current token is the parenthesis.
  mutating func call(_ name: String, from start: Int) throws(Failure) {
    guard let arguments = try arguments(of: name) else {
      node = .broken
      return
    }
    if arguments.count == 2, let index = symbolicIndex(arguments[1]), Self.isIndexing(name) {
      return try put(.index(arguments[0], index, range: range(from: start)))
    }
    try put(.call(name, arguments, range: range(from: start)))
  }

  /// Whether `distinct` and then a name, a variable or SELF follow the parenthesis: `count(distinct genre)`. Otherwise `distinct` is a key.
  private var beginsDistinct: Bool {
    var ahead = lexer
    let word = ahead.next()
    guard word.kind == .word, word.end - word.start == 8 else { return false }
    switch ahead.next().kind {
    case .word, .markedWord, .variable, .self: break
    default: return false
    }
    return text(word.range).lowercased().hasSameScalars(as: "distinct")
  }

  /// Reads the argument of `count(distinct x)` as the tree of `count(distinct(x))`. The current token is the parenthesis. Nil after a reported error.
  @inline(never)
  private mutating func distinctArgument(of name: String) throws(Failure) -> [QueryExpression]? {
    let opener = self.start
    advance()
    let word = self.start
    note(.distinctExtension(token.range))
    guard let arguments = try list(.rightParenthesis, openedAt: opener) else { return nil }
    if arguments.count > 1 { throw fail(.surplusArgument("\(name)(distinct value)", arguments[1].range)) }
    return [.call("distinct", arguments, range: SourceRange(word, previousEnd - 1))]
  }

  // MARK: Words of statements

  /// Calls that may be written without parentheses in statements: `previous x`, `running sum(x)`, `each lines.product`.
  private static let spokenCalls = ["previous", "next", "running", "each"]
  /// Calls that may be followed by `of each KEY`. They compute a value from the rows around a row.
  private static let windowCalls = ["previous:", "next:", "running:", "total:", "rank:", "rank"]
  /// Words after a value that do not begin another value.
  private static let endsOfKeys = ["of", "asc", "ascending", "desc", "descending"]

  /// Whether the token after a name may begin a value, without an operator between the two: another name, a variable, SELF, or a construct in
  /// parentheses.
  @inline(__always)
  var beginsSpokenOperand: Bool {
    switch token.kind {
    case .word, .markedWord, .variable, .self: true
    case .subquery, .cast, .ternary, .function: extent.isPrefix && peek().kind == .leftParenthesis
    default: false
    }
  }

  /// Whether a token is a word that may follow a value in a statement.
  func endsValue(_ token: Token) -> Bool {
    extent.isPrefix
      && (isEndWord(token) || Self.endsOfKeys.contains(where: text(token.range).lowercased().hasSameScalars))
  }

  /// Reads `previous x` as the call `previous(x)`. The current token is the second word. False for a name without a value after it, and outside of
  /// statements.
  @inline(never)
  mutating func spokenCall(_ name: String, from start: Int) throws(Failure) -> Bool {
    guard extent.isPrefix else { return false }
    let word = name.lowercased()
    if word.hasSameScalars(as: "rank") {
      guard beginsOfEach() else { return false }
      node = .expression(.call(word, [], range: range(from: start)))
      try ofEach(start)
      return true
    }
    if !Self.spokenCalls.contains(where: word.hasSameScalars) || endsValue(token) { return false }
    try enter()
    let operandStart = self.start
    try unary()
    depth -= 1
    switch take() {
    case .expression(let operand): try put(.call(word, [operand], range: range(from: start)))
    case .predicate: throw fail(.conditionAsValue, range(from: operandStart))
    case .broken: return true
    }
    try ofEach(start)
    return true
  }

  /// Reads `of each country` or `of each {country, year}` after a call. The keys become further arguments of the call.
  @inline(never)
  mutating func ofEach(_ start: Int) throws(Failure) {
    guard extent.isPrefix, beginsOfEach() else { return }
    switch take() {
    case .expression(let call):
      guard case .call(let name, let arguments) = call.node,
        Self.windowCalls.contains(where: name.lowercased().hasSameScalars)
      else {
        node = .expression(call)
        return
      }
      advance()
      advance()
      let keyStart = self.start
      try enter()
      try unary()
      depth -= 1
      switch take() {
      case .expression(let key):
        let keys = if case .aggregate(let keys) = key.node { keys } else { [key] }
        try put(.call(name, arguments + keys, range: range(from: start)))
      case .predicate: throw fail(.conditionAsValue, range(from: keyStart))
      case .broken: break
      }
    case .predicate(let predicate): node = .predicate(predicate)
    case .broken: break
    }
  }

  private func beginsOfEach() -> Bool {
    guard token.kind == .word, text(token.range).lowercased().hasSameScalars(as: "of") else { return false }
    let next = peek()
    guard next.kind == .word else { return false }
    return text(next.range).lowercased().hasSameScalars(as: "each")
  }

  /// Whether a name is `objectFrom:withIndex:`, the selector of `[ ]`. It takes FIRST, LAST and SIZE too.
  private static func isIndexing(_ name: String) -> Bool {
    name.utf8.count == 21 && name.lowercased() == "objectfrom:withindex:"
  }

  /// The index that FIRST, LAST or SIZE means; nil for every other value, including `#size`.
  private func symbolicIndex(_ expression: QueryExpression) -> QueryExpression.Index? {
    guard case .keyPath(let path) = expression.node, path.count == 1 else { return nil }
    return switch text(expression.range).lowercased() {
    case "first": .first
    case "last": .last
    case "size": .size
    default: nil
    }
  }

  /// Reads FUNCTION, CAST, TERNARY, SUBQUERY or FETCH with its arguments. The current token is the word.
  @inline(never)
  mutating func special() throws(Failure) {
    if peek().kind != .leftParenthesis { return try reservedWord() }
    let start = self.start
    let word = token.kind
    advance()
    let opener = self.start
    let depth = self.depth
    do {
      try enter()
      advance()
      switch word {
      case .subquery: try subquery(start, opener)
      case .cast: try cast(start, opener)
      case .ternary: try ternary(start, opener)
      case .fetch: try fetch(start, opener)
      default: try function(start, opener)
      }
    } catch {
      self.depth = depth
      skip(to: .rightParenthesis)
      node = .broken
    }
  }

  private mutating func comma(_ construct: String) throws(Failure) {
    guard token.kind == .comma else {
      throw fail(
        canEndPart(token.kind)
          ? .argumentExpected(construct, token.range, found: text(token.range))
          : unexpected(after: nil, inList: true))
    }
    advance()
  }

  @inline(__always)
  private mutating func end(_ opener: Int, _ construct: String) throws(Failure) {
    if token.kind == .comma { throw fail(.surplusArgument(construct, token.range)) }
    guard close(.rightParenthesis, openedAt: opener) else { throw Failure() }
    depth -= 1
  }

  /// Removes the last result and returns it as a condition. Throws if it is not a condition.
  @inline(never)
  private mutating func takeCondition(_ start: Int) throws(Failure) -> QueryPredicate {
    switch take() {
    case .predicate(let predicate): return predicate
    case .expression(let expression): throw failBareValue(expression, start)
    case .broken: throw Failure()
    }
  }

  @inline(never)
  private mutating func subquery(_ start: Int, _ opener: Int) throws(Failure) {
    let form = "SUBQUERY(collection, $variable, condition)"
    let collection = try value()
    try comma(form)
    guard token.kind == .variable else { throw fail(.subqueryVariable, token.range) }
    let variable = name(from: self.start + 1, to: Int(token.end), token.detail)
    advance()
    try comma(form)
    let conditionStart = self.start
    conditions()
    let condition = try takeCondition(conditionStart)
    try end(opener, form)
    try put(.subquery(collection, variable: variable, condition, range: range(from: start)))
  }

  @inline(never)
  private mutating func cast(_ start: Int, _ opener: Int) throws(Failure) {
    let form = "CAST(value, \"TypeName\")"
    let operand = try value()
    try comma(form)
    let type = try value()
    try end(opener, form)
    try put(.cast(operand, type: type, range: range(from: start)))
  }

  @inline(never)
  private mutating func ternary(_ start: Int, _ opener: Int) throws(Failure) {
    let form = "TERNARY(condition, value, value)"
    let conditionStart = self.start
    conditions()
    let condition = try takeCondition(conditionStart)
    try comma(form)
    let first = try value()
    try comma(form)
    let second = try value()
    try end(opener, form)
    try put(.ternary(condition, first, second, range: range(from: start)))
  }

  @inline(never)
  private mutating func fetch(_ start: Int, _ opener: Int) throws(Failure) {
    let form = "FETCH(request, context, countOnly)"
    let request = try value()
    try comma(form)
    let context = try value()
    try comma(form)
    let countOnly = try value()
    try end(opener, form)
    try put(.fetch(request, context, countOnly, range: range(from: start)))
  }

  /// Reads `FUNCTION(receiver, "selector:", …)`. Without a receiver, `FUNCTION("modulus:by:", 10, 7)` calls the predefined function. A call has no
  /// receiver if the first argument is a selector with as many colons as arguments follow, and the second argument is neither a literal string nor a
  /// placeholder.
  @inline(never)
  private mutating func function(_ start: Int, _ opener: Int) throws(Failure) {
    let form = "FUNCTION(receiver, \"selector:\", …)"
    let receiver = try value()
    let secondStart = token.kind == .comma ? Int(token.end) : self.start
    var rest: [QueryExpression] = []
    while token.kind == .comma {
      advance()
      rest.append(try value())
    }
    if !canEndPart(token.kind) { throw fail(.unexpectedInList, .none) }
    try end(opener, form)
    if let selector = rest.first, Self.canBeSelector(selector) {
      return try put(
        .function(receiver, selector: selector, Array(rest.dropFirst()), range: range(from: start)))
    }
    if case .literal(.string(let name)) = receiver.node,
      name.utf8.count(where: { $0 == UInt8(ascii: ":") }) == rest.count, Self.isSelector(name)
    {
      return try put(.call(name, rest, range: range(from: start)))
    }
    let place = rest.first?.range ?? SourceRange(secondStart, previousEnd)
    throw fail(.selectorLiteral, place)
  }

  /// Whether an expression can be a selector: a string, or a specifier without an argument. The selector must be known when the format is read.
  private static func canBeSelector(_ expression: QueryExpression) -> Bool {
    switch expression.node {
    case .literal(.string), .placeholder: true
    default: false
    }
  }

  private static func isSelector(_ name: String) -> Bool {
    guard let first = name.utf8.first, ByteClass.isWordStart(first) else { return false }
    return name.utf8.allSatisfy { ByteClass.isWord($0) || $0 == UInt8(ascii: ":") }
  }
}
