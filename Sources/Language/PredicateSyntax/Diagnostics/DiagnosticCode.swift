/// The stable codes of the issues that reading, binding and evaluating a predicate report. A code never changes its meaning. New codes may be added.
///
/// One mistake has one code, whether binding finds it by types or evaluation by values. For example, `title < 5` is `families-differ` for a struct
/// and for a dictionary. `Grammar/errors.md` shows a wrong and a right format for each code.
///
/// ```swift
/// do {
///   _ = try movies.filter(QueryFormat(raw: text))
/// } catch where error.has(.unknownKey) {
///   print(error.suggestion ?? "no name is near")
/// }
/// ```
///
/// The enum has only the codes of the language itself. Every target above this one (collections, records, fetches, SQL, the shell) defines its codes
/// in its `PredicateIssue+….swift`, since this target does not depend on it. That is why ``PredicateIssue/code`` is a string.
public enum DiagnosticCode: String, Sendable, Hashable, CaseIterable {
  // Characters.
  /// `a ≥ 1`: no token contains this character.
  case strangeCharacter = "strange-character"
  /// `a == 1 // the first`: the language has no comments.
  case comment
  /// `name == "bob`: the second quote is missing.
  case unterminatedString = "unterminated-string"
  /// `name == “bob”`: typographic quotes around a string.
  case smartQuote = "smart-quote"
  /// `a === 1`: an operator of another language.
  case tripleEquals = "triple-equals"
  /// `size == 12kb`: letters after a number.
  case numberSuffix = "number-suffix"
  /// `a == 0x`: a base without digits.
  case numberDigits = "number-digits"
  /// `a == 1e999`: no double holds the number.
  case numberTooLarge = "number-too-large"
  /// `%k == 1`: no argument has such a specifier.
  case unknownSpecifier = "unknown-specifier"
  /// `a == %%`: a percent sign is only valid in strings.
  case percentPercent = "percent-percent"
  /// `a == %name%`: a placeholder of a template that was not filled in.
  case templateRemnant = "template-remnant"
  /// `a % 2 == 0`: the remainder is a function.
  case modulo

  // Structure.
  /// A format without a token.
  case empty
  /// `a ==`: a value is missing.
  case operandExpected = "operand-expected"
  /// `a == 1 b`: a token that is not an operator follows a value.
  case operatorExpected = "operator-expected"
  /// `name CONTAIN 'x'`: a word that is nearly an operator.
  case unknownOperator = "unknown-operator"
  /// Text after a complete condition.
  case trailingText = "trailing-text"
  /// `(a == 1`: a bracket that nothing closes.
  case missingBracket = "missing-bracket"
  /// `a == 1)`: a bracket that closes nothing.
  case unmatchedBracket = "unmatched-bracket"
  /// `()`: nothing between the parentheses.
  case emptyParentheses = "empty-parentheses"
  /// `a[] == 1`: nothing between the brackets.
  case emptyIndex = "empty-index"
  /// `a IN (1, 2)`: a list is written in braces.
  case parenthesisedList = "parenthesised-list"
  /// `a IN [1, 2]`: a list is written in braces.
  case squareBrackets = "square-brackets"
  /// `a == 1, 2`: a comma outside of a list.
  case strayComma = "stray-comma"

  // Conditions and values.
  /// `available`: a value is used as a condition.
  case bareValue = "bare-value"
  /// `a == (b == 1)`: a condition is used as a value.
  case conditionAsValue = "condition-as-value"
  /// `(a == 1) == YES`: a condition cannot be compared.
  case conditionCompared = "condition-compared"
  /// `1 < a < 3`: comparisons do not chain.
  case chainedComparison = "chained-comparison"
  /// `a NOT IN {1}`: NOT belongs before the comparison.
  case notIn = "not-in"
  /// `a NOT CONTAINS 'x'`: NOT belongs before the comparison.
  case notOperator = "not-operator"
  /// `a IS NULL`: the test for nil as SQL writes it.
  case isNull = "is-null"
  /// `a BETWEEN 1 AND 2`: BETWEEN as SQL writes it.
  case betweenAnd = "between-and"
  /// `ANY ALL a == 1`: a comparison has one quantifier.
  case doubleQuantifier = "double-quantifier"
  /// `ANY (a == 1)`: the quantifier belongs inside the parentheses.
  case quantifiedCondition = "quantified-condition"
  /// `ANY a`: a quantifier without a comparison.
  case quantifierAlone = "quantifier-alone"
  /// `1 == ANY a`: the quantifier belongs before the left side.
  case quantifierRight = "quantifier-right"
  /// `a ==[w] 'x'`: no option has this letter.
  case unknownOption = "unknown-option"
  /// `a ==[] 'x'`: the brackets hold no letter.
  case emptyOptions = "empty-options"
  /// `a := 1 == 2`: only a variable can be assigned.
  case assignmentTarget = "assignment-target"

