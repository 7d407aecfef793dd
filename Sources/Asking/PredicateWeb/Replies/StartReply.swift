import PredicateDatabases
import PredicateDocuments
import PredicateModel
import PredicateOutput
import PredicateSessions
import PredicateStatements
import PredicateSyntax
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
    // The entities with many rows come first, because people know them best.
    let known = entities.filter { $0.count != 0 }.map { ($0.entity, $0.isExact ? $0.count : nil) }
      .sorted { $0.0.relationships.count > $1.0.relationships.count }
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
        HowToAsk(model: model, entities: known.map(\.0)).lines.map { words, statement in
          .members(["words": .string(words), "statement": .string(statement)])
        }),
      "notes": .texts(database.notes.map(CellText.escaped)),
    ])
  }
}

/// The greatest number of rows of a table that is read row by row, to count it or to find a value.
private let mostRows = 200_000

/// The greatest number of values that a property in an example may have.
private let mostValues = 50

/// Makes up to three example statements for a database. Each of them finds something.
private struct Examples {
  let database: any QueryDatabase
  /// The entities that may have objects, the best known first, each with the number of its objects; nil if the exact number is unknown.
  let entities: [(entity: Entity, count: Int?)]

  var all: [String] {
    var texts = [AskedStatement.parser(of: database).firstExample(database.hasAnswer)].compactMap(\.self)
    // The values of each entity are read only once. The first element of a lazy `compactMap` would compute them twice, and the second time the time
    // limit may have passed.
    var common: (Entity, Attribute, QueryValue)?
    for (entity, count) in entities where common == nil { common = commonValue(entity, count: count) }
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

  /// A value for an example, and its attribute: of a boolean, otherwise of the text attribute with the fewest short values.
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
        let common = table.rows.max(by: { ($0[1].number ?? 0) < ($1[1].number ?? 0) })
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
}

/// Shows how statements are written, with the names of the database. Each example can be run.
private struct HowToAsk {
  let model: DataModel
  /// The entities that have objects, the best known first.
  let entities: [Entity]

  /// The examples, each with its words. A form whose parts the database lacks is left out.
  var lines: [(words: String, statement: String)] {
    let number = property { $0.type.family == .number && $0.type != .boolean }
    let text = property { $0.type == .string }
    let date = property { $0.type == .date }
    let (one, many) = (title(.toOne), title(.toMany))
    let lines: [(String, String)?] = [
      number.map { ("a condition", "\($0.entity) where \($0.path) > 1") },
      text.map { ("a part of a text, in upper or lower case", "\($0.entity) where \($0.path) CONTAINS[c] \"an\"") },
      text.map { entity, path in
        let condition = "\(path) != nil AND NOT \(path) LIKE \"A*\""
        return ("several conditions, and order", "\(entity) where \(condition) sort by \(path) desc")
      },
      one.map { ("a property of a related object", "\($0.entity) where \($0.path) CONTAINS[c] \"e\"") },
      many.map { ("one of many objects", "\($0.entity) where ANY \($0.path) CONTAINS[c] \"an\"") },
      many.map { ("how many objects belong to one", "\($0.entity) where \($0.relationship).@count > 1") },
      date.map { ("a date", "\($0.entity) where \($0.path) < \"2025-01-01\"") },
      date.map { entity, path in
        let month = "\(path).startOfMonth as month"
        return ("groups by month", "\(entity) group by \(month) show month, count() as number")
      },
      one.map { entity, path, _ in
        let columns = "name, count() as number"
        return
          ("groups, the largest first", "\(entity) group by \(path) as name show \(columns) sort by number desc")
      },
      number.map { entity, path in
        let average = "average(\(entity).@unionOfObjects.\(path))"
        return ("more than the average of all objects", "\(entity) where \(path) > \(average)")
      },
      number.map { ("the first ten", "\($0.entity) sort by \($0.path) desc limit 10") },
      entities.first.map { ("a number of objects", "count \($0.name.asStatementName)") },
    ]
    let parser = StatementParser(model: model, currentEntity: nil)
    return lines.compactMap(\.self).filter { parser.parse($0.1).query?.canRun(on: model) == true }
  }

  /// The first attribute that meets a condition and does not belong to a key, with its entity. The title of each entity is tried before its other attributes.
  private func property(_ isMeant: (Attribute) -> Bool) -> (entity: String, path: String)? {
    for entity in entities {
      let attributes = entity.titleAttributes.suffix(1) + entity.attributes
      if let found = attributes.first(where: { isMeant($0) && !entity.isPartOfKey($0) }) {
        return (entity.name.asStatementName, QueryExpression.key(found.name).exactFormat)
      }
    }
    return nil
  }

  /// The path from a relationship to the title of its destination: `album.title`.
  private func title(
    _ cardinality: Relationship.Cardinality
  ) -> (entity: String, path: String, relationship: String)? {
    for entity in entities {
      for relationship in entity.relationships where relationship.cardinality == cardinality {
        guard let title = model.destination(of: relationship)?.titleAttribute?.name else { continue }
        let path = QueryExpression.key(relationship.name, title).exactFormat
        return (entity.name.asStatementName, path, QueryExpression.key(relationship.name).exactFormat)
      }
    }
    return nil
  }
}
