/// One row of the ``OperatorTable``: the spellings of an operator, how tightly it binds, and its purpose.
public struct OperatorEntry: Sendable {
  /// The families of operators.
  public enum Class: String, Sendable, Hashable, CaseIterable {
    /// AND, OR: between two conditions.
    case logical
    /// NOT: before a condition.
    case negation
    /// ANY, SOME, ALL, NONE: before a comparison.
    case quantifier
    /// An operator between two values whose result is a condition.
    case comparison
    /// `:=`, after a variable.
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

  /// How a chain of operators with the same binding power is read.
  public enum Associativity: String, Sendable, Hashable {
    /// `1 - 2 - 3` is `(1 - 2) - 3`.
    case left
    /// `$a := $b := 1` is `$a := ($b := 1)`.
    case right
    /// `1 < 2 < 3` is an error.
    case none
    /// `a AND b AND c` is one AND with three conditions.
    case flat
    /// The operator is written before its operand.
    case prefix
  }

  /// The canonical spelling, which the printer writes.
  public let spelling: String
  /// Other spellings that the parser accepts. Case does not matter in words.
  public let alternatives: [String]
  /// The family of the operator.
  public let `class`: Class
  /// A larger number binds tighter.
  public let bindingPower: UInt8
  /// How operators with this binding power associate.
  public let associativity: Associativity
  /// The option letters that have an effect in brackets after the operator.
  public let options: StringOptions
  /// One line for help and completion.
  public let summary: String
  let kind: TokenKind
  // Static strings are used because the parser copies entries: copying a static string changes no reference count.
  private let ruleText: StaticString
  private let exampleText: StaticString

  /// The most useful rules of the operator, in one or two sentences. `Grammar/semantics.md` has all rules.
  ///
  /// ```swift
  /// OperatorTable.entry(of: ComparisonOperator.in)?.rule
  /// // For a collection: an element equals the value. For a text: the value is a part of the text. nil is never contained.
  /// ```
  public var rule: String { ruleText.description }

  /// An example that can be typed, and its value after `⇒`.
  ///
  /// ```swift
  /// OperatorTable.entry(of: BinaryOperator.power)?.example  // 2 ** 10 ⇒ 1024.0
  /// ```
  public var example: String { exampleText.description }

  /// The canonical spelling, then the other spellings.
  public var spellings: [String] { [spelling] + alternatives }

  /// Whether the operator is written as a word.
  public var isWord: Bool { spelling.utf8.first.map { ByteClass.isLetter($0) } ?? false }

  init(
    _ kind: TokenKind, _ spelling: String, or alternatives: [String] = [], _ class: Class,
    _ bindingPower: UInt8, _ associativity: Associativity, options: StringOptions = [], _ summary: String,
    _ rule: StaticString, _ example: StaticString
  ) {
    self.kind = kind
    self.spelling = spelling
    self.alternatives = alternatives
    self.class = `class`
    self.bindingPower = bindingPower
    self.associativity = associativity
    self.options = options
    self.summary = summary
    ruleText = rule
    exampleText = example
  }
}
