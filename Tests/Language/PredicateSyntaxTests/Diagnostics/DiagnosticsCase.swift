import PredicateSyntax
import Testing

/// A format whose issue is known. In the format, « and » enclose the place of the issue.
struct DiagnosticsCase: Sendable, CustomTestStringConvertible {
  let marked: String
  let code: String
  let hint: String?

  init(_ marked: String, _ code: String, _ hint: String? = nil) {
    self.marked = marked
    self.code = code
    self.hint = hint
  }

  var testDescription: String { "\(code): \(marked)" }

  private var parts: [Substring] {
    marked.split(omittingEmptySubsequences: false) { $0 == "«" || $0 == "»" }
  }

  var format: String { parts.joined() }

  var range: SourceRange {
    guard parts.count == 3 else { return .none }
    return SourceRange(parts[0].utf8.count, parts[0].utf8.count + parts[1].utf8.count)
  }
}
