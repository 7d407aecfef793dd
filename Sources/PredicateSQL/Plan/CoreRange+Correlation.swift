import PredicateBinding

extension CoreRange {
  /// Whether what is asked of the elements depends on the outside, apart from where the range starts. Linear in the number of steps.
  var isCorrelated: Bool { !outsideVariables.isEmpty }

  /// The variables of the outside that are read, apart from where the range starts.
  var outsideVariables: CoreVariables {
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
