import PredicateDatabases
import PredicateDocuments
import PredicateOutput
import PredicateSessions
import PredicateStatements
import PredicateSyntax

/// Replies with a statement in other languages: SQL, Swift, Objective-C, and the database's plan.
struct FormReply {
  let asked: AskedStatement

  /// All of them as text. If a language cannot express the statement, the text is the reason.
  func all() -> JSONValue {
    .members([
      "sql": form(.sql), "plan": text { try plan() }, "swift": form(.swift), "objc": form(.objc),
    ])
  }

  private func form(_ form: StandaloneForm) -> JSONValue {
    text { try form.lines(of: asked.bound(), on: asked.database) }
  }

  private func text(_ lines: () throws -> [String]) -> JSONValue {
    do {
      return .string(try lines().joined(separator: "\n"))
    } catch {
      let issues = AskedStatement.issues(of: error, in: asked.text, on: asked.database) ?? []
      let reasons = issues.map { issue in issue.message + (issue.hint.map { "\n\($0)" } ?? "") }
      return .string(reasons.isEmpty ? String(describing: error) : reasons.joined(separator: "\n"))
    }
  }

  /// The meaning of the statement, and the database's plan.
  private func plan() throws -> [String] {
    let statement = try asked.bound()
    let prepared = try PreparedStatement(statement, on: asked.database)
    let steps = try prepared.plan()
    let tables = try prepared.sql()?.tables ?? [:]
    var lines = MeaningText(statement.fetch, model: statement.model).lines.map(CellText.escaped) + [""]
    lines += PlanText(tables: tables).lines(for: steps)
    if let work = prepared.workInMemory { lines.append(work) }
    let advice = IndexAdvice(asked.database, statement.bound.entity, plan: steps).lines(for: statement.fetch)
    if !advice.isEmpty { lines += [""] + advice.map(CellText.escaped) }
    return lines
  }
}
