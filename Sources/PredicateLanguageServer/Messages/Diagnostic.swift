import PredicateSyntax

/// An error or a note at its place.
struct Diagnostic: Encodable, Hashable {
  let range: DocumentRange
  /// 1 is an error, 2 a warning.
  let severity: Int
  let code: String
  let source: String
  let message: String

  init(_ issue: PredicateIssue, at range: DocumentRange, profile: String) {
    self.range = range
    severity = issue.severity == .error ? 1 : 2
    code = issue.code
    source = "predicate \(profile)"
    message = issue.hint.map { "\(issue.message)\n\($0)" } ?? issue.message
  }
}
