import PredicateDatabases
import PredicateDocuments
import PredicateStatements
import PredicateSyntax
import PredicateValues

/// Replies that a page needs while a statement is typed.
extension WebSession {
  /// The issues and notes of a text. Each has the texts that its buttons write instead. A mistake in the word at the cursor is not reported if a
  /// proposal begins with this word.
  func check(_ text: String, at cursor: Int) -> JSONValue {
    let database = database
    let issues = AskedStatement.issues(in: text, on: database)
    let isTyping = !issues.isEmpty && cursor >= text.utf16.count && text.utf8.count <= WebLimits.statementBytes
    let word = isTyping ? unfinishedWord(in: text) : nil
    return .members([
      "issues": Self.replies(for: issues, in: text, on: database) { issue in
        isTyping && issue.has(.unterminatedString) || word.map { Self.isUnfinished(issue, $0) } ?? false
      }
    ])
  }

  /// The place of the last word if a proposal begins with it; nil otherwise.
  private func unfinishedWord(in text: String) -> Range<Int>? {
    let found = AskedStatement.parser(of: database).completion(of: text, mostValues: 0) { _, _ in [] }
    let bytes = Array(text.utf8)
    let typed = String(decoding: bytes[found.range], as: UTF8.self).lowercased()
    guard found.candidates.contains(where: { $0.text.lowercased().hasPrefix(typed) }) else { return nil }
    // If the cursor is after a space, the word before the space counts as the last word.
    let end = bytes[..<found.range.lowerBound].lastIndex { !StatementText.isSpace($0) }.map { $0 + 1 } ?? 0
    return typed.isEmpty ? end..<bytes.count : found.range
  }

  /// Issues for a page: the words and places (in UTF-16) that they refer to, and the corrected texts. Notes that concern other platforms are left out.
  static func replies(
    for issues: [PredicateIssue], in text: String, on database: any QueryDatabase,
    isUnfinished: (PredicateIssue) -> Bool = { _ in false }
  ) -> JSONValue {
    .array(
      issues.filter { !$0.concernsOtherPlatforms }.map { issue in
        let (hint, fixes) = Mending(issue: issue, text: text, database: database).all
        return .members([
          "severity": .string(issue.severity.rawValue), "code": .string(issue.code), "message": .string(issue.message),
          "hint": .text(hint), "fixes": fixes.isEmpty ? nil : .texts(fixes),
          "from": .number(issue.range.map { text.utf16Offset(ofUTF8: Int($0.lowerBound)) }),
          "to": .number(issue.range.map { text.utf16Offset(ofUTF8: Int($0.upperBound)) }),
          "unfinished": isUnfinished(issue) ? .boolean(true) : nil,
        ])
      })
  }

  /// Whether an error only means that the text is unfinished. If a space follows the last word, only a value without a comparison and a clause
  /// without its second word count as unfinished.
  private static func isUnfinished(_ issue: PredicateIssue, _ word: Range<Int>) -> Bool {
    guard issue.severity == .error, let range = issue.range else { return issue.severity == .error }
    let end = Int(range.upperBound)
    return end > word.lowerBound || end == word.lowerBound && issue.code == "bare-value"
      || end >= word.lowerBound - 1 && ["sort-by", "group-by"].contains(issue.code)
  }

  // MARK: Completion

  /// The candidates at the cursor, best first.
  func complete(_ text: String, at cursor: Int) async -> JSONValue {
    guard text.utf8.count <= WebLimits.statementBytes else { return .members(["candidates": .array([])]) }
    let typed = String(decoding: text.utf16.prefix(cursor), as: UTF16.self)
    if worker.isIdle {
      // Errors are ignored, because proposals are optional. The statement reports the reason when it runs.
      let found = try? await run(for: nil, within: WebLimits.extraTime) { [self] database in
        completion(of: typed) { source, prefix in
          (try? database.values(
            of: source.attribute.name, in: source.entity.name, prefix: prefix, limit: Self.mostValues)) ?? []
        }
      }
      if let found { return found }
    }
    // While the database is busy, no values are proposed.
    return completion(of: typed) { _, _ in [] }
  }

  private static let mostValues = 50
  private static let mostCandidates = 100

  private func completion(
    of typed: String, values: @escaping (PathTarget.Source, String) -> [QueryValue]
  ) -> JSONValue {
    let found = AskedStatement.parser(of: database).completion(of: typed, mostValues: Self.mostValues, values: values)
    // Verbs that change data are left out, because a page cannot change data.
    let shown = found.candidates.filter { candidate in
      candidate.kind != .clause || !ChangeVerb.allCases.contains { $0.rawValue == candidate.text }
    }
    return .members([
      "from": .number(typed.utf16Offset(ofUTF8: found.range.lowerBound)),
      "to": .number(typed.utf16Offset(ofUTF8: found.range.upperBound)),
      "candidates": .array(
        shown.prefix(Self.mostCandidates).map { candidate in
          .members([
            "text": .string(candidate.text), "suffix": .string(candidate.suffix), "kind": .string("\(candidate.kind)"),
          ])
        }),
    ])
  }
}

