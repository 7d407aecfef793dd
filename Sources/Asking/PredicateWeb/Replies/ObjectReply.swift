import PredicateDatabases
import PredicateDocuments
import PredicateModel
import PredicateOutput
import PredicateReference
import PredicateSessions
import PredicateStatements
import PredicateSyntax
import PredicateValues

/// Replies with one object: its values with links to related objects, its to-many relationships, and why an answer contains it or not.
struct ObjectReply {
  /// The statement that finds the object.
  let asked: AskedStatement

  /// Everything that a page shows about the object. Links that could not be counted within the time limit have no count.
  ///
  /// - Parameter statement: The statement whose condition is explained. Nil for no explanation. A statement about another entity is ignored.
  func card(in statement: AskedStatement?) throws -> JSONValue {
    var fetch = EntityFetch(asked.query.entity, where: asked.query.fetch.predicate)
    fetch.limit = 1
    guard let entity = asked.entity else { return .members(["missing": .boolean(true)]) }
    let known = ObjectColumns(entity: entity)
    let shown = try statement.map(columns) ?? []
    let table = try asked.supported(known.columns(replacingKeys: false), or: known.attributes) { columns in
      var whole = fetch
      whole.columns = shown.filter { own in !columns.contains { $0.name.hasSameScalars(as: own.name) } }
      whole.columns += columns + known.key
      return try asked.database.rows(of: whole)
    }
    guard let row = table.rows.first else { return .members(["missing": .boolean(true)]) }
    let key = Array(row.suffix(known.key.count))
    let values = try zip(row, asked.shown(table)).dropLast(key.count).map { value, shown -> JSONValue in
      .members([
        "name": .string(shown.name), "text": .text(shown.cells[0]?.shortened(to: WebLimits.valueScalars)),
        "link": .text(asked.database.model.statement(for: value)),
      ])
    }
    let title =
      entity.title { table.value(0, $0.name) }.map(CellText.escaped)
      ?? key.map { ValueText().text(of: $0) }.joined(separator: ", ")
    return .members([
      "entity": .string(entity.name), "statement": .string(asked.text), "title": .string(title),
      "values": .array(values), "links": .array(try links(from: entity, key)),
      "why": try statement.flatMap { try explanation(of: $0, fetch) },
    ])
  }

  /// The columns of a statement for one object, shown in full. A column that reads other rows has no value for one object, so it is left out.
  private func columns(of statement: AskedStatement) throws -> [FetchedColumn] {
    let shown = statement.query.fetch
    guard statement.query.entity.hasSameScalars(as: asked.query.entity), shown.groupBy.isEmpty, !shown.isDistinct,
      try BoundFetch(shown, model: asked.database.model).windows.isEmpty
    else { return [] }
    return shown.columns
  }

  // MARK: Links

  /// The to-many relationships, each with a statement and the number of its elements.
  private func links(from entity: Entity, _ key: [QueryValue]) throws -> [JSONValue] {
    let object = WalkedObject(entity, key: key)
    let walk = ObjectWalk(asked.database, variables: [:])
    var counts = OptionalWork()
    return try entity.relationships.filter { $0.cardinality == .toMany }.map { relationship in
      let fetch = try walk.fetch(of: relationship, from: object, at: .none)
      return .members([
        "name": .string(CellText.escaped(relationship.name)),
        "count": .number(try counts.result { try asked.database.number(of: fetch) }),
        "link": .string(fetch.statementText),
      ])
    }
  }

  // MARK: Why

  private func explanation(of statement: AskedStatement, _ fetch: EntityFetch) throws -> JSONValue? {
    guard let predicate = statement.query.fetch.predicate, statement.query.entity.hasSameScalars(as: fetch.entity),
      let explanation = try asked.database.explanation(of: predicate, forFirstOf: fetch, variables: [:])
    else { return nil }
    let text = ExplanationText(style: .plain, titles: try asked.database.titles(of: explanation.references))
    return reply(explanation, text, in: statement.text)
  }

  private func reply(_ part: Explanation, _ text: ExplanationText, in statement: String) -> JSONValue {
    let words = part.range.flatMap { statement.utf8.text(at: SourceRange($0.lowerBound, $0.upperBound)) } ?? part.text
    return .members([
      "kind": .string(part.kind.rawValue), "text": .string(CellText.escaped(words)),
      "holds": part.holds.map { .boolean($0) }, "decides": .boolean(part.decides),
      "values": .array(
        asked.values(of: part).map { value in
          .members([
            "name": .string(CellText.escaped(value.text)),
            "text": .string(CellText.escaped(text.text(of: value, in: part)).shortened(to: WebLimits.cellScalars)),
          ])
        }),
      "failure": .text(part.failure?.message), "parts": .array(part.parts.map { reply($0, text, in: statement) }),
    ])
  }
}
