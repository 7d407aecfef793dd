import PredicateBinding

extension CoreRange {
  /// The same elements as far as there being one goes, with each to-many step in a condition of the step before it, where nothing that
  /// is asked of the later steps looks back.
  var nested: CoreRange {
    guard steps.count > 1, !canFail else { return self }
    let parts = filter.conjuncts
    for cut in 1..<steps.count where isRelationship(steps[cut]) {
      let front = CoreVariables(steps[..<cut].map(\.variable))
      let back = CoreVariables(steps[cut...].map(\.variable))
      var inner: [CoreCondition] = []
      var outer: [CoreCondition] = []
      var isApart = true
      for part in parts {
        let read = part.facts.variables
        if read.isDisjoint(with: back) {
          outer.append(part)
        } else {
          inner.append(part)
          isApart = isApart && read.isDisjoint(with: front)
        }
      }
      let rest = CoreRange(
        steps: Array(steps[cut...]), filter: .and(inner, range: filter.range))
      guard isApart, !rest.isCorrelated else { continue }
      let condition = CoreCondition(.exists(rest), range: filter.range)
      return CoreRange(steps: Array(steps[..<cut]), filter: .and(outer + [condition], range: filter.range))
    }
    return self
  }

  private func isRelationship(_ step: Step) -> Bool {
    if case .relationship = step.source { true } else { false }
  }
}

extension CoreCondition {
  /// The conditions that all have to hold.
  fileprivate var conjuncts: [CoreCondition] {
    switch node {
    case .always(true): []
    case .and(let parts): parts
    default: [self]
    }
  }
}
