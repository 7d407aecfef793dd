import PredicateValues

extension CoreCondition {
  /// The condition, evaluated only where another one holds: then no issue tells of the objects that the other one hides. What cannot fail is
  /// joined by AND, of which engines may change the order.
  package func behind(_ guardian: CoreCondition) -> CoreCondition {
    if facts.isTotal { return .and([guardian, self], range: range) }
    let yes = CoreValue.constant(.boolean(true), range: range)
    let no = CoreValue.constant(.boolean(false), range: range)
    func choose(_ test: CoreCondition, _ value: CoreValue) -> CoreValue {
      CoreValue(.choose(test, value, no), type: .boolean, isOptional: false, range: range)
    }
    return CoreCondition(.compare(.equal, choose(guardian, choose(self, yes)), yes), range: range)
  }

  /// The greatest number among the variables of ranges; 0 where there are none.
  package var greatestVariable: Int { CorePart.condition(self).greatestVariable }
}

extension CorePart {
  fileprivate var greatestVariable: Int {
    var greatest = 0
    if case .range(let range) = self { greatest = range.steps.reduce(0) { max($0, $1.variable) } }
    forEachPart { greatest = max(greatest, $0.greatestVariable) }
    return greatest
  }
}
