extension QueryPredicate {
  /// The predicate as Apple's systems print it: `name LIKE[c] "a*" AND isActive == 1`.
  ///
  /// Parsing this text gives a predicate with the same meaning and the same canonical form. Some types are lost. A boolean is printed as `1` or `0`.
  /// A double without a fraction is printed as `66` if it is a side of a comparison. A date is printed to the microsecond. Linear in the size of the
  /// tree.
  ///
  /// ```swift
  /// try QueryPredicate(format: "a=YES && b=66.0").canonicalFormat  // a == 1 AND b == 66
  /// ```
  public var canonicalFormat: String { PredicatePrinter.text(of: self, style: .canonical) }

  /// The predicate as a text from which the parser reads the same tree: `TRUE`, `66.0`, dates to the last bit, control characters as escapes. Linear
  /// in the size of the tree.
  ///
  /// Three parts of a tree have no notation, so the parser refuses the text of a tree with such a part. The first is a part that exceeded a limit
  /// (printed as `<over limit>`). The second is a function or operator whose name is not a selector. The third is a placeholder with a conversion
  /// that the language does not have.
  ///
  /// ```swift
  /// try QueryPredicate(format: "a=YES && b=66.0").exactFormat  // a == TRUE AND b == 66.0
  /// ```
  public var exactFormat: String { PredicatePrinter.text(of: self, style: .exact) }

  /// The predicate for explanations: the canonical form with `YES` and `NO` for booleans, as people type them.
  ///
  /// ```swift
  /// try QueryPredicate(format: "a=YES && b=66.0").shownFormat  // a == YES AND b == 66
  /// ```
  package var shownFormat: String { PredicatePrinter.text(of: self, style: .shown) }
}

extension QueryPredicate: CustomStringConvertible {
  /// The ``canonicalFormat``.
  public var description: String { canonicalFormat }
}

extension QueryExpression {
  /// The expression as Apple's systems print it; see ``QueryPredicate/canonicalFormat``. Whole doubles keep their fraction: `66.0`.
  public var canonicalFormat: String { PredicatePrinter.text(of: self, style: .canonical) }

  /// The expression as a text from which the parser reads the same tree; see ``QueryPredicate/exactFormat``.
  public var exactFormat: String { PredicatePrinter.text(of: self, style: .exact) }

  /// The expression for explanations; see ``QueryPredicate/shownFormat``.
  package var shownFormat: String { PredicatePrinter.text(of: self, style: .shown) }
}

extension QueryExpression: CustomStringConvertible {
  /// The ``canonicalFormat``.
  public var description: String { canonicalFormat }
}

/// Writes a tree as a format string, into one buffer.
struct PredicatePrinter {
  enum Style {
    case canonical
    /// The canonical form with words for booleans.
    case shown
    /// The parser reads this form as the same tree.
    case exact
  }

  let style: Style
  var text: TextBuffer

  init(style: Style, nodes: Int) {
    self.style = style
    text = TextBuffer(capacity: 16 * nodes)
  }

  static func text(of predicate: QueryPredicate, style: Style) -> String {
    var printer = PredicatePrinter(style: style, nodes: predicate.nodeCount)
    printer.write(predicate)
    return printer.text.string
  }

  static func text(of expression: QueryExpression, style: Style) -> String {
    var printer = PredicatePrinter(style: style, nodes: expression.nodeCount)
    printer.write(expression)
    return printer.text.string
  }

  /// The canonical spellings of the operators, indexed by the raw value of the token kind.
  static let spellings: [String] = TokenKind.allCases.map { OperatorTable.entry(of: $0)?.spelling ?? "" }

  /// Printed for a tree past the limits. `<` cannot begin a condition or an operand, so the parser refuses any text that contains it.
  static let overLimit = "<over limit>"

  mutating func write(_ predicate: QueryPredicate) {
    switch predicate.node {
    case .literal(let value): text += value ? "TRUEPREDICATE" : "FALSEPREDICATE"
    case .comparison(let comparison): write(comparison)
    case .not(let operand):
      text += "NOT "
      write(operand, inParentheses: operand.isCompound)
    case .and(let operands): write(operands, joinedBy: " AND ")
    case .or(let operands): write(operands, joinedBy: " OR ")
    case .overLimit: text += Self.overLimit
    }
  }

  private mutating func write(_ operands: [QueryPredicate], joinedBy word: String) {
    var isFirst = true
    for operand in operands {
      if !isFirst { text += word }
      isFirst = false
      write(operand, inParentheses: operand.isCompound || operand.isNegation)
    }
  }

  private mutating func write(_ predicate: QueryPredicate, inParentheses isGrouped: Bool) {
    if isGrouped { text += "(" }
    write(predicate)
    if isGrouped { text += ")" }
  }

  private mutating func write(_ comparison: QueryComparison) {
    switch comparison.quantifier {
    case .direct: break
    case .all: text += "ALL "
    case .any: text += "ANY "
    }
    write(side: comparison.left)
    text += " "
    if let kind = comparison.operator.kind {
      text += Self.spellings[Int(kind.rawValue)]
    } else {
      write(functionName: comparison.operator.spelling)
    }
    write(comparison.options)
    text += " "
    write(side: comparison.right)
  }

  /// Writes a side of a comparison. Only a side of a comparison may lose the fraction of a whole double: comparisons treat equal integers and doubles
  /// alike, but `/` does not.
  private mutating func write(side: QueryExpression) {
    if style != .exact, case .literal(.double(let value)) = side.node, let whole = Self.wholeNumber(value) {
      text += String(whole)
    } else {
      write(side)
    }
  }

  /// The integer that a double equals, if the double prints as that integer and `.0`; nil for negative zero.
  private static func wholeNumber(_ value: Double) -> Int64? {
    // `rounded()` is not used, because it would need the mathematics of the C library, which no other code of this target needs.
    guard value.magnitude < 9_007_199_254_740_992, value != 0 || value.sign == .plus else { return nil }
    let whole = Int64(value)
    return Double(whole) == value ? whole : nil
  }

  private mutating func write(_ options: StringOptions) {
    if options.isEmpty { return }
    text += "["
    for (option, letter) in StringOptions.lettered where options.contains(option) { text += letter }
    text += "]"
  }
}

/// A text that is being written, as UTF-8 bytes. Appending to bytes costs half of appending to a `String`.
struct TextBuffer: TextOutputStream {
  private var bytes: [UInt8] = []

  init(capacity: Int) { bytes.reserveCapacity(capacity) }

  var string: String { String(decoding: bytes, as: UTF8.self) }

  @inline(__always)
  static func += (left: inout TextBuffer, right: String) {
    var right = right
    right.withUTF8 { left.bytes.append(contentsOf: $0) }
  }

  static func += (left: inout TextBuffer, right: Unicode.Scalar) {
    if let encoded = UTF8.encode(right) { left.bytes.append(contentsOf: encoded) }
  }

  mutating func write(_ string: String) { self += string }
}
