import PredicateBinding
import PredicateValues

/// Conditions for the plain evaluator, with slots in the place of what can be read where it lies.
extension BatchCompiler {
  mutating func plainNode(_ condition: CoreCondition) -> BatchNode {
    var slots = SlotPlan(firstSlot: variableCount)
    let rewritten = inPlace(condition, &slots)
    var mentioned: Set<Int> = []
    rewritten.collectVariables(&mentioned)
    let rows = mentioned.sorted().compactMap { number in
      number < variableCount ? variables[number].map { (number: number, kind: $0) } : nil
    }
    return .plain(
      PlainCondition(
        bound: condition, condition: rewritten, slots: slots.slots, firstSlot: variableCount, variables: rows))
  }

  /// The slots of a condition while they are found.
  struct SlotPlan {
    let firstSlot: Int
    var slots: [ValueSlot] = []
    /// The variables that ranges within the condition bind: their rows are not known before it runs.
    var bound: Set<Int> = []
    /// Whether what is looked at may turn out not to be needed: only what takes next to nothing is then read beforehand.
    var isConditional = false
  }

  private mutating func inPlace(_ condition: CoreCondition, _ slots: inout SlotPlan) -> CoreCondition {
    let node: CoreCondition.Node
    switch condition.node {
    case .always: return condition
    case .and(let parts): node = .and(parts.map { inPlace($0, &slots) })
    case .or(let parts): node = .or(parts.map { inPlace($0, &slots) })
    case .not(let part): node = .not(inPlace(part, &slots))
    case .isNull(let value): node = .isNull(inPlace(value, &slots))
    case .compare(let comparison, let left, let right):
      node = .compare(comparison, inPlace(left, &slots), inPlace(right, &slots))
    case .between(let value, let low, let high):
      node = .between(inPlace(value, &slots), inPlace(low, &slots), inPlace(high, &slots))
    case .member(let value, let constants): node = .member(inPlace(value, &slots), constants)
    case .match(let kind, let subject, let pattern):
      node = .match(kind, inPlace(subject, &slots), pattern: inPlace(pattern, &slots))
    case .exists(let range): node = .exists(inPlace(range, &slots))
    case .dynamic(let op, let left, let right, let options):
      node = .dynamic(op, inPlace(left, &slots), inPlace(right, &slots), options)
    }
    return CoreCondition(node, range: condition.range)
  }

  private mutating func inPlace(_ value: CoreValue, _ slots: inout SlotPlan) -> CoreValue {
    if let node = slotNode(value, &slots) { return value.replaced(by: node) }
    let node: CoreValue.Node
    switch value.node {
    case .constant, .null, .failure, .attribute, .object, .element: return value
    case .property(let base, let name): node = .property(inPlace(base, &slots), name)
    case .negate(let operand): node = .negate(inPlace(operand, &slots))
    case .fold(let operand, let options): node = .fold(inPlace(operand, &slots), options)
    case .cast(let operand, let target): node = .cast(inPlace(operand, &slots), target)
    case .dynamicAggregate(let op, let operand): node = .dynamicAggregate(op, inPlace(operand, &slots))
    case .operatorPath(let base, let steps): node = .operatorPath(inPlace(base, &slots), steps)
    case .arithmetic(let op, let left, let right):
      node = .arithmetic(op, inPlace(left, &slots), inPlace(right, &slots))
    case .call(let function, let parts): node = .call(function, parts.map { inPlace($0, &slots) })
    case .list(let parts): node = .list(parts.map { inPlace($0, &slots) })
    case .count(let range): node = .count(inPlace(range, &slots))
    case .aggregate(let op, let range, let each): node = .aggregate(op, inPlace(range, &slots), each)
    case .collect(let range, let each): node = .collect(inPlace(range, &slots), each)
    case .choose(let test, let first, let second):
      let outside = slots.isConditional
      slots.isConditional = true
      node = .choose(inPlace(test, &slots), inPlace(first, &slots), inPlace(second, &slots))
      slots.isConditional = outside
    case .index(let base, .value(let position)):
      node = .index(inPlace(base, &slots), .value(inPlace(position, &slots)))
    case .index(let base, let index): node = .index(inPlace(base, &slots), index)
    }
    return value.replaced(by: node)
  }

  /// A range with its filter, which looks at the rows of its own steps as the evaluator finds them.
  private mutating func inPlace(_ range: CoreRange, _ slots: inout SlotPlan) -> CoreRange {
    let outside = slots
    var steps: [CoreRange.Step] = []
    for step in range.steps {
      if case .elements(let value) = step.source {
        steps.append(CoreRange.Step(variable: step.variable, source: .elements(inPlace(value, &slots))))
      } else {
        steps.append(step)
      }
      slots.bound.insert(step.variable)
      slots.isConditional = true
    }
    let filter = inPlace(range.filter, &slots)
    slots.bound = outside.bound
    slots.isConditional = outside.isConditional
    return CoreRange(steps: steps, filter: filter)
  }

  /// What stands for a value that can be read where it lies.
  private mutating func slotNode(_ value: CoreValue, _ slots: inout SlotPlan) -> CoreValue.Node? {
    switch value.node {
    case .attribute, .element, .index:
      guard let place = place(of: value), slots.mayRead(place.path), !slots.isConditional || place.isCheap else {
        return nil
      }
      return slots.add(place.path, .value(place.offset, place.reader))
    case .count(let range):
      guard range.steps.count == 1, case .always(true) = range.filter.node,
        let (path, elements, _) = arrayPlace(range.steps[0]), slots.mayRead(path)
      else { return nil }
      return slots.add(path, .count(elements))
    case .property(let base, let name):
      guard let place = place(of: base), slots.mayRead(place.path), !slots.isConditional,
        let kind = DynamicView.Kind.dictionaries.first(where: { $0.type == place.type })?.kind, kind.isSwiftDictionary
      else { return nil }
      return slots.add(place.path, .member(place.offset, kind, name))
    case .collect(let range, let each):
      return elementsNode(range, each, &slots)
    case .aggregate(let op, let range, let each):
      return elementsNode(range, each, &slots).map { .dynamicAggregate(op, value.replaced(by: $0)) }
    default:
      return nil
    }
  }

  private mutating func elementsNode(
    _ range: CoreRange, _ each: CoreValue, _ slots: inout SlotPlan
  ) -> CoreValue.Node? {
    guard !slots.isConditional, let (path, elements, place) = wholeArray(range, each), slots.mayRead(path) else {
      return nil
    }
    return slots.add(path, .elements(elements, each: place))
  }
}

extension BatchCompiler.SlotPlan {
  /// Whether the way is known before the condition runs, and may be taken whatever else holds: client code is not asked unasked.
  fileprivate func mayRead(_ path: RowPath) -> Bool { !path.isComputed && !bound.contains(path.variable) }

  /// One more slot.
  fileprivate mutating func add(_ path: RowPath, _ content: ValueSlot.Content) -> CoreValue.Node {
    slots.append(ValueSlot(path: path, content: content))
    return .element(firstSlot + slots.count - 1)
  }
}

extension ValuePlace {
  /// Whether reading the value takes next to nothing.
  fileprivate var isCheap: Bool {
    switch reader.kind {
    case .attribute(.boolean), .attribute(.integer), .attribute(.double), .attribute(.string), .attribute(.date): true
    default: false
    }
  }
}

extension CoreValue {
  /// Another way to the same value.
  fileprivate func replaced(by node: Node) -> CoreValue {
    CoreValue(node, type: type, isOptional: isOptional, range: range, literalDate: literalDate)
  }
}
