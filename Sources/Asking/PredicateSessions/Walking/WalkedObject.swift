import PredicateBinding
import PredicateDatabases
import PredicateModel
import PredicateOutput
import PredicateSyntax
import PredicateValues

/// An object that the user reached with `.go`, and the fetch that finds it again.
package struct WalkedObject {
  package let entity: Entity
  /// The object's name in the language: `Friend[3]`, `OrderLine[10248, 11]`. For a row without a key it is a name for people: `SalesTotal row 3`.
  package let label: String
  /// The expression for the object in conditions; nil for a row without a key.
  let expression: QueryExpression?
  /// The values of its key; empty for a row without a key.
  fileprivate let keyParts: [QueryExpression]
  /// The fetch that finds only this object.
  let fetch: EntityFetch

  /// The object with the given values of ``Entity/objectKey``.
  package init(_ entity: Entity, key: [QueryValue]) {
    let parts = key.map { QueryArgument($0)?.expression() ?? .unreadable(ValueText().text(of: $0)) }
    let object = QueryExpression.index(
      .keyPath(QueryKeyPath(.key(entity.name))), .expression(parts.count == 1 ? parts[0] : .aggregate(parts)))
    self.entity = entity
    label = entity.label(ofKey: key)
    expression = object
    keyParts = parts
    fetch = EntityFetch(entity.name, where: Self.isObject(object, entity, parts, at: nil))
  }

  /// Throws for values that cannot be a key of the entity. The issue has no source range.
  package func checkKey(in model: DataModel) throws(PredicateIssue) {
    guard let expression else { return }
    let isObject = QueryPredicate.comparison(QueryComparison(.evaluatedObject(), .equal, expression))
    _ = try BoundFetch(EntityFetch(entity.name, where: isObject), model: model)
  }

  /// The condition that is true only for this object; nil for a row without a key.
  package var condition: QueryPredicate? { condition(at: nil) }

  /// The condition that a to-one relationship refers to this object. If `relationship` is nil, the condition that the evaluated object is this object.
  ///
  /// If rows have no integer key, the condition compares the values of the key, which every database can do.
  func condition(at relationship: String?) -> QueryPredicate? {
    expression.map { Self.isObject($0, entity, keyParts, at: relationship) }
  }

  private static func isObject(
    _ object: QueryExpression, _ entity: Entity, _ key: [QueryExpression], at relationship: String?
  ) -> QueryPredicate {
    guard entity.key.referenceColumn == nil, entity.objectKey.count == key.count else {
      let path = relationship.map { QueryExpression.keyPath(QueryKeyPath(.key($0))) } ?? .evaluatedObject()
      return .comparison(QueryComparison(path, .equal, object))
    }
    return .and(
      zip(entity.objectKey, key).map { attribute, value in
        let path = QueryKeyPath(keys: (relationship.map { [$0] } ?? []) + [attribute.name])
        return .comparison(QueryComparison(path.map { .keyPath($0) } ?? .evaluatedObject(), .equal, value))
      })
  }

  /// An object for a row without a key. The fetch has no other row.
  init(_ entity: Entity, onlyRowOf fetch: EntityFetch) {
    self.entity = entity
    label = "\(entity.name) row \(fetch.offset + 1)"
    expression = nil
    keyParts = []
    self.fetch = fetch
  }
}

