import PredicateBinding
import PredicateValues

/// Makes the running form of the core of a predicate over values of unknown types.
struct DynamicCompiler {
  let limits: PredicateLimits
  /// The first site is the evaluated object's.
  private(set) var siteCount = 1
  /// The names of the evaluated object that are looked up before the predicate is asked: the first ones that it
  /// mentions.
  private(set) var early: [DynamicEarlyName] = []

  init(limits: PredicateLimits) { self.limits = limits }

  /// A site that nothing else uses.
  mutating func newSite() -> Int {
    defer { siteCount += 1 }
    return siteCount
  }

  /// The form of a condition.
  mutating func condition(_ condition: CoreCondition) -> DynamicCondition {
    switch condition.node {
    case .always(let value): return DynamicAlways(value)
    case .and(let parts): return chain(parts, DynamicAnd.init)
    case .or(let parts): return chain(parts, DynamicOr.init)
    case .not(let part): return DynamicNot(self.condition(part))
    case .isNull(let value): return DynamicNil(operand(value))
    case .exists(let range): return self.range(range).map { DynamicExists($0) } ?? plain(condition)
    case .dynamic(let op, let left, let right, let options):
      return comparison(op, left, right, options, condition)
    case .compare(let comparison, let left, let right):
      return self.comparison(comparison, left, right, condition)
    case .between, .member, .match: return plain(condition)
    }
  }

  /// Parts from left to right, the first one outermost.
  private mutating func chain(
    _ parts: [CoreCondition], _ join: (DynamicCondition, DynamicCondition) -> DynamicCondition
  ) -> DynamicCondition {
    var made: [DynamicCondition] = []
    for part in parts { made.append(condition(part)) }
    guard var result = made.popLast() else { return DynamicAlways(true) }
    while let part = made.popLast() { result = join(part, result) }
    return result
  }

  private func plain(_ condition: CoreCondition) -> DynamicCondition {
    DynamicPlain(condition, condition.facts.variables.sorted)
  }

  /// The form of a range; nil where it goes over relationships, which values of unknown types have not.
  mutating func range(_ range: CoreRange) -> DynamicRange? {
    var sources: [(variable: Int, value: DynamicOperand, site: Int, place: SourceRange)] = []
    for step in range.steps {
      guard case .elements(let value) = step.source else { return nil }
      // One site for the collection, one for elements that have to be copied.
      sources.append((step.variable, operand(value), newSite(), value.range))
      _ = newSite()
    }
    var filter: DynamicCondition?
    if case .always(true) = range.filter.node {} else { filter = condition(range.filter) }
    var result: DynamicRange?
    for step in sources.reversed() {
      result = DynamicRange(
        step.variable, step.value, site: step.site, place: step.place, inner: result,
        filter: result == nil ? filter : nil)
    }
    return result
  }

  /// The form of a value.
  mutating func operand(_ value: CoreValue) -> DynamicOperand {
    switch value.node {
    case .constant(let constant): return DynamicConstant(constant)
    case .null: return DynamicConstant(.null)
    case .element(let variable): return DynamicVariable(variable)
    case .property(let base, let name) where !name.hasSameScalars(as: QueryKeyPath.selfKey):
      let step = DynamicStep(name: DynamicName(name), site: newSite(), range: value.nameRange)
      if let place = earlyPlace(value, step.site) { return DynamicObjectKey(operand(base), step, place: place) }
      if case .element(let variable) = base.node { return DynamicKey(variable, step) }
      return DynamicMember(operand(base), step)
    case .dynamicAggregate(.count, let collection):
      return DynamicCount(operand(collection), site: newSite(), range: value.range)
    case .count(let range):
      if let range = self.range(range) { return DynamicRangeCount(range, site: newSite()) }
    default: break
    }
    return DynamicPlainValue(value, value.facts.variables.sorted, site: newSite())
  }

  /// The place of a path from the evaluated object among those that are looked up for many objects together; nil of every other value, and
  /// where there are enough of them.
  private mutating func earlyPlace(_ value: CoreValue, _ site: Int? = nil) -> Int? {
    guard case .property(let base, let name) = value.node, !name.hasSameScalars(as: QueryKeyPath.selfKey) else {
      return nil
    }
    var place = DynamicLookahead.object
    var depth = 0
    if case .element(0) = base.node {
    } else {
      guard let found = earlyPlace(base) else { return nil }
      place = found
      depth = early[found].depth + 1
    }
    if let known = early.firstIndex(where: { $0.base == place && $0.name.name.hasSameScalars(as: name) }) {
      return known
    }
    guard early.count < DynamicEarlyName.limit else { return nil }
    early.append(
      DynamicEarlyName(name: DynamicName(name), site: site ?? newSite(), base: place, depth: depth))
    return early.count - 1
  }
}