  // Paths and calls.
  /// `a.0 == 1`: a path has no numbers; an element is reached by an index.
  case digitKey = "digit-key"
  /// `a. == 1`: a path ends with a dot.
  case keyExpected = "key-expected"
  /// `a.%@ == 1`: `%K` takes a key.
  case specifierAsKey = "specifier-as-key"
  /// `sum: == 1`: a function name without arguments.
  case selectorWithoutCall = "selector-without-call"
  /// `FUNCTION(a, length) == 1`: the name of the function is not a string.
  case selectorLiteral = "selector-literal"
  /// `CAST(a) == 1`: too few arguments of a special form.
  case argumentExpected = "argument-expected"
  /// `CAST(a, 'NSNumber', 1) == 1`: too many arguments of a special form.
  case surplusArgument = "surplus-argument"
  /// `SUBQUERY(a, x, b == 1).@count == 1`: the second argument is not a variable.
  case subqueryVariable = "subquery-variable"

  // Arguments and limits.
  /// `a == %@`: there are more specifiers than arguments.
  case argumentMissing = "argument-missing"
  /// More arguments than specifiers.
  case argumentSurplus = "argument-surplus"
  /// `a == %d`: the specifier does not take this type of argument.
  case argumentType = "argument-type"
  /// `%K == 1`: the argument is a path with an empty key.
  case emptyKey = "empty-key"
  /// A format longer than ``PredicateLimits/sourceLength``.
  case sourceLimit = "source-limit"
  /// Constructs nested deeper than ``PredicateLimits/nesting``.
  case nestingLimit = "nesting-limit"
  /// A tree of more nodes than ``PredicateLimits/nodes``.
  case nodeLimit = "node-limit"
  /// More specifiers than ``PredicateLimits/arguments``.
  case argumentLimit = "argument-limit"

  // Notes that the parser gives.
  /// `a IN[c] %@ AND b BETWEEN[c] {1, 2}`: options that have no effect on the operator.
  case idleOption = "idle-option"
  /// `size == 1`: a reserved word read as a key.
  case reservedWord = "reserved-word"
  /// `größe == 1`: Apple's parser cannot read the name.
  case nonASCIIName = "non-ascii-name"
  /// `a MATCHES '\d+'`: the backslash is dropped.
  case unknownEscape = "unknown-escape"
  /// `a == %lud`: the last letter is ignored.
  case surplusConversion = "surplus-conversion"

