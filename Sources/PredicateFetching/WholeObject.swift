import PredicateModel
import PredicateValues

/// The columns of a fetch that names none: the key first, then the attributes, then the to-one relationships.
package struct WholeObject {
  /// The names of the columns.
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

  /// No columns.
  static let none = WholeObject(names: [], hasKey: false, members: [])

  private init(names: [String], hasKey: Bool, members: [String]) {
    self.names = names
    self.hasKey = hasKey
    self.members = members
  }

  /// A value for each column.
  func values(of object: QueryValue) -> [QueryValue] {
    guard case .object(let object) = object else { return names.map { _ in .null } }
    let key: [QueryValue] = hasKey ? [object.reference.map { .integer($0.key) } ?? .null] : []
    return key + members.map { (object.value(forKey: $0) ?? .null).asFetched(.any) }
  }
}
