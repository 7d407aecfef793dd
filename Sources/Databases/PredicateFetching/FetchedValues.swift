import PredicateModel
import PredicateValues

/// The columns of a fetch that names no columns: the key, then the attributes, then the to-one relationships.
package struct WholeObject {
  package let names: [String]
  private let hasKey: Bool
  private let members: [String]

  package init(_ entity: Entity, in model: DataModel) {
    let key = entity.keyAttribute
    hasKey = entity.key.referenceColumn != nil
    let attributes = entity.attributes.map(\.name).filter { key?.name.hasSameScalars(as: $0) != true }
    let relationships = entity.relationships.filter { relationship in
      relationship.cardinality == .toOne && model.entity(named: relationship.destination)?.key.referenceColumn != nil
    }
    members = attributes + relationships.map(\.name)
    names = [key?.name ?? entity.key.referenceColumn].compactMap(\.self) + members
  }

  func values(of object: QueryValue) -> [QueryValue] {
    if case .dictionary(let dictionary) = object { return members.map { (dictionary[$0] ?? .null).asFetched(.any) } }
    guard case .object(let object) = object else { return names.map { _ in .null } }
    let key: [QueryValue] = hasKey ? [object.reference.map { .integer($0.key) } ?? .null] : []
    return key + members.map { (object.value(forKey: $0) ?? .null).asFetched(.any) }
  }
}

extension QueryValue {
  /// The value as a fetch returns it in a column of a type. A number has the column's type, and an object is a reference, also inside a collection.
  package func asFetched(_ type: QueryType) -> QueryValue {
    switch self {
    case .object(let object): object.reference.map { .reference($0) } ?? self
    case .array(let elements): .array(elements.map { $0.asFetched(type.elementType) })
    case .set(let elements): .set(elements.map { $0.asFetched(type.elementType) })
    default: shown(inColumnOf: type)
    }
  }

  /// Compares two values for the order of rows: nil first, then by family (``ValueFamily/rank``), then in the language's order. Objects are compared
  /// by their keys.
  func rank(among other: QueryValue) -> ValueOrder {
    if let order = order(other) { return order }
    if let a = reference, let b = other.reference { return ValueOrder(a.key, b.key) }
    return ValueOrder(family?.rank ?? 0, other.family?.rank ?? 0)
  }
}
