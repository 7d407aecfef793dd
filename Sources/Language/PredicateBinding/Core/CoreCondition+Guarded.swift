import PredicateValues

extension CoreCondition {
  /// The condition, but evaluated only for objects that meet `guardian`; false for other objects.
  ///
  /// For other objects, the condition's issues and the number of its steps could reveal facts about objects that the guardian hides. A condition that
  /// cannot fail and takes the same number of steps for every object reveals nothing. Such a condition is joined by AND, so engines may reorder it.
  package func behind(_ guardian: CoreCondition) -> CoreCondition {
    if facts.isTotal, !CorePart.condition(self).takesStepsByContent { return .and([guardian, self], range: range) }
    let yes = CoreValue.constant(.boolean(true), range: range)
    let no = CoreValue.constant(.boolean(false), range: range)
    func choose(_ test: CoreCondition, _ value: CoreValue) -> CoreValue {
      CoreValue(.choose(test, value, no), type: .boolean, isOptional: false, range: range)
    }
    return CoreCondition(.compare(.equal, choose(guardian, choose(self, yes)), yes), range: range)
  }

  /// The greatest number of a range variable; 0 if there are none.
  package var greatestVariable: Int { CorePart.condition(self).greatestVariable }
}

extension CorePart {
  /// Whether the number of steps depends on the object, because texts are searched, elements are visited, or functions are called.
  fileprivate var takesStepsByContent: Bool {
    switch self {
    case .range: return true
    case .condition(let condition): if case .match = condition.node { return true }
    case .value(let value): if case .call = value.node { return true }
    }
    var takes = false
    forEachPart { takes = takes || $0.takesStepsByContent }
    return takes
  }

  fileprivate var greatestVariable: Int {
    var greatest = 0
    if case .range(let range) = self { greatest = range.steps.reduce(0) { max($0, $1.variable) } }
    forEachPart { greatest = max(greatest, $0.greatestVariable) }
    return greatest
  }
}
