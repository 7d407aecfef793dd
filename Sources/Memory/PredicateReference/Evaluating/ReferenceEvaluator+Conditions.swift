import PredicateBinding
import PredicateValues

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
  func forEachElement(
    of range: CoreRange, _ frame: inout Frame,
    _ body: (inout Frame) throws(PredicateIssue) -> Bool
  ) throws(PredicateIssue) -> Bool {
    guard let first = range.steps.first else { return true }
    guard let elements = try elements(of: first.source, &frame) else { return false }
    var known: [Int64: Bool]? = range.asksObjectsAlone ? [:] : nil
    _ = try visit(elements, step: 0, of: range, &known, &frame, body)
    return true
  }

  /// Whether a range has an element that passes its filter.
  ///
  /// In a range with several steps, an object that a step has already reached is skipped, unless a later part of the range reads the variables of
  /// earlier steps. So each object is evaluated once per step, not once per path to it.
  func exists(_ range: CoreRange, _ frame: inout Frame) throws(PredicateIssue) -> Bool {
    guard let results = frame.results else { return try isThere(range, &frame) }
    let answer = try results.result(of: .range(range), { [frame] in object($0, frame) }) { () throws(PredicateIssue) in
      .boolean(try isThere(range, &frame))
    }
    if case .boolean(true) = answer { return true }
    return false
  }

  private func isThere(_ range: CoreRange, _ frame: inout Frame) throws(PredicateIssue) -> Bool {
    let mayForget = range.steps.count > 1 ? range.stepsThatMayForget : []
    guard mayForget.contains(true) else {
      var found = false
      _ = try forEachElement(of: range, &frame) { (_: inout Frame) throws(PredicateIssue) in
        found = true
        return false
      }
      return found
    }
    var seen = Array(repeating: SeenObjects(), count: range.steps.count)
    return try exists(range, step: 0, mayForget, &seen, &frame)
  }

  /// The keys of the objects that a step has started from, and of those that it has reached.
  private struct SeenObjects {
    var starts: Set<Int64> = []
    var ends: Set<Int64> = []
  }

  private func exists(
    _ range: CoreRange, step: Int, _ mayForget: [Bool], _ seen: inout [SeenObjects], _ frame: inout Frame
  ) throws(PredicateIssue) -> Bool {
    if mayForget[step], case .relationship(let row, _, _) = range.steps[step].source,
      case .object(let start) = object(row, frame), let key = start.reference?.key,
      !seen[step].starts.insert(key).inserted
    {
      return false
    }
    guard let elements = try elements(of: range.steps[step].source, &frame) else { return false }
    for element in elements {
      try frame.visit()
      if mayForget[step], case .object(let object) = element, let key = object.reference?.key,
        !seen[step].ends.insert(key).inserted
      {
        continue
      }
      frame[range.steps[step].variable] = element
      let isFound =
        step + 1 < range.steps.count
        ? try exists(range, step: step + 1, mayForget, &seen, &frame) : try holds(range.filter, &frame)
      if isFound { return true }
    }
    return false
  }

  /// Returns false if `body` wants no more elements. `known` contains the results of the filter for objects that several paths may reach.
  private func visit(
    _ elements: [QueryValue], step: Int, of range: CoreRange, _ known: inout [Int64: Bool]?, _ frame: inout Frame,
    _ body: (inout Frame) throws(PredicateIssue) -> Bool
  ) throws(PredicateIssue) -> Bool {
    for element in elements {
      try frame.visit()
      frame[range.steps[step].variable] = element
      if step + 1 < range.steps.count {
        let inner = try self.elements(of: range.steps[step + 1].source, &frame) ?? []
        guard try visit(inner, step: step + 1, of: range, &known, &frame, body) else { return false }
      } else if try holds(range.filter, of: element, &known, &frame) {
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
  /// Whether several paths may reach the same object, and the filter reads no variable but the last.
  fileprivate var asksObjectsAlone: Bool {
    guard steps.count > 1, let last = steps.last, case .relationship = last.source else { return false }
    if case .always = filter.node { return false }
    return !steps.dropLast().contains { filter.facts.variables.contains($0.variable) }
  }

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