  // Notes that ``PredicateLint`` gives.
  /// `status == active`: a key, although a text may be meant.
  case unquotedWord = "unquoted-word"
  /// `a IN {{name}}`: a list in a list.
  case templateBraces = "template-braces"
  /// `a LIKE '%x%'`: LIKE has no wildcard `%`.
  case percentPattern = "percent-pattern"
  /// `a == '%@'`: a specifier inside quotes is text.
  case quotedSpecifier = "quoted-specifier"
  /// `a == 1 OR b == 1 AND c == 1`: AND binds tighter than OR.
  case mixedAndOr = "mixed-and-or"
  /// `a LIKE 'x'`: LIKE without a wildcard.
  case plainLike = "plain-like"
  /// `a == 'x*'`: `==` has no wildcards.
  case patternInEquality = "pattern-in-equality"
  /// `a MATCHES 'abc'`: MATCHES compares the whole text.
  case matchesPart = "matches-part"
  /// `ANY t.a == 1 AND ANY t.b == 2`: each ANY may hold for another element.
  case twoAnys = "two-anys"
  /// `version < '10.15'`: texts are ordered by their characters.
  case versionOrder = "version-order"
  /// `a.b[0] == 1`: Apple's parser binds the index to the last key.
  case pathIndex = "path-index"
  /// `a BETWEEN {9, 1}`: no value is between these bounds.
  case reversedBetween = "reversed-between"
  /// `a BETWEEN {1}`: one bound instead of two.
  case betweenOne = "between-one"
  /// `a == 1 / 2`: the fraction is dropped.
  case integerDivision = "integer-division"
  /// `a == 'True'`: a text that looks like a boolean.
  case booleanText = "boolean-text"
  /// `a BEGINSWITH ''`: no text begins with the empty text.
  case emptyAffix = "empty-affix"
  /// `FUNCTION(a, 'lowercaseString') == 'x'`: Apple's systems refuse most methods after FUNCTION.
  case functionCall = "function-call"
  /// `CAST('NSFileManager', 'Class') == nil`: Apple's systems refuse the cast.
  case classCast = "class-cast"

  // Names, found by binding, or by evaluation if the types are only known then.
  /// `titel == 'M'`: the type has no such property.
  case unknownKey = "unknown-key"
  /// `year.month == 1`: a value of this type has no properties.
  case keyOfValue = "key-of-value"
  /// A property that the type has, but that predicates cannot read.
  case unreadableProperty = "unreadable-property"
  /// A property of a class without a property table. Or a property of another type without a table, if a property table refers to that type.
  case needsTable = "needs-table"
  /// `tags.@cuont > 1`: no operator has this name.
  case unknownCollectionOperator = "unknown-collection-operator"
  /// `year == $year`: the variable has no value.
  case unboundVariable = "unbound-variable"
  /// `year == $year`: the variable's value has another family.
  case variableType = "variable-type"
  /// `medain({year}) == 1`: no function has this name.
  case unknownFunction = "unknown-function"
  /// `CAST(year, 'NSStrin') == '1950'`: no type of CAST has this name.
  case unknownCastType = "unknown-cast-type"

  // Types of operands.
  /// `title == 5`: two values that can never be compared.
  case familiesDiffer = "families-differ"
  /// Objects with a property that cannot be read, so their equality is unknown.
  case incomparableObjects = "incomparable-objects"
  /// `lentToFriend < lentToFriend`: objects, collections and dictionaries have no order.
  case noOrder = "no-order"
  /// `year BEGINSWITH 19`: the operator takes strings.
  case stringExpected = "string-expected"
  /// `title + 1 == 2`: the operator takes numbers.
  case numberExpected = "number-expected"
  /// `title IN year`: the right side has no elements or characters to search.
  case collectionExpected = "collection-expected"
  /// `year BETWEEN {1950}`: the right side is not a pair of bounds.
  case betweenPair = "between-pair"
  /// `ANY year == 1950`: the left side is not a collection.
  case quantifiedScalar = "quantified-scalar"
  /// `SUBQUERY(year, $y, $y == 1).@count > 0`: the first argument is not a collection.
  case subqueryOfScalar = "subquery-of-scalar"
  /// `rating.@count == 1`: the operator takes a collection.
  case aggregateOfScalar = "aggregate-of-scalar"
  /// `year[0] == 1`: the value has no elements.
  case indexOfScalar = "index-of-scalar"
  /// `lentToFriend == Friend['x']`: the value is not a key of the entity.
  case objectKey = "object-key"
  /// `a['x'] == 1`: the collection does not take this index.
  case index
  /// `tags.name == 'classic'`: many values where one value is needed.
  case toManyComparison = "to-many-comparison"
  /// `loans.movie.year + 1 == 1951`: many values where a number is needed.
  case toManyArithmetic = "to-many-arithmetic"
  /// `lentOn > '2024-01-01'`: a note: a string compared with a date is read as a date.
  case stringReadAsDate = "string-read-as-date"
  /// `id == '8319e5ac-1b2e-4f11-9bbc-ea1b0b7e5d39'`: a note: a string compared with a UUID is read as a UUID.
  case stringReadAsUUID = "string-read-as-uuid"
  /// `genre == 'nor'`: a note: no case of the property's enum has this raw value.
  case noSuchCase = "no-such-case"
  /// `lentOn.year == 2026`: a note, or an error if binding is strict: Apple's systems refuse it.
  case `extension`

