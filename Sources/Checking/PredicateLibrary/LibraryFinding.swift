import PredicateChecking
import PredicateDocuments
import PredicateSyntax

extension PredicateIssue {
  /// The error or note as JSON, with its range in bytes and in lines of the predicate's text.
  func json(in text: String) -> EncodableObject {
    let start = range.map { Int($0.lowerBound) }
    let position = start.map { FileLines(Array(text.utf8)).position($0) }
    return EncodableObject([
      "severity": severity.rawValue, "kind": kind.rawValue, "code": code, "message": message, "hint": hint,
      "suggestion": suggestion, "start": start, "end": range.map { Int($0.upperBound) }, "line": position?.line,
      "column": position?.column,
    ])
  }
}