/// Finds the statements that the text of a hint proposes: “write NOT year IN {1}”, “a text is written in quotes: "Alien"”, “the nearest name is “Movie””.
///
/// A hint is words for people, so a text in it counts only if it mends the statement, or leaves errors that the text had before. A name replaces the
/// wrong name alone, and the rest may have other errors.
private struct Mending {
  let issue: PredicateIssue
  let text: String
  let database: any QueryDatabase
  /// The greatest number of words that are corrected in one statement because they have the same mistake.
  private static let mostWords = 4

  /// The text of the hint that a page shows, and the corrected statements for its buttons.
  var all: (hint: String?, fixes: [String]) {
    if let mended = issue.replacement?.applied(to: text) {
      return (shownHint, issue.kind != .syntax || isMended(mended) ? [mended] : [])
    }
    guard let hint = shownHint else { return (nil, []) }
    if issue.has(.percentPattern), let written = issue.range.flatMap(text.utf8.text(at:)) {
      return (hint, [replaced(by: written.replacing("%", with: "*"))].compactMap(\.self))
    }
    guard issue.severity == .error else { return (hint, []) }
    // “if no value may be equal, write Playlist where NONE …; or, if one different value is enough, write Playlist where ANY …”
    for parts in [hint.split(separator: StatementAdvice.alternative).map(String.init), [hint]] {
      let found = parts.compactMap(proposal)
      guard found.count == parts.count else { continue }
      let words = found.map(\.words).joined(separator: ", or ")
      return (words.isEmpty ? nil : words, found.map(\.text))
    }
    return (hint, [])
  }

  /// The hint for the page; nil for a hint that proposes a command of the shell.
  private var shownHint: String? { issue.hint.flatMap { $0.hasPrefix(".") || $0.contains("write .") ? nil : $0 } }

  /// The corrected statement that a hint proposes, and the text of the hint without it; nil if the hint proposes none.
  private func proposal(of hint: String) -> (words: String, text: String)? {
    // “where may be meant”, “the nearest name is “Movie””
    let name = hint.prefixMatch(of: /(.+?) may be meant/) ?? hint.wholeMatch(of: /the nearest name is “(.+)”/)
    if let name, !issue.has(.unknownFunction), let mended = replaced(by: String(name.1)) {
      return isMended(mended) ? (hint, mended) : nil
    }
    for beginning in ["write ", ": "] {
      guard let place = hint.range(of: beginning) else { continue }
      let purpose = hint.range(of: ", write ").map { String(hint[..<$0.lowerBound]) } ?? ""
      let words = beginning == ": " ? hint : purpose
      let proposal = String(hint[place.upperBound...])
      if let mended = mended(by: proposal) { return (words, mended) }
      if database.query(proposal)?.namesEntity == true, errors(proposal).isEmpty {
        return (beginning == ": " ? String(hint[..<place.lowerBound]) : words, proposal)
      }
    }
    return issue.has(.unknownFunction) ? nearestFunction(hint).map { (hint, $0) } : nil
  }

  private func replaced(by words: String) -> String? {
    issue.range.flatMap { PredicateIssue.Replacement(text: words, range: $0).applied(to: text) }
  }

  private func errors(_ text: String) -> [PredicateIssue] {
    AskedStatement.issues(in: text, on: database).filter { $0.severity == .error }
  }

  /// Whether a corrected text no longer has the issue. After a wrong operator, such as in `is more than 5`, the next word may belong to the operator,
  /// so the whole text must be free of syntax errors.
  private func isMended(_ mended: String) -> Bool {
    let left = errors(mended)
    return issue.kind == .syntax ? !left.contains { $0.kind == .syntax } : isBetter(left)
  }

  /// Whether a corrected text with these errors is better than the original one: it has no new errors. If the name of an entity was corrected, other
  /// errors may appear.
  private func isBetter(_ left: [PredicateIssue]) -> Bool {
    let old = errors(text)
    return left.isEmpty
      || left.count < old.count && left.allSatisfy { error in old.contains { $0.message == error.message } }
      || issue.kind == .unknownKey && !left.contains { $0.code == issue.code }
  }

  /// The text with a proposal instead of the wrong words. Other words with the same mistake are corrected, too: `city = Bern OR city = Genf`.
  private func mended(by proposal: String, depth: Int = 1) -> String? {
    guard let mended = replaced(by: proposal) else { return nil }
    let left = errors(mended)
    guard let next = left.first, depth < Self.mostWords, next.code == issue.code, next.message != issue.message,
      let hint = next.hint, let place = hint.range(of: ": ")
    else { return isBetter(left) ? mended : nil }
    let rest = Mending(issue: next, text: mended, database: database)
    return rest.mended(by: String(hint[place.upperBound...]), depth: depth + 1)
  }

  /// The statement with the function that a hint names in quotes: “the nearest is “count””.
  private func nearestFunction(_ hint: String) -> String? {
    guard let call = issue.range.flatMap(text.utf8.text(at:)), let open = call.firstIndex(of: "("),
      let name = hint.split(whereSeparator: { "“”".contains($0) }).dropFirst().first
    else { return nil }
    return replaced(by: String(name + call[open...])).flatMap { errors($0).isEmpty ? $0 : nil }
  }
}
