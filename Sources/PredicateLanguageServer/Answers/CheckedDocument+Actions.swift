import PredicateSyntax

extension CheckedDocument {
  /// The errors and notes, each at its place.
  var diagnostics: [Diagnostic] {
    issues.map { Diagnostic($0.issue, at: document.text.range($0.place), profile: profile.name) }
  }

  /// What mends the errors and notes that touch some bytes of the document.
  func actions(in range: Range<Int>) -> [CodeAction] {
    let found = issues.compactMap { issue, number, place -> (PredicateIssue, Range<Int>, PredicateChange)? in
      guard place.lowerBound <= range.upperBound, range.lowerBound <= place.upperBound,
        let replacement = issue.replacement
      else { return nil }
      return (issue, place, PredicateChange(predicate: number, range: replacement.range, text: replacement.text))
    }
    return zip(found, edits(found.map { $0.2 })).compactMap { found, edit in
      guard let edit else { return nil }
      let (issue, place, change) = found
      return CodeAction(
        title: change.text.isEmpty ? "Remove" : "Write \(change.text)",
        diagnostics: [Diagnostic(issue, at: document.text.range(place), profile: profile.name)],
        edit: .init(changes: [document.uri: [edit]]))
    }
  }
}