  // Functions and CAST.
  /// `sqrt(4, 9) == 2`: the function takes another number of arguments.
  case argumentCount = "argument-count"
  /// `sqrt(a) == 2`: the function takes another type.
  case functionArgument = "function-argument"
  /// The result of a function of the application has another family than the declared type.
  case functionResult = "function-result"
  /// The selector of FUNCTION is not a string literal.
  case selectorNotConstant = "selector-not-constant"
  /// `CAST(year, title) == 1`: the name of the type is not a constant.
  case castType = "cast-type"
  /// `CAST(lentToFriend, 'NSNumber') == 1`: no value of the operand's type can be cast to the target type.
  case castFamily = "cast-family"
  /// `CAST(a, 'NSDictionary') == nil`: the list does not alternate names and values.
  case castPairs = "cast-pairs"

  // Values and constructs that cannot be evaluated, or not within the limits.
  /// `a MATCHES '['`: the pattern is not a regular expression.
  case regularExpression = "regular-expression"
  /// `a MATCHES '(x+x+)+(?=y)y'`: the pattern takes too many steps for one string.
  case regularExpressionSteps = "regular-expression-steps"
  /// `FUNCTION(d, 'year:inTimeZone:', 'Europe/Brelin') == 2026`: no time zone has this name.
  case unknownTimeZone = "unknown-time-zone"
  /// MATCHES on a platform without ICU.
  case noRegularExpressions = "no-regular-expressions"
  /// `[l]` on a platform without a collation.
  case noCollation = "no-collation"
  /// `title UTI-EQUALS 'public.text'`: in the language, but not evaluated.
  case unsupportedConstruct = "unsupported-construct"
  /// A value with collections inside collections more than 512 deep.
  case valueDepth = "value-depth"
  /// `replace(replace(…), 'a', 'aaaa') == ''`: a function makes a text of more than 16 MiB.
  case textLength = "text-length"
  /// More elements visited for one object than ``PredicateLimits/visitedElements``.
  case visitedElements = "visited-elements"
  /// Evaluation takes longer than its deadline allows.
  case timeLimit = "time-limit"
  /// The parser returned neither a tree nor an error.
  case noTree = "no-tree"
}

extension PredicateIssue {
  package init(
    severity: Severity = .error, kind: Kind, code: DiagnosticCode, message: IssueText, range: SourceRange? = nil,
    hint: String? = nil, suggestion: String? = nil
  ) {
    self.init(
      severity, kind, code.rawValue, message, range: range, hint: hint, suggestion: suggestion)
  }

  /// An issue whose message is a finished text.
  @_disfavoredOverload
  package init(
    severity: Severity = .error, kind: Kind, code: DiagnosticCode, message: String, range: SourceRange? = nil,
    hint: String? = nil, suggestion: String? = nil
  ) {
    self.init(
      severity: severity, kind: kind, code: code, message: IssueText(message), range: range, hint: hint,
      suggestion: suggestion)
  }

  /// An error with a code of the language, for a range of the format.
  package static func error(
    _ code: DiagnosticCode, _ range: SourceRange?, _ message: IssueText, hint: String? = nil, kind: Kind = .syntax
  ) -> PredicateIssue {
    PredicateIssue(kind: kind, code: code, message: message, range: range, hint: hint)
  }

  /// An error with a code of another target, for a range of the format.
  package static func error(
    _ code: String, _ range: SourceRange?, _ message: String, hint: String? = nil, kind: Kind = .syntax
  ) -> PredicateIssue {
    PredicateIssue(kind: kind, code: code, message: message, range: range, hint: hint)
  }

  static func note(
    _ code: DiagnosticCode, _ range: SourceRange?, _ message: IssueText, hint: String? = nil
  ) -> PredicateIssue {
    PredicateIssue(severity: .note, kind: .syntax, code: code, message: message, range: range, hint: hint)
  }
}
