/// The grammar's rules as a table of shifts and reductions. If this table has no conflict, tree-sitter's tables have none either: the lookahead is
/// the same, and this table uses less of the preceding tokens.
struct GroupParser {
  /// A token of a text: its terminal, the rule that holds it, the scalars.
  struct Token {
    let terminal: Int
    let text: String
    /// The offset of the first scalar.
    let start: Int
  }

  private enum Symbol: Hashable {
    case terminal(Int)
    case rule(Int)
  }

  private struct Production {
    let rule: Int
    let symbols: [Symbol]
  }

  private struct Item: Hashable {
    let production: Int
    let dot: Int
  }

  private enum Action: Equatable {
    case shift(Int)
    case reduce(Int)
    case accept
  }

  let terminals: [(terminal: GrammarTerminal, owners: [String])]
  /// The states with two possible actions. If there are any, the grammar is ambiguous for a parser with one token of lookahead.
  private(set) var conflicts: [String] = []

  private let lexer: TokenLexer
  private let space: ScalarSet
  private let comment: Int
  /// The number of the terminal that means the end of the text.
  private let end: Int

  private var productions: [Production] = []
  private var ruleNumbers: [String: Int] = [:]
  private var ruleCount = 0
  private var actions: [[Int: Action]] = []
  private var targets: [[Int: Int]] = []

  init(_ grammar: TreeSitterGrammar) throws {
    terminals = grammar.terminals
    lexer = try TokenLexer(terminals.map(\.terminal))
    end = terminals.count
    guard let comment = terminals.firstIndex(where: { $0.owners == ["comment"] }),
      let separator = grammar.extras.flatMap(\.terminals).first,
      case .sequence(let parts) = try TokenPattern(separator.text), case .scalar(let space)? = parts.first,
      parts.count == 1
    else { throw TokenPattern.Refused(pattern: "extras", offset: 0) }
    self.comment = comment
    self.space = space

    for name in grammar.order { ruleNumbers[name] = newRule() }
    let numbers = Dictionary(uniqueKeysWithValues: terminals.enumerated().map { ($1.terminal, $0) })
    for name in grammar.order where name != "comment" {
      guard let rule = grammar.rules[name], let number = ruleNumbers[name] else { continue }
      for symbols in try alternatives(rule, numbers) { productions.append(Production(rule: number, symbols: symbols)) }
    }
    let start = newRule()
    productions.append(Production(rule: start, symbols: [.rule(0)]))
    makeTable()
  }

  private mutating func newRule() -> Int {
    ruleCount += 1
    return ruleCount - 1
  }

  /// The sequences of symbols of a rule. A repetition becomes a new rule.
  private mutating func alternatives(_ rule: GrammarRule, _ numbers: [GrammarTerminal: Int]) throws -> [[Symbol]] {
    switch rule {
    case .blank: return [[]]
    case .terminal(let terminal):
      guard let number = numbers[terminal] else { return [] }
      return [[.terminal(number)]]
    case .symbol(let name):
      guard let number = ruleNumbers[name] else { throw TokenPattern.Refused(pattern: name, offset: 0) }
      return [[.rule(number)]]
    case .alias(let inner, _): return try alternatives(inner, numbers)
    case .choice(let rules): return try rules.flatMap { try alternatives($0, numbers) }
    case .sequence(let rules):
      return try rules.reduce([[]]) { before, rule in
        let next = try alternatives(rule, numbers)
        return before.flatMap { start in next.map { start + $0 } }
      }
    case .repetition(let inner):
      let number = newRule()
      productions.append(Production(rule: number, symbols: []))
      for symbols in try alternatives(inner, numbers) {
        productions.append(Production(rule: number, symbols: [.rule(number)] + symbols))
      }
      return [[.rule(number)]]
    }
  }

  // MARK: The table

  private mutating func makeTable() {
    let follow = followers()
    var states: [Set<Item>] = [closure([Item(production: productions.count - 1, dot: 0)])]
    var numbers = [states[0]: 0]
    var index = 0
    while index < states.count {
      var next: [Symbol: Set<Item>] = [:]
      var row: [Int: Action] = [:]
      for item in states[index] {
        let production = productions[item.production]
        if item.dot < production.symbols.count {
          next[production.symbols[item.dot], default: []].insert(Item(production: item.production, dot: item.dot + 1))
        } else if item.production == productions.count - 1 {
          set(.accept, end, &row)
        } else {
          for terminal in follow[production.rule] { set(.reduce(item.production), terminal, &row) }
        }
      }
      var jumps: [Int: Int] = [:]
      for (symbol, kernel) in next {
        let state = closure(kernel)
        let number = numbers[state] ?? states.count
        if number == states.count {
          numbers[state] = number
          states.append(state)
        }
        switch symbol {
        case .terminal(let terminal): set(.shift(number), terminal, &row)
        case .rule(let rule): jumps[rule] = number
        }
      }
      actions.append(row)
      targets.append(jumps)
      index += 1
    }
  }

