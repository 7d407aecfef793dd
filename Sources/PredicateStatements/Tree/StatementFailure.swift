import PredicateSyntax

/// Everything that is wrong with a statement: at least one issue, with places in the statement's text.
package struct StatementFailure: Error {
  package let issues: [PredicateIssue]

  package init(_ issues: [PredicateIssue]) {
    self.issues = issues
  }

  package init(_ issue: PredicateIssue) {
    issues = [issue]
  }
}
