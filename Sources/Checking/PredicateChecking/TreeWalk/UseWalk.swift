import PredicateSyntax

/// One walk over a predicate's tree that finds the issues of a profile.
struct UseWalk {
  let profile: UseProfile
  let rules: [PredicateConstruct: ProfileRule]
  let text: ConsumerText
  var issues: [PredicateIssue] = []
  /// The variables of the surrounding SUBQUERYs, innermost last. Each has the key of its elements; nil if their type is unknown.
  var scope: [(name: String, key: ProfileKey?)] = []
  /// The unlisted names that a note has mentioned. Each name is noted once per predicate.
  var notedNames: Set<String> = []
  /// The ranges of unquoted words that need no further note.
  var settledWords: Set<SourceRange> = []
  /// The ranges of texts such as "yes" that are compared with a key that is likely a boolean.
  var booleanTexts: Set<SourceRange> = []
  /// The keys whose nil a surrounding AND or OR handles, innermost last.
  var handledNils: [String] = []

  mutating func add(
    _ code: CheckCode, _ severity: PredicateIssue.Severity, _ range: SourceRange, _ message: String,
    hint: String? = nil, suggestion: String? = nil, mend: Mend? = nil
  ) {
    let issue = PredicateIssue.found(code, severity, range, message, hint: hint, suggestion: suggestion)
    issues.append(issue.replacing(with: mend?.text, at: mend?.range))
  }

  /// An edit for editors: the replacement for a part of the predicate. Without a range it replaces the range of the issue.
  struct Mend {
    let text: String
    var range: SourceRange?

    init(_ text: String, at range: SourceRange? = nil) {
      self.text = text
      self.range = range
    }

    /// A text in quotes.
    static func quoted(_ text: String) -> Mend { Mend(QueryExpression.literal(.string(text)).canonicalFormat) }
  }

  /// Reports a construct if the profile has a rule about it.
  mutating func use(_ construct: PredicateConstruct, _ range: SourceRange) {
    if let rule = rules[construct] { issues.append(rule.issue(at: range)) }
  }

  /// The range of the first operator between two operands, without brackets and spaces; nil if the operands have no ranges.
  func signPlace(between operands: [SourceRange]) -> SourceRange? {
    guard operands.count > 1, !operands[0].isNone, !operands[1].isNone else { return nil }
    let bytes = text.bytes
    var lower = Int(operands[0].upperBound)
    var upper = Int(operands[1].lowerBound)
    guard lower < upper, upper <= bytes.count else { return nil }
    while lower < upper, " \t\r\n()".utf8.contains(bytes[lower]) { lower += 1 }
    while lower < upper, " \t\r\n()".utf8.contains(bytes[upper - 1]) { upper -= 1 }
    return lower < upper ? SourceRange(lower, upper) : nil
  }

  mutating func visit(_ predicate: QueryPredicate) {
    switch predicate.node {
    case .literal(let value): use(value ? .literalTrue : .literalFalse, predicate.range)
    case .overLimit: break
    case .not(let operand):
      if operand.isCompound { use(.notCompound, predicate.range) }
      if case .comparison(let comparison) = operand.node, comparison.quantifier == .any {
        let construct: PredicateConstruct = comparison.spelling == .none ? .none : .notAny
        if rules[construct]?.severity != .note || mayBeMany(comparison.left) { use(construct, predicate.range) }
      }
      visit(operand)
    case .and(let operands):
      visit(operands, handling: .notEqual)
    case .or(let operands):
      use(.or, signPlace(between: operands.map(\.range)) ?? predicate.range)
      visit(operands, handling: .equal)
    case .comparison(let comparison): visit(comparison, predicate.range)
    }
  }

  mutating func visit(_ expression: QueryExpression) {
    let range = expression.range
    switch expression.node {
    case .literal, .evaluatedObject, .overLimit, .unreadable: break
    case .placeholder: if !profile.takesArguments { use(.placeholder, range) }
    case .anyKey: use(.anyKey, range)
    case .variable, .keyPath, .path: visitKey(expression)
    case .index(let base, let index):
      use(.index, range)
      visit(base)
      if case .expression(let value) = index { visit(value) }
    case .aggregate(let elements): for element in elements { visit(element) }
    case .call(let selector, let arguments): visitCall(selector, arguments, range)
    case .function(let receiver, _, let arguments):
      use(.functionCall, range)
      visit(receiver)
      for argument in arguments { visit(argument) }
    case .cast(let operand, let type): visitCast(operand, to: type, range)
    case .ternary(let condition, let first, let second):
      use(.ternary, range)
      visit(condition)
      visit(first)
      visit(second)
    case .subquery(let collection, let variable, let condition):
      use(.subquery, range)
      visit(collection)
      scope.append((variable, element(of: collection)))
      visit(condition)
      scope.removeLast()
    case .binary(let op, let left, let right):
      switch op {
      case .union, .intersect, .minus: use(.setOperator, range)
      default: use(.arithmetic, range)
      }
      visit(left)
      visit(right)
    case .negate(let operand):
      use(.arithmetic, range)
      visit(operand)
    case .assignment(_, let value):
      use(.assignment, range)
      visit(value)
    case .fetch(let request, let context, let countOnly):
      visit(request)
      visit(context)
      visit(countOnly)
    }
  }

  private func element(of collection: QueryExpression) -> ProfileKey? {
    guard case .key(let key) = lookup(collection) else { return nil }
    return key.ofElements
  }
}