  private mutating func set(_ action: Action, _ terminal: Int, _ row: inout [Int: Action]) {
    if let known = row[terminal], known != action {
      let next = terminal == end ? "the end" : terminals[terminal].terminal.text
      conflicts.append("\(known) and \(action) before \(next)")
    }
    row[terminal] = action
  }

  private func closure(_ kernel: Set<Item>) -> Set<Item> {
    var found = kernel
    var open = Array(kernel)
    while let item = open.popLast() {
      let symbols = productions[item.production].symbols
      guard item.dot < symbols.count, case .rule(let rule) = symbols[item.dot] else { continue }
      for (index, production) in productions.enumerated() where production.rule == rule {
        let new = Item(production: index, dot: 0)
        if found.insert(new).inserted { open.append(new) }
      }
    }
    return found
  }

  /// The terminals that may follow each rule.
  private func followers() -> [Set<Int>] {
    var isEmpty = [Bool](repeating: false, count: ruleCount)
    var first = [Set<Int>](repeating: [], count: ruleCount)
    var follow = [Set<Int>](repeating: [], count: ruleCount)
    if let start = productions.last { follow[start.rule] = [end] }
    func firsts(_ symbols: ArraySlice<Symbol>) -> (Set<Int>, isEmpty: Bool) {
      var found: Set<Int> = []
      for symbol in symbols {
        switch symbol {
        case .terminal(let terminal): return (found.union([terminal]), false)
        case .rule(let rule):
          found.formUnion(first[rule])
          if !isEmpty[rule] { return (found, false) }
        }
      }
      return (found, true)
    }
    var isChanged = true
    while isChanged {
      let before = (isEmpty, first, follow)
      for production in productions {
        let (starts, canBeEmpty) = firsts(production.symbols[...])
        first[production.rule].formUnion(starts)
        if canBeEmpty { isEmpty[production.rule] = true }
        for (index, symbol) in production.symbols.enumerated() {
          guard case .rule(let rule) = symbol else { continue }
          let (next, isLast) = firsts(production.symbols[(index + 1)...])
          follow[rule].formUnion(next)
          if isLast { follow[rule].formUnion(follow[production.rule]) }
        }
      }
      isChanged = before != (isEmpty, first, follow)
    }
    return follow
  }

  // MARK: Texts

  /// The tokens of a text, and whether its groups are closed. Stops at the first place without a valid token.
  func parse(_ text: String) -> (tokens: [Token], isWhole: Bool) {
    let scalars = Array(text.unicodeScalars)
    var stack = [0]
    var tokens: [Token] = []
    var position = 0
    while true {
      let start = position
      while position < scalars.count, space.contains(scalars[position]) { position += 1 }
      let isBehindSpace = position > start
      let row = actions[stack[stack.count - 1]]
      let found = lexer.token(scalars, at: position) { terminal in
        terminal == comment || row[terminal] != nil && !(isBehindSpace && terminals[terminal].terminal.isImmediate)
      }
      guard let found else {
        return (tokens, position == scalars.count && reduced(&stack, end))
      }
      let token = Token(
        terminal: found.terminal, text: String(String.UnicodeScalarView(scalars[position..<position + found.length])),
        start: position)
      if found.terminal != comment {
        guard reduced(&stack, found.terminal), case .shift(let state)? = actions[stack[stack.count - 1]][found.terminal]
        else { return (tokens, false) }
        stack.append(state)
      }
      tokens.append(token)
      position += found.length
    }
  }

  /// Reduces until the terminal can be shifted or the text is whole; false if neither is possible.
  private func reduced(_ stack: inout [Int], _ terminal: Int) -> Bool {
    while true {
      switch actions[stack[stack.count - 1]][terminal] {
      case .shift, .accept: return true
      case nil: return false
      case .reduce(let number):
        let production = productions[number]
        stack.removeLast(production.symbols.count)
        guard let next = targets[stack[stack.count - 1]][production.rule] else { return false }
        stack.append(next)
      }
    }
  }
}
