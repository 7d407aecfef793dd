/// What came out of reading a format: the tree where nothing failed, and everything that there is to say.
///
/// ```swift
/// let predicate = try PredicateParser.predicate(text).get()
/// ```
public struct ParseResult<Tree: Sendable>: Sendable {
  /// The tree; nil where there is an error.
  public let tree: Tree?
  /// Errors and notes in the order in which they were found, at most twenty of each.
  public let issues: [PredicateIssue]

  /// A result.
  public init(tree: Tree?, issues: [PredicateIssue] = []) {
    self.tree = tree
    self.issues = issues
  }

  /// What makes the format unusable.
  public var errors: [PredicateIssue] { issues.filter { $0.severity == .error } }

  /// What may not mean what its author meant.
  public var notes: [PredicateIssue] { issues.filter { $0.severity == .note } }

  /// The tree, or the first error.
  public func get() throws(PredicateIssue) -> Tree {
    if let tree { return tree }
    throw errors.first ?? PredicateIssue(kind: .syntax, code: .noTree, message: "the format gave no tree")
  }
}
