/// A mistake that the parser found, without its message. ``FormatParser/issue(_:_:_:)`` makes the message, so the recursive functions need no stack
/// for it.
enum Mistake {
  case operandExpected
  case keyExpected
  case conditionAsValue
  case conditionCompared
  case chainedComparison
  case doubleQuantifier
  case quantifiedCondition
  case quantifierAlone
  case assignmentTarget
  case selectorWithoutCall
  case specifierAsKey
  case emptyParentheses
  case emptyIndex
  case subqueryVariable
  case selectorLiteral
  case numberTooLarge
  /// An unexpected token after a value. The range begins with the value.
  case unexpected
  case unexpectedBehindCondition
  /// An unexpected token after a value in a list.
  case unexpectedInList
  case nesting
  case tree
}

extension FormatParser {
  /// Reports a mistake at a range, and returns the failure to throw.
  @inline(never)
  mutating func fail(_ mistake: Mistake, _ range: SourceRange, _ other: SourceRange = .none) -> Failure {
    let issue = issue(mistake, range, other)
    report(issue)
    switch mistake {
    case .nesting, .tree: stop()
    default: break
    }
    return Failure()
  }

  /// Reports a value that is used as a condition, and returns the failure to throw.
  @inline(never)
  mutating func failBareValue(
    _ expression: QueryExpression, _ start: Int, behind earlier: QueryPredicate? = nil
  ) -> Failure {
    fail(bareValue(expression, start, behind: earlier))
  }

  /// Adds a note for a reserved word that is used as a key.
  @inline(never)
  mutating func noteReservedWord(_ range: SourceRange) { note(.reservedWordAsKey(text(range), range)) }

  private mutating func issue(_ mistake: Mistake, _ range: SourceRange, _ other: SourceRange) -> PredicateIssue {
    let start = Int(range.lowerBound)
    switch mistake {
    case .operandExpected: return operandExpected()
    case .keyExpected: return stepExpected()
    case .conditionAsValue: return .conditionAsValue(text(range), range)
    case .conditionCompared: return .conditionCompared(text(range), range)
    case .chainedComparison:
      if let bracket = subqueryBracket() { return bracket }
      let between = text(SourceRange(Int(min(other.upperBound, range.lowerBound)), start))
      let isOr = SourceToken.all(in: Array(between.utf8), from: 0).contains { $0.kind == .sign && $0.text == "|" }
      return .chainedComparison(text(other), text(range), range, isOr: isOr)
    case .doubleQuantifier: return .doubleQuantifier(text(other), text(range), range)
    case .quantifiedCondition: return .quantifiedCondition(text(range), range, text(other))
    case .quantifierAlone: return .quantifierAlone(text(other), range)
    case .assignmentTarget: return .assignmentTarget(text(range), range)
    case .selectorWithoutCall: return .selectorWithoutCall(text(range), range)
    case .specifierAsKey: return .specifierAsKey(text(range), range)
    case .emptyParentheses: return .emptyParentheses(range)
    case .emptyIndex: return .emptyIndex(range)
    case .subqueryVariable: return .subqueryVariable(range, found: text(range))
    case .selectorLiteral: return .selectorLiteral(range, found: text(range))
    case .numberTooLarge: return .numberTooLarge(range)
    case .unexpected: return unexpected(after: range.isNone ? nil : start)
    case .unexpectedBehindCondition: return unexpected(after: start, isCondition: true)
    case .unexpectedInList: return unexpected(after: range.isNone ? nil : start, inList: true)
    case .nesting: return .nestingLimit(limits.nesting, range)
    case .tree: return .treeLimit(range)
    }
  }
}
