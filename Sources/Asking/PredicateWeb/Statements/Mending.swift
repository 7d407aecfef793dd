import PredicateDatabases
import PredicateStatements
import PredicateSyntax

/// Finds the statement that a hint proposes: “write NOT year IN {1}”, “a text is written in quotes: "Alien"”, “Movie may be meant”.
struct Mending {
  let database: any QueryDatabase
  /// How many words of one statement are mended alike.
  private static let mostWords = 4

  /// The mended statement, and the words of the hint without it; nil if the hint proposes none.
  func proposal(of hint: String, _ issue: PredicateIssue, in text: String) -> (words: String, text: String)? {
    if let end = hint.range(of: " may be meant"),
      let mended = replacing(issue, by: String(hint[..<end.lowerBound]), text)
    {
      return isMended(mended, of: text, issue) ? (hint, mended) : nil
    }
    for beginning in ["write ", ": "] {
      guard let place = hint.range(of: beginning) else { continue }
      let proposal = String(hint[place.upperBound...])
      if let mended = mended(issue, by: proposal, text) { return (beginning == ": " ? hint : "", mended) }
      let isStatement = AskedStatement.parser(of: database).parse(proposal).query?.namesEntity ?? false
      if isStatement, errors(proposal).isEmpty {
        return (beginning == ": " ? String(hint[..<place.lowerBound]) : "", proposal)
      }
    }
    return issue.has(.unknownFunction) ? nearestFunction(hint, issue, in: text).map { (hint, $0) } : nil
  }

  private func replacing(_ issue: PredicateIssue, by words: String, _ text: String) -> String? {
    issue.range.flatMap { PredicateIssue.Replacement(text: words, range: $0).applied(to: text) }
  }

  private func errors(_ text: String) -> [PredicateIssue] {
    AskedStatement.issues(in: text, on: database).filter { $0.severity == .error }
  }

  /// Whether a text mends an issue. The word after a wrong operator may belong to it, too, as in `is more than 5`: no mistake in the syntax may be left.
  func isMended(_ mended: String, of text: String, _ issue: PredicateIssue) -> Bool {
    let left = errors(mended)
    return issue.kind == .syntax ? !left.contains { $0.kind == .syntax } : isBetter(left, than: text, issue)
  }

  /// Whether a mended text with these errors is better than the text: it has no new errors. After the name of an entity is corrected, other errors may
  /// appear.
  private func isBetter(_ left: [PredicateIssue], than text: String, _ issue: PredicateIssue) -> Bool {
    if left.isEmpty { return true }
    let old = errors(text)
    return left.count < old.count && left.allSatisfy { error in old.contains { $0.message == error.message } }
      || issue.kind == .unknownKey && !left.contains { $0.code == issue.code }
  }

  /// The text with a proposal in the place of an issue. Other words with the same mistake are mended, too: `city = Bern OR city = Genf`.
  private func mended(_ issue: PredicateIssue, by proposal: String, _ text: String, depth: Int = 1) -> String? {
    guard let mended = replacing(issue, by: proposal, text) else { return nil }
    let left = errors(mended)
    guard let next = left.first, depth < Self.mostWords, next.code == issue.code, next.message != issue.message,
      let hint = next.hint, let place = hint.range(of: ": ")
    else { return isBetter(left, than: text, issue) ? mended : nil }
    return self.mended(next, by: String(hint[place.upperBound...]), mended, depth: depth + 1)
  }

  /// The statement with the function that a hint names in quotes: “the nearest is “count””.
  private func nearestFunction(_ hint: String, _ issue: PredicateIssue, in text: String) -> String? {
    guard let range = issue.range, let begin = hint.range(of: "“"), let end = hint.range(of: "”"),
      let call = text.utf8.text(at: range), let open = call.firstIndex(of: "(")
    else { return nil }
    let mended = hint[begin.upperBound..<end.lowerBound] + call[open...]
    return replacing(issue, by: String(mended), text).flatMap { errors($0).isEmpty ? $0 : nil }
  }
}
