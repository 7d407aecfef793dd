import PredicateBinding
import PredicateDatabases
import PredicateReference
import PredicateFetching
import PredicateModel
import PredicateOutput
import PredicateValues

/// An object as a user names it.
package enum RowLabel {
  /// By its integer key.
  case object(ObjectReference)
  /// By the value of the primary key, if the rows have no integer key.
  case value(QueryValue, of: Attribute, in: Entity)
  /// By its place among all rows, from 1: a row of a view, or of a table whose primary key has several columns.
  case place(Int, in: Entity)

  /// Nil for a word that cannot name an object of the entity.
  package init?(_ word: String, of entity: Entity) {
    if entity.key.referenceColumn != nil {
      guard let key = Int64(word) else { return nil }
      self = .object(ObjectReference(entity: entity.name, key: key))
    } else if entity.key.columns.count == 1,
      let attribute = entity.attributes.first(where: { $0.column.isSameSQLName(as: entity.key.columns[0]) }),
      let value = Self.value(word, of: attribute.type)
    {
      self = .value(value, of: attribute, in: entity)
    } else {
      guard let place = Int(word), place > 0 else { return nil }
      self = .place(place, in: entity)
    }
  }

  private static func value(_ word: String, of type: QueryType) -> QueryValue? {
    switch type {
    case .string: return .string(word)
    case .integer: return Int64(word).map { .integer($0) }
    case .double: return Double(word).map { .double($0) }
    case .any: return Int64(word).map { .integer($0) } ?? .string(word)
    default: return type.value(ofText: word)
    }
  }

  /// The fetch that finds the object alone, with ``variables``.
  var fetch: EntityFetch {
    switch self {
    case .object(let reference):
      let isMeant = QueryComparison(.evaluatedObject(), .equal, .literal(.object(reference)))
      return EntityFetch(reference.entity, where: .comparison(isMeant))
    case .value(_, let attribute, let entity):
      let name = QueryExpression.keyPath(QueryKeyPath(.key(attribute.name)))
      return EntityFetch(entity.name, where: .comparison(QueryComparison(name, .equal, .variable(Self.variable))))
    case .place(let place, let entity): return EntityFetch(entity.name, limit: 1, offset: place - 1)
    }
  }

  /// The variables of ``fetch``.
  var variables: QueryVariables {
    if case .value(let value, _, _) = self { [Self.variable: value] } else { [:] }
  }

  private static let variable = "key"

  /// The one of all objects that is meant.
  func object(among objects: [any QueryObject]) -> (any QueryObject)? {
    switch self {
    case .object(let reference): objects.first { $0.reference?.key == reference.key }
    case .value(let value, let attribute, _):
      objects.first { $0.value(forKey: attribute.name)?.equals(value) == true }
    case .place(let place, _): objects.indices.contains(place - 1) ? objects[place - 1] : nil
    }
  }
}

extension QueryBackend {
  /// Why an object meets a predicate or not; nil for an unknown object.
  package func explanation(
    of predicate: QueryPredicate, for row: RowLabel, variables: QueryVariables
  ) throws -> Explanation? {
    try explanation(of: predicate, forFirstOf: row.fetch, with: row.variables, variables: variables) {
      row.object(among: try graph().objects(row.fetch.entity))
    }
  }

  /// Why a predicate holds of the first object of a fetch or not; nil if the fetch finds none.
  ///
  /// - Parameters:
  ///   - fetchVariables: The variables of the fetch.
  ///   - inMemory: The same object of a graph, for a condition whose relationships cannot be followed row by row. Nil refuses such a condition.
  package func explanation(
    of predicate: QueryPredicate, forFirstOf fetch: EntityFetch, with fetchVariables: QueryVariables = [:],
    variables: QueryVariables, inMemory: () throws -> (any QueryObject)? = { nil }
  ) throws -> Explanation? {
    let rows = linkedRows
    _ = try Binder.bind(predicate, to: .entity(fetch.entity, model), variables: variables)
    let found = rows.add(try self.rows(of: fetch, variables: fetchVariables), of: fetch.entity).first
    return try rows.explanation(of: predicate, in: fetch.entity, for: found, variables: variables, inMemory: inMemory)
  }
}
