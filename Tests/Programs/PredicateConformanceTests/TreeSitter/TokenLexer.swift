/// Reads tokens like tree-sitter's lexer. The longest match of the terminals that are valid at a position is used. Among equally long matches, the
/// one with the higher implicit precedence is used, then the earlier one. No rule of the grammar has an explicit precedence.
final class TokenLexer {
  private enum State {
    case split([Int])
    case scalar(ScalarSet, next: Int)
    case accepts(Int)
  }

  private let terminals: [GrammarTerminal]
  private var states: [State] = []

  // The deterministic automaton. States are made when a text reaches them. State 0 is the beginning.
  private var sets: [[Int]] = []
  private var numbers: [[Int]: Int] = [:]
  /// The terminals that end in each state, the preferred one first.
  private var accepted: [[Int]] = []
  private var moves: [[Unicode.Scalar: Int]] = []

  /// - Throws: ``TokenPattern/Refused`` for a pattern that tree-sitter does not take.
  init(_ terminals: [GrammarTerminal]) throws {
    self.terminals = terminals
    var starts: [Int] = []
    for (index, terminal) in terminals.enumerated() {
      let end = add(.accepts(index))
      let pattern = terminal.isPattern ? try TokenPattern(terminal.text) : Self.literal(terminal.text)
      starts.append(compile(pattern, end))
    }
    _ = number(of: closure(starts))
  }

  /// The token at an offset: which terminal, and how many scalars. `isValid` decides which terminals are valid there.
  func token(_ text: [Unicode.Scalar], at offset: Int, where isValid: (Int) -> Bool) -> (terminal: Int, length: Int)? {
    var state = 0
    var best: (terminal: Int, length: Int)?
    var position = offset
    while position < text.count {
      state = move(state, text[position])
      position += 1
      if let terminal = accepted[state].first(where: isValid) { best = (terminal, position - offset) }
      if sets[state].isEmpty { break }
    }
    return best
  }

  private func precedes(_ first: Int, _ second: Int) -> Bool {
    let left = terminals[first].implicitPrecedence
    let right = terminals[second].implicitPrecedence
    return left == right ? first < second : left > right
  }

  private static func literal(_ text: String) -> TokenPattern {
    .sequence(text.unicodeScalars.map { .scalar(ScalarSet(ranges: [$0...$0])) })
  }

  private func add(_ state: State) -> Int {
    states.append(state)
    return states.count - 1
  }

  /// The first state of a pattern that continues with another state.
  private func compile(_ pattern: TokenPattern, _ next: Int) -> Int {
    switch pattern {
    case .scalar(let set): return add(.scalar(set, next: next))
    case .sequence(let parts): return parts.reversed().reduce(next) { compile($1, $0) }
    case .choice(let options): return add(.split(options.map { compile($0, next) }))
    case .repetition(let part, let count, let isEndless):
      var first = next
      if isEndless {
        first = add(.split([]))
        states[first] = .split([compile(part, first), next])
      }
      return (0..<count).reduce(first) { after, _ in compile(part, after) }
    }
  }

  private func closure(_ start: [Int]) -> [Int] {
    var seen: Set<Int> = []
    var open = start
    var found: [Int] = []
    while let state = open.popLast() {
      guard seen.insert(state).inserted else { continue }
      if case .split(let next) = states[state] { open += next } else { found.append(state) }
    }
    return found.sorted()
  }

  private func number(of set: [Int]) -> Int {
    if let number = numbers[set] { return number }
    numbers[set] = sets.count
    sets.append(set)
    moves.append([:])
    let ends = set.compactMap { state in
      if case .accepts(let terminal) = states[state] { terminal } else { nil }
    }
    accepted.append(ends.sorted(by: precedes))
    return sets.count - 1
  }

  private func move(_ state: Int, _ scalar: Unicode.Scalar) -> Int {
    if let known = moves[state][scalar] { return known }
    let reached = sets[state].compactMap { state in
      if case .scalar(let set, let next) = states[state], set.contains(scalar) { next } else { nil }
    }
    let target = number(of: closure(reached))
    moves[state][scalar] = target
    return target
  }
}
