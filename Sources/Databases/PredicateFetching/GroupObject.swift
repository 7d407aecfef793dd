import PredicateModel
import PredicateValues

/// A group as an object for the evaluator: of the groups' entity, whose properties are the keys and the aggregates.
struct GroupObject: QueryObject {
  let entity: Entity
  /// The values of the keys that all objects of the group share, in the order of the keys.
  let keyValues: [QueryValue]
  /// Why an aggregate could not be computed; nil if all were. A group that `having` leaves out has no need of it.
  let failure: PredicateIssue?
  /// By the names of the entity's members.
  private let properties: QueryDictionary

  /// - Parameters:
  ///   - grouping: The grouping that the group belongs to.
  ///   - keys: A value for each key.
  ///   - aggregates: A value for each aggregate, or why it has none.
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
    // The entity has separate members for keys that are objects, its relationships. The columns match names to members.
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
