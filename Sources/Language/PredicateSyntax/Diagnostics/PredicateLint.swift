/// Finds constructs in a finished tree that are valid, but that authors often do not mean.
///
/// The walk over the tree is separate from the parser, so that reading a format does not pay for it. ``PredicateParser`` makes notes itself on facts
/// that the tree does not have: unknown escapes, letters beyond ASCII, reserved words as keys. O(nodes).
///
/// ```swift
/// let format = "status == active"
/// let predicate = try QueryPredicate(format: QueryFormat(raw: format))
/// PredicateLint.notes(for: predicate, in: format).map(\.message)
/// // “active” is a key here, not a text
/// ```
public enum PredicateLint {
  /// The notes on a condition, in the order of the tree.
  ///
  /// - Parameter format: the text that the condition was read from; its ranges are offsets into it.
  public static func notes(for predicate: QueryPredicate, in format: String) -> [PredicateIssue] {
    var walk = LintWalk(format)
    predicate.walk(&walk)
    return walk.notes
  }

  /// The notes on a value, in the order of the tree.
  ///
  /// - Parameter format: the text that the value was read from; its ranges are offsets into it.
  public static func notes(for expression: QueryExpression, in format: String) -> [PredicateIssue] {
    var walk = LintWalk(format)
    expression.walk(&walk)
    return walk.notes
  }
}

/// One walk over a tree that collects notes.
struct LintWalk: PredicateVisitor {
  private let bytes: [UInt8]
  private(set) var notes: [PredicateIssue] = []
  /// The last pattern of LIKE with a note about its percent sign. Its text needs no note about specifiers.
  private var explainedPattern: SourceRange?

  init(_ format: String) { bytes = Array(format.utf8) }

  mutating func add(
    _ code: DiagnosticCode, _ range: SourceRange, _ message: IssueText, hint: String? = nil, replacement: String? = nil
  ) {
    notes.append(.note(code, range, message, hint: hint).replacing(with: replacement))
  }

  func firstByte(_ range: SourceRange) -> UInt8? {
    range.isNone || Int(range.lowerBound) >= bytes.count ? nil : bytes[Int(range.lowerBound)]
  }

  /// Whether the range is directly in parentheses, ignoring spaces. A range outside of the text counts as parenthesised, so it gets no note.
  private func isParenthesised(_ range: SourceRange) -> Bool {
    guard !range.isNone, Int(range.upperBound) <= bytes.count else { return true }
    let before = bytes[..<Int(range.lowerBound)].last { !ByteClass.isSpace($0) }
    let behind = bytes[Int(range.upperBound)...].first { !ByteClass.isSpace($0) }
    return before == UInt8(ascii: "(") && behind == UInt8(ascii: ")")
  }

  mutating func visit(_ predicate: QueryPredicate) -> Bool {
    switch predicate.node {
    case .literal, .overLimit, .not: break
    case .comparison(let comparison): check(comparison)
    case .and(let operands): checkAnys(operands)
    case .or(let operands):
      let isMixed: (QueryPredicate) -> Bool = { if case .and = $0.node { true } else { false } }
      if let mixed = operands.first(where: { isMixed($0) && !isParenthesised($0.range) }) {
        add(
          .mixedAndOr, mixed.range, "AND binds tighter than OR. Parentheses make the order visible",
          hint: bytes.text(at: mixed.range).flatMap { $0.utf8.count <= 60 ? "write (\($0))" : nil })
      }
    }
    return true
  }

  mutating func visit(_ expression: QueryExpression) -> Bool {
    switch expression.node {
    case .literal(let value): check(value, expression.range)
    case .index(let base, _): checkIndex(base, expression.range)
    case .aggregate(let elements): checkTemplate(elements, expression.range)
    case .function:
      add(
        .functionCall, expression.range, "Apple's systems refuse most methods that FUNCTION calls by name",
        hint: "call a predefined function directly by its name: sum(x)")
    case .cast(_, let type): checkCast(type, expression.range)
    case .binary(let op, let left, let right): checkDivision(op, left, right, expression.range)
    default: break
    }
    return true
  }
}

/// Notes on the two sides and the operator of a comparison.
extension LintWalk {
  mutating func check(_ comparison: QueryComparison) {
    if case .literal(.string(let text)) = comparison.right.node {
      checkText(text, comparison)
    }
    checkUnquoted(comparison)
    if comparison.operator == .between { checkBounds(comparison.right) }
  }

