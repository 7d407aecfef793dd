import PredicateDatabases
import PredicateModel
import PredicateSessions
import PredicateSyntax
import PredicateValues

/// Statements that find one object.
extension DataModel {
  /// The statement that finds the object of a value, which is a reference or an object with a key: `Friend where id == 3`. Nil for other values, and
  /// if the model lacks the entity.
  func statement(for value: QueryValue) -> String? {
    let object: (any QueryObject)? = if case .object(let object) = value { object } else { nil }
    let reference = if case .reference(let reference) = value { reference } else { object?.reference }
    if let reference {
      guard let entity = entity(named: reference.entity) else { return nil }
      let key = (entity.keyAttribute ?? entity.hiddenKey).map { [$0] } ?? []
      return statement(for: entity, by: key, [.integer(reference.key)])
    }
    guard let object, let entity = entity(named: object.entityName) else { return nil }
    return statement(for: entity, by: entity.objectKey, (object as? any KeyedObject)?.keyValues ?? [])
  }

  /// The statement for the object with the values of a key: `OrderLine where orderID == 1 AND productID == 2`. Nil if the entity does
  /// not have a key, or if a part of the key is nil.
  func statement(for entity: Entity, by key: [Attribute], _ values: [QueryValue]) -> String? {
    guard !key.isEmpty, key.count == values.count, !values.contains(where: \.isNull) else { return nil }
    let conditions = zip(key, values).map { ConditionText(self).text(of: .key($0.name), equals: $1) }
    return "\(entity.name.asStatementName) where \(conditions.joined(separator: " AND "))"
  }
}

extension QueryExpression {
  /// The expression for a property, or for a path of properties.
  static func key(_ name: String, _ rest: String...) -> QueryExpression {
    .keyPath(QueryKeyPath(.key(name), rest.map { .key($0) }))
  }
}

extension Entity {
  /// Whether an attribute's column belongs to the key, or to a foreign key.
  func isPartOfKey(_ attribute: Attribute) -> Bool {
    let foreign = relationships.flatMap { relationship -> [String] in
      if case .foreignKey(let columns) = relationship.storage { columns } else { [] }
    }
    return (key.columns + foreign).contains { $0.isSameSQLName(as: attribute.column) }
  }
}

/// The columns that the page shows of whole objects. The integer of the rows is left out if the objects have another key.
struct ObjectColumns {
  let entity: Entity

  /// The attributes without the relationships, for an entity with a relationship that cannot be shown.
  var attributes: [FetchedColumn] { shownAttributes.map { FetchedColumn(key: $0.name) } }

  /// The columns of the object's key, under names that no property has.
  var key: [FetchedColumn] { entity.objectKey.map { FetchedColumn(key: $0.name, as: "\u{0}\($0.name)") } }

  private var shownAttributes: [Attribute] {
    entity.objectKey.filter { $0.name == entity.hiddenKey?.name } + entity.attributes
  }

  /// The attributes and the to-one relationships. A relationship follows its foreign key; in a table it replaces a foreign key of one column.
  func columns(replacingKeys: Bool) -> [FetchedColumn] {
    // A column of a foreign key is listed as its relationship instead. If a second relationship uses the same column, it is listed after the first one.
    var places = shownAttributes.map { (name: $0.name, column: $0.column, isAttribute: true) }
    for relationship in entity.relationships where relationship.cardinality == .toOne {
      guard case .foreignKey(let columns) = relationship.storage else { continue }
      let last = places.lastIndex { place in columns.contains { $0.isSameSQLName(as: place.column) } }
      let place = (relationship.name, last.map { places[$0].column } ?? "", false)
      places.insert(place, at: last.map { $0 + 1 } ?? places.count)
      if replacingKeys, columns.count == 1, let last, places[last].isAttribute { places.remove(at: last) }
    }
    return places.map { FetchedColumn(key: $0.name) }
  }
}
