/// The one table of operators. Lexer, parser, printer, completion and documentation read it; nothing else lists a spelling or a
/// binding power.
///
/// ```swift
/// for entry in OperatorTable.entries where entry.class == .comparison {
///   print(entry.spelling, entry.summary)  // < less than …
/// }
/// ```
public enum OperatorTable {
  /// Every operator, loosest first.
  public static let entries: [OperatorEntry] = logical + comparisons + values

  private static let all: StringOptions = [
    .caseInsensitive, .diacriticInsensitive, .normalized, .localeSensitive,
  ]
  private static let folding: StringOptions = [.caseInsensitive, .diacriticInsensitive, .normalized]

  /// The power of a comparison, and of the quantifier before it.
  static let comparisonPower: UInt8 = 50
  /// The loosest operator between two values.
  static let assignmentPower: UInt8 = 60

  private static let logical: [OperatorEntry] = [
    OperatorEntry(.or, "OR", or: ["||"], .logical, 10, .flat, "one of the conditions holds"),
    OperatorEntry(.and, "AND", or: ["&&"], .logical, 20, .flat, "all of the conditions hold"),
    OperatorEntry(.not, "NOT", or: ["!"], .negation, 30, .prefix, "the condition does not hold"),
    OperatorEntry(.any, "ANY", .quantifier, 40, .prefix, "the comparison holds for at least one element"),
    OperatorEntry(.some, "SOME", .quantifier, 40, .prefix, "another word for ANY"),
    OperatorEntry(.all, "ALL", .quantifier, 40, .prefix, "the comparison holds for every element"),
    OperatorEntry(.none, "NONE", .quantifier, 40, .prefix, "the comparison holds for no element: NOT ANY"),
  ]

  private static let comparisons: [OperatorEntry] = [
    comparison(.less, "<", options: all, "less than"),
    comparison(.lessOrEqual, "<=", or: ["=<"], options: all, "less than or equal to"),
    comparison(.greater, ">", options: all, "greater than"),
    comparison(.greaterOrEqual, ">=", or: ["=>"], options: all, "greater than or equal to"),
    comparison(.equal, "==", or: ["="], options: all, "equal to"),
    comparison(.notEqual, "!=", or: ["<>"], options: all, "not equal to"),
    comparison(.matches, "MATCHES", options: folding, "the whole text fits a regular expression"),
    comparison(.like, "LIKE", options: folding, "the whole text fits a pattern: ? is one character, * any number"),
    comparison(.beginsWith, "BEGINSWITH", options: all, "the text begins with another"),
    comparison(.endsWith, "ENDSWITH", options: all, "the text ends with another"),
    comparison(.in, "IN", options: all, "an element of a collection, or a part of a text"),
    comparison(.contains, "CONTAINS", options: all, "a text has a part, or a collection has an element"),
    comparison(.between, "BETWEEN", "within a range, both ends included: BETWEEN {1, 9}"),
    comparison(.tokenMatches, "TOKENMATCHES", options: all, "every word of the right text is in the left one"),
    comparison(.utiConformsTo, "UTI-CONFORMS-TO", "a type identifier conforms to another"),
    comparison(.utiEquals, "UTI-EQUALS", "a type identifier is another"),
  ]

  private static let values: [OperatorEntry] = [
    OperatorEntry(.assign, ":=", .assignment, assignmentPower, .right, "gives a variable a value"),
    OperatorEntry(.union, "UNION", .set, 70, .left, "the elements of both collections"),
    OperatorEntry(.intersect, "INTERSECT", .set, 70, .left, "the elements that both collections have"),
    OperatorEntry(.minusSet, "MINUS", .set, 70, .left, "the elements that only the left collection has"),
    OperatorEntry(.bitOr, "|", .bitwise, 80, .left, "bitwise or"),
    OperatorEntry(.bitXor, "^", .bitwise, 90, .left, "bitwise exclusive or"),
    OperatorEntry(.bitAnd, "&", .bitwise, 100, .left, "bitwise and"),
    OperatorEntry(.shiftLeft, "<<", .bitwise, 110, .left, "bits shifted to the left"),
    OperatorEntry(.shiftRight, ">>", .bitwise, 110, .left, "bits shifted to the right"),
    OperatorEntry(.plus, "+", .arithmetic, 120, .left, "sum"),
    OperatorEntry(.minus, "-", .arithmetic, 120, .left, "difference"),
    OperatorEntry(.times, "*", .arithmetic, 130, .left, "product"),
    OperatorEntry(.divide, "/", .arithmetic, 130, .left, "quotient; of two integers an integer"),
    OperatorEntry(.power, "**", .arithmetic, 140, .left, "power"),
    OperatorEntry(.minus, "-", .sign, 150, .prefix, "the opposite number"),
  ]

  private static func comparison(
    _ kind: TokenKind, _ spelling: String, or alternatives: [String] = [], options: StringOptions = [],
    _ summary: String
  ) -> OperatorEntry {
    OperatorEntry(kind, spelling, or: alternatives, .comparison, comparisonPower, .none, options: options, summary)
  }

  private static let byKind: [OperatorEntry?] = {
    var table = [OperatorEntry?](repeating: nil, count: TokenKind.count)
    for entry in entries where entry.class != .sign { table[Int(entry.kind.rawValue)] = entry }
    return table
  }()

  static func entry(of kind: TokenKind) -> OperatorEntry? { byKind[Int(kind.rawValue)] }

  /// The row of an operator between two values.
  ///
  /// ```swift
  /// OperatorTable.entry(of: BinaryOperator.union)?.summary
  /// ```
  public static func entry(of operator: BinaryOperator) -> OperatorEntry? { entry(of: `operator`.kind) }

  /// The row of a comparison operator; nil for a custom selector.
  ///
  /// ```swift
  /// OperatorTable.entry(of: ComparisonOperator.like)?.options.letters  // cdn
  /// ```
  public static func entry(of operator: ComparisonOperator) -> OperatorEntry? {
    `operator`.kind.flatMap { entry(of: $0) }
  }
}
