import PredicateSyntax

extension PredicateIssue {
  /// What is said of a file that cannot be read.
  package static func unreadable(_ issue: DocumentIssue) -> PredicateIssue {
    found(.unreadableFile, .error, SourceRange(issue.offset, issue.offset), issue.message)
  }
}
