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

  /// Statements for the objects without an integer key that the foreign keys of a row refer to. The keys of the result are the indexes of each
  /// foreign key's last column.
  ///
  /// - Parameter columns: The names of the row's values.
  func foreignObjects(of entity: Entity, _ columns: [String], _ row: [QueryValue]) -> [Int: String] {
    var texts: [Int: String] = [:]
    for link in ForeignLink.all(of: entity, in: model) {
      let places = link.names.compactMap { name in columns.firstIndex { $0.hasSameScalars(as: name) } }
      guard places.count == link.names.count, let last = places.last, texts[last] == nil,
        !places.contains(where: { row[$0].isNull })
      else { continue }
      texts[last] = text(of: link.destination, Array(zip(link.keyNames, places.map { row[$0] })))
    }
    return texts
  }

  /// The statement for an object by its key: `OrderLine where orderID == 1 AND productID == 2`. Nil without a key, and if a part of the key is nil.
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

/// A to-one relationship to an object without an integer key. `names` are the attributes of the foreign key, `keyNames` those of the key that it
/// refers to.
private struct ForeignLink {
  let destination: Entity
  let names: [String]
  let keyNames: [String]

  static func all(of entity: Entity, in model: DataModel) -> [ForeignLink] {
    entity.relationships.compactMap { relationship in
      guard relationship.cardinality == .toOne, case .foreignKey(let columns) = relationship.storage,
        let destination = model.destination(of: relationship), destination.key.referenceColumn == nil
      else { return nil }
      let names = names(of: columns, in: entity)
      let keyNames = self.names(of: relationship.referencedColumns ?? destination.key.columns, in: destination)
      guard !names.isEmpty, names.count == columns.count, names.count == keyNames.count else { return nil }
      return ForeignLink(destination: destination, names: names, keyNames: keyNames)
    }
  }

  private static func names(of columns: [String], in entity: Entity) -> [String] {
    columns.compactMap { column in entity.attributes.first { $0.column.hasSameScalars(as: column) }?.name }
  }
}
