import PredicateSyntax

/// Reads a text as a condition and as a value.
enum ParserTarget {
  /// A print may be longer than the text that was read.
  private static let printLimits = PredicateLimits(sourceLength: 50_000_000, nodes: PredicateLimits.maximumNodes)
  private static let smallLimits = PredicateLimits(nesting: 6, sourceLength: 120, nodes: 12, arguments: 2)
  private static let arguments: [QueryArgument] = [
    .literal(.string("a.b")), .literal(.integer(1)), .literal(.double(2.5)), .array([]), .array([.literal(.null)]),
    .literal(.string("x")),
  ]

  static func check(_ text: String) {
    let condition = PredicateParser.predicate(text)
    checkIssues(condition, text)
    checkLimits(condition, PredicateParser.predicate(text, limits: smallLimits), text) { ($0.nesting, $0.nodeCount) }
    if let tree = condition.tree {
      checkPrints(tree, tree.exactFormat, \.canonicalFormat) { PredicateParser.predicate($0, limits: printLimits) }
      checkNotes(PredicateLint.notes(for: tree, in: text), text)
    }
    let value = PredicateParser.expression(text)
    checkIssues(value, text)
    checkLimits(value, PredicateParser.expression(text, limits: smallLimits), text) { ($0.nesting, $0.nodeCount) }
    if let tree = value.tree {
      checkPrints(tree, tree.exactFormat, \.canonicalFormat) { PredicateParser.expression($0, limits: printLimits) }
      checkNotes(PredicateLint.notes(for: tree, in: text), text)
    }
    checkIssues(PredicateParser.predicate(text, arguments: arguments), text)
    let (prefix, end) = PredicateParser.prefix(of: text, from: 1, before: ["sort", "limit"])
    checkIssues(prefix, text)
    require(end <= max(text.utf8.count, 1), "the prefix ends at \(end), behind the text")
    let (valuePrefix, valueEnd) = PredicateParser.valuePrefix(of: text, from: 1, before: ["as"])
    checkIssues(valuePrefix, text)
    require(valueEnd <= max(text.utf8.count, 1), "the prefix ends at \(valueEnd), behind the text")
  }

  /// There is a tree or an error, and each issue is about a part of the text.
  private static func checkIssues<Tree>(_ result: ParseResult<Tree>, _ text: String) {
    require((result.tree == nil) == !result.errors.isEmpty, "a tree and errors, or neither: \(result.issues)")
    require(result.issues.count <= 40, "\(result.issues.count) issues")
    checkNotes(result.issues, text)
  }

  private static func checkNotes(_ issues: [PredicateIssue], _ text: String) {
    for issue in issues {
      require(!issue.message.isEmpty && !issue.code.isEmpty, "an issue without words: \(issue)")
      if let range = issue.range {
        require(range.isNone || range.upperBound <= text.utf8.count, "the range of \(issue) ends behind the text")
      }
      if let replacement = issue.replacement {
        require(replacement.applied(to: text) != nil, "the replacement of \(issue) is about no part of the text")
      }
    }
    for issue in issues.prefix(3) { _ = DiagnosticRenderer().render(issue, in: text) }
  }

  /// Smaller limits give the same tree, or an error of kind `limit` if the tree is beyond them.
  private static func checkLimits<Tree: Hashable>(
    _ whole: ParseResult<Tree>, _ small: ParseResult<Tree>, _ text: String, size: (Tree) -> (nesting: Int, nodes: Int)
  ) {
    checkIssues(small, text)
    if let tree = small.tree {
      let (nesting, nodes) = size(tree)
      require(nesting <= smallLimits.nesting && nodes <= smallLimits.nodes, "a tree beyond the limits")
      require(whole.tree == tree, "smaller limits give another tree")
    } else if whole.tree != nil {
      require(small.errors.allSatisfy { $0.kind == .limit }, "smaller limits give other errors: \(small.errors)")
    }
    if text.utf8.count > smallLimits.sourceLength {
      require(small.errors.map(\.kind) == [.limit], "a text beyond the limit gives \(small.errors)")
    }
  }

  /// The exact form reads back as the same tree, and Apple's form prints again as itself.
  private static func checkPrints<Tree: Hashable>(
    _ tree: Tree, _ exact: String, _ canonical: (Tree) -> String, parse: (String) -> ParseResult<Tree>
  ) {
    let back = parse(exact)
    require(back.tree == tree, "exact: \(exact)\nreads as \(back)")
    require(back.tree?.hashValue == tree.hashValue, "exact: \(exact)\nhas another hash")
    let first = canonical(tree)
    guard let again = parse(first).tree else { fatalError("canonical: \(first)\n\(parse(first).issues)") }
    let second = canonical(again)
    require(second.utf8.elementsEqual(first.utf8), "canonical: \(first)\nprints as \(second)")
  }
}
