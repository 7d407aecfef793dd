/// Issues about arguments and limits.
extension PredicateIssue {
  static func argumentMissing(_ specifier: String, _ range: SourceRange, number: Int, count: Int) -> PredicateIssue {
    error(
      .argumentMissing, range, "expected argument \(number) for “\(specifier)”, found \(Self.arguments(count))",
      kind: .argumentMissing)
  }

  /// More arguments than specifiers. The parser makes a note of it, because Apple's parser ignores surplus arguments. The initialisers of trees throw
  /// it as an error.
  ///
  /// - Parameter inQuotes: The range of a string that contains `%@`.
  static func argumentSurplus(
    _ end: SourceRange, _ taken: Int, _ count: Int, inQuotes: SourceRange?
  ) -> PredicateIssue {
    PredicateIssue(
      severity: .note, kind: .argumentType, code: .argumentSurplus,
      message: "expected \(arguments(taken)), found \(count). No placeholder uses argument \(taken + 1)",
      range: inQuotes ?? end,
      hint: inQuotes == nil
        ? "leave out the argument, or write %@ at its position in the predicate"
        : "%@ in quotes is only text, so write %@ without the quotes"
    )
  }

  private static func arguments(_ count: Int) -> String {
    switch count {
    case 0: "no argument"
    case 1: "1 argument"
    default: "\(count) arguments"
    }
  }

  static func unrepresentableArgument(_ what: String, _ range: SourceRange, number: Int) -> PredicateIssue {
    error(
      .argumentType, range, "expected a constant, a collection or an object as argument \(number), found \(what)",
      kind: .argumentType)
  }

  static func rangeWithoutBetween(_ sign: String, _ range: SourceRange) -> PredicateIssue {
    error(
      .argumentType, range, "a range needs the operator BETWEEN, found \(sign)", hint: "write BETWEEN %@",
      kind: .argumentType)
  }

  static func argumentType(
    _ specifier: String, _ expected: String, _ found: String, _ range: SourceRange, number: Int
  ) -> PredicateIssue {
    error(
      .argumentType, range, "expected \(expected) as argument \(number) for “\(specifier)”, found \(found)",
      hint: found == "nil" || specifier == "%K" ? nil : "%@ takes any value", kind: .argumentType)
  }

  static func emptyKey(_ text: String, _ range: SourceRange, number: Int) -> PredicateIssue {
    error(
      .emptyKey, range, "expected a key path as argument \(number) for “%K”, found “\(text)” with an empty key",
      kind: .argumentType)
  }

  /// The place is the text after the limit.
  package static func sourceLimit(_ limit: Int, _ length: Int) -> PredicateIssue {
    error(
      .sourceLimit, SourceRange(limit, length), "a predicate must not be longer than \(limit) bytes, found \(length)",
      kind: .limit)
  }

  static func nestingLimit(_ limit: Int, _ range: SourceRange) -> PredicateIssue {
    error(.nestingLimit, range, "the predicate must not nest deeper than \(limit) levels", kind: .limit)
  }

  /// The tree passed a limit of its constructors, so the part that is too deep or too large was left out.
  static func treeLimit(_ range: SourceRange) -> PredicateIssue {
    error(
      .nestingLimit, range,
      "the predicate must not nest deeper than \(PredicateLimits.maximumNesting) levels or have more than \(PredicateLimits.maximumNodes) nodes",
      kind: .limit)
  }

  static func nodeLimit(_ limit: Int, _ count: Int, _ range: SourceRange) -> PredicateIssue {
    error(.nodeLimit, range, "the predicate must not have more than \(limit) nodes, found \(count)", kind: .limit)
  }

  static func argumentLimit(_ limit: Int, _ range: SourceRange) -> PredicateIssue {
    error(.argumentLimit, range, "expected at most \(limit) specifiers", kind: .limit)
  }
}
