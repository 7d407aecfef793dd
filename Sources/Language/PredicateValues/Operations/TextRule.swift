/// How strings meet under the letters of an operator: by scalars, by folded scalars, or by the root collation.
struct TextRule: Sendable {
  /// What is done to both strings first.
  let folding: StringFolding
  /// The order that stands in for that of the scalars; under `[l]`.
  let collation: Collation?

  /// The rule of some options. Throws `unsupported` where `[l]` asks for a collation that this platform has not.
  init(_ options: StringOptions) throws(PredicateIssue) {
    folding = StringFolding(options)
    collation =
      options.contains(.localeSensitive) && !options.contains(.normalized) ? try Collation.root(options) : nil
  }

  /// Whether strings are compared by their scalars alone.
  var isIdentity: Bool { folding.isIdentity && collation == nil }

  /// How two strings stand.
  func order(_ left: String, _ right: String) -> ValueOrder {
    if let collation { return collation.order(left, right) }
    if folding.isIdentity { return StringSearch.order(left, right) }
    return folding.foldedBytes(of: left).withUnsafeBufferPointer { a in
      folding.foldedBytes(of: right).withUnsafeBufferPointer { StringSearch.order(a, $0) }
    }
  }

  /// Whether two values are equal, with the rule for the strings in them.
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
