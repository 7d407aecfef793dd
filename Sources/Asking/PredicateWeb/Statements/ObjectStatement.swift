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
