import PredicateChecking
import PredicateSyntax

/// An error or a note as JSON has it, with its place in bytes and in lines.
struct LibraryFinding: Encodable {
  let severity: String
  let kind: String
  let code: String
  let message: String
  let hint: String?
  let suggestion: String?
  let start: Int?
  let end: Int?
  let line: Int?
  let column: Int?

  /// A finding in the text of a predicate.
  init(_ issue: PredicateIssue, in text: String) {
    severity = issue.severity.rawValue
    kind = issue.kind.rawValue
    code = issue.code
    message = issue.message
    hint = issue.hint
    suggestion = issue.suggestion
    start = issue.range.map { Int($0.lowerBound) }
    end = issue.range.map { Int($0.upperBound) }
    let position = start.map { FileLines(Array(text.utf8)).position($0) }
    line = position?.line
    column = position?.column
  }
}