  /// `status == active`
  private mutating func checkUnquoted(_ comparison: QueryComparison) {
    switch comparison.operator {
    case .equal, .notEqual, .like, .contains, .beginsWith, .endsWith, .matches: break
    default: return
    }
    guard case .keyPath(let right) = comparison.right.node, right.count == 1, case .key(let name) = right.first
    else { return }
    // `SELF.x` and `#x` are explicit keys and get no note. Their text is longer than the name.
    let range = comparison.right.range
    guard range.isNone || Int(range.upperBound - range.lowerBound) == name.utf8.count else { return }
    switch comparison.left.node {
    case .keyPath, .path, .index, .variable, .evaluatedObject: break
    default: return
    }
    add(
      .unquotedWord, comparison.right.range, "“\(name)” is read as a key here, not as a text",
      hint: ConstantSuggestion.hint(for: name) ?? "if the text is meant, write \"\(name)\"")
  }

  /// Adds notes on a comparison whose right side is the text `text`.
  private mutating func checkText(_ text: String, _ comparison: QueryComparison) {
    let range = comparison.right.range
    let bytes = Array(text.utf8)
    let hasWildcard = bytes.contains(UInt8(ascii: "*")) || bytes.contains(UInt8(ascii: "?"))
    switch comparison.operator {
    case .like
    where bytes.contains(UInt8(ascii: "%")) && !hasWildcard
      && (Self.isMailPattern(bytes) || !QuotedSpecifier.isIn(bytes)):
      explainedPattern = range
      add(
        .percentPattern, range, "in LIKE, “%” is an ordinary character",
        hint: "for any text write *, for one character write ?",
        replacement: self.bytes.text(at: range)?.replacing("%", with: "*"))
    case .like where !hasWildcard:
      let options = comparison.options.isEmpty ? "" : "[\(comparison.options.letters)]"
      add(
        .plainLike, range, "LIKE without * or ? compares with the whole text",
        hint: "write ==\(options) to compare the whole text, or *…* to find a part of it")
    case .equal, .notEqual:
      if bytes.first == UInt8(ascii: "*") || bytes.last == UInt8(ascii: "*") {
        add(
          .patternInEquality, range,
          "\(comparison.operator.spelling) reads “*” as an ordinary character, not as a wildcard",
          hint: "write LIKE for a pattern")
      }
      if ["true", "false", "yes", "no"].contains(where: { text.lowercased().hasSameScalars(as: $0) }) {
        add(
          .booleanText, range, "the text “\(text)” is not a boolean",
          hint: "write \(text.uppercased()) without quotes for a boolean")
      }
    case .matches where !bytes.isEmpty && bytes.allSatisfy({ ByteClass.isWord($0) || $0 == 0x20 || $0 >= 0x80 }):
      add(
        .matchesPart, range, "MATCHES must match the whole text, not only a part of it",
        hint: "to find a part, write CONTAINS, or add .* on both sides of the pattern")
    case .beginsWith where bytes.isEmpty, .endsWith where bytes.isEmpty, .contains where bytes.isEmpty:
      add(.emptyAffix, range, "\(comparison.operator.spelling) with an empty text is always false")
    case .lessThan, .lessThanOrEqual, .greaterThan, .greaterThanOrEqual:
      if Self.isVersion(bytes) {
        add(.versionOrder, range, "texts are compared character by character, so “10.2” comes before “9.1”")
      }
    default: break
    }
  }

  /// Whether a text consists of two or more whole numbers with points between them: `10.15.7`.
  private static func isVersion(_ bytes: [UInt8]) -> Bool {
    let parts = bytes.split(separator: UInt8(ascii: "."), omittingEmptySubsequences: false)
    return parts.count >= 2 && parts.allSatisfy { !$0.isEmpty && $0.allSatisfy(ByteClass.isDigit) }
  }

  /// `BETWEEN {9, 1}`, `BETWEEN 5`
  private mutating func checkBounds(_ right: QueryExpression) {
    switch right.node {
    case .aggregate(let bounds):
      guard bounds.count == 2 else {
        add(
          .betweenOne, right.range, "BETWEEN takes two bounds, found \(bounds.count)",
          hint: "the syntax is: BETWEEN {low, high}")
        return
      }
      if case .literal(let low) = bounds[0].node, case .literal(let high) = bounds[1].node,
        let low = Self.number(low), let high = Self.number(high), low > high
      {
        add(
          .reversedBetween, right.range,
          "the lower bound must not be greater than the upper bound, because then no value is between the bounds")
      }
    case .literal:
      add(
        .betweenOne, right.range, "BETWEEN needs two bounds, found one value",
        hint: "the syntax is: BETWEEN {low, high}")
    default: break
    }
  }

  private static func number(_ literal: QueryLiteral) -> Double? {
    switch literal {
    case .integer(let value): Double(value)
    case .double(let value): value
    default: nil
    }
  }

