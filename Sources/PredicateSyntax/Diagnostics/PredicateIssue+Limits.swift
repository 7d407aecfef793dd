/// Arguments and limits.
extension PredicateIssue {
  static func argumentMissing(_ specifier: String, _ range: SourceRange, number: Int, count: Int) -> PredicateIssue {
    error(
      .argumentMissing, range, "expected argument \(number) for “\(specifier)”, found \(count) arguments",
      kind: .argumentMissing)
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

  static func sourceLimit(_ limit: Int, _ length: Int) -> PredicateIssue {
    error(
      .sourceLimit, nil, "expected a format of at most \(limit) bytes, found \(length)", kind: .limit)
  }

  static func nestingLimit(_ limit: Int, _ range: SourceRange) -> PredicateIssue {
    error(
      .nestingLimit, range, "the format nests deeper than \(limit) levels, or its tree is too large", kind: .limit)
  }

  static func nodeLimit(_ limit: Int, _ count: Int, _ range: SourceRange) -> PredicateIssue {
    error(.nodeLimit, range, "expected at most \(limit) nodes, found \(count)", kind: .limit)
  }

  static func argumentLimit(_ limit: Int, _ range: SourceRange) -> PredicateIssue {
    error(.argumentLimit, range, "expected at most \(limit) specifiers", kind: .limit)
  }
}