/// Navigates from objects to related objects, and collects the attributes and relationships of an object for display.
///
/// It uses only fetches, so it works with every back end and sees unsaved changes.
package struct ObjectWalk {
  private let backend: any QueryBackend
  private let variables: QueryVariables

  package init(_ backend: any QueryBackend, variables: QueryVariables) {
    self.backend = backend
    self.variables = variables
  }

  /// The object in a row of a statement's answer; the first row is 1. Nil if the answer has fewer rows. Throws if the rows are not objects.
  package func object(row: Int, of fetch: EntityFetch, at range: SourceRange) throws -> WalkedObject? {
    let bound = try BoundFetch(fetch, model: backend.model, variables: variables)
    guard bound.grouping == nil, !fetch.isDistinct else { throw PredicateIssue.rowIsNoObject(row, range: range) }
    if let limit = fetch.limit, row > limit { return nil }
    var only = fetch
    (only.offset, only.limit) = (fetch.offset + row - 1, 1)
    return try object(onlyRowOf: only, bound.entity)
  }

  /// The fetch of the objects of a group, which a row of a statement's answer shows; the first row is 1. Nil if the rows are not groups with keys,
  /// and if the answer has fewer rows.
  package func members(ofRow row: Int, of fetch: EntityFetch) throws -> EntityFetch? {
    let bound = try BoundFetch(fetch, model: backend.model, variables: variables)
    guard let keys = GroupKeys(fetch, bound) else { return nil }
    if let limit = fetch.limit, row > limit { return nil }
    var only = fetch
    (only.offset, only.limit) = (fetch.offset + row - 1, 1)
    only.columns += keys.hiddenColumns
    let table = try backend.rows(of: only, variables: variables)
    guard let values = table.rows.first,
      let condition = keys.condition(of: values, in: backend.model, labels: try backend.labels(of: table.references)),
      let isMember = PredicateParser.predicate(condition).tree
    else { return nil }
    let conditions = (fetch.predicate.map { [$0] } ?? []) + [isMember]
    return EntityFetch(fetch.entity, where: conditions.count == 1 ? isMember : .and(conditions))
  }

  /// The object that a reference in an answer refers to; nil if it was deleted.
  package func object(_ reference: ObjectReference) throws -> WalkedObject? {
    guard let entity = backend.model.entity(named: reference.entity) else { return nil }
    let isMeant = QueryComparison(.evaluatedObject(), .equal, .literal(.object(reference)))
    return try object(onlyRowOf: EntityFetch(entity.name, where: .comparison(isMeant)), entity)
  }

  /// The object that a to-one relationship refers to. Throws if there is none, or if the first object was deleted.
  package func object(
    from object: WalkedObject, along relationship: Relationship, at range: SourceRange
  ) throws -> WalkedObject {
    guard let destination = backend.model.destination(of: relationship), !destination.objectKey.isEmpty else {
      throw PredicateIssue.objectWithoutKey(relationship.destination, range: range)
    }
    guard let key = try key(of: destination, from: object.fetch, along: [relationship.name]) else {
      throw try missing(object, at: range)
    }
    guard key.contains(where: { !$0.isNull }) else {
      throw PredicateIssue.leadsToNone(object.label, relationship.name, range: range)
    }
    return WalkedObject(destination, key: key)
  }

  /// The fetch of the elements of a to-many relationship. Throws for an object without a key.
  package func fetch(
    of relationship: Relationship, from object: WalkedObject, at range: SourceRange
  ) throws(PredicateIssue) -> EntityFetch {
    guard let owner = object.expression else { throw .objectWithoutKey(object.entity.name, range: range) }
    guard let inverse = backend.model.inverse(of: relationship) else {
      return Self.fetch(of: relationship, named: relationship.name, owner)
    }
    return Self.fetch(of: relationship.destination, through: inverse, to: object, owner)
  }

  /// The fetch of the objects at all levels of a relationship: `reports*`. Throws for an object without a key.
  package func fetch(
    ofLevelsOf relationship: Relationship, from object: WalkedObject, at range: SourceRange
  ) throws(PredicateIssue) -> EntityFetch {
    guard let owner = object.expression else { throw .objectWithoutKey(object.entity.name, range: range) }
    let fetch = Self.fetch(of: relationship, named: QueryKeyPath.levels(of: relationship.name), owner)
    return try PredicateIssue.placing(at: range) { () throws(PredicateIssue) in
      _ = try BoundFetch(fetch, model: backend.model)
      return fetch
    }
  }

  /// The fetch of the objects that a relationship, or all its levels, reach from an object.
  private static func fetch(
    of relationship: Relationship, named name: String, _ owner: QueryExpression
  ) -> EntityFetch {
    let own = QueryExpression.path(owner, QueryKeyPath(.key(name)))
    return EntityFetch(relationship.destination, where: .comparison(QueryComparison(.evaluatedObject(), .in, own)))
  }

  private static func fetch(
    of entity: String, through relationship: Relationship, to object: WalkedObject, _ owner: QueryExpression
  ) -> EntityFetch {
    if relationship.cardinality == .toOne {
      return EntityFetch(entity, where: object.condition(at: relationship.name))
    }
    let path = QueryExpression.keyPath(QueryKeyPath(.key(relationship.name)))
    return EntityFetch(entity, where: .comparison(QueryComparison(path, .equal, owner, quantifier: .any)))
  }

  private func object(onlyRowOf fetch: EntityFetch, _ entity: Entity) throws -> WalkedObject? {
    if entity.objectKey.isEmpty {
      return try backend.rows(of: fetch, variables: variables).rows.isEmpty
        ? nil : WalkedObject(entity, onlyRowOf: fetch)
    }
    return try key(of: entity, from: fetch, along: []).map { WalkedObject(entity, key: $0) }
  }

  /// The key of the object at the end of a path that starts at the only row of a fetch. The parts of the key are nil if a step of the path has no
  /// object. Nil if the fetch finds no row.
  private func key(of entity: Entity, from fetch: EntityFetch, along path: [String]) throws -> [QueryValue]? {
    var fetch = fetch
    fetch.columns += entity.objectKey.enumerated().map { place, attribute in
      FetchedColumn(Self.path(path + [attribute.name]), as: "key \(place)")
    }
    return try backend.rows(of: fetch, variables: variables).rows.first.map { $0.suffix(entity.objectKey.count) }
  }

  private static func path(_ names: [String]) -> QueryExpression {
    QueryKeyPath(keys: names).map { .keyPath($0) } ?? .evaluatedObject()
  }
}

