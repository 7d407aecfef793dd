import PredicateModel
import PredicateSyntax
import PredicateValues

/// A row of a database as the evaluator meets it: its relationships are followed when they are asked for.
package struct LinkedRow: QueryObject {
  let source: LinkedRows
  let entity: Entity
  package let reference: ObjectReference?
  /// Attributes and to-one relationships by their names.
  let values: QueryDictionary

  package var entityName: String { entity.name }
  package var keys: [String] { entity.memberNames }

  package func value(forKey key: String) -> QueryValue? {
    switch entity.member(named: key) {
    case .attribute(let attribute): return values[attribute.name] ?? .null
    case .relationship(let relationship):
      if relationship.cardinality == .toMany { return .array(objects(through: relationship).map { .object($0) }) }
      switch values[relationship.name] {
      case .reference(let reference)?:
        return source.object(reference.named(relationship.destination)).map { .object($0) } ?? .null
      // An object that no reference names is asked for from its own side.
      case nil: return objects(through: relationship).first.map { .object($0) } ?? .null
      default: return .null
      }
    case nil: return nil
    }
  }

  private func objects(through relationship: Relationship) -> [LinkedRow] {
    guard let reference else { return source.cannotFollow(relationship, of: entity) }
    let position = entity.relationships.firstIndex { $0.name.hasSameScalars(as: relationship.name) }
    return position.map { source.objects(of: reference.named(entity.name), through: $0) } ?? []
  }
}
