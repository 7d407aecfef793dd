import PredicateModel
import PredicateSyntax
import PredicateValues

/// Follows the paths of an order of objects through the model, so that a path that leads to no value is an issue of the clause, with
/// words about sorting.
///
/// The keys of groups, names of columns and whatever is more than a path are resolved with the rest of the fetch.
struct SortKeyCheck {
  let model: DataModel
  let entity: Entity

  /// What a path has led to.
  private enum Place {
    case object(Entity)
    case objects(Entity)
    case value(QueryType)
  }

  /// Throws what is wrong with the first key that leads to no value.
  func check(_ fetch: EntityFetch, _ tokens: StatementTokens) throws(PredicateIssue) {
    if !fetch.groupBy.isEmpty || fetch.having != nil || fetch.isDistinct { return }
    for key in fetch.sortKeys {
      let range = key.expression.range
      switch key.expression.node {
      case .literal:
        let text = tokens.text(Int(range.lowerBound)..<Int(range.upperBound))
        throw .sortKeyExpected(found: text, range: range, kind: .type)
      case .keyPath(let path) where !isColumn(path, fetch) && !Self.computesOneValue(path): try follow(path, range)
      default: break
      }
    }
  }

  private func isColumn(_ path: QueryKeyPath, _ fetch: EntityFetch) -> Bool {
    guard path.rest.isEmpty, case .key(let name) = path.first, entity.member(named: name) == nil else { return false }
    return fetch.columns.contains { $0.name.hasSameScalars(as: name) }
  }

  /// Whether `@sum`, `@max` or the like stands before a key.
  private static func computesOneValue(_ path: QueryKeyPath) -> Bool {
    path.components.dropLast().contains { component in
      guard case .collectionOperator(let name) = component else { return false }
      return [.sum, .avg, .min, .max].contains(CollectionOperator(name: name))
    }
  }

  private func follow(_ path: QueryKeyPath, _ range: SourceRange) throws(PredicateIssue) {
    var place = Place.object(entity)
    for (component, range) in zip(path.components, path.ranges(in: range)) {
      place = try step(from: place, to: component, at: range)
    }
    switch place {
    case .value(.collection(let element)): throw .sortType(QueryType.collection(element).description, range: range)
    case .value: break
    case .object(let entity): throw .sortType(QueryType.object(entity.name).description, range: range)
    case .objects(let entity): throw .sortType(QueryType.collection(.object(entity.name)).description, range: range)
    }
  }

  private func step(
    from place: Place, to component: QueryKeyPath.Component, at range: SourceRange
  ) throws(PredicateIssue) -> Place {
    switch (place, component) {
    case (.objects, .collectionOperator("count")), (.value(.collection), .collectionOperator("count")):
      return .value(.integer)
    case (.object(let entity), .key(let name)): return try member(name, of: entity, at: range)
    // Nothing is known of what is inside.
    case (.value(.any), _), (.value(.dictionary), _): return .value(.any)
    case (.objects(let entity), .key(let name)):
      throw .sortByManyValues(name, of: entity.name, range: range)
    case (_, .collectionOperator(let name)):
      throw .sortOperator(name, range: range)
    case (.value(let type), .key(let name)):
      throw .keyOfValue(name, type.description, range: range)
    case (_, .variable(let name)), (_, .call(let name, _)):
      throw .sortKeyExpected(found: name, range: range, kind: .type)
    case (_, .placeholder(let placeholder)):
      throw .sortKeyExpected(found: "%\(placeholder.conversion)", range: range, kind: .type)
    }
  }

  private func member(_ name: String, of entity: Entity, at range: SourceRange) throws(PredicateIssue) -> Place {
    switch entity.member(named: name) {
    case .attribute(let attribute): return .value(attribute.type)
    case .relationship(let relationship):
      guard let destination = model.destination(of: relationship) else { return .value(.any) }
      return relationship.cardinality == .toMany ? .objects(destination) : .object(destination)
    case nil:
      throw .unknownSortKey(name, of: entity.name, known: entity.memberNames, range: range)
    }
  }
}
