import PredicateBinding

extension ReferenceEvaluator {
  func holds(_ condition: CoreCondition, _ frame: inout Frame) throws(PredicateIssue) -> Bool {
    try frame.take(1)
    switch condition.node {
    case .always(let value):
      return value
    case .and(let parts):
      for part in parts where try !holds(part, &frame) { return false }
      return true
    case .or(let parts):
      for part in parts where try holds(part, &frame) { return true }
      return false
    case .not(let part):
      return try !holds(part, &frame)
    case .exists(let range):
      return try exists(range, &frame)
    case .isNull(let value), .member(let value, _):
      return try decide(condition, try self.value(value, &frame), in: &frame)
    case .compare(_, let left, let right), .match(_, let left, let right), .dynamic(_, let left, let right, _):
      let a = try value(left, &frame)
      return try decide(condition, a, try value(right, &frame), in: &frame)
    case .between(let value, let low, let high):
      let a = try self.value(value, &frame)
      let least = try self.value(low, &frame)
      return try decide(condition, a, least, try self.value(high, &frame), in: &frame)
    }
  }

  /// Compares two values whose families are known only at run time. `left` and `right` contain the nodes of the core and their values.
  func compare(
    _ op: ComparisonOperator, _ left: (core: CoreValue, value: QueryValue),
    _ right: (core: CoreValue, value: QueryValue),
    _ options: StringOptions, _ range: SourceRange
  ) throws(PredicateIssue) -> Bool {
    try PredicateIssue.placing(at: range) { () throws(PredicateIssue) in
      if left.core.hasLiteralDates || right.core.hasLiteralDates {
        return try compareReadingDates(op, left, right, options)
      }
      return try ValueComparison.evaluate(left.value, op, right.value, options: options, limits: limits)
    }
  }

  /// Compares two values. The result is false if a side is nil; only `same` is true for two nils.
  package func compare(_ comparison: CoreComparison, _ a: QueryValue, _ b: QueryValue) -> Bool {
    switch comparison {
    case .same: return a.equals(b)
    case .equal: return !a.withoutNaN.isNull && !b.withoutNaN.isNull && a.equals(b)
    default: break
    }
    return a.order(b).map(comparison.holds) ?? false
  }

  func matches(
    _ kind: CoreMatch, _ subject: QueryValue, _ pattern: QueryValue
  ) throws(PredicateIssue) -> Bool {
    guard case .string(let text) = subject, case .string(let sample) = pattern else { return false }
    switch kind {
    case .prefix: return StringSearch.hasPrefix(text, sample)
    case .suffix: return StringSearch.hasSuffix(text, sample)
    case .contains: return StringSearch.contains(text, sample)
    case .like(let options): return LikePattern(sample, options: options).matches(text)
    case .regularExpression(let options):
      let expression = try RegularExpressionCache.shared.expression(
        sample, options: options, stepLimit: limits.regularExpressionSteps)
      return try expression.matches(text)
    }
  }
}

extension ReferenceEvaluator {
  /// For each element that passes the range's filter, binds the range's variables and calls `body`, until `body` returns false.
  ///
  /// Returns false if the range is nil, because its first step has no object or no collection.
  ///
  /// - Parameter reachingOnce: Whether one path to an object is enough. In a range with several steps, an object that a step has already reached is then
  ///   skipped, unless a later part of the range reads the variables of earlier steps.
  func forEachElement(
    of range: CoreRange, reachingOnce: Bool = false, _ frame: inout Frame,
    _ body: (inout Frame) throws(PredicateIssue) -> Bool
  ) throws(PredicateIssue) -> Bool {
    guard let first = range.steps.first else { return true }
    guard let elements = try elements(of: first.source, &frame) else { return false }
    var seen = SeenObjects(of: range, reachingOnce: reachingOnce)
    _ = try visit(elements, step: 0, of: range, &seen, &frame, body)
    return true
  }

  /// Whether a range has an element that passes its filter. Each object is evaluated once per step, not once per path to it.
  func exists(_ range: CoreRange, _ frame: inout Frame) throws(PredicateIssue) -> Bool {
    guard let results = frame.results else { return try isThere(range, &frame) }
    let answer = try results.result(of: .range(range), { [frame] in object($0, frame) }) { () throws(PredicateIssue) in
      .boolean(try isThere(range, &frame))
    }
    if case .boolean(true) = answer { return true }
    return false
  }

  private func isThere(_ range: CoreRange, _ frame: inout Frame) throws(PredicateIssue) -> Bool {
    var found = false
    _ = try forEachElement(of: range, reachingOnce: true, &frame) { (_: inout Frame) throws(PredicateIssue) in
      found = true
      return false
    }
    return found
  }

