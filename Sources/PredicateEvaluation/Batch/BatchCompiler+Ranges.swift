import PredicateBinding
import PredicateValues

/// Ranges: in one loop where their filter is a single test of the element, else as chunks of elements.
extension BatchCompiler {
  mutating func existsNode(_ range: CoreRange) -> BatchNode? {
    if let (path, elements) = singleStep(range) {
      if case .always(true) = range.filter.node {
        return elements.countFilter(low: 1, high: .max).map { .test(path, $0, cost: 3) }
      }
      if let filter = elementTest(range, SomeElementMaker(path: elements)) { return .test(path, filter, cost: 16) }
    }
    if let turned = turned(range) { return existsNode(turned) }
    return membershipNode(range) ?? amongNode(range) ?? self.range(range).map { .exists($0) }
  }

  /// `range.@count > 2` with a constant.
  mutating func countComparison(
    _ comparison: CoreComparison, _ left: CoreValue, _ right: CoreValue
  ) -> BatchNode? {
    if right.constantValue == nil, left.constantValue != nil {
      return countComparison(comparison.mirrored, right, left)
    }
    guard case .count(let range) = left.node, let constant = right.constantValue,
      let bounds = NumberBounds<Int64>(comparison, constant), let (path, elements) = singleStep(range)
    else { return nil }
    if bounds.isEmpty { return .always(false) }
    let low = bounds.low.map { Int(clamping: $0) } ?? .min
    let high = bounds.high.map { Int(clamping: $0) } ?? .max
    if case .always(true) = range.filter.node {
      return elements.countFilter(low: low, high: high).map { .test(path, $0, cost: 3) } ?? .always(false)
    }
    return elementTest(range, PassingElementsMaker(path: elements, low: low, high: high))
      .map { .test(path, $0, cost: 16) }
  }

  private mutating func singleStep(_ range: CoreRange) -> (RowPath, ElementPath)? {
    guard range.steps.count == 1, let (path, elements, type) = arrayPlace(range.steps[0]), !(type is AnyClass) else {
      return nil
    }
    guard declare(range.steps[0], type) else { return nil }
    return (path, elements)
  }

  /// The filter as one test of the element itself.
  private func elementTest<Visitor: RowTestVisitor>(_ range: CoreRange, _ visitor: Visitor) -> Visitor.Result? {
    guard let (path, result, _) = test(range.filter, visitor), path.isDirect,
      path.variable == range.steps[0].variable
    else { return nil }
    return result
  }

  /// Notes what the rows of a step's variable are; false for elements that are neither objects nor values.
  mutating func declare(_ step: CoreRange.Step, _ type: any Any.Type) -> Bool {
    guard let reader = ValueReaders.reader(of: type) else { return false }
    switch (step.source, reader.kind, reader.isOptional) {
    case (_, .toOne(let target), false):
      variables[step.variable] = .object(ShapeRegistry.shape(of: target))
    case (.elements, _, _):
      variables[step.variable] = .value(type, reader)
    default:
      return false
    }
    return true
  }

  /// The form of a range; nil where the elements of a step do not lie in an array.
  mutating func range(_ range: CoreRange) -> BatchRange? {
    var steps: [BatchRange.Step] = []
    for step in range.steps {
      guard let (path, elements, type) = arrayPlace(step), !path.isComputed, declare(step, type)
      else { return nil }
      steps.append(
        BatchRange.Step(
          variable: step.variable, path: path, elements: elements,
          areInstances: variables[step.variable]?.isInstance ?? false))
    }
    var used = range.filter.facts.variables
    for step in steps { used.remove(step.variable) }
    return BatchRange(
      steps: steps, filter: node(range.filter), outer: used.sorted.filter { variables[$0] != nil })
  }
}
