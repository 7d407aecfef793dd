import PredicateSyntax

extension CheckedDocument {
  /// The errors and notes, each at its place.
  var diagnostics: [Diagnostic] {
    issues.map { Diagnostic($0.issue, at: document.text.range($0.place), profile: profile.name) }
  }

  /// What mends the errors and notes that touch some bytes of the document.
  func actions(in range: Range<Int>) -> [CodeAction] {
    issues.compactMap { issue, number, place in
      guard place.lowerBound <= range.upperBound, range.lowerBound <= place.upperBound,
        let replacement = issue.replacement,
        let edit = edit(number, replacement.range, with: replacement.text)
      else { return nil }
      return CodeAction(
        title: replacement.text.isEmpty ? "Remove" : "Write \(replacement.text)",
        diagnostics: [Diagnostic(issue, at: document.text.range(place), profile: profile.name)],
        edit: .init(changes: [document.uri: [edit]]))
    }
  }
}
