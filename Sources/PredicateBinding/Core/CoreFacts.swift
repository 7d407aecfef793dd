import PredicateValues

/// What is known of a node of the core before it runs. Every node computes it from the facts of its parts when it is made, as the tree computes
/// its measure.
package struct CoreFacts: Sendable {
  /// Why evaluating the node can throw.
  package internal(set) var failures: CoreFailures = []
  /// The variables that the node reads and does not bind itself. 0 is the evaluated object.
  package internal(set) var variables = CoreVariables()
  /// The names of the evaluated object that the node reads.
  package internal(set) var names = CoreNames()
  /// What evaluating the node once costs, roughly, in half nanoseconds of the plain evaluator. A range counts as eight elements a step.
  package private(set) var cost: UInt32

  /// Whether the node keeps its place among the parts of AND and OR: evaluating it can throw for some object, so the parts before it decide
  /// whether the issue is seen, whatever is cheaper. The steps of regular expressions do not count, as no other limit does.
  package var dependsOnOrder: Bool { !failures.isDisjoint(with: [.mismatch, .depth]) }

  /// Whether evaluating the node never throws, apart from the limits that ``CoreFailures`` leaves out.
  package var isTotal: Bool { failures.isEmpty }

  /// The facts of a node without parts.
  init(cost: UInt32 = 40) { self.cost = cost }

  /// Adds what is known of a part.
  mutating func add(_ part: CoreFacts) {
    failures.formUnion(part.failures)
    variables.formUnion(part.variables)
    names.formUnion(part.names)
    let (sum, isOver) = cost.addingReportingOverflow(part.cost)
    cost = isOver ? .max : sum
  }

  /// Counts everything added so far once for each element of a step.
  mutating func repeatForElements() {
    let (product, isOver) = cost.multipliedReportingOverflow(by: 8)
    cost = isOver ? .max : product
  }

  /// Adds that the member of a row is read; nil for the row itself.
  mutating func addRead(of row: CoreRow, _ name: String?) {
    variables.insert(row.variable)
    guard row.variable == 0 else { return }
    if let first = row.firstName(before: name) { names.insert(first) } else { names.insertAll() }
  }
}

extension CoreRow {
  /// The first member of the way to a member of the row; nil where that is the variable itself.
  fileprivate func firstName(before name: String?) -> String? {
    switch self {
    case .variable: name
    case .toOne(let base, let member, _): base.firstName(before: member.name)
    }
  }
}
