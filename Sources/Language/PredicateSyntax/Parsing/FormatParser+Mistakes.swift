/// What the parser meets on its way, without the words for it: those are found in ``FormatParser/issue(_:_:_:)``, out of the way of
/// the routines that call one another, whose frames a deep format stacks up.
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
  /// Behind a value; the range begins where the value does.
  case unexpected
  /// Behind a condition.
  case unexpectedBehindCondition
  /// Behind a value among others.
  case unexpectedInList
  case nesting
}

extension FormatParser {
  /// Notes an error at a place, and gives what is to be thrown.
  @inline(never)
  mutating func fail(_ mistake: Mistake, _ range: SourceRange, _ other: SourceRange = .none) -> Failure {
    let issue = issue(mistake, range, other)
    report(issue)
    if case .nesting = mistake { stop() }
    return Failure()
  }

  /// Notes a value in the place of a condition, and gives what is to be thrown.
  @inline(never)
  mutating func failBareValue(
    _ expression: QueryExpression, _ start: Int, behind earlier: QueryPredicate? = nil
  ) -> Failure {
    fail(bareValue(expression, start, behind: earlier))
  }

  /// Notes a reserved word in the place of a key.
  @inline(never)
  mutating func noteReservedWord(_ range: SourceRange) { note(.reservedWordAsKey(text(range), range)) }

  private mutating func issue(_ mistake: Mistake, _ range: SourceRange, _ other: SourceRange) -> PredicateIssue {
    let start = Int(range.lowerBound)
    switch mistake {
    case .operandExpected: return operandExpected()
    case .keyExpected: return stepExpected()
    case .conditionAsValue: return .conditionAsValue(text(range), range)
    case .conditionCompared: return .conditionCompared(text(range), range)
    case .chainedComparison: return .chainedComparison(text(other), text(range), range)
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
    }
  }
}
