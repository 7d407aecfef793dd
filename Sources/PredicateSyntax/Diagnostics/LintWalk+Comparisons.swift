/// What a comparison's two sides and operator tell.
extension LintWalk {
  mutating func visit(_ comparison: QueryComparison, _ range: SourceRange) {
    if case .literal(.string(let text)) = comparison.right.node {
      checkText(text, comparison)
    }
    checkUnquoted(comparison)
    if comparison.operator == .between { checkBounds(comparison.right) }
    visit(comparison.left)
    visit(comparison.right)
  }

  /// `status == active`
  private mutating func checkUnquoted(_ comparison: QueryComparison) {
    switch comparison.operator {
    case .equal, .notEqual, .like, .contains, .beginsWith, .endsWith, .matches: break
    default: return
    }
    guard case .keyPath(let right) = comparison.right.node, right.count == 1, case .key(let name) = right.first
    else { return }
    // `SELF.x` and `#x` say that a key is meant.
    let range = comparison.right.range
    guard range.isNone || Int(range.upperBound - range.lowerBound) == name.utf8.count else { return }
    switch comparison.left.node {
    case .keyPath, .path, .index, .variable, .evaluatedObject: break
    default: return
    }
    add(
      .unquotedWord, comparison.right.range, "“\(name)” is a key here, not a text",
      hint: "write \"\(name)\" if the text is meant")
  }

  /// The right side is the text `text`.
  private mutating func checkText(_ text: String, _ comparison: QueryComparison) {
    let range = comparison.right.range
    let bytes = Array(text.utf8)
    let hasWildcard = bytes.contains(UInt8(ascii: "*")) || bytes.contains(UInt8(ascii: "?"))
    switch comparison.operator {
    case .like where bytes.contains(UInt8(ascii: "%")) && !hasWildcard && !Self.holdsSpecifier(bytes):
      add(
        .percentPattern, range, "LIKE takes “%” for itself, not for any text",
        hint: "write * for any text and ? for one character")
    case .like where !hasWildcard:
      add(.plainLike, range, "LIKE without * or ? compares the whole text", hint: "== says the same; *…* finds a part")
    case .equal, .notEqual:
      if bytes.first == UInt8(ascii: "*") || bytes.last == UInt8(ascii: "*") {
        add(
          .patternInEquality, range, "\(comparison.operator.spelling) takes “*” for itself",
          hint: "write LIKE for a pattern")
      }
      if ["true", "false", "yes", "no"].contains(where: { text.lowercased().hasSameScalars(as: $0) }) {
        add(
          .booleanText, range, "the text “\(text)” is no boolean",
          hint: "write \(text.uppercased()) without quotes for one")
      }
    case .matches where !bytes.isEmpty && bytes.allSatisfy({ ByteClass.isWord($0) || $0 == 0x20 || $0 >= 0x80 }):
      add(
        .matchesPart, range, "MATCHES compares the whole text with the pattern",
        hint: "write CONTAINS, or .* on both sides, to find a part")
    case .beginsWith where bytes.isEmpty, .endsWith where bytes.isEmpty, .contains where bytes.isEmpty:
      add(.emptyAffix, range, "\(comparison.operator.spelling) of an empty text holds for no text")
    case .lessThan, .lessThanOrEqual, .greaterThan, .greaterThanOrEqual:
      if Self.isVersion(bytes) {
        add(.versionOrder, range, "texts are ordered letter by letter: “10.2” comes before “9.1”")
      }
    default: break
    }
  }

  /// Two or more numbers with points between them, at least two points or a number of several digits: `10.15.7`.
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
          hint: "the form is BETWEEN {low, high}")
        return
      }
      if case .literal(let low) = bounds[0].node, case .literal(let high) = bounds[1].node,
        let low = Self.number(low), let high = Self.number(high), low > high
      {
        add(.reversedBetween, right.range, "the lower bound is above the upper one: this holds for nothing")
      }
    case .literal:
      add(
        .betweenOne, right.range, "BETWEEN takes two bounds, found one value", hint: "the form is BETWEEN {low, high}")
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

  /// `ANY tags == "a" AND ANY tags == "b"`: each may hold for an element of its own.
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
          "another ANY of this AND asks about the same collection: each may hold for an element of its own",
          hint: "SUBQUERY(…).@count > 0 asks for one element with both")
        return
      }
      roots.append(root)
    }
  }
}
