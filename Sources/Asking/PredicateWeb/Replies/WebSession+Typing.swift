import PredicateDatabases
import PredicateDocuments
import PredicateStatements
import PredicateSyntax
import PredicateValues

/// Replies that a page needs while a statement is typed.
extension WebSession {
  /// The issues and notes of a text, each with the corrected text that a button inserts.
  func check(_ text: String) -> JSONValue {
    let database = database
    let issues = AskedStatement.issues(in: text, on: database).filter(\.concernsPage)
    return .members(["issues": Self.replies(for: issues, in: text, on: database)])
  }

  static func replies(for issues: [PredicateIssue], in text: String, on database: any QueryDatabase) -> JSONValue {
    .array(issues.map { $0.reply(in: text, fix: fix(for: $0, in: text, on: database)) })
  }

  /// The statement that is corrected according to the issue's hint. Hints are prose, so a text in a hint is used only if the statement has no errors
  /// with it. A replacement for a wrong name is used even if the rest of the statement has other errors.
  private static func fix(for issue: PredicateIssue, in text: String, on database: any QueryDatabase) -> String? {
    if let mended = issue.replacement?.applied(to: text) { return mended }
    guard issue.severity == .error, let hint = issue.hint else { return nil }
    // “write NOT year IN {1}”, “a text is written in quotes: "Alien"”, “Movie may be meant”
    func replacing(by words: String) -> String? {
      issue.range.flatMap { PredicateIssue.Replacement(text: words, range: $0).applied(to: text) }
    }
    func errors(_ candidate: String) -> [PredicateIssue] {
      AskedStatement.issues(in: candidate, on: database).filter { $0.severity == .error }
    }
    if let end = hint.range(of: " may be meant"), let mended = replacing(by: String(hint[..<end.lowerBound])) {
      return errors(mended).contains { $0.code == issue.code } ? nil : mended
    }
    let proposals = ["write ", ": "].compactMap { hint.range(of: $0).map { String(hint[$0.upperBound...]) } }
    for proposal in proposals {
      if let mended = replacing(by: proposal), errors(mended).isEmpty { return mended }
      let isStatement = AskedStatement.parser(of: database).parse(proposal).query?.namesEntity ?? false
      if isStatement, errors(proposal).isEmpty { return proposal }
    }
    return issue.code == DiagnosticCode.unknownFunction.rawValue ? nearestFunction(hint, issue, in: text, errors) : nil
  }

  /// The statement with the function that a hint names in quotes: “the nearest is “count””.
  private static func nearestFunction(
    _ hint: String, _ issue: PredicateIssue, in text: String, _ errors: (String) -> [PredicateIssue]
  ) -> String? {
    guard let range = issue.range, let begin = hint.range(of: "“"), let end = hint.range(of: "”"),
      let call = text.utf8.text(at: range), let open = call.firstIndex(of: "(")
    else { return nil }
    let mended = hint[begin.upperBound..<end.lowerBound] + call[open...]
    return PredicateIssue.Replacement(text: String(mended), range: range).applied(to: text)
      .flatMap { errors($0).isEmpty ? $0 : nil }
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