  /// The objects that the steps of a range have started from or reached.
  private struct SeenObjects {
    private struct Place: Hashable {
      let step: Int
      let isStart: Bool
      let key: Int64
    }

    /// For each step, whether it skips the objects that it has seen. Empty if no step does.
    private var skips: [Bool] = []
    private var places: Set<Place> = []
    /// The results of the filter for objects that several paths may reach; nil if the filter reads more than the object.
    var known: [Int64: Bool]?

    init(of range: CoreRange, reachingOnce: Bool) {
      if range.steps.count == 1 { return }
      let mayForget = range.stepsThatMayForget
      if reachingOnce { skips = mayForget }
      if case .always = range.filter.node { return }
      known = mayForget.last == true ? [:] : nil
    }

    /// Whether a step skips an object. The object then counts as seen.
    mutating func skips(_ value: @autoclosure () -> QueryValue, _ step: Int, isStart: Bool = false) -> Bool {
      guard step < skips.count, skips[step], case .object(let object) = value(), let key = object.reference?.key else {
        return false
      }
      return !places.insert(Place(step: step, isStart: isStart, key: key)).inserted
    }
  }

  /// Returns false if `body` wants no more elements.
  private func visit(
    _ elements: [QueryValue], step: Int, of range: CoreRange, _ seen: inout SeenObjects, _ frame: inout Frame,
    _ body: (inout Frame) throws(PredicateIssue) -> Bool
  ) throws(PredicateIssue) -> Bool {
    for element in elements {
      try frame.visit()
      if seen.skips(element, step) { continue }
      frame[range.steps[step].variable] = element
      if step + 1 < range.steps.count {
        let source = range.steps[step + 1].source
        if case .relationship(let row, _, _) = source, seen.skips(object(row, frame), step + 1, isStart: true) {
          continue
        }
        let inner = try self.elements(of: source, &frame) ?? []
        guard try visit(inner, step: step + 1, of: range, &seen, &frame, body) else { return false }
      } else if try holds(range.filter, of: element, &seen.known, &frame) {
        guard try body(&frame) else { return false }
      }
    }
    return true
  }

  private func holds(
    _ filter: CoreCondition, of element: QueryValue, _ known: inout [Int64: Bool]?, _ frame: inout Frame
  ) throws(PredicateIssue) -> Bool {
    guard known != nil, case .object(let object) = element, let key = object.reference?.key else {
      return try holds(filter, &frame)
    }
    if let answer = known?[key] { return answer }
    let answer = try holds(filter, &frame)
    known?[key] = answer
    return answer
  }

  /// The elements of a step; nil if the step starts from nil.
  private func elements(
    of source: CoreRange.Step.Source, _ frame: inout Frame
  ) throws(PredicateIssue) -> [QueryValue]? {
    switch source {
    case .relationship(let row, let member, _):
      let object = self.object(row, frame)
      if object.isNull { return nil }
      return try counted(
        self.elements(of: property(member.name, of: object, range: .none), at: .none), in: &frame)
    case .elements(let value):
      return try counted(rangeElements(of: try self.value(value, &frame), at: value.range), in: &frame)
    case .all(let entity):
      guard let allObjects else { throw .unsupportedConstruct("all objects of \(entity)") }
      return try allObjects(entity).map { .object($0) }
    }
  }

  /// The elements that ANY, ALL and SUBQUERY visit, from an array or a set. A dictionary is an issue.
  package func rangeElements(of value: QueryValue, at range: SourceRange) throws(PredicateIssue) -> [QueryValue]? {
    if case .dictionary = value { throw .collectionExpected(value, range: range) }
    return try elements(of: value, at: range)
  }

  /// The elements of a collection value. The elements of a dictionary are its values. Nil for nil.
  func elements(of value: QueryValue, at range: SourceRange) throws(PredicateIssue) -> [QueryValue]? {
    switch value {
    case .null: return nil
    case .array(let elements), .set(let elements): return elements
    case .dictionary(let dictionary): return dictionary.values
    default:
      try value.checkUsable()
      throw .collectionExpected(value, range: range)
    }
  }
}

extension CoreRange {
  /// For each step, whether it may skip objects that it reached before. It may if it is a relationship, and no later part of the range reads the
  /// variables of earlier steps.
  fileprivate var stepsThatMayForget: [Bool] {
    var mentioned = filter.facts.variables
    var result = Array(repeating: false, count: steps.count)
    for position in steps.indices.reversed() {
      let isApart = !steps[..<position].contains { mentioned.contains($0.variable) }
      switch steps[position].source {
      case .relationship(let row, _, _):
        result[position] = isApart
        mentioned.insert(row.variable)
      case .elements(let value):
        mentioned.formUnion(value.facts.variables)
      case .all: break
      }
    }
    return result
  }
}
