/// The table of operators. Lexer, parser, printer, completion and documentation read it. No other code lists spellings or binding powers.
///
/// ```swift
/// for entry in OperatorTable.entries where entry.class == .comparison {
///   print(entry.spelling, entry.summary)  // < less than …
/// }
/// ```
public enum OperatorTable {
  /// Every operator. Operators that bind less tightly are earlier.
  public static let entries: [OperatorEntry] = logical + comparisons + values

  private static let all: StringOptions = [
    .caseInsensitive, .diacriticInsensitive, .normalized, .localeSensitive,
  ]
  private static let folding: StringOptions = [.caseInsensitive, .diacriticInsensitive, .normalized]

  /// The binding power of a comparison, and of the quantifier before it.
  static let comparisonPower: UInt8 = 50
  /// The binding power of the operator between two values that binds least tightly.
  static let assignmentPower: UInt8 = 60

  // Rules that several operators share.
  private static let someElement: StaticString =
    "The left side is a collection, or a path through a collection. If a condition contains ANY twice, two different elements may make it true."
  private static let order: StaticString =
    "Numbers are compared by their exact value, texts by their Unicode scalars, dates by their time. If a side is nil, the comparison is false."
  private static let orderWithNils: StaticString =
    "Numbers are compared by their exact value, texts by their Unicode scalars, dates by their time. If one side is nil, the comparison is false. If both sides are nil, it is true."
  private static let equality: StaticString =
    "nil is equal only to nil. Without options, two texts are equal if their Unicode scalars are equal."
  private static let emptyText: StaticString = "No text begins with, ends with or contains the empty text."
  private static let sets: StaticString =
    "The result is a set. Elements are compared with ==, so 1 and 1.0 are the same element."
  private static let bits: StaticString =
    "The operands are 64-bit integers. The fraction of a number is cut off before the operation."
  private static let numbers: StaticString =
    "The result is an integer for two integers, and a double if an operand is a double. It is nil if an operand is nil. An integer beyond Int64 becomes a double."

  private static let logical: [OperatorEntry] = [
    OperatorEntry(
      .or, "OR", or: ["||"], .logical, 10, .flat, "one of the conditions is true",
      "OR binds looser than AND and may join any number of conditions.", "1 == 2 OR 2 == 2 ⇒ true"),
    OperatorEntry(
      .and, "AND", or: ["&&"], .logical, 20, .flat, "all of the conditions are true",
      "AND binds tighter than OR and may join any number of conditions.", "1 == 1 AND 2 == 3 ⇒ false"),
    OperatorEntry(
      .not, "NOT", or: ["!"], .negation, 30, .prefix, "the condition is false",
      "NOT negates the whole comparison after it. A comparison is true or false, never nil. So NOT of a false comparison is true.",
      "NOT nil < 5 ⇒ true"),
    OperatorEntry(
      .any, "ANY", .quantifier, 40, .prefix, "the comparison is true for at least one element", someElement,
      "ANY {1, 2} == 2 ⇒ true"),
    OperatorEntry(
      .some, "SOME", .quantifier, 40, .prefix, "another word for ANY", someElement, "SOME {1, 2} == 2 ⇒ true"),
    OperatorEntry(
      .all, "ALL", .quantifier, 40, .prefix, "the comparison is true for every element",
      "The left side is a collection. For an empty collection the result is true.", "ALL {1, 2} > 1 ⇒ false"),
    OperatorEntry(
      .none, "NONE", .quantifier, 40, .prefix, "the comparison is false for every element (the same as NOT ANY)",
      "NONE means NOT ANY. For an empty collection the result is true.", "NONE {1, 2} > 2 ⇒ true"),
  ]

  private static let comparisons: [OperatorEntry] = [
    comparison(.less, "<", options: all, "less than", order, "'Z' < 'a' ⇒ true"),
    comparison(
      .lessOrEqual, "<=", or: ["=<"], options: all, "less than or equal to", orderWithNils, "nil <= nil ⇒ true"),
    comparison(.greater, ">", options: all, "greater than", order, "1954 > 1950.5 ⇒ true"),
    comparison(
      .greaterOrEqual, ">=", or: ["=>"], options: all, "greater than or equal to", orderWithNils, "3 >= 3 ⇒ true"),
    comparison(.equal, "==", or: ["="], options: all, "equal to", equality, "'Café' ==[cd] 'CAFE' ⇒ true"),
    comparison(.notEqual, "!=", or: ["<>"], options: all, "not equal to", equality, "nil != 42 ⇒ true"),
    comparison(
      .matches, "MATCHES", options: folding, "the whole text matches a regular expression",
      "The pattern is a regular expression of ICU. It must match the whole text. To find a part, write .*x.* as the pattern.",
      "'film 12' MATCHES '[a-z]+ [0-9]+' ⇒ true"
    ),
    comparison(
      .like, "LIKE", options: folding,
      "the whole text matches a pattern: ? is one character, * any number",
      "The pattern must match the whole text. To find a part, write *x* as the pattern. For a literal * or ?, write \\* or \\?.",
      "'Star Wars' LIKE[c] '*star*' ⇒ true"),
    comparison(
      .beginsWith, "BEGINSWITH", options: all, "the text begins with another text", emptyText,
      "'The Wire' BEGINSWITH[c] 'the ' ⇒ true"),
    comparison(
      .endsWith, "ENDSWITH", options: all, "the text ends with another text", emptyText,
      "'Anderson' ENDSWITH 'son' ⇒ true"),
    comparison(
      .in, "IN", options: all, "the value is an element of a collection, or a part of a text",
      "For a collection, an element must equal the value. For a text, the value must be a part of the text. nil is never contained.",
      "'Noir' IN {'Drama', 'Noir'} ⇒ true"),
    comparison(
      .contains, "CONTAINS", options: all, "a text contains a part, or a collection contains an element",
      "a CONTAINS b means the same as b IN a. So b is a part of the text a, or an element of the collection a.",
      "'Blade Runner' CONTAINS[c] 'run' ⇒ true"),
    comparison(
      .between, "BETWEEN", "the value is within a range that includes both bounds: BETWEEN {1, 9}",
      "Both bounds belong to the range. If the lower bound is greater than the upper bound, the result is false.",
      "1985 BETWEEN {1980, 1985} ⇒ true"),
    comparison(.tokenMatches, "TOKENMATCHES", options: all, "every word of the right text is in the left text"),
    comparison(.utiConformsTo, "UTI-CONFORMS-TO", "a type identifier conforms to another"),
    comparison(.utiEquals, "UTI-EQUALS", "a type identifier is another"),
  ]

