/// A condition over atoms, by their numbers.
indirect enum LogicNode {
  case constant(Bool)
  case atom(Int)
  case not(LogicNode)
  case and([LogicNode])
  case or([LogicNode])

  /// Whether the condition holds where the atoms have these answers.
  func holds(_ answers: [Bool]) -> Bool {
    switch self {
    case .constant(let value): value
    case .atom(let number): answers[number]
    case .not(let operand): !operand.holds(answers)
    case .and(let operands): operands.allSatisfy { $0.holds(answers) }
    case .or(let operands): operands.contains { $0.holds(answers) }
    }
  }

  /// The atoms of the condition.
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