// MARK: What an object has

extension ObjectWalk {
  /// The error for an object that does not exist. If another object has the same key in other capital and small letters, the hint names it.
  private func missing(_ object: WalkedObject, at range: SourceRange) throws -> PredicateIssue {
    let issue = PredicateIssue.objectIsGone(object.label, range: range)
    guard object.entity.objectKey.count == 1, object.entity.objectKey[0].type == .string,
      let key = object.keyParts.first
    else { return issue }
    let path = Self.path([object.entity.objectKey[0].name])
    var fetch = EntityFetch(
      object.entity.name, where: .comparison(QueryComparison(path, .equal, key, options: .caseInsensitive)), limit: 1)
    fetch.columns = [FetchedColumn(path, as: "key")]
    guard let found = try backend.rows(of: fetch).rows.first?.first, !found.isNull else { return issue }
    return issue.withHint("\(WalkedObject(object.entity, key: [found]).label) differs only in upper and lower case")
  }

  /// Everything that can be shown about an object. Throws if the object was deleted.
  package func card(of object: WalkedObject, at range: SourceRange) throws -> ObjectCard {
    let entity = object.entity
    let attributes = (entity.hiddenKey.map { [$0] } ?? []) + entity.attributes
    let toOne = entity.relationships.compactMap { relationship -> ToOne? in
      guard relationship.cardinality == .toOne, let destination = backend.model.destination(of: relationship) else {
        return nil
      }
      return ToOne(relationship, destination)
    }
    var fetch = object.fetch
    let names = attributes.map { [$0.name] } + toOne.flatMap(\.paths)
    fetch.columns = names.enumerated().map { FetchedColumn(Self.path($1), as: "value \($0)") }
    guard var values = try backend.rows(of: fetch, variables: variables).rows.first?[...] else {
      throw try missing(object, at: range)
    }
    var parts = attributes.map { ObjectCard.Part($0.name, .value(values.removeFirst())) }
    let title = entity.title { title in
      zip(attributes, parts).first { $0.0.name == title.name }?.1.content.value
    }
    for end in toOne {
      let own = Array(values.prefix(end.paths.count))
      values.removeFirst(own.count)
      let key = Array(own.prefix(end.destination.objectKey.count))
      let found = key.contains { !$0.isNull } ? WalkedObject(end.destination, key: key) : nil
      parts.append(
        ObjectCard.Part(end.relationship.name, .object(found, title: end.title(own.dropFirst(key.count)))))
    }
    for relationship in entity.relationships where relationship.cardinality == .toMany {
      parts.append(
        ObjectCard.Part(
          relationship.name, .objects(relationship.destination, try count(of: relationship, from: object, at: range))))
    }
    for (source, relationship) in referrers(of: entity) {
      guard let owner = object.expression else { break }
      let fetch = Self.fetch(of: source.name, through: relationship, to: object, owner)
      parts.append(
        ObjectCard.Part("\(source.name).\(relationship.name)", .referrers(source.name, try number(of: fetch))))
    }
    return ObjectCard(object: object, title: title.map { .string($0) }, parts: parts)
  }

