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
    let database = asked.database
    var fetch = EntityFetch(asked.query.entity, where: asked.query.fetch.predicate)
    fetch.limit = 1
    guard let entity = asked.entity else { return .members(["missing": .boolean(true)]) }
    let known = ObjectColumns(of: entity)
    let table = try asked.firstSupported([known.card, known.attributes]) { columns in
      var whole = fetch
      whole.columns = columns + known.key
      return try database.rows(of: whole)
    }
    guard let row = table.rows.first else { return .members(["missing": .boolean(true)]) }
    let key = Array(row.suffix(known.key.count))
    let texts = try asked.shown(table).dropLast(key.count)
    let values = texts.indices.map { position -> JSONValue in
      .members([
        "name": .string(texts[position].name),
        "text": .text(texts[position].cells[0]?.shortened(to: WebLimits.valueScalars)),
        "link": .text(asked.objects.text(of: row[position])),
      ])
    }
    let title = entity.title { title in
      table.columns.firstIndex { $0.hasSameScalars(as: title.name) }.map { row[$0] }
    }
    let why = try statement.flatMap { try explanation(of: $0, fetch) }
    let shown = try statement.map { try columns(of: $0, fetch, besides: texts.map(\.name)) } ?? []
    return .members([
      "entity": .string(entity.name), "statement": .string(asked.text),
      "title": .string(
        title.map { CellText.escaped($0) } ?? key.map { ValueText().text(of: $0) }.joined(separator: ", ")),
      "values": .array(shown + values), "links": .array(try links(from: entity, key)), "why": why,
    ])
  }

  /// The values of a statement's columns that are not properties of the object, without shortening. Columns that read other rows are left out.
  private func columns(of statement: AskedStatement, _ fetch: EntityFetch, besides known: [String]) throws
    -> [JSONValue]
  {
    let shown = statement.query.fetch
    guard statement.query.entity.hasSameScalars(as: fetch.entity), shown.groupBy.isEmpty, !shown.isDistinct,
      try BoundFetch(shown, model: asked.database.model, variables: [:]).windows.isEmpty
    else { return [] }
    var own = fetch
    own.columns = shown.columns.filter { column in !known.contains { $0.hasSameScalars(as: column.name) } }
    guard !own.columns.isEmpty else { return [] }
    return try asked.shown(asked.database.rows(of: own)).map { column in
      .members([
        "name": .string(column.name), "text": .text(column.cells.first??.shortened(to: WebLimits.valueScalars)),
      ])
    }
  }

  // MARK: Links

  /// The to-many relationships, each with a statement and the number of its elements.
  private func links(from entity: Entity, _ key: [QueryValue]) throws -> [JSONValue] {
    guard key.count == entity.objectKey.count else { return [] }
    var isLate = false
    return try entity.relationships.filter { $0.cardinality == .toMany }.compactMap { relationship in
      guard let text = asked.objects.text(of: relationship, of: entity, key: key) else { return nil }
      var count: Int?
      if !isLate {
        do {
          count = try asked.database.number(of: AskedStatement(text, on: asked.database).query.fetch)
        } catch is CancellationError {
          isLate = true
        }
      }
      return .members([
        "name": .string(CellText.escaped(relationship.name)), "count": .number(count),
        "link": .string(text),
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