  private static let values: [OperatorEntry] = [
    OperatorEntry(
      .assign, ":=", .assignment, assignmentPower, .right, "gives a variable a value",
      "The variable has this value in the rest of the predicate.", "$x := 2 ⇒ 2"),
    OperatorEntry(
      .union, "UNION", .set, 70, .left, "the elements of both collections", sets, "({1, 2} UNION {2, 3}).@count ⇒ 3"),
    OperatorEntry(
      .intersect, "INTERSECT", .set, 70, .left, "the elements that both collections have", sets,
      "({1, 2} INTERSECT {2, 3}).@count ⇒ 1"),
    OperatorEntry(
      .minusSet, "MINUS", .set, 70, .left, "the elements that are only in the left collection", sets,
      "({1, 2} MINUS {2, 3}).@count ⇒ 1"),
    OperatorEntry(.bitOr, "|", .bitwise, 80, .left, "bitwise or", bits, "6 | 1 ⇒ 7"),
    OperatorEntry(.bitXor, "^", .bitwise, 90, .left, "bitwise exclusive or", bits, "6 ^ 3 ⇒ 5"),
    OperatorEntry(.bitAnd, "&", .bitwise, 100, .left, "bitwise and", bits, "6 & 3 ⇒ 2"),
    OperatorEntry(.shiftLeft, "<<", .bitwise, 110, .left, "bits shifted to the left", bits, "1 << 4 ⇒ 16"),
    OperatorEntry(.shiftRight, ">>", .bitwise, 110, .left, "bits shifted to the right", bits, "16 >> 2 ⇒ 4"),
    OperatorEntry(.plus, "+", .arithmetic, 120, .left, "sum", numbers, "1 + 2 ⇒ 3"),
    OperatorEntry(.minus, "-", .arithmetic, 120, .left, "difference", numbers, "1 - 2.5 ⇒ -1.5"),
    OperatorEntry(.times, "*", .arithmetic, 130, .left, "product", numbers, "6 * 7 ⇒ 42"),
    OperatorEntry(
      .divide, "/", .arithmetic, 130, .left, "quotient; of two integers an integer",
      "The result for two integers is an integer, without the fraction. Division by zero gives nil.", "7 / 2 ⇒ 3"),
    OperatorEntry(
      .power, "**", .arithmetic, 140, .left, "power", "A power binds tighter than a product. The result is a double.",
      "2 ** 10 ⇒ 1024.0"),
    OperatorEntry(
      .minus, "-", .sign, 150, .prefix, "the opposite number", "A minus before a value changes its sign.",
      "-(3) + 1 ⇒ -2"),
  ]

  private static func comparison(
    _ kind: TokenKind, _ spelling: String, or alternatives: [String] = [], options: StringOptions = [],
    _ summary: String, _ rule: StaticString = "The operator can be parsed and printed, but not evaluated.",
    _ example: StaticString = ""
  ) -> OperatorEntry {
    OperatorEntry(
      kind, spelling, or: alternatives, .comparison, comparisonPower, .none, options: options, summary, rule, example)
  }

  private static let byKind: [OperatorEntry?] = {
    var table = [OperatorEntry?](repeating: nil, count: TokenKind.count)
    for entry in entries where entry.class != .sign { table[Int(entry.kind.rawValue)] = entry }
    return table
  }()

  static func entry(of kind: TokenKind) -> OperatorEntry? { byKind[Int(kind.rawValue)] }

  /// The entry of an operator between two values.
  ///
  /// ```swift
  /// OperatorTable.entry(of: BinaryOperator.union)?.summary
  /// ```
  public static func entry(of operator: BinaryOperator) -> OperatorEntry? { entry(of: `operator`.kind) }

  /// The entry of a comparison operator; nil for a custom selector.
  ///
  /// ```swift
  /// OperatorTable.entry(of: ComparisonOperator.like)?.options.letters  // cdn
  /// ```
  public static func entry(of operator: ComparisonOperator) -> OperatorEntry? {
    `operator`.kind.flatMap { entry(of: $0) }
  }
}
