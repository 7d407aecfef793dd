import PredicateSyntax

/// A condition over atoms. An atom is a comparison, named by its index in ``LogicTable/atoms``.
indirect enum LogicNode {
  case constant(Bool)
  case atom(Int)
  case not(LogicNode)
  case and([LogicNode])
  case or([LogicNode])

  /// Whether the condition holds if the atoms have these results.
  func holds(_ answers: [Bool]) -> Bool {
    switch self {
    case .constant(let value): value
    case .atom(let number): answers[number]
    case .not(let operand): !operand.holds(answers)
    case .and(let operands): operands.allSatisfy { $0.holds(answers) }
    case .or(let operands): operands.contains { $0.holds(answers) }
    }
  }

  /// The numbers of the condition's atoms.
  var atoms: Set<Int> {
    switch self {
    case .constant: []
    case .atom(let number): [number]
    case .not(let operand): operand.atoms
    case .and(let operands), .or(let operands):
      operands.reduce(into: []) { $0.formUnion($1.atoms) }
    }
  }
}

/// The atoms of a predicate, and the results that they can have together.
///
/// The results of tests of one key depend on one another: no number is below 3 and above 5. For each key a few sample values are enough to find all
/// combinations: the constants of its tests, numbers between the constants, nil, and a text that is not a constant. If it is unknown whether a
/// combination is possible, it counts as possible. So a result that all combinations share is true for all records.
struct LogicTable {
  private(set) var atoms: [LogicAtom] = []
  private var numbers: [LogicAtom: Int] = [:]
  private var singles = 0
  private let walk: UseWalk

  init(walk: UseWalk) { self.walk = walk }

  /// Converts a predicate to a condition over atoms, and adds its comparisons to the atoms.
  mutating func node(_ predicate: QueryPredicate) -> LogicNode {
    switch predicate.node {
    case .literal(let value): return .constant(value)
    case .not(let operand): return .not(node(operand))
    case .and(let operands): return .and(operands.map { node($0) })
    case .or(let operands): return .or(operands.map { node($0) })
    case .overLimit: return single()
    case .comparison(let comparison): return node(comparison)
    }
  }

  private mutating func single() -> LogicNode {
    singles += 1
    return atom(.single(singles))
  }

  private mutating func atom(_ atom: LogicAtom) -> LogicNode {
    if let number = numbers[atom] { return .atom(number) }
    numbers[atom] = atoms.count
    atoms.append(atom)
    return .atom(atoms.count - 1)
  }

  private mutating func node(_ comparison: QueryComparison) -> LogicNode {
    if isUnsteady(comparison.left) || isUnsteady(comparison.right) { return single() }
    if case .literal(let left) = comparison.left.node, let sample = LogicSample(left),
      let answer = LogicComparison(comparison)?.answer(sample)
    {
      return .constant(answer)
    }
    if comparison.left == comparison.right, comparison.left.node.isPath, comparison.quantifier == .direct {
      switch comparison.operator {
      case .equal: return .constant(true)
      case .notEqual: return .constant(false)
      default: break
      }
    }
    if comparison.left.node.isPath, let test = LogicComparison(comparison) { return atom(.test(comparison.left, test)) }
    return atom(.free(comparison))
  }

  /// Whether an expression may have another value each time it is written: an argument, a random number, or a name that a program replaces.
  private func isUnsteady(_ expression: QueryExpression) -> Bool {
    if !expression.range.isNone, walk.text.holdsPercentName(expression.range) { return true }
    var search = UnsteadySearch()
    expression.walk(&search)
    return search.isFound
  }

  /// The key that an atom tests, to group atoms by key; the atom itself if it does not test a key.
  func subject(_ number: Int) -> LogicSubject {
    if case .test(let key, _) = atoms[number] { return .key(key) }
    return .atom(number)
  }

  /// Every possible combination of results of some atoms; nil if there are more combinations than `limit`.
  func combinations(of numbers: Set<Int>, limit: Int) -> [[Bool]]? {
    var groups: [LogicSubject: [Int]] = [:]
    for number in numbers.sorted() { groups[subject(number), default: []].append(number) }
    var combinations = [[Bool](repeating: false, count: atoms.count)]
    for (subject, members) in groups {
      guard let answers = answers(of: members, subject), combinations.count * answers.count <= limit else { return nil }
      combinations = combinations.flatMap { combination in
        answers.map { answer in
          var next = combination
          for (member, value) in zip(members, answer) { next[member] = value }
          return next
        }
      }
    }
    return combinations
  }

  /// The possible combinations of results of the tests of one key; nil if they cannot be listed.
  private func answers(of members: [Int], _ subject: LogicSubject) -> Set<[Bool]>? {
    guard case .key(let key) = subject else { return [[false], [true]] }
    let tests = members.compactMap { number -> LogicComparison? in
      if case .test(_, let test) = atoms[number] { test } else { nil }
    }
    let constants = Set(tests.flatMap(\.constants).compactMap { LogicSample($0) })
    var values: [LogicSample]
    if constants.allSatisfy(\.isNumber) {
      values = Self.numbers(around: constants)
    } else if constants.contains(where: \.isNumber) {
      return nil
    } else {
      values = Array(constants) + [.otherText]
    }
    if case .key(let known) = walk.lookup(key), known.type == .text, !known.values.isEmpty {
      values = known.values.map { .text(Array($0.description.unicodeScalars)) }
    }
    values.append(.missing)
    var found: Set<[Bool]> = []
    for value in values {
      guard let answers = Self.answers(of: tests, value) else { return nil }
      found.formUnion(answers)
    }
    return found
  }

  /// The constants, the midpoint between each two neighbours, one number below all of them and one above.
  private static func numbers(around constants: Set<LogicSample>) -> [LogicSample] {
    let sorted = constants.compactMap { if case .number(let number) = $0 { number } else { nil } }.sorted()
    guard let first = sorted.first, let last = sorted.last else { return [.number(0)] }
    var values = [first - 1, last + 1] + sorted
    for (low, high) in zip(sorted, sorted.dropFirst()) { values.append(low + (high - low) / 2) }
    return values.map { .number($0) }
  }

  /// The combinations of results that the tests can have for one sample value. A text that is not a constant can have several.
  private static func answers(of tests: [LogicComparison], _ value: LogicSample) -> Set<[Bool]>? {
    let known = tests.map { $0.answer(value) }
    let open = known.indices.filter { known[$0] == nil }
    guard open.count <= 8 else { return nil }
    var found: Set<[Bool]> = []
    for choice in 0..<(1 << open.count) {
      var answers = known.map { $0 ?? false }
      for (bit, index) in open.enumerated() { answers[index] = choice >> bit & 1 == 1 }
      if TextParts.canHold(tests, answers) { found.insert(answers) }
    }
    return found
  }
}

/// Groups atoms: all tests of one key have the same subject.
enum LogicSubject: Hashable {
  case key(QueryExpression)
  /// An atom that does not test a key.
  case atom(Int)
}

/// Finds expressions whose value may differ at each evaluation.
private struct UnsteadySearch: PredicateVisitor {
  var isFound = false

  mutating func visit(_ expression: QueryExpression) -> Bool {
    switch expression.node {
    case .placeholder: isFound = true
    case .call(let selector, _): if selector.hasPrefix("random") { isFound = true }
    case .function, .assignment: isFound = true
    case .keyPath(let path), .path(_, let path):
      let holdsPlaceholder = path.components.contains { if case .placeholder = $0 { true } else { false } }
      if holdsPlaceholder { isFound = true }
    default: break
    }
    return !isFound
  }
}
