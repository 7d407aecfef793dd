import PredicateBinding

/// Counts the steps of an evaluation, to limit untrusted predicates.
///
/// A step is a node that is evaluated, an element that is visited, or 16 bytes of an operand. Folding a text that must be normalised takes four steps
/// per byte. A function of a text that is not ASCII takes one step per two bytes. Steps are counted before an operation runs. Their number is a
/// measure of time, so a limit on steps limits the time.
extension ReferenceEvaluator {
  /// Whether the predicate holds for an object. Subtracts the steps from `work`, and throws an issue of kind `limit` if they are used up.
  package func evaluate(
    _ predicate: BoundPredicate, object: QueryValue, work: inout Int
  ) throws(PredicateIssue) -> Bool {
    try counting(&work, object, predicate.variableCount, predicate.condition.range) { (frame) throws(PredicateIssue) in
      try inTimeZone(predicate.timeZone).holds(predicate.condition, &frame)
    }
  }

  /// The expression's value for an object. Subtracts the steps from `work`, and throws an issue of kind `limit` if they are used up.
  package func value(
    _ expression: BoundExpression, object: QueryValue, work: inout Int
  ) throws(PredicateIssue) -> QueryValue {
    try counting(&work, object, expression.variableCount, expression.value.range) { (frame) throws(PredicateIssue) in
      let value = try inTimeZone(expression.timeZone).value(expression.value, &frame)
      try frame.take(for: value)
      return value
    }
  }

  /// Evaluates a tree for an object, and subtracts the steps from `work`. An issue without a range gets the range of the tree.
  private func counting<Result>(
    _ work: inout Int, _ object: QueryValue, _ variableCount: Int, _ range: SourceRange,
    _ evaluate: (inout Frame) throws(PredicateIssue) -> Result
  ) throws(PredicateIssue) -> Result {
    var frame = Frame(object: object, variableCount: variableCount, budget: limits.visitedElements)
    frame.work = work
    defer { work = frame.work ?? 0 }
    return try PredicateIssue.placing(at: range) { () throws(PredicateIssue) in try evaluate(&frame) }
  }

  /// Decides a condition on up to three values, after counting its steps. It is a separate function, so that the stack frames of the recursion stay
  /// small.
  func decide(
    _ condition: CoreCondition, _ a: QueryValue, _ b: QueryValue = .null, _ c: QueryValue = .null, in frame: inout Frame
  ) throws(PredicateIssue) -> Bool {
    if frame.work != nil { try take(for: condition, a, b, &frame) }
    return try decide(condition, a, b, c)
  }

  /// The value of a node with one or two operands, after counting its steps.
  func apply(
    _ value: CoreValue, to a: QueryValue, _ b: QueryValue = .null, in frame: inout Frame
  ) throws(PredicateIssue) -> QueryValue {
    if frame.work != nil { try take(for: value, a, b, &frame) }
    return try apply(value, to: a, b)
  }

  /// The elements of a collection, after counting a step for each of them.
  func counted(_ elements: [QueryValue]?, in frame: inout Frame) throws(PredicateIssue) -> [QueryValue]? {
    try frame.take(elements?.count ?? 0)
    return elements
  }

  /// Counts the steps of a node with one or two operands.
  private func take(
    for value: CoreValue, _ a: QueryValue, _ b: QueryValue, _ frame: inout Frame
  ) throws(PredicateIssue) {
    try frame.take(for: a)
    try frame.take(for: b)
    switch value.node {
    case .fold(_, let options): try frame.take(a.stepsToFold(options))
    case .property, .operatorPath: try frame.take(a.stepsToConvert)
    default: break
    }
  }

  /// Counts the steps of a condition on two values.
  private func take(
    for condition: CoreCondition, _ a: QueryValue, _ b: QueryValue, _ frame: inout Frame
  ) throws(PredicateIssue) {
    try frame.take(for: a)
    try frame.take(for: b)
    if let options = condition.foldingOptions {
      try frame.take(a.stepsToFold(options))
      try frame.take(b.stepsToFold(options))
    }
    switch condition.node {
    case .match(.like, _, _), .dynamic(.like, _, _, _): try frame.take(a.byteCount.multiplied(by: b.byteCount) >> 4)
    case .match(.regularExpression(let options), _, _), .dynamic(.matches, _, _, let options):
      try frame.take(try steps(ofMatching: a, b, options))
    case .member(_, let constants): try frame.take(constants.count >> 4)
    default: break
    }
  }

  /// The number of steps of a match. An automaton reads each byte once. ICU may take as many steps as its limit permits.
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
  /// Subtracts steps, if steps are counted. Whenever a block of steps is used up, checks whether the task was cancelled.
  mutating func take(_ steps: Int) throws(PredicateIssue) {
    guard let left = work else { return }
    let rest = max(0, left - steps)
    work = rest
    if steps > left { throw .tooMuchWork }
    if left >> Self.blockWidth != rest >> Self.blockWidth, Task.isCancelled { throw .cancelled }
  }

  /// The number of bits of the number of steps in a block. 4,096 steps take a fraction of a millisecond.
  private static let blockWidth = 12

  /// Subtracts the additional steps of a function for the texts among its arguments.
  mutating func takeConversions(of arguments: [QueryValue]) throws(PredicateIssue) {
    guard work != nil else { return }
    for argument in arguments { try take(argument.stepsToConvert) }
  }

  /// Subtracts the steps for reading a value.
  mutating func take(for value: QueryValue) throws(PredicateIssue) {
    if work != nil { try take(value.stepsToRead) }
  }
}

extension CoreCondition {
  /// The options of a condition that folds its operands itself; nil for any other condition.
  fileprivate var foldingOptions: StringOptions? {
    switch node {
    case .match(.like(let options), _, _), .match(.regularExpression(let options), _, _),
      .dynamic(_, _, _, let options):
      options
    default: nil
    }
  }
}

extension QueryValue {
  /// The additional steps for folding a text, or the texts in a collection.
  fileprivate func stepsToFold(_ options: StringOptions) -> Int {
    switch self {
    case .string(let text):
      options.contains(.localeSensitive)
        ? stepsToConvert : text.withBytes(StringFolding(options).steps(toFold:))
    case .array(let elements), .set(let elements): elements.reduce(0) { $0 + $1.stepsToFold(options) }
    default: 0
    }
  }

  /// The additional steps for a function that maps or compares the scalars of a text: one per two bytes, and none for ASCII.
  fileprivate var stepsToConvert: Int {
    guard case .string(let text) = self, !text.withBytes(StringSearch.isASCII) else { return 0 }
    return byteCount >> 1
  }

  /// The steps for reading a value: one per 16 bytes of a text or of data, and one per element of a collection.
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
