import PredicateModel
import PredicateStatements
import PredicateSyntax

/// How statements are written, in examples of the database's own names. Each example can be run.
struct HowToAsk {
  let model: DataModel
  /// The entities that have objects.
  let entities: [Entity]

  /// The examples, each with its words. A form whose parts the database lacks is left out.
  var lines: [(words: String, statement: String)] {
    let candidates: [(String, String?)] = [
      ("a condition", statement(with: isNumber) { "\($0) where \($1) > 10" }),
      ("a part of a text, in any case of letters", statement(with: isText) { "\($0) where \($1) CONTAINS[c] \"an\"" }),
      (
        "several conditions, and order",
        statement(with: isText) { "\($0) where \($1) != nil AND NOT \($1) LIKE \"A*\" sort by \($1) desc" }
      ),
      ("a property of another object", path(.toOne) { "\($0) where \($1).\($2) BEGINSWITH \"A\"" }),
      ("one of many objects", path(.toMany) { "\($0) where ANY \($1).\($2) CONTAINS[c] \"an\"" }),
      (
        "how many objects belong to one",
        path(.toMany) { entity, relationship, _ in "\(entity) where \(relationship).@count > 2" }
      ),
      ("a date", statement(with: isDate) { "\($0) where \($1) >= \"2025-01-01\"" }),
      (
        "groups by month",
        statement(with: isDate) { "\($0) group by \($1).startOfMonth as month show month, count() as number" }
      ),
      (
        "groups, the largest first",
        path(.toOne) { "\($0) group by \($1).\($2) as name show name, count() as number sort by number desc" }
      ),
      ("the first ten", statement(with: isNumber) { "\($0) sort by \($1) desc limit 10" }),
      ("a number of objects", entities.first.map { "count \($0.name.asStatementName)" }),
    ]
    return candidates.compactMap { words, text in text.flatMap { canRun($0) ? (words, $0) : nil } }
  }

  private func canRun(_ text: String) -> Bool {
    StatementParser(model: model, currentEntity: nil).parse(text).query?.canRun(on: model) == true
  }

  private func isText(_ attribute: Attribute) -> Bool { attribute.type == .string }
  private func isDate(_ attribute: Attribute) -> Bool { attribute.type == .date }
  private func isNumber(_ attribute: Attribute) -> Bool {
    attribute.type.family == .number && attribute.type != .boolean
  }

  /// A statement about the first attribute of some kind that is no part of a key. Titles go first.
  private func statement(with isMeant: (Attribute) -> Bool, _ text: (String, String) -> String) -> String? {
    for entity in entities {
      if let name = attribute(of: entity, isMeant) { return text(entity.name.asStatementName, name) }
    }
    return nil
  }

  private func attribute(of entity: Entity, _ isMeant: (Attribute) -> Bool) -> String? {
    let attributes = (entity.titleAttribute.map { [$0] } ?? []) + entity.attributes
    return attributes.first { isMeant($0) && !entity.isPartOfKey($0) }.map { QueryExpression.key($0.name).exactFormat }
  }

  /// A statement about a relationship, and the title of the objects that it leads to.
  private func path(_ cardinality: Relationship.Cardinality, _ text: (String, String, String) -> String) -> String? {
    for entity in entities {
      for relationship in entity.relationships where relationship.cardinality == cardinality {
        guard let title = model.destination(of: relationship)?.titleAttribute else { continue }
        return text(
          entity.name.asStatementName, QueryExpression.key(relationship.name).exactFormat,
          QueryExpression.key(title.name).exactFormat)
      }
    }
    return nil
  }
}
