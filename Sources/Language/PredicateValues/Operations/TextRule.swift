/// How an operator with options compares strings: by scalars, by folded scalars, or by the root collation.
struct TextRule: Sendable {
  /// The folding that is applied to both strings.
  let folding: StringFolding
  /// The collation of `[l]`; nil if strings are compared by their scalars.
  let collation: Collation?

  /// The rule for some options. Throws an issue of kind `unsupported` if `[l]` needs a collation and the platform has none.
  init(_ options: StringOptions) throws(PredicateIssue) {
    folding = StringFolding(options)
    collation =
      options.contains(.localeSensitive) && !options.contains(.normalized) ? try Collation.root(options) : nil
  }

  /// Whether strings are compared by their scalars alone.
  var isIdentity: Bool { folding.isIdentity && collation == nil }

  func order(_ left: String, _ right: String) -> ValueOrder {
    if let collation { return collation.order(left, right) }
    if folding.isIdentity { return StringSearch.order(left, right) }
    return folding.foldedBytes(of: left).withUnsafeBufferPointer { a in
      folding.foldedBytes(of: right).withUnsafeBufferPointer { StringSearch.order(a, $0) }
    }
  }

  /// Whether two values are equal, if strings in them are compared by this rule.
  func areEqual(_ left: QueryValue, _ right: QueryValue) -> Bool {
    if isIdentity { return left.equals(right) }
    switch (left, right) {
    case (.string(let a), .string(let b)):
      if let collation { return collation.order(a, b) == .equal }
      return StringMatcher(.equal, foldedPattern: folding.foldedBytes(of: b), folding: folding).matches(a)
    case (.array(let a), .array(let b)):
      return a.count == b.count && zip(a, b).allSatisfy(areEqual)
    case (.set(let a), .set(let b)):
      return a.allSatisfy { value in b.contains { areEqual(value, $0) } }
        && b.allSatisfy { value in a.contains { areEqual(value, $0) } }
    case (.dictionary(let a), .dictionary(let b)):
      return QueryValue.areEqual(a, b, by: areEqual)
    default:
      return left.equals(right)
    }
  }
}
