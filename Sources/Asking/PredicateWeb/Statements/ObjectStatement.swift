import PredicateBinding
import PredicateDatabases
import PredicateModel
import PredicateOutput
import PredicateSessions
import PredicateStatements
import PredicateSyntax
import PredicateValues

/// Creates statements that find one object or the objects related to it.
struct ObjectStatement {
  let model: DataModel

  /// The statement for the object that a reference refers to: `Friend where id == 3`; nil if the model does not have its entity.
  func text(of reference: ObjectReference) -> String? {
    guard let entity = model.entity(named: reference.entity), let key = entity.keyAttribute ?? entity.hiddenKey else {
      return nil
    }
    return text(of: entity, [(key.name, .integer(reference.key))])
  }

  /// The statement for the object that a value is: a reference, or an object with a key; nil for other values.
  func text(of value: QueryValue) -> String? {
    switch value {
    case .reference(let reference): return text(of: reference)
    case .object(let object):
      if let reference = object.reference { return text(of: reference) }
      guard let entity = model.entity(named: object.entityName) else { return nil }
      return text(of: entity, key: (object as? any KeyedObject)?.keyValues ?? [])
    default: return nil
    }
  }

  /// The object of a row: `OrderLine where orderID == 1 AND productID == 2`; nil without a key, and if a part of the key is nil.
  func text(of entity: Entity, key values: [QueryValue]) -> String? {
    let names = entity.objectKey.map(\.name)
    guard !names.isEmpty, names.count == values.count, !values.contains(where: \.isNull) else { return nil }
    return text(of: entity, Array(zip(names, values)))
  }

  private func text(of entity: Entity, _ key: [(name: String, value: QueryValue)]) -> String {
    let conditions = key.map { ConditionText(model).text(of: .key($0.name), equals: $0.value) }
    return "\(entity.name.asStatementName) where \(conditions.joined(separator: " AND "))"
  }

  /// The statement for the elements of an object's to-many relationship: `Loan where movie == Movie[24]`; nil if no statement finds them.
  func text(of relationship: Relationship, of entity: Entity, key: [QueryValue]) -> String? {
    guard let inverse = relationship.inverse, let destination = model.destination(of: relationship),
      let back = destination.relationship(named: inverse), !key.isEmpty
    else { return nil }
    let any = back.cardinality == .toMany ? "ANY " : ""
    let path = QueryExpression.key(inverse).exactFormat
    let object = "\(entity.name.asStatementName)[\(key.map(ValueText.literal).joined(separator: ", "))]"
    var texts = ["\(path) == \(object)"]
    if key.count == 1, let name = entity.objectKey.first?.name {
      texts.append(ConditionText(model).text(of: .key(inverse, name), equals: key[0]))
    }
    return texts.lazy.map { "\(destination.name.asStatementName) where \(any)\($0)" }.first(where: isRead)
  }

  /// Whether a text is a query that can be bound.
  private func isRead(_ text: String) -> Bool {
    guard let query = StatementParser(model: model, currentEntity: nil).parse(text).query else { return false }
    do throws(PredicateIssue) {
      _ = try BoundStatement(query, model: model, variables: [:])
      return true
    } catch {
      return false
    }
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
  private let entity: Entity

  init(of entity: Entity) { self.entity = entity }

  /// The columns of a table of objects: a to-one relationship replaces its foreign key, and follows a foreign key of several columns.
  var table: [FetchedColumn] { columns(replacingKeys: true) }

  /// The columns of a card: a to-one relationship follows its foreign key.
  var card: [FetchedColumn] { columns(replacingKeys: false) }

  /// The attributes alone, for an entity with a relationship that cannot be shown.
  var attributes: [FetchedColumn] { shownAttributes.map { FetchedColumn(key: $0.name) } }

  /// The columns of the object's key, under names that no property has.
  var key: [FetchedColumn] { entity.objectKey.map { FetchedColumn(key: $0.name, as: "\u{0}\($0.name)") } }

  private var shownAttributes: [Attribute] {
    (entity.hiddenKey.map { [$0] } ?? []).filter { key in entity.objectKey.contains { $0.name == key.name } }
      + entity.attributes
  }

  private func columns(replacingKeys: Bool) -> [FetchedColumn] {
    // A foreign key that two relationships have is replaced by the first one alone.
    var places = shownAttributes.map { (name: $0.name, column: $0.column, isAttribute: true) }
    for relationship in entity.relationships where relationship.cardinality == .toOne {
      guard case .foreignKey(let columns) = relationship.storage else { continue }
      let last = places.lastIndex { place in columns.contains { $0.isSameSQLName(as: place.column) } }
      let replaced = replacingKeys && columns.count == 1 ? last.flatMap { places[$0].isAttribute ? $0 : nil } : nil
      let place = (relationship.name, last.map { places[$0].column } ?? "", false)
      if let replaced {
        places[replaced] = place
      } else {
        places.insert(place, at: last.map { $0 + 1 } ?? places.count)
      }
    }
    return places.map { FetchedColumn(key: $0.name) }
  }
}
