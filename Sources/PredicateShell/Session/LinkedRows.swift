import PredicateEvaluation
import PredicateModel
import PredicateSyntax
import PredicateValues

/// Rows of an answer as objects whose relationships are followed when they are asked for, each object fetched once.
///
/// So an expression over a few rows needs a few rows of other tables, and not the whole database in memory.
final class LinkedRows: Sendable {
  private struct State {
    var rows: [ObjectReference: LinkedRow] = [:]
    var missing: Set<ObjectReference> = []
    var children: [ChildKey: [LinkedRow]] = [:]
    var all: [ScalarString: [LinkedRow]] = [:]
    var failure: (any Error)?
  }

  private struct ChildKey: Hashable {
    let owner: ObjectReference
    let relationship: Int
  }

  let database: any ShellDatabase
  private let state = Locked(State())

  /// No rows yet.
  init(database: any ShellDatabase) {
    self.database = database
  }

  /// Throws what the database threw when a relationship was followed: an object cannot.
  func check() throws {
    if let failure = state.withLock({ $0.failure }) { throw failure }
  }

  /// The rows of an answer as objects, in its order.
  func add(_ table: ResultTable, of entityName: String) -> [LinkedRow] {
    guard let entity = database.model.entity(named: entityName) else { return [] }
    let hasKey = entity.key.referenceColumn != nil
    let rows = table.rows.map { values -> LinkedRow in
      var reference: ObjectReference?
      if hasKey, case .integer(let key)? = values.first {
        reference = ObjectReference(entity: entity.name, key: key)
      }
      return LinkedRow(
        source: self, entity: entity, reference: reference,
        values: QueryDictionary(zip(table.columns, values).map { ($0, $1) }))
    }
    state.withLock { state in
      for row in rows { if let reference = row.reference { state.rows[reference] = row } }
    }
    return rows
  }

  /// Fetches many objects at once, where each alone would be a statement.
  func prefetch(_ references: [ObjectReference]) throws {
    let unknown = state.withLock { state in references.filter { state.rows[$0] == nil } }
    for (entity, group) in Dictionary(grouping: unknown, by: \.entity) {
      for part in group.parts(of: 2_000) {
        let wanted = QueryExpression.aggregate(part.map { .literal(.object($0)) })
        let predicate = QueryPredicate.comparison(QueryComparison(.evaluatedObject(), .in, wanted))
        _ = add(try database.fetch(EntityFetch(entity, where: predicate)), of: entity)
      }
    }
  }

  /// The object that a reference names.
  func object(_ reference: ObjectReference) -> LinkedRow? {
    let (known, isMissing) = state.withLock { ($0.rows[reference], $0.missing.contains(reference)) }
    if known != nil || isMissing { return known }
    let predicate = QueryPredicate.comparison(
      QueryComparison(.evaluatedObject(), .equal, .literal(.object(reference))))
    let found = fetched(EntityFetch(reference.entity, where: predicate)).first
    if found == nil { state.withLock { _ = $0.missing.insert(reference) } }
    return found
  }

  /// The objects that a to-many relationship leads to.
  func objects(of owner: ObjectReference, through position: Int) -> [LinkedRow] {
    let key = ChildKey(owner: owner, relationship: position)
    if let known = state.withLock({ $0.children[key] }) { return known }
    let model = database.model
    guard let relationship = model.entity(named: owner.entity)?.relationships[position],
      let inverse = model.inverse(of: relationship)
    else {
      fail(Self.noInverse(owner.entity))
      return []
    }
    let path = QueryExpression.keyPath(QueryKeyPath(.key(inverse.name)))
    let predicate = QueryPredicate.comparison(
      QueryComparison(
        path, .equal, .literal(.object(owner)), quantifier: inverse.cardinality == .toMany ? .any : .direct))
    let found = fetched(EntityFetch(relationship.destination, where: predicate))
    state.withLock { $0.children[key] = found }
    return found
  }

  /// Evaluates expressions over the rows. A path that begins with an entity's name asks for all of its objects.
  var evaluator: PlainEvaluator {
    PlainEvaluator(
      objects: { [self] entity throws(PredicateIssue) in all(entity) },
      object: { [self] reference in object(reference) })
  }

  private func all(_ entity: String) -> [LinkedRow] {
    let name = ScalarString(entity)
    if let known = state.withLock({ $0.all[name] }) { return known }
    let found = fetched(EntityFetch(entity))
    state.withLock { $0.all[name] = found }
    return found
  }

  private func fetched(_ fetch: EntityFetch) -> [LinkedRow] {
    do { return add(try database.fetch(fetch), of: fetch.entity) } catch {
      fail(error)
      return []
    }
  }

  private func fail(_ error: any Error) {
    state.withLock { $0.failure = $0.failure ?? error }
  }

  /// A relationship of a row that no reference names leads nowhere, and ``check()`` throws why.
  func cannotFollow(_ relationship: Relationship, of entity: Entity) -> [LinkedRow] {
    fail(
      PredicateIssue(
        kind: .unsupported, code: "no-key",
        message: "\(entity.name).\(relationship.name) cannot be followed here: the rows of \(entity.name) have no "
          + "integer key by which they can be named"))
    return []
  }

  private static func noInverse(_ entity: String) -> PredicateIssue {
    PredicateIssue(
      kind: .unsupported, code: "no-inverse",
      message: "a relationship of \(entity) cannot be followed here, because it has no inverse")
  }
}

/// A row as the evaluator meets it.
struct LinkedRow: QueryObject {
  let source: LinkedRows
  let entity: Entity
  let reference: ObjectReference?
  /// Attributes and to-one relationships by their names.
  let values: QueryDictionary

  var entityName: String { entity.name }
  var keys: [String] { entity.memberNames }

  func value(forKey key: String) -> QueryValue? {
    switch entity.member(named: key) {
    case .attribute(let attribute): return values[attribute.name] ?? .null
    case .relationship(let relationship):
      if relationship.cardinality == .toMany { return .array(objects(through: relationship).map { .object($0) }) }
      switch values[relationship.name] {
      case .reference(let reference)?: return source.object(reference).map { .object($0) } ?? .null
      // An object that no reference names is asked for from its own side.
      case nil: return objects(through: relationship).first.map { .object($0) } ?? .null
      default: return .null
      }
    case nil: return nil
    }
  }
  private func objects(through relationship: Relationship) -> [LinkedRow] {
    guard let reference else { return source.cannotFollow(relationship, of: entity) }
    let position = entity.relationships.firstIndex { $0.name.hasSameScalars(as: relationship.name) }
    return position.map { source.objects(of: reference, through: $0) } ?? []
  }
}
