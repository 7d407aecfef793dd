/// One row of the ``OperatorTable``: how an operator is written, how tightly it binds, and what it is for.
public struct OperatorEntry: Sendable {
  /// The families of operators.
  public enum Class: String, Sendable, Hashable, CaseIterable {
    /// AND, OR: between two conditions.
    case logical
    /// NOT: before a condition.
    case negation
    /// ANY, SOME, ALL, NONE: before a comparison.
    case quantifier
    /// Between two values; makes a condition.
    case comparison
    /// `:=`, behind a variable.
    case assignment
    /// UNION, INTERSECT, MINUS.
    case set
    /// `| ^ & << >>`.
    case bitwise
    /// `+ - * / **`.
    case arithmetic
    /// The minus before a value.
    case sign
  }

  /// How operators of one power group.
  public enum Associativity: String, Sendable, Hashable {
    /// `1 - 2 - 3` is `(1 - 2) - 3`.
    case left
    /// `$a := $b := 1` is `$a := ($b := 1)`.
    case right
    /// `1 < 2 < 3` is an error.
    case none
    /// `a AND b AND c` is one AND of three.
    case flat
    /// Stands before its operand.
    case prefix
  }

  /// What the printer writes.
  public let spelling: String
  /// What else is read; words in any case.
  public let alternatives: [String]
  /// The family.
  public let `class`: Class
  /// The larger, the tighter.
  public let bindingPower: UInt8
  /// How operators of this power group.
  public let associativity: Associativity
  /// The letters that mean something in brackets behind it.
  public let options: StringOptions
  /// One line for help and completion.
  public let summary: String
  let kind: TokenKind

  /// The canonical spelling and all others.
  public var spellings: [String] { [spelling] + alternatives }

  /// Whether it is written as a word.
  public var isWord: Bool { spelling.utf8.first.map { ByteClass.isLetter($0) } ?? false }

  init(
    _ kind: TokenKind, _ spelling: String, or alternatives: [String] = [], _ class: Class,
    _ bindingPower: UInt8, _ associativity: Associativity, options: StringOptions = [], _ summary: String
  ) {
    self.kind = kind
    self.spelling = spelling
    self.alternatives = alternatives
    self.class = `class`
    self.bindingPower = bindingPower
    self.associativity = associativity
    self.options = options
    self.summary = summary
  }
}

/// What help says of an operator beside its summary.
extension OperatorEntry {
  /// The rule that people ask for, in a sentence or two; `Grammar/semantics.md` has them all.
  ///
  /// ```swift
  /// OperatorTable.entry(of: ComparisonOperator.in)?.rule
  /// // An element equals it; of a text: it is a part of it. nil is in nothing.
  /// ```
  public var rule: String { guide.rule }

  /// Something that can be typed, and behind `⇒` what it is.
  ///
  /// ```swift
  /// OperatorTable.entry(of: BinaryOperator.power)?.example  // 2 ** 10 ⇒ 1024.0
  /// ```
  public var example: String { guide.example }

  private var guide: (rule: String, example: String) {
    switch self.class {
    case .logical, .negation: Self.logicalGuide(kind)
    case .quantifier: Self.quantifierGuide(kind)
    case .comparison: Self.comparisonGuide(kind)
    case .assignment: ("The variable has that value from here on.", "$x := 2 ⇒ 2")
    case .set: Self.setGuide(kind)
    case .bitwise, .arithmetic: Self.arithmeticGuide(kind)
    case .sign: ("A minus before a value is its opposite.", "-(3) + 1 ⇒ -2")
    }
  }

  private static func logicalGuide(_ kind: TokenKind) -> (String, String) {
    switch kind {
    case .or: ("OR binds looser than AND and may join any number of conditions.", "1 == 2 OR 2 == 2 ⇒ true")
    case .and: ("AND binds tighter than OR and may join any number of conditions.", "1 == 1 AND 2 == 3 ⇒ false")
    default:
      (
        "NOT takes the whole comparison behind it. A comparison is true or false, never nil, so that NOT of a false one is true.",
        "NOT nil < 5 ⇒ true"
      )
    }
  }

