import PredicateBinding
import PredicateDatabases
import PredicateReference
import PredicateFetching
import PredicateModel
import PredicateOutput
import PredicateValues

/// Identifies one object for `.why` and `.go`, as the user wrote it: by its key, by its primary key, or by its position.
package enum RowLabel {
  /// By its integer key.
  case object(ObjectReference)
  /// By the values of the primary key.
  case values([QueryValue], of: [Attribute], in: Entity)
  /// By its position among all rows, from 1. It is used for rows of a view, and of a table whose primary key has several columns.
  case place(Int, in: Entity)

  /// Reads a word such as `24` as the label of an object of the entity; nil for a word that cannot identify one.
  package init?(_ word: String, of entity: Entity) {
    let key = entity.objectKey
    if entity.key.referenceColumn != nil, let number = Int64(word) {
      self = .object(ObjectReference(entity: entity.name, key: number))
    } else if key.count == 1, !entity.isNumbered, let value = Self.value(word, of: key[0].type) {
      self = .values([value], of: key, in: entity)
    } else {
      guard entity.key.referenceColumn == nil, let place = Int(word), place > 0 else { return nil }
      self = .place(place, in: entity)
    }
  }

  /// The object that an expression such as `Customer["ALFKI"]` identifies; nil for any other expression.
  package init?(_ expression: QueryExpression, in model: DataModel, variables: QueryVariables) throws(PredicateIssue) {
    guard case .index(let base, .expression(let key)) = expression.node, let name = base.keyedEntityName,
      let entity = model.entity(spelled: name)
    else { return nil }
    var values: [QueryValue] = []
    for part in key.keyParts { values.append(try part.constant(variables: variables)) }
    if entity.isNumbered, values.count == 1, case .integer(let number) = values[0] {
      self = .object(ObjectReference(entity: entity.name, key: number))
    } else {
      guard !values.isEmpty, values.count == entity.objectKey.count else { return nil }
      self = .values(values, of: entity.objectKey, in: entity)
    }
  }

  /// The entity of the object.
  package var entity: String { fetch.entity }

  /// The object as statements write it: `Movie[3]`, `Customer["ALFKI"]`. A position is written like a key.
  package var text: String {
    switch self {
    case .object(let reference): reference.label
    case .values(let values, _, let entity): entity.label(ofKey: values)
    case .place(let place, let entity): ObjectReference.label(entity.name, ["\(place)"])
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

  /// The fetch that finds only this object. It needs ``variables``.
  var fetch: EntityFetch {
    switch self {
    case .object(let reference):
      let isMeant = QueryComparison(.evaluatedObject(), .equal, .literal(.object(reference)))
      return EntityFetch(reference.entity, where: .comparison(isMeant))
    case .values(let values, let attributes, let entity):
      let parts = zip(values.indices, attributes).map { place, attribute in
        QueryPredicate.comparison(
          QueryComparison(
            .keyPath(QueryKeyPath(.key(attribute.name))), .equal, .variable(Self.variable(place))))
      }
      return EntityFetch(entity.name, where: parts.count == 1 ? parts[0] : .and(parts))
    case .place(let place, let entity): return EntityFetch(entity.name, limit: 1, offset: place - 1)
    }
  }

  /// The variables that ``fetch`` needs.
  var variables: QueryVariables {
    guard case .values(let values, _, _) = self else { return [:] }
    return QueryVariables(values.enumerated().map { (Self.variable($0), $1) })
  }

  private static func variable(_ place: Int) -> String { "key\(place)" }

  /// The object that the label identifies, among all objects of the entity.
  func object(among objects: [any QueryObject]) -> (any QueryObject)? {
    switch self {
    case .object(let reference): objects.first { $0.reference?.key == reference.key }
    case .values(let values, let attributes, _):
      objects.first { object in
        zip(values, attributes).allSatisfy { object.value(forKey: $1.name)?.equals($0) == true }
      }
    case .place(let place, _): objects.indices.contains(place - 1) ? objects[place - 1] : nil
    }
  }
}

extension QueryBackend {
  /// Why an object meets a predicate or not; nil if there is no such object.
  package func explanation(
    of predicate: QueryPredicate, for row: RowLabel, variables: QueryVariables
  ) throws -> Explanation? {
    try explanation(of: predicate, forFirstOf: row.fetch, with: row.variables, variables: variables) {
      row.object(among: try graph().objects(row.fetch.entity))
    }
  }

  /// Why the first object of a fetch meets a predicate or not; nil if the fetch finds no object.
  ///
  /// - Parameters:
  ///   - fetchVariables: The variables that the fetch needs.
  ///   - inMemory: Returns the same object in a graph, for a condition whose relationships cannot be followed row by row. With nil, such a condition
  ///     is refused.
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
