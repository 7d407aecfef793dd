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

/// Finds the statements that mend an issue. A proposed text counts only if it mends the statement, or leaves errors that the text had before.
private struct Mending {
  let issue: PredicateIssue
  let text: String
  let database: any QueryDatabase
  /// The greatest number of words that are corrected in one statement because they have the same mistake.
  private static let mostWords = 4

  /// The words that a page shows beside the buttons, and the mended statements.
  var all: (hint: String?, fixes: [String]) {
    let found = issue.replacements.compactMap { replacement in
      mended(by: replacement).map { (purpose: replacement.purpose ?? shownHint ?? "", text: $0) }
    }
    // Without a button for each alternative, the words would not belong to the buttons.
    guard found.count == issue.replacements.count, !found.isEmpty else { return (shownHint, []) }
    let words = found.map(\.purpose).filter { !$0.isEmpty }.joined(separator: ", or ")
    return (words.isEmpty ? nil : words, found.map(\.text))
  }

  /// The hint; nil if it names a command of the shell, which a page does not have.
  private var shownHint: String? {
    issue.hint.flatMap { hint in
      let words = hint.split { $0 == " " || $0 == "(" }
      return words.contains { $0.first == "." && $0.dropFirst().first?.isLetter == true } ? nil : hint
    }
  }

  private func errors(_ text: String) -> [PredicateIssue] {
    AskedStatement.issues(in: text, on: database).filter { $0.severity == .error }
  }

  /// Whether a mended text with these errors is better than the text. The word after a wrong operator may belong to the mistake, too, as in `is more
  /// than 5`: no mistake in the syntax may be left. After the name of an entity is corrected, other errors may appear.
  private func isBetter(_ left: [PredicateIssue]) -> Bool {
    if left.isEmpty || issue.severity == .note { return true }
    // A new error without a hint is a dead end.
    let known = errors(text)
    guard left.allSatisfy({ error in error.hint != nil || known.contains { $0.message == error.message } }) else {
      return false
    }
    if issue.kind == .syntax, !left.contains(where: { $0.kind == .syntax }) { return true }
    return left.count < known.count && left.allSatisfy { error in known.contains { $0.message == error.message } }
      || issue.kind == .unknownKey && !left.contains { $0.code == issue.code }
  }

  /// The mended text. Other words with the same mistake are mended, too: `city = Bern OR city = Genf`.
  private func mended(by replacement: PredicateIssue.Replacement, depth: Int = 1) -> String? {
    guard let mended = replacement.applied(to: text) else { return nil }
    let left = errors(mended)
    guard let next = left.first, depth < Self.mostWords, next.code == issue.code, next.message != issue.message,
      let further = next.replacement
    else { return isBetter(left) ? mended : nil }
    let rest = Mending(issue: next, text: mended, database: database)
    return rest.mended(by: further, depth: depth + 1)
  }
}