  private struct ToOne {
    let relationship: Relationship
    let destination: Entity
    /// The paths to the key of the related object and to the attributes that form its title.
    let paths: [[String]]

    init(_ relationship: Relationship, _ destination: Entity) {
      self.relationship = relationship
      self.destination = destination
      paths = (destination.objectKey + destination.titleAttributes).map { [relationship.name, $0.name] }
    }

    /// The title that the values of its attributes form.
    func title(_ values: ArraySlice<QueryValue>) -> QueryValue? {
      let attributes = destination.titleAttributes
      return destination.title { title in
        zip(attributes, values).first { $0.0.name == title.name }?.1
      }.map { .string($0) }
    }
  }

  private func count(of relationship: Relationship, from object: WalkedObject, at range: SourceRange) throws -> Int? {
    guard object.expression != nil else { return nil }
    return try number(of: fetch(of: relationship, from: object, at: range))
  }

  /// The number of objects of a fetch; nil if the back end cannot run its condition.
  private func number(of fetch: EntityFetch) throws -> Int? {
    do {
      return try backend.number(of: fetch, variables: variables)
    } catch let issue as PredicateIssue where issue.kind == .unsupported {
      return nil
    }
  }

  /// The relationships of all entities that refer to an entity and have no inverse in it.
  private func referrers(of entity: Entity) -> [(entity: Entity, relationship: Relationship)] {
    backend.model.entities.flatMap { source in
      source.declared.relationships.filter { $0.destination == entity.name && backend.model.inverse(of: $0) == nil }
        .map { (source, $0) }
    }
  }
}

/// Everything that can be shown about an object: its values, and the objects that its relationships refer to.
package struct ObjectCard {
  /// A value or a relationship of the object, with its name.
  package struct Part {
    package enum Content {
      case value(QueryValue)
      /// A to-one relationship: the related object and its title.
      case object(WalkedObject?, title: QueryValue?)
      /// A to-many relationship: the entity of its elements and their number; nil if they cannot be counted.
      case objects(String, Int?)
      /// A relationship of other objects that refers to this object and has no inverse.
      case referrers(String, Int?)

      /// The value for programs. For an object it is the name in the language.
      package var value: QueryValue {
        switch self {
        case .value(let value): value
        case .object(let object, _): object.map { .string($0.label) } ?? .null
        case .objects(_, let count), .referrers(_, let count): count.map { .integer(Int64($0)) } ?? .null
        }
      }
    }

    package let name: String
    package let content: Content

    init(_ name: String, _ content: Content) {
      self.name = name
      self.content = content
    }
  }

  package let object: WalkedObject
  /// The title of the object for people.
  package let title: QueryValue?
  package let parts: [Part]

  /// The card as one row, for programs.
  package var table: ResultTable { ResultTable(columns: parts.map(\.name), rows: [parts.map(\.content.value)]) }
}

extension PredicateIssue {
  /// The error for an object that was found before and is missing now.
  package static func objectIsGone(_ label: String, range: SourceRange) -> PredicateIssue {
    .error("object-gone", range, "there is no \(label)", kind: .domain)
  }

  fileprivate static func leadsToNone(_ label: String, _ name: String, range: SourceRange) -> PredicateIssue {
    .error("leads-to-none", range, "\(name) of \(label) is nil, so there is no object to go to", kind: .domain)
  }

  fileprivate static func rowIsNoObject(_ row: Int, range: SourceRange) -> PredicateIssue {
    .error(
      "row-is-no-object", range,
      "row \(row) of the answer is not an object, because it is computed from several objects",
      hint: "to go to an object that a column shows, write .go \(row).COLUMN", kind: .type)
  }

  fileprivate static func objectWithoutKey(_ entity: String, range: SourceRange) -> PredicateIssue {
    .error(
      "objects-without-key", range,
      ".go cannot follow a relationship of an object of \(entity), because the object has no primary key",
      kind: .unsupported)
  }
}
