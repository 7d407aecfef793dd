/// The stable codes of what reading a format may say. A code never changes its meaning; new ones may come.
public enum DiagnosticCode: String, Sendable, Hashable, CaseIterable {
  // Characters.
  case strangeCharacter = "strange-character"
  case comment
  case unterminatedString = "unterminated-string"
  case smartQuote = "smart-quote"
  case tripleEquals = "triple-equals"
  case numberSuffix = "number-suffix"
  case numberDigits = "number-digits"
  case numberTooLarge = "number-too-large"
  case unknownSpecifier = "unknown-specifier"
  case percentPercent = "percent-percent"
  case templateRemnant = "template-remnant"
  case modulo

  // Structure.
  case empty
  case operandExpected = "operand-expected"
  case operatorExpected = "operator-expected"
  case unknownOperator = "unknown-operator"
  case trailingText = "trailing-text"
  case missingBracket = "missing-bracket"
  case unmatchedBracket = "unmatched-bracket"
  case emptyParentheses = "empty-parentheses"
  case emptyIndex = "empty-index"
  case parenthesisedList = "parenthesised-list"
  case squareBrackets = "square-brackets"
  case strayComma = "stray-comma"

  // Conditions and values.
  case bareValue = "bare-value"
  case conditionAsValue = "condition-as-value"
  case conditionCompared = "condition-compared"
  case chainedComparison = "chained-comparison"
  case notIn = "not-in"
  case notOperator = "not-operator"
  case isNull = "is-null"
  case betweenAnd = "between-and"
  case doubleQuantifier = "double-quantifier"
  case quantifiedCondition = "quantified-condition"
  case quantifierAlone = "quantifier-alone"
  case quantifierRight = "quantifier-right"
  case unknownOption = "unknown-option"
  case emptyOptions = "empty-options"
  case assignmentTarget = "assignment-target"

  // Paths and calls.
  case digitKey = "digit-key"
  case keyExpected = "key-expected"
  case specifierAsKey = "specifier-as-key"
  case selectorWithoutCall = "selector-without-call"
  case selectorLiteral = "selector-literal"
  case argumentExpected = "argument-expected"
  case surplusArgument = "surplus-argument"
  case subqueryVariable = "subquery-variable"

  // Arguments and limits.
  case argumentMissing = "argument-missing"
  case argumentType = "argument-type"
  case emptyKey = "empty-key"
  case sourceLimit = "source-limit"
  case nestingLimit = "nesting-limit"
  case nodeLimit = "node-limit"
  case argumentLimit = "argument-limit"

  // Notes that reading gives.
  case idleOption = "idle-option"
  case reservedWord = "reserved-word"
  case nonASCIIName = "non-ascii-name"
  case unknownEscape = "unknown-escape"
  case surplusConversion = "surplus-conversion"

  // Notes that ``PredicateLint`` gives.
  case unquotedWord = "unquoted-word"
  case templateBraces = "template-braces"
  case percentPattern = "percent-pattern"
  case quotedSpecifier = "quoted-specifier"
  case mixedAndOr = "mixed-and-or"
  case plainLike = "plain-like"
  case patternInEquality = "pattern-in-equality"
  case matchesPart = "matches-part"
  case twoAnys = "two-anys"
  case versionOrder = "version-order"
  case pathIndex = "path-index"
  case reversedBetween = "reversed-between"
  case betweenOne = "between-one"
  case integerDivision = "integer-division"
  case booleanText = "boolean-text"
  case emptyAffix = "empty-affix"
  case functionCall = "function-call"
  case classCast = "class-cast"
}

extension PredicateIssue {
  static func error(
    _ code: DiagnosticCode, _ range: SourceRange?, _ message: String, hint: String? = nil, kind: Kind = .syntax
  ) -> PredicateIssue {
    PredicateIssue(kind: kind, code: code.rawValue, message: message, range: range, hint: hint)
  }

  static func note(
    _ code: DiagnosticCode, _ range: SourceRange?, _ message: String, hint: String? = nil
  ) -> PredicateIssue {
    PredicateIssue(severity: .note, kind: .syntax, code: code.rawValue, message: message, range: range, hint: hint)
  }
}
