import PredicateModel
import PredicateValues

/// A group of rows, which the evaluator reads like an object. Its properties are the keys and the aggregates.
struct GroupObject: QueryObject {
  let entity: Entity
  /// The values of the keys that all objects of the group share, in the order of the keys.
  let keyValues: [QueryValue]
  /// The reason why an aggregate could not be computed; nil if all could. If `having` excludes the group, the reason is ignored.
  let failure: PredicateIssue?
  /// The values by the names of the entity's members.
  private let properties: QueryDictionary

  /// - Parameters:
  ///   - grouping: The grouping that the group belongs to.
  ///   - keys: A value for each key.
  ///   - aggregates: For each aggregate its value, or the reason why it has none.
  init(_ grouping: BoundGrouping, keys: [QueryValue], aggregates: [Result<QueryValue, PredicateIssue>]) {
    entity = grouping.entity
    keyValues = keys
    var failure: PredicateIssue?
    let values = aggregates.map { aggregate in
      switch aggregate {
      case .success(let value): return value
      case .failure(let issue):
        failure = failure ?? issue
        return QueryValue.null
      }
    }
    self.failure = failure
    // Keys that are objects are relationships of the entity, the others are attributes. The columns show which key belongs to which member.
    var names: [(column: String, name: String)] = entity.attributes.map { ($0.column, $0.name) }
    for relationship in entity.relationships {
      guard case .foreignKey(let columns) = relationship.storage, let column = columns.first else { continue }
      names.append((column, relationship.name))
    }
    properties = QueryDictionary(
      zip(grouping.columnNames, keys + values).compactMap { column, value in
        names.first { $0.column.hasSameScalars(as: column) }.map { ($0.name, value) }
      })
  }

  var entityName: String { entity.name }
  var reference: ObjectReference? { nil }
  var keys: [String] { entity.memberNames }

  func value(forKey key: String) -> QueryValue? { properties[key] }
}
