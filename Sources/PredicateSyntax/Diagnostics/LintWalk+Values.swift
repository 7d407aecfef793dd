/// What a value alone tells.
extension LintWalk {
  /// `'%@'`
  mutating func check(_ literal: QueryLiteral, _ range: SourceRange) {
    guard case .string(let text) = literal,
      firstByte(range) == UInt8(ascii: "\"") || firstByte(range) == UInt8(ascii: "'")
    else { return }
    if Self.holdsSpecifier(Array(text.utf8)) {
      add(
        .quotedSpecifier, range, "inside quotes a specifier is plain text",
        hint: "leave out the quotes; build the text before it is passed")
    }
  }

  /// `%@` or `%K` anywhere, or a number's specifier that is all of the text.
  static func holdsSpecifier(_ bytes: [UInt8]) -> Bool {
    for (index, byte) in bytes.enumerated() where byte == UInt8(ascii: "%") && index + 1 < bytes.count {
      if bytes[index + 1] == UInt8(ascii: "@") || bytes[index + 1] == UInt8(ascii: "K") { return true }
    }
    guard bytes.first == UInt8(ascii: "%"), let last = bytes.last, SpecifierFamily(last) != nil else { return false }
    return bytes.dropFirst().dropLast().allSatisfy { "hlqztjL".utf8.contains($0) }
  }

  /// `{{name}}`
  mutating func checkTemplate(_ elements: [QueryExpression], _ range: SourceRange) {
    guard elements.count == 1, case .aggregate(let inner) = elements[0].node, inner.count == 1,
      case .keyPath = inner[0].node
    else { return }
    add(.templateBraces, range, "this is a list in a list; it looks like the placeholder of a template")
  }

  /// `a.b[0]`
  mutating func checkIndex(_ base: QueryExpression, _ range: SourceRange) {
    guard case .keyPath(let path) = base.node, path.count > 1, let first = firstByte(range), first != UInt8(ascii: "(")
    else { return }
    add(
      .pathIndex, range, "Apple's parser binds the index to the last key alone",
      hint: text(base.range).map { "write (\($0))[…]" })
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
      .integerDivision, range, "two integers are divided as integers: the fraction is dropped",
      hint: "write \(dividend).0 / \(divisor)")
  }

  /// `CAST("NSFileManager", "Class")`
  mutating func checkCast(_ type: QueryExpression, _ range: SourceRange) {
    guard case .literal(.string(let name)) = type.node, name.lowercased().hasSameScalars(as: "class") else { return }
    add(.classCast, range, "a cast to Class reaches into the runtime: Apple's systems refuse it")
  }
}