  private static func quantifierGuide(_ kind: TokenKind) -> (String, String) {
    switch kind {
    case .all: ("The left side is a collection; of none it is true.", "ALL {1, 2} > 1 ⇒ false")
    case .none: ("NONE … is NOT ANY …: of none it is true.", "NONE {1, 2} > 2 ⇒ true")
    default:
      (
        "The left side is a collection, or a path through one. Two of them in one condition may be true by different elements.",
        "\(kind == .some ? "SOME" : "ANY") {1, 2} == 2 ⇒ true"
      )
    }
  }

  private static func comparisonGuide(_ kind: TokenKind) -> (String, String) {
    switch kind {
    case .less: (order, "'Z' < 'a' ⇒ true")
    case .lessOrEqual: (order + " Between two nils it is true.", "nil <= nil ⇒ true")
    case .greater: (order, "1954 > 1950.5 ⇒ true")
    case .greaterOrEqual: (order + " Between two nils it is true.", "3 >= 3 ⇒ true")
    case .equal: (equality, "'Café' ==[cd] 'CAFE' ⇒ true")
    case .notEqual: (equality, "nil != 42 ⇒ true")
    case .matches:
      (
        "The pattern is one of ICU, about the whole text: .*x.* finds a part.",
        "'film 12' MATCHES '[a-z]+ [0-9]+' ⇒ true"
      )
    case .like:
      (
        "The pattern is about the whole text: *x* finds a part. \\* and \\? stand for the characters themselves.",
        "'Star Wars' LIKE[c] '*star*' ⇒ true"
      )
    case .beginsWith: (emptyText, "'The Wire' BEGINSWITH[c] 'the ' ⇒ true")
    case .endsWith: (emptyText, "'Anderson' ENDSWITH 'son' ⇒ true")
    case .in:
      ("An element equals it; of a text: it is a part of it. nil is in nothing.", "'Noir' IN {'Drama', 'Noir'} ⇒ true")
    case .contains:
      (
        "It is IN with the sides exchanged: of a text a part, of a collection an element.",
        "'Blade Runner' CONTAINS[c] 'run' ⇒ true"
      )
    case .between:
      ("Both bounds belong to the range; reversed bounds hold nothing.", "1985 BETWEEN {1980, 1985} ⇒ true")
    default: ("It can be read and printed, not evaluated.", "")
    }
  }

  private static let order =
    "Numbers compare by their exact value, texts by their scalars, dates by their time. Beside a nil it is false."
  private static let equality =
    "nil equals nil and nothing else. Texts are equal when their scalars are, unless options say otherwise."
  private static let emptyText = "The empty text is a beginning, an end and a part of nothing."

  private static func setGuide(_ kind: TokenKind) -> (String, String) {
    switch kind {
    case .union: (sets, "({1, 2} UNION {2, 3}).@count ⇒ 3")
    case .intersect: (sets, "({1, 2} INTERSECT {2, 3}).@count ⇒ 1")
    default: (sets, "({1, 2} MINUS {2, 3}).@count ⇒ 1")
    }
  }

  private static let sets = "The result is a set. Elements are told apart as == does: 1 and 1.0 are one."

  private static func arithmeticGuide(_ kind: TokenKind) -> (String, String) {
    switch kind {
    case .bitOr: (bits, "6 | 1 ⇒ 7")
    case .bitXor: (bits, "6 ^ 3 ⇒ 5")
    case .bitAnd: (bits, "6 & 3 ⇒ 2")
    case .shiftLeft: (bits, "1 << 4 ⇒ 16")
    case .shiftRight: (bits, "16 >> 2 ⇒ 4")
    case .plus: (numbers, "1 + 2 ⇒ 3")
    case .minus: (numbers, "1 - 2.5 ⇒ -1.5")
    case .times: (numbers, "6 * 7 ⇒ 42")
    case .divide:
      ("Of two integers it is an integer, without the fraction. Division by zero is nil.", "7 / 2 ⇒ 3")
    default: ("It binds tighter than a product, and is a double.", "2 ** 10 ⇒ 1024.0")
    }
  }

  private static let bits = "Integers of 64 bits; fractions are cut off before."
  private static let numbers =
    "Of integers it is an integer, with a double a double. Beside a nil it is nil; what no Int64 holds is a double."
}
