import PredicateModel
import PredicateStatements
import PredicateSyntax
import PredicateValues

/// Notes on averages, which count a missing value as 0.
extension SurpriseNotes {
  func averageNote(_ average: Surprises.Average, ofAnswer isOfAnswer: Bool) throws -> PredicateIssue? {
    guard let elements = elements(of: average),
      let target = PathTarget.target(of: average.key, from: elements.entity, in: database.model),
      let attribute = target.source?.attribute, try isSmall(entity), try isSmall(elements.entity)
    else { return nil }
    let mayBeNil = attribute.isOptional || average.key.components.count > 1
    let hasNil = try mayBeNil && isFound(elements.missing, ofAnswer: isOfAnswer)
    // Only objects of the answer count, because a condition on the average may exclude objects without elements.
    let hasEmpty = try isFound(elements.empty, ofAnswer: true)
    guard hasNil || hasEmpty else { return nil }
    let key = QueryExpression.keyPath(average.key).canonicalFormat
    let parts = [
      hasNil ? "counts an element that has no value of “\(key)” as 0" : nil, hasEmpty ? "is 0 without elements" : nil,
    ].compactMap { $0 }
    return PredicateIssue(
      severity: .note, kind: .type, code: "average-of-nil", message: "@avg \(parts.joined(separator: ", and "))",
      range: average.range,
      hint:
        "write average(\(elements.values.canonicalFormat)), which ignores elements without a value. For no elements it is nil"
    )
  }

  /// The elements of an average: their entity, their values as an expression, and the conditions that an element has no value and that there is no
  /// element. Nil if the collection does not consist of objects.
  private func elements(
    of average: Surprises.Average
  ) -> (entity: Entity, values: QueryExpression, missing: QueryPredicate, empty: QueryPredicate)? {
    let key = average.key.components
    func count(_ collection: QueryExpression) -> QueryExpression {
      .path(collection, QueryKeyPath(.collectionOperator("count")))
    }
    func compared(_ left: QueryExpression, _ sign: ComparisonOperator) -> QueryPredicate {
      .comparison(QueryComparison(left, sign, .literal(.integer(0))))
    }
    switch average.collection {
    case .path(let path):
      if let elements = relatedEntity(path) {
        let values = QueryExpression.keyPath(QueryKeyPath(path.first, path.rest + key))
        return (
          elements, values, .comparison(QueryComparison(values, .equal, .literal(.null), quantifier: .any)),
          compared(.keyPath(QueryKeyPath(path.first, path.rest + [.collectionOperator("count")])), .equal)
        )
      }
      // `Movie.@avg.rating`: all objects of an entity.
      guard let elements = namedEntity(path) else { return nil }
      let value = QueryExpression.path(.variable("x"), average.key)
      let without = QueryExpression.subquery(
        .keyPath(path), variable: "x", .comparison(QueryComparison(value, .equal, .literal(.null))))
      return (
        elements, .keyPath(QueryKeyPath(path.first, [.collectionOperator("unionOfObjects")] + key)),
        compared(count(without), .greaterThan),
        compared(.keyPath(QueryKeyPath(path.first, [.collectionOperator("count")])), .equal)
      )
    case .subquery(let subquery):
      guard case .subquery(let collection, let variable, let condition) = subquery.node,
        case .keyPath(let path) = collection.node
      else { return nil }
      guard let elements = relatedEntity(path) ?? namedEntity(path) else { return nil }
      let value = QueryExpression.path(.variable(variable), average.key)
      let without = QueryExpression.subquery(
        collection, variable: variable, .and([condition, .comparison(QueryComparison(value, .equal, .literal(.null)))]))
      return (
        elements, .path(subquery, average.key), compared(count(without), .greaterThan),
        compared(count(subquery), .equal)
      )
    }
  }

  /// The entity of the objects that a path of the statement's entity leads to.
  private func relatedEntity(_ path: QueryKeyPath) -> Entity? {
    guard case .objects(let found)? = PathTarget.target(of: path, from: entity, in: database.model) else { return nil }
    return found
  }

  /// The entity whose name is the whole path.
  private func namedEntity(_ path: QueryKeyPath) -> Entity? {
    guard path.count == 1, case .key(let name) = path.first else { return nil }
    return database.model.entity(named: name)
  }
}
