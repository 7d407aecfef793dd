import PredicateBinding
import PredicateValues

/// Counts the steps of an evaluation, to limit untrusted predicates.
///
/// A step is a node that is evaluated, an element that is visited, or 16 bytes of an operand. Steps are taken before an operation runs.
extension ReferenceEvaluator {
  /// Whether the predicate holds for an object. Subtracts its steps from `work`, and throws kind `limit` if they are used up.
  package func evaluate(
    _ predicate: BoundPredicate, object: QueryValue, work: inout Int
  ) throws(PredicateIssue) -> Bool {
    var frame = Frame(object: object, variableCount: predicate.variableCount, budget: limits.visitedElements)
    frame.work = work
    defer { work = frame.work ?? 0 }
    return try inTimeZone(predicate.timeZone).holds(predicate.condition, &frame)
  }

  /// The expression's value for an object. Subtracts its steps from `work`, and throws kind `limit` if they are used up.
  package func value(
    _ expression: BoundExpression, object: QueryValue, work: inout Int
  ) throws(PredicateIssue) -> QueryValue {
    var frame = Frame(object: object, variableCount: expression.variableCount, budget: limits.visitedElements)
    frame.work = work
    defer { work = frame.work ?? 0 }
    let value = try inTimeZone(expression.timeZone).value(expression.value, &frame)
    try frame.take(for: value)
    return value
  }

  /// Decides a condition on up to three values, after taking its steps. It is a separate function, so that the frames of the recursion stay small.
  func decide(
    _ condition: CoreCondition, _ a: QueryValue, _ b: QueryValue = .null, _ c: QueryValue = .null, in frame: inout Frame
  ) throws(PredicateIssue) -> Bool {
    if frame.work != nil { try take(for: condition, a, b, &frame) }
    return try decide(condition, a, b, c)
  }

  /// The value of a node with one or two operands, after taking its steps.
  func apply(
    _ value: CoreValue, to a: QueryValue, _ b: QueryValue = .null, in frame: inout Frame
  ) throws(PredicateIssue) -> QueryValue {
    try frame.take(for: a)
    try frame.take(for: b)
    return try apply(value, to: a, b)
  }

  /// The elements of a collection, after taking a step for each.
  func counted(_ elements: [QueryValue]?, in frame: inout Frame) throws(PredicateIssue) -> [QueryValue]? {
    try frame.take(elements?.count ?? 0)
    return elements
  }

  /// Takes the steps of a condition on two values.
  private func take(
    for condition: CoreCondition, _ a: QueryValue, _ b: QueryValue, _ frame: inout Frame
  ) throws(PredicateIssue) {
    try frame.take(for: a)
    try frame.take(for: b)
    switch condition.node {
    case .match(.like, _, _), .dynamic(.like, _, _, _): try frame.take(a.byteCount.multiplied(by: b.byteCount) >> 4)
    case .match(.regularExpression(let options), _, _), .dynamic(.matches, _, _, let options):
      try frame.take(try steps(ofMatching: a, b, options))
    case .member(_, let constants): try frame.take(constants.count >> 4)
    default: break
    }
  }

  /// The steps of a match. An automaton reads each byte once. ICU may take as many steps as its limit allows.
  private func steps(
    ofMatching subject: QueryValue, _ pattern: QueryValue, _ options: StringOptions
  ) throws(PredicateIssue) -> Int {
    guard case .string(let text) = subject, case .string(let pattern) = pattern else { return 0 }
    let expression = try RegularExpressionCache.shared.expression(
      pattern, options: options.subtracting(.localeSensitive), stepLimit: limits.regularExpressionSteps)
    return expression.greatestSteps(for: text, limit: limits.regularExpressionSteps)
  }
}

extension ReferenceEvaluator.Frame {
  /// Takes steps, if they are counted.
  mutating func take(_ steps: Int) throws(PredicateIssue) {
    guard let left = work else { return }
    work = max(0, left - steps)
    if steps > left { throw .tooMuchWork }
  }

  /// Takes the steps for reading a value.
  mutating func take(for value: QueryValue) throws(PredicateIssue) {
    if work != nil { try take(value.stepsToRead) }
  }
}

extension QueryValue {
  /// One step per 16 bytes of a text or of data, and one per element.
  package var stepsToRead: Int {
    switch self {
    case .array(let elements), .set(let elements):
      elements.reduce(elements.count) { $0.addingReportingOverflow($1.stepsToRead).partialValue }
    case .dictionary(let dictionary): QueryValue.array(dictionary.values).stepsToRead
    default: byteCount >> 4
    }
  }

  /// The number of bytes of a string, a URL or data; 0 for every other value.
  fileprivate var byteCount: Int {
    switch self {
    case .string(let text), .url(let text): text.utf8.count
    case .data(let bytes): bytes.count
    default: 0
    }
  }
}

extension Int {
  /// The product, or the greatest integer if it overflows.
  fileprivate func multiplied(by other: Int) -> Int {
    let (product, overflows) = multipliedReportingOverflow(by: other)
    return overflows ? .max : product
  }
}

extension ReferenceEvaluator {
  /// Results that do not depend on the evaluated object.
  struct Memo {
    private struct Question: Hashable {
      /// The first variable of a range that no other range has.
      let variable: Int
      /// The object that the range starts from.
      let key: Int64
    }

    /// The key of a total of all objects of an entity: its range's first variable, and its place in the text.
    struct TotalPlace: Hashable {
      let variable: Int
      let range: SourceRange
    }

    private var answers: [Question: Bool] = [:]
    /// Values that read nothing of the evaluated object: `Order.@count`.
    var totals: [TotalPlace: QueryValue] = [:]
    /// By the first variable of a range: whether the range reads only the object that it starts from. False if several ranges share the variable.
    private var isAlone: [Int: Bool] = [:]

    init(_ condition: CoreCondition) {
      var counts: [Int: Int] = [:]
      Self.countRanges(.condition(condition), &counts)
      isAlone = counts.filter { $0.value > 1 }.mapValues { _ in false }
    }

    /// Counts the ranges that begin with each variable, inner ones included: lowering may use one variable for several ranges.
    private static func countRanges(_ part: CorePart, _ counts: inout [Int: Int]) {
      if case .range(let range) = part, let first = range.steps.first { counts[first.variable, default: 0] += 1 }
      part.forEachPart { countRanges($0, &counts) }
    }

    /// Whether a range reads only the object that it starts from; computed once.
    mutating func isAlone(_ range: CoreRange, from row: CoreRow, _ variable: Int) -> Bool {
      if let known = isAlone[variable] { return known }
      var outside = CoreRange(steps: Array(range.steps.dropFirst()), filter: range.filter).facts.variables
      outside.remove(variable)
      // The starting object is the key of the result, so a condition on it gives the same result for the same key.
      if case .variable(let start) = row { outside.remove(start) }
      let answer = outside.isEmpty
      isAlone[variable] = answer
      return answer
    }

    subscript(variable: Int, key: Int64) -> Bool? {
      get { answers[Question(variable: variable, key: key)] }
      set { answers[Question(variable: variable, key: key)] = newValue }
    }
  }
}
