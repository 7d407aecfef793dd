import PredicateModel
import PredicateValues

/// The result of looking up a path in the model: a value, an object, many objects, or an unknown target.
package indirect enum PathTarget {
  /// The attribute that stores a value. Its stored values can be proposed for comparisons.
  package struct Source {
    package let entity: Entity
    package let attribute: Attribute
  }

  case object(Entity)
  case objects(Entity)
  case value(QueryType, Source?)
  /// One value for each of many objects.
  case values(QueryType, Source?)
  /// A value inside the dictionaries of an attribute such as JSON, with the names of the path to it.
  case inside(Source, [String])
  /// An aggregate whose key is still missing: `loans.@max`.
  case aggregate(CollectionOperator, Entity)
  /// The target is unknown.
  case unknown

  /// The target after one more name, which follows a dot.
  package func step(to name: String, in model: DataModel) -> PathTarget {
    switch self {
    case .object(let entity): Self.member(name, of: entity, isMany: false, in: model)
    case .objects(let entity): Self.member(name, of: entity, isMany: true, in: model)
    case .aggregate(let collectionOperator, let entity):
      if case .values(let type, _) = Self.member(name, of: entity, isMany: true, in: model) {
        .value(collectionOperator.resultType(of: type), nil)
      } else {
        .unknown
      }
    case .value(.date, _): DateProperty(name: name).map { .value($0.type, nil) } ?? .unknown
    case .values(.date, _): DateProperty(name: name).map { .values($0.type, nil) } ?? .unknown
    case .value(.any, let source?): .inside(source, [name])
    case .inside(let source, let names): .inside(source, names + [name])
    default: .unknown
    }
  }

  private static func member(_ name: String, of entity: Entity, isMany: Bool, in model: DataModel) -> PathTarget {
    switch entity.member(named: name) {
    case .attribute(let attribute):
      let source = Source(entity: entity, attribute: attribute)
      return isMany ? .values(attribute.type, source) : .value(attribute.type, source)
    case .relationship(let relationship):
      guard let destination = model.destination(of: relationship) else { return .unknown }
      return isMany || relationship.cardinality == .toMany ? .objects(destination) : .object(destination)
    case nil:
      guard let name = QueryKeyPath.relationship(ofLevels: name), let base = model.member(named: name, of: entity.name),
        case .toMany(let target)? = model.levels(of: base, from: entity.name)?.kind
      else { return .unknown }
      return model.entity(named: target).map { .objects($0) } ?? .unknown
    }
  }

  /// The target after a collection operator.
  func apply(_ name: String) -> PathTarget {
    guard let collectionOperator = CollectionOperator(name: name) else { return .unknown }
    if collectionOperator == .count { return .value(.integer, nil) }
    switch self {
    case .objects(let entity): return .aggregate(collectionOperator, entity)
    default: return .unknown
    }
  }

  /// The target of a path from an object; nil if a name is unknown, or if the path contains steps other than names.
  package static func target(of path: QueryKeyPath, from entity: Entity, in model: DataModel) -> PathTarget? {
    var place = PathTarget.object(entity)
    for component in path.components {
      guard case .key(let name) = component else { return nil }
      place = place.step(to: name, in: model)
      if case .unknown = place { return nil }
    }
    return place
  }

  /// The target for one element of a collection; any other target is returned unchanged.
  package var element: PathTarget {
    switch self {
    case .objects(let entity): .object(entity)
    case .values(let type, let source): .value(type, source)
    default: self
    }
  }

  /// The type of the value or of the elements.
  package var type: QueryType {
    switch self {
    case .object(let entity), .objects(let entity): .object(entity.name)
    case .value(let type, _), .values(let type, _): type
    case .inside, .aggregate, .unknown: .any
    }
  }

  /// The attribute that the value comes from.
  package var source: Source? {
    switch self {
    case .value(_, let source), .values(_, let source): source
    default: nil
    }
  }
}
