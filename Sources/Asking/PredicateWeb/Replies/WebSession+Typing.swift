import PredicateDatabases
import PredicateDocuments
import PredicateStatements
import PredicateSyntax
import PredicateValues

/// What a page shows while a statement is typed.
extension WebSession {
  /// The issues and notes of a text, each with the text that a button puts in its place.
  func check(_ text: String) -> JSONValue {
    let database = database
    let issues = AskedStatement.issues(in: text, on: database)
    return .members(["issues": Self.replies(for: issues, in: text, on: database)])
  }

  static func replies(for issues: [PredicateIssue], in text: String, on database: any QueryDatabase) -> JSONValue {
    .array(issues.map { $0.reply(in: text, fix: fix(for: $0, in: text, on: database)) })
  }

  /// The statement as the issue's hint mends it. A hint is words for people, so a text in it counts only if it mends the statement.
  private static func fix(for issue: PredicateIssue, in text: String, on database: any QueryDatabase) -> String? {
    if let mended = issue.replacement?.applied(to: text) { return mended }
    guard issue.severity == .error, let hint = issue.hint else { return nil }
    // “write NOT year IN {1}”, “a text is written in quotes: "Alien"”, “Movie may be meant”
    let proposals =
      ["write ", ": "].compactMap { hint.range(of: $0).map { String(hint[$0.upperBound...]) } }
      + [hint.range(of: " may be meant").map { String(hint[..<$0.lowerBound]) }].compactMap(\.self)
    let candidates = proposals.flatMap { proposal in
      [issue.range.flatMap { PredicateIssue.Replacement(text: proposal, range: $0).applied(to: text) }, proposal]
    }
    return candidates.compactMap(\.self).first { candidate in
      !AskedStatement.issues(in: candidate, on: database).contains { $0.severity == .error }
    }
  }

  /// The candidates where the cursor is, best first.
  func complete(_ text: String, at cursor: Int) async -> JSONValue {
    guard text.utf8.count <= WebLimits.statementBytes else { return .members(["candidates": .array([])]) }
    let typed = text.prefix(utf16: cursor)
    // Values come from the database. While it is busy the other candidates do without them.
    guard worker.isIdle else { return completion(of: typed, values: { _, _ in [] }) }
    do {
      return try await run(for: nil, within: WebLimits.extraTime) { database in
        completion(of: typed) { source, prefix in
          // Proposals are an extra: if the database fails, there are none, and the statement will report the reason.
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
    // The page changes nothing.
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
