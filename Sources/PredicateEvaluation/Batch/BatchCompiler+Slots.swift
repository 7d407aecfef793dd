import PredicateBinding
import PredicateValues

/// Conditions for the plain evaluator, with slots in the place of what can be read where it lies.
extension BatchCompiler {
  func plainNode(_ condition: CoreCondition) -> BatchNode {
    var rewriter = SlotRewriter(compiler: self)
    let rewritten = rewriter.rewrite(condition)
    let rows = rewritten.facts.variables.sorted.compactMap { number in
      number < variableCount ? variables[number].map { (number: number, kind: $0) } : nil
    }
    return .plain(
      PlainCondition(
        bound: condition, condition: rewritten, slots: rewriter.slots, firstSlot: variableCount, variables: rows))
  }
}

/// Puts slots in the place of values that can be read where they lie.
private struct SlotRewriter: CoreRewriter {
  let compiler: BatchCompiler
  private(set) var slots: [ValueSlot] = []
  /// The variables that ranges within the condition bind: their rows are not known before it runs.
  private var bound = CoreVariables()
  /// Whether what is looked at may turn out not to be needed: only what takes next to nothing is then read beforehand.
  private var isConditional = false

  init(compiler: BatchCompiler) { self.compiler = compiler }

  mutating func rewrite(_ value: CoreValue) -> CoreValue {
    if let node = slotNode(value) { return value.with(node) }
    switch value.node {
    case .choose:
      let outside = isConditional
      defer { isConditional = outside }
      isConditional = true
      return value.mapParts(&self)
    // A value of each element is left to the evaluator.
    case .aggregate(let op, let range, let each): return value.with(.aggregate(op, rewrite(range), each))
    case .collect(let range, let each): return value.with(.collect(rewrite(range), each))
    default: return value.mapParts(&self)
    }
  }

  /// A range with its filter, which looks at the rows of its own steps as the evaluator finds them.
  mutating func rewrite(_ range: CoreRange) -> CoreRange {
    let outside = (bound, isConditional)
    defer { (bound, isConditional) = outside }
    var steps: [CoreRange.Step] = []
    for step in range.steps {
      steps.append(step.mapParts(&self))
      bound.insert(step.variable)
      isConditional = true
    }
    return CoreRange(steps: steps, filter: rewrite(range.filter))
  }

  /// What stands for a value that can be read where it lies.
  private mutating func slotNode(_ value: CoreValue) -> CoreValue.Node? {
    switch value.node {
    case .attribute, .element, .index:
      guard let place = compiler.place(of: value), mayRead(place.path), !isConditional || place.isCheap else {
        return nil
      }
      return add(place.path, .value(place.offset, place.reader))
    case .count(let range):
      guard range.steps.count == 1, case .always(true) = range.filter.node,
        let (path, elements, _) = compiler.arrayPlace(range.steps[0]), mayRead(path)
      else { return nil }
      return add(path, .count(elements))
    case .property(let base, let name):
      guard let place = compiler.place(of: base), mayRead(place.path), !isConditional,
        let kind = DynamicView.Kind.dictionaries.first(where: { $0.type == place.type })?.kind, kind.isSwiftDictionary
      else { return nil }
      return add(place.path, .member(place.offset, kind, name))
    case .collect(let range, let each):
      return elementsNode(range, each)
    case .aggregate(let op, let range, let each):
      return elementsNode(range, each).map { .dynamicAggregate(op, value.with($0)) }
    default:
      return nil
    }
  }

  private mutating func elementsNode(_ range: CoreRange, _ each: CoreValue) -> CoreValue.Node? {
    guard !isConditional, let (path, elements, place) = compiler.wholeArray(range, each), mayRead(path) else {
      return nil
    }
    return add(path, .elements(elements, each: place))
  }

  /// Whether the way is known before the condition runs, and may be taken whatever else holds: client code is not asked unasked.
  private func mayRead(_ path: RowPath) -> Bool { !path.isComputed && !bound.contains(path.variable) }

  /// One more slot.
  private mutating func add(_ path: RowPath, _ content: ValueSlot.Content) -> CoreValue.Node {
    slots.append(ValueSlot(path: path, content: content))
    return .element(compiler.variableCount + slots.count - 1)
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
