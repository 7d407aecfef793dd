/// The stable codes of what can be said of a predicate: while it is read, bound and evaluated. A code never changes its meaning; new ones
/// may come.
///
/// One mistake has one code, whether binding finds it by types or evaluation by values: `title < 5` is `families-differ` for a struct and
/// for a dictionary. `Grammar/errors.md` shows a wrong and a right format for each code.
///
/// ```swift
/// do { _ = try movies.filter(text) } catch where error.has(.unknownKey) { … }
/// ```
///
/// The list is that of the language. What a target adds to the language (collections, records, fetches, SQL, the shell) has codes of its own
/// in the `PredicateIssue+….swift` of that target: this target knows none of those above it. ``PredicateIssue/code`` is a string for that
/// reason.
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

  // Names, found by binding or, where types are not known before, by evaluation.
  case unknownKey = "unknown-key"
  case keyOfValue = "key-of-value"
  case unreadableProperty = "unreadable-property"
  case unknownCollectionOperator = "unknown-collection-operator"
  case unboundVariable = "unbound-variable"
  case variableType = "variable-type"
  case unknownFunction = "unknown-function"
  case unknownCastType = "unknown-cast-type"
  case unreadableExpression = "unreadable-expression"

  // Types of operands.
  case familiesDiffer = "families-differ"
  case incomparableObjects = "incomparable-objects"
  case noOrder = "no-order"
  case stringExpected = "string-expected"
  case numberExpected = "number-expected"
  case collectionExpected = "collection-expected"
  case betweenPair = "between-pair"
  case quantifiedScalar = "quantified-scalar"
  case subqueryOfScalar = "subquery-of-scalar"
  case aggregateOfScalar = "aggregate-of-scalar"
  case indexOfScalar = "index-of-scalar"
  case index
  case toManyComparison = "to-many-comparison"
  case toManyArithmetic = "to-many-arithmetic"
  case stringReadAsDate = "string-read-as-date"

  // Functions and CAST.
  case argumentCount = "argument-count"
  case functionArgument = "function-argument"
  case functionResult = "function-result"
  case selectorNotConstant = "selector-not-constant"
  case castType = "cast-type"
  case castFamily = "cast-family"
  case castPairs = "cast-pairs"

  // What cannot be evaluated, or not within the limits.
  case regularExpression = "regular-expression"
  case regularExpressionSteps = "regular-expression-steps"
  case noRegularExpressions = "no-regular-expressions"
  case noCollation = "no-collation"
  case unsupportedConstruct = "unsupported-construct"
  case valueDepth = "value-depth"
  case visitedElements = "visited-elements"
  case timeLimit = "time-limit"
  case noTree = "no-tree"
}

extension PredicateIssue {
  /// An issue with a code of the language.
  package init(
    severity: Severity = .error, kind: Kind, code: DiagnosticCode, message: String, range: SourceRange? = nil,
    hint: String? = nil, suggestion: String? = nil
  ) {
    self.init(
      severity: severity, kind: kind, code: code.rawValue, message: message, range: range, hint: hint,
      suggestion: suggestion)
  }

  static func error(
    _ code: DiagnosticCode, _ range: SourceRange?, _ message: String, hint: String? = nil, kind: Kind = .syntax
  ) -> PredicateIssue {
    PredicateIssue(kind: kind, code: code, message: message, range: range, hint: hint)
  }

  static func note(
    _ code: DiagnosticCode, _ range: SourceRange?, _ message: String, hint: String? = nil
  ) -> PredicateIssue {
    PredicateIssue(severity: .note, kind: .syntax, code: code, message: message, range: range, hint: hint)
  }
}
