import PredicateChecking
import PredicateSyntax

extension CheckedDocument {
  /// The changes by which each predicate has its canonical form.
  ///
  /// A predicate stays as it is where it has an error, where the consumer writes something beside the language, and where the profile would
  /// find something in the canonical form that it does not find in the predicate.
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
