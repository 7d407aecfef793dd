import PredicateDatabases
import PredicateDocuments
import PredicateModel
import PredicateOutput
import PredicateSessions
import PredicateStatements
import PredicateValues

/// Replies for the start page: the entities of the database, and example statements.
extension WebSession {
  func start(_ database: any QueryDatabase) throws -> JSONValue {
    var isLate = false
    let model = database.declaredModel
    let entities = model.entities.map { entity -> (entity: Entity, count: Int?, isExact: Bool) in
      do {
        if let count = try database.approximateRowCount(ofTable: entity.table), count > mostRows || isLate {
          return (entity, count, false)
        }
        return (entity, isLate ? nil : try database.number(of: EntityFetch(entity.name)), true)
      } catch {
        // A table that cannot be counted is listed without a number.
        if error is CancellationError { isLate = true }
        return (entity, nil, true)
      }
    }
    let known = entities.filter { $0.count != 0 }.map { ($0.entity, $0.isExact ? $0.count : nil) }
    let examples = isLate ? [] : Examples(database: database, entities: known).all
    return .members([
      "database": .string(CellText.escaped(database.displayName)),
      "entities": .array(
        entities.map { entity, count, isExact in
          .members([
            "name": .string(CellText.escaped(entity.name)), "link": .string(entity.name.asStatementName),
            "count": .text(count.map { (isExact ? "" : "about ") + $0.grouped }),
            "properties": .texts(entity.attributes.map { CellText.escaped($0.name) }),
            "relationships": .array(
              entity.relationships.map { relationship in
                .members([
                  "name": .string(CellText.escaped(relationship.name)),
                  "entity": .string(CellText.escaped(relationship.destination)),
                  "many": .boolean(relationship.cardinality == .toMany),
                ])
              }),
          ])
        }),
      "examples": .texts(examples),
      "how": .array(
        // The entity with the most relationships is the one that people know.
        HowToAsk(
          model: model, entities: known.map(\.0).sorted { $0.relationships.count > $1.relationships.count }
        ).lines.map { .members(["words": .string($0.words), "statement": .string($0.statement)]) }),
      "notes": .texts(database.notes.map(CellText.escaped)),
    ])
  }
}

/// The greatest number of rows of a table that is read row by row, to count it or to find a value.
private let mostRows = 200_000

/// The most values of a property that an example is about.
private let mostValues = 50

/// Three statements that fit a database: each has an answer.
private struct Examples {
  let database: any QueryDatabase
  /// The entities that may have objects, each with the number of its objects; nil if the exact number is unknown.
  let entities: [(entity: Entity, count: Int?)]

  var all: [String] {
    let path = AskedStatement.parser(of: database).firstExample(database.hasAnswer)
    var texts = [path].compactMap(\.self)
    // Entities with many relationships come first, because people know them best.
    let known = entities.sorted { $0.entity.relationships.count > $1.entity.relationships.count }
    // Each entity is asked once: the first element of a lazy `compactMap` would ask twice, and the second answer may be nil because the time is over.
    var common: (Entity, Attribute, QueryValue)?
    for (entity, count) in known where common == nil { common = commonValue(entity, count: count) }
    if let (entity, attribute, value) = common {
      let name = QueryExpression.key(attribute.name).exactFormat
      let condition = ConditionText(database.model).text(of: .key(attribute.name), equals: value)
      let order = entity.titleAttribute.map { " sort by \(QueryExpression.key($0.name).exactFormat)" }
      texts.append("\(entity.name.asStatementName) where \(condition)\(order ?? "")")
      texts.append(
        "\(entity.name.asStatementName) group by \(name) show \(name), count() as number sort by number desc")
    }
    for (entity, _) in entities where texts.count < 3 { texts.append("count \(entity.name.asStatementName)") }
    return Array(texts.prefix(3))
  }

  /// The value that many objects of an entity have in common: of a boolean, otherwise of the short text with the fewest values.
  private func commonValue(_ entity: Entity, count: Int?) -> (Entity, Attribute, QueryValue)? {
    guard let count, (2...mostRows).contains(count) else { return nil }
    let found = entity.attributes.compactMap { attribute -> (attribute: Attribute, value: QueryValue, groups: Int)? in
      guard attribute.type == .boolean || attribute.type == .string, attribute.name != entity.titleAttribute?.name
      else { return nil }
      let key = FetchedColumn(key: attribute.name)
      let isThere = QueryPredicate.comparison(QueryComparison(key.expression, .notEqual, .literal(.null)))
      var fetch = EntityFetch(entity.name, where: isThere)
      (fetch.groupBy, fetch.limit) = ([key], mostValues + 1)
      // Examples are optional: an entity that cannot be read has none.
      guard let table = try? database.rows(of: fetch), (2...mostValues).contains(table.rows.count),
        table.rows.count * 2 <= count, table.rows.allSatisfy({ Self.isShort($0[0]) }),
        let common = table.rows.max(by: { Self.number($0) < Self.number($1) })
      else { return nil }
      return (attribute, common[0], table.rows.count)
    }
    func rank(_ found: (attribute: Attribute, value: QueryValue, groups: Int)) -> Int {
      found.attribute.type == .boolean ? 0 : found.groups
    }
    return found.min { rank($0) < rank($1) }.map { (entity, $0.attribute, $0.value) }
  }

  private static func isShort(_ value: QueryValue) -> Bool {
    if case .string(let text) = value { (1...30).contains(text.unicodeScalars.count) } else { true }
  }

  private static func number(_ row: [QueryValue]) -> Int64 {
    if case .integer(let number)? = row.last { number } else { 0 }
  }
}
