import PredicateDatabases
import PredicateDocuments
import PredicateStatements
import PredicateSyntax
import PredicateValues

/// Replies that a page needs while a statement is typed.
extension WebSession {
  /// The issues and notes of a text, each with the texts that buttons put in its place. A mistake in the word at the cursor is none yet if a proposal
  /// begins with the word.
  func check(_ text: String, at cursor: Int) -> JSONValue {
    let database = database
    let issues = AskedStatement.issues(in: text, on: database).filter { !$0.concernsOtherPlatforms }
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
    // Behind a space the word before it is the last one.
    let end = bytes[..<found.range.lowerBound].lastIndex { !StatementText.isSpace($0) }.map { $0 + 1 } ?? 0
    return typed.isEmpty ? end..<bytes.count : found.range
  }

  static func replies(
    for issues: [PredicateIssue], in text: String, on database: any QueryDatabase,
    isUnfinished: (PredicateIssue) -> Bool = { _ in false }
  ) -> JSONValue {
    .array(
      issues.map { issue in
        let mends = mends(for: issue, in: text, on: database)
        return issue.reply(in: text, hint: mends.hint, fixes: mends.fixes, isUnfinished: isUnfinished(issue))
      })
  }

  /// Whether an error is about the last word. Behind a space only a value without a comparison, and a clause without its second word are unfinished.
  private static func isUnfinished(_ issue: PredicateIssue, _ word: Range<Int>) -> Bool {
    guard issue.severity == .error else { return false }
    guard let range = issue.range, !range.isNone else { return true }
    let end = Int(range.upperBound)
    return end > word.lowerBound || end == word.lowerBound && issue.code == "bare-value"
      || end >= word.lowerBound - 1 && ["sort-by", "group-by"].contains(issue.code)
  }

  // MARK: Hints

  /// What a page shows of an issue's hint, and the statements that the hint mends the text to. A hint is words for people, so a text in it counts only
  /// if it mends the statement, or leaves errors that the text had before. A name replaces the wrong name alone, and the rest may have other errors.
  private static func mends(
    for issue: PredicateIssue, in text: String, on database: any QueryDatabase
  ) -> (hint: String?, fixes: [String]) {
    // Hints at commands are left out.
    guard let hint = issue.hint, !hint.hasPrefix(".") else {
      return (nil, [issue.replacement?.applied(to: text)].compactMap(\.self))
    }
    let mending = Mending(database: database)
    if let mended = issue.replacement?.applied(to: text) {
      return (hint, issue.kind != .syntax || mending.isMended(mended, of: text, issue) ? [mended] : [])
    }
    if issue.has(.percentPattern), let mended = replacing("%", by: "*", at: issue, in: text) { return (hint, [mended]) }
    guard issue.severity == .error else { return (hint, []) }
    // “none of the values is: Playlist where NONE …; or one of the values is not: Playlist where ANY …”
    let parts = hint.split(separator: "; or ").map(String.init)
    let several = parts.map { mending.proposal(of: $0, issue, in: text) }
    if parts.count > 1, several.allSatisfy({ $0 != nil }) {
      return (several.compactMap { $0?.words }.joined(separator: ", or "), several.compactMap { $0?.text })
    }
    guard let found = mending.proposal(of: hint, issue, in: text) else { return (hint, []) }
    return (found.words.isEmpty ? nil : found.words, [found.text])
  }

  private static func replacing(
    _ old: String, by new: String, at issue: PredicateIssue, in text: String
  ) -> String? {
    guard let range = issue.range, let written = text.utf8.text(at: range) else { return nil }
    return PredicateIssue.Replacement(text: written.replacing(old, with: new), range: range).applied(to: text)
  }

  /// The candidates at the cursor, best first.
  func complete(_ text: String, at cursor: Int) async -> JSONValue {
    guard text.utf8.count <= WebLimits.statementBytes else { return .members(["candidates": .array([])]) }
    let typed = text.prefix(utf16: cursor)
    // Values must be read from the database. While it is busy, candidates are returned without values.
    guard worker.isIdle else { return completion(of: typed, values: { _, _ in [] }) }
    do {
      return try await run(for: nil, within: WebLimits.extraTime) { [self] database in
        completion(of: typed) { source, prefix in
          // Errors are ignored, because proposals are optional. The statement reports the reason when it runs.
          (try? database.values(
            of: source.attribute.name, in: source.entity.name, prefix: prefix, limit: Self.mostValues)) ?? []
        }
      }
    } catch {
      return completion(of: typed, values: { _, _ in [] })
    }
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
