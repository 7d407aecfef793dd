import PredicateChecking
import PredicateSyntax

extension CheckedDocument {
  /// The errors and notes, with ranges in the document.
  var diagnostics: [Diagnostic] {
    issues.map { Diagnostic($0.issue, at: document.text.range($0.place), profile: profile.name) }
  }

  /// The edits that fix errors and notes in a byte range of the document.
  func actions(in range: Range<Int>) -> [CodeAction] {
    let found = (issues + issuesBeforeErrors).compactMap {
      issue, number, place -> (PredicateIssue, Range<Int>, PredicateChange)? in
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

extension CheckedDocument {
  /// The edits that replace each predicate by its canonical format.
  ///
  /// A predicate stays unchanged if it has an error, if it uses a consumer's additions to the language, or if its canonical format would have other
  /// findings of the profile.
  var formatting: [DocumentEdit] {
    let changes = predicates.indices.compactMap { number -> PredicateChange? in
      let predicate = predicates[number]
      let text = predicate.text.text
      guard !predicate.isMadeAtRunTime, let formatted = formatted(predicate), formatted != text,
        isNoWorse(formatted, predicate)
      else { return nil }
      return PredicateChange(predicate: number, range: SourceRange(0, text.utf8.count), text: formatted)
    }
    return edits(changes).compactMap { $0 }
  }

  private func formatted(_ predicate: FoundPredicate) -> String? {
    let text = predicate.text.text
    guard ConsumerText(text, profile: profile).masked == text else { return nil }
    switch predicate.form {
    case .condition: return PredicateParser.predicate(text).tree?.canonicalFormat
    case .value: return PredicateParser.expression(text).tree?.canonicalFormat
    }
  }

  private func isNoWorse(_ formatted: String, _ predicate: FoundPredicate) -> Bool {
    let check = ProfileCheck(profile)
    func codes(_ text: String) -> [String] {
      (predicate.form == .condition ? check.issues(in: text) : check.issues(inValue: text)).map(\.code).sorted()
    }
    return codes(formatted) == codes(predicate.text.text)
  }
}
