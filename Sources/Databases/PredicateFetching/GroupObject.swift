import PredicateModel
import PredicateValues

/// A group of rows, which the evaluator reads like an object. Its properties are the keys and the aggregates.
struct GroupObject: QueryObject {
  let entity: Entity
  /// The values of the keys that all objects of the group share, in the order of the keys.
  let keyValues: [QueryValue]
  /// The values by the names of the entity's members.
  private let properties: QueryDictionary

  /// - Parameters:
  ///   - grouping: The grouping that the group belongs to.
  ///   - keys: A value for each key.
  ///   - aggregates: A value for each aggregate.
  init(_ grouping: BoundGrouping, keys: [QueryValue], aggregates: [QueryValue]) {
    entity = grouping.entity
    keyValues = keys
    // Keys that are objects are relationships of the entity, the others are attributes. The columns show which key belongs to which member.
    var names: [(column: String, name: String)] = entity.attributes.map { ($0.column, $0.name) }
    for relationship in entity.relationships {
      guard case .foreignKey(let columns) = relationship.storage, let column = columns.first else { continue }
      names.append((column, relationship.name))
    }
    properties = QueryDictionary(
      zip(grouping.columnNames, keys + aggregates).compactMap { column, value in
        names.first { $0.column.hasSameScalars(as: column) }.map { ($0.name, value) }
      })
  }

  var entityName: String { entity.name }
  var reference: ObjectReference? { nil }
  var keys: [String] { entity.memberNames }

  func value(forKey key: String) -> QueryValue? { properties[key] }
}