  /// `ANY tags == "a" AND ANY tags == "b"`: each ANY may hold for another element.
  mutating func checkAnys(_ operands: [QueryPredicate]) {
    var roots: [ArraySlice<QueryKeyPath.Component>] = []
    for operand in operands {
      guard case .comparison(let comparison) = operand.node, comparison.quantifier == .any,
        case .keyPath(let path) = comparison.left.node
      else { continue }
      let root = path.components.prefix(max(1, path.count - 1))
      if roots.contains(where: { $0.elementsEqual(root) }) {
        add(
          .twoAnys, operand.range,
          "the two ANY conditions on the same collection may be true for different elements",
          hint: "if one element must meet both conditions, write SUBQUERY(…).@count > 0")
        return
      }
      roots.append(root)
    }
  }
}

/// Notes on a value.
extension LintWalk {
  /// `'%@'`
  mutating func check(_ literal: QueryLiteral, _ range: SourceRange) {
    guard case .string(let text) = literal,
      firstByte(range) == UInt8(ascii: "\"") || firstByte(range) == UInt8(ascii: "'")
    else { return }
    if range != explainedPattern, QuotedSpecifier.isIn(Array(text.utf8)) {
      add(
        .quotedSpecifier, range, "a placeholder such as %@ inside quotes is plain text, not a placeholder",
        hint: "leave out the quotes, and pass the whole text as one argument")
    }
  }

  /// `%@gmail.com`: the pattern of SQL for the addresses of a domain.
  private static func isMailPattern(_ bytes: [UInt8]) -> Bool {
    let domain = bytes.dropFirst(2)
    return bytes.starts(with: "%@".utf8) && domain.contains(UInt8(ascii: ".")) && ByteClass.isWord(domain.first ?? 0)
      && domain.allSatisfy { ByteClass.isWord($0) || $0 == UInt8(ascii: ".") || $0 == UInt8(ascii: "-") }
  }

  /// `{{name}}`
  mutating func checkTemplate(_ elements: [QueryExpression], _ range: SourceRange) {
    guard elements.count == 1, case .aggregate(let inner) = elements[0].node, inner.count == 1,
      case .keyPath = inner[0].node
    else { return }
    add(.templateBraces, range, "this list inside a list looks like a template placeholder that was not replaced")
  }

  /// `a.b[0]`
  mutating func checkIndex(_ base: QueryExpression, _ range: SourceRange) {
    guard case .keyPath(let path) = base.node, path.count > 1, let first = firstByte(range), first != UInt8(ascii: "(")
    else { return }
    add(
      .pathIndex, range, "Apple's parser applies the index to the last key only, not to the whole path",
      hint: bytes.text(at: base.range).map { "write (\($0))[…]" })
  }

  /// `1 / 2`
  mutating func checkDivision(
    _ op: BinaryOperator, _ left: QueryExpression, _ right: QueryExpression, _ range: SourceRange
  ) {
    guard op == .divide, case .literal(.integer(let dividend)) = left.node,
      case .literal(.integer(let divisor)) = right.node, divisor != 0,
      dividend.remainderReportingOverflow(dividingBy: divisor).partialValue != 0
    else { return }
    add(
      .integerDivision, range, "the division of two integers gives an integer without a fraction",
      hint: "write \(dividend).0 / \(divisor)")
  }

  /// `CAST("NSFileManager", "Class")`
  mutating func checkCast(_ type: QueryExpression, _ range: SourceRange) {
    guard case .literal(.string(let name)) = type.node, name.lowercased().hasSameScalars(as: "class") else { return }
    add(.classCast, range, "Apple's systems refuse a cast to Class")
  }
}

/// Finds specifiers in texts in quotes. NSPredicate reads such a specifier as plain text.
package enum QuotedSpecifier {
  /// Whether a text has `%@` or `%K` in it, or is as a whole a specifier of another kind. `%%` is a percent sign.
  ///
  /// ```swift
  /// QuotedSpecifier.isIn(Array("*%@*".utf8))  // true
  /// QuotedSpecifier.isIn(Array("50%d".utf8))  // false
  /// ```
  package static func isIn(_ bytes: [UInt8]) -> Bool {
    var index = 0
    while index + 1 < bytes.count {
      let isSpecifier = bytes[index] == UInt8(ascii: "%")
      if isSpecifier, "@K".utf8.contains(bytes[index + 1]) { return true }
      index += isSpecifier && bytes[index + 1] == UInt8(ascii: "%") ? 2 : 1
    }
    guard bytes.first == UInt8(ascii: "%"), let last = bytes.last, SpecifierFamily(last) != nil else { return false }
    return bytes.dropFirst().dropLast().allSatisfy { "hlqztjL".utf8.contains($0) }
  }
}
