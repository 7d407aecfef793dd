import PredicateDatabases
import PredicateDocuments
import PredicateModel
import PredicateOutput
import PredicateReference
import PredicateSessions
import PredicateStatements
import PredicateSyntax
import PredicateValues

/// Replies with objects that fail exactly one condition of a statement. For an answer without rows, it also contains the conditions that exclude all rows.
struct MissReply {
  let asked: AskedStatement
  /// The greatest number of conditions that are tested.
  private static let mostConditions = 8
  /// The greatest number of objects that are named for a condition.
  private static let mostExamples = 3

  /// The near misses that could be found within the time limit.
  func all() throws -> JSONValue {
    var misses: [JSONValue] = []
    var findings: [JSONValue] = []
    let edit = StatementEdit(asked.query)
    let conditions = edit.conditions
    do {
      for position in conditions.indices.prefix(Self.mostConditions) where conditions.count > 1 {
        if let miss = try miss(of: position, conditions, as: edit.text(of: conditions[position])) {
          misses.append(miss)
        }
      }
      if !conditions.isEmpty, try asked.database.number(of: asked.query.fetch) == 0 {
        try EmptyAnswer(asked.query, on: asked.database, variables: [:]) { finding in
          // The number of objects without one condition is left out if there are near misses, because these contain the same counts.
          if case .rest = finding, !misses.isEmpty { return }
          if let finding = reply(finding, edit) { findings.append(finding) }
        }.explain()
      }
    } catch is CancellationError {}
    return .members([
      "misses": .array(misses), "findings": .array(findings), "conditions": .number(conditions.count),
      "condition": .text(conditions.count == 1 ? CellText.escaped(edit.text(of: conditions[0])) : nil),
    ])
  }

  /// A finding as JSON. If it proposes another condition, the JSON contains the statement with that condition.
  private func reply(_ finding: EmptyAnswer.Finding, _ edit: StatementEdit) -> JSONValue? {
    var link: String?
    if case .correction(_, let condition, let old) = finding, let position = edit.conditions.firstIndex(of: old) {
      link = edit.replacing(conditionAt: position, by: condition)
    }
    return finding.text.map { .members(["text": .string(CellText.escaped($0)), "link": .text(link)]) }
  }

  /// The objects that fail only the condition at an index; nil if there are none.
  private func miss(of position: Int, _ conditions: [QueryPredicate], as words: String) throws -> JSONValue? {
    var parts = conditions
    parts[position] = .not(parts[position])
    var fetch = EntityFetch(asked.query.entity, where: .and(parts))
    let count = try asked.database.number(of: fetch)
    guard count > 0 else { return nil }
    let text = fetch.statementText
    fetch.limit = Self.mostExamples
    let table = try asked.database.rows(of: fetch)
    return .members([
      "condition": .string(CellText.escaped(words)), "link": .string(text),
      "count": .string(EntityNoun(asked.query.entity).counted(count)),
      "examples": .array(try table.rows.indices.compactMap { try example($0, of: table) }),
    ])
  }

  /// The properties that the parts of an explanation compare, with their values: `genre = "Noir"`.
  private func values(_ explanation: Explanation) -> [String] {
    let text = ExplanationText(style: .plain, titles: [:])
    func values(_ part: Explanation) -> [(holds: Bool, text: String)] {
      asked.values(of: part).map { value in
        (part.holds ?? false, CellText.escaped("\(value.text) = \(text.text(of: value, in: part))"))
      } + part.parts.flatMap(values)
    }
    let found = values(explanation)
    return (found.filter { !$0.holds } + found.filter(\.holds)).map(\.text)
  }

  /// An object by its title or its key, and the values that the statement compares: those of the failed condition first.
  private func example(_ row: Int, of table: ResultTable) throws -> JSONValue? {
    guard let entity = asked.entity, let predicate = asked.query.fetch.predicate else { return nil }
    let key = entity.objectKey.compactMap { table.value(row, $0.name) }
    guard let link = asked.database.model.statement(for: entity, by: entity.objectKey, key) else { return nil }
    let text =
      entity.title { table.value(row, $0.name) } ?? key.map { ValueText().text(of: $0) }.joined(separator: ", ")
    let object = try AskedStatement(link, on: asked.database).query.fetch
    let values = try asked.database.explanation(of: predicate, forFirstOf: object, variables: [:]).map(values) ?? []
    return .members([
      "values": .text(values.isEmpty ? nil : values.joined(separator: ", ").shortened(to: WebLimits.cellScalars)),
      "text": .string(CellText.escaped(text).shortened(to: WebLimits.cellScalars)), "link": .string(link),
    ])
  }
}
