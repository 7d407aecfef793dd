import PredicateBinding

/// Whether a condition or a value can end a statement with an issue when it runs. Memory evaluates such a condition only if the conditions before it
/// do not decide the result. SQL must force this order, because a database may evaluate conditions in any order.
///
/// The facts only cover failures that a column can cause: the columns of a row hold no nested values. A regular expression that takes too many steps
/// can end a statement anywhere, as a time limit does.
extension CoreFacts {
  fileprivate var canFail: Bool { failures.contains(.mismatch) }
}

extension CoreCondition {
  /// Whether evaluating the condition can end a statement with an issue.
  package var canFail: Bool { facts.canFail }
}

extension CoreValue {
  /// Whether evaluating the value can end a statement with an issue.
  package var canFail: Bool { facts.canFail }
}

extension CoreRange {
  /// Whether iterating over the elements can end a statement with an issue.
  package var canFail: Bool { facts.canFail }
}

extension CoreRange {
  /// Whether the conditions on the elements read variables from outside the range. The start of the range does not count. Linear in the number of steps.
  package var isCorrelated: Bool { !outsideVariables.isEmpty }

  /// The variables from outside the range that the conditions on the elements read. The start of the range does not count.
  package var outsideVariables: CoreVariables {
    var read = filter.facts.variables
    for (position, step) in steps.enumerated() {
      switch step.source {
      case .relationship(let row, _, _): if position > 0 { read.insert(row.variable) }
      case .elements(let value): read.formUnion(value.facts.variables)
      case .all: break
      }
    }
    for step in steps { read.remove(step.variable) }
    return read
  }
}

extension CoreRange {
  /// The same range for an existence test: each to-many step becomes a condition on the step before it. Not if a later condition reads earlier steps.
  package var nested: CoreRange {
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
  /// The operands of an AND; the condition itself if it is not an AND.
  package var conjuncts: [CoreCondition] {
    switch node {
    case .always(true): []
    case .and(let parts): parts
    default: [self]
    }
  }
}
