import PredicateBinding
import PredicateReference
import PredicateModel
import PredicateValues

/// Rows of an answer as objects whose relationships are followed on demand. Each object is fetched once.
///
/// So an expression over a few rows needs a few rows of other tables, and not the whole database in memory.
package final class LinkedRows: Sendable {
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

  let model: DataModel
  private let fetch: @Sendable (EntityFetch) throws -> ResultTable
  private let state = Locked(State())

  /// No rows yet.
  ///
  /// - Parameter fetch: Gives the whole rows of a fetch: the objects' key, attributes and to-one relationships.
  package init(model: DataModel, fetch: @escaping @Sendable (EntityFetch) throws -> ResultTable) {
    self.model = model
    self.fetch = fetch
  }

  /// Throws the error of the database that occurred when a relationship was followed, which an object cannot throw.
  package func check() throws {
    if let failure = state.withLock({ $0.failure }) { throw failure }
  }

  /// The rows of an answer as objects, in its order.
  package func add(_ table: ResultTable, of entityName: String) -> [LinkedRow] {
    guard let entity = model.entity(named: entityName) else { return [] }
    let hasKey = entity.key.referenceColumn != nil
    // A key that is not an attribute comes first, and may have the name of a member.
    let columns = Dictionary(table.columns.enumerated().map { (ScalarString($1), $0) }) { $1 }
    let rows = table.rows.map { values -> LinkedRow in
      var reference: ObjectReference?
      if hasKey, case .integer(let key)? = values.first {
        reference = ObjectReference(entity: entity.referenceName, key: key)
      }
      return LinkedRow(source: self, entity: entity, reference: reference, values: values, columns: columns)
    }
    state.withLock { state in
      // An object of a hierarchy has a row for each of its entities that was fetched.
      for row in rows { if let reference = row.reference { state.rows[reference.named(entity.name)] = row } }
    }
    return rows
  }

  /// Fetches the objects that relationships of some rows refer to, which would take a statement for each row alone.
  ///
  /// - Parameter names: The members of the rows that are read.
  package func prefetch(_ names: CoreNames, of rows: [LinkedRow]) throws {
    guard let entity = rows.first?.entity else { return }
    var references: Set<ObjectReference> = []
    for (position, relationship) in entity.relationships.enumerated() {
      guard names.names.contains(where: { $0.hasSameScalars(as: relationship.name) }) else { continue }
      if relationship.cardinality == .toMany {
        try prefetch(rows.compactMap { $0.reference?.named(entity.name) }, through: position, relationship)
        continue
      }
      for row in rows {
        if case .reference(let reference)? = row.column(relationship.name) {
          references.insert(reference.named(relationship.destination))
        }
      }
    }
    try prefetch(Array(references))
  }

  /// Fetches the objects that a to-many relationship of some objects refers to. Objects of many-to-many relationships do not name their owner.
  private func prefetch(_ owners: [ObjectReference], through position: Int, _ relationship: Relationship) throws {
    guard let inverse = model.inverse(of: relationship), inverse.cardinality == .toOne else { return }
    let path = QueryExpression.keyPath(QueryKeyPath(.key(inverse.name)))
    for part in owners.parts(of: 2_000) {
      let predicate = QueryPredicate.comparison(QueryComparison(path, .in, Self.list(part)))
      let found = add(try fetch(EntityFetch(relationship.destination, where: predicate)), of: relationship.destination)
      let groups = Dictionary(grouping: found) { row in
        if case .reference(let owner)? = row.column(inverse.name) { owner.key } else { Int64?.none }
      }
      state.withLock { state in
        for owner in part { state.children[ChildKey(owner: owner, relationship: position)] = groups[owner.key] ?? [] }
      }
    }
  }

  private static func list(_ references: some Sequence<ObjectReference>) -> QueryExpression {
    .aggregate(references.map { .literal(.object($0)) })
  }

  /// Fetches many objects at once, which would take a statement for each alone.
  package func prefetch(_ references: [ObjectReference]) throws {
    let unknown = state.withLock { state in references.filter { state.rows[$0] == nil } }
    for (entity, group) in Dictionary(grouping: unknown, by: \.entity) {
      for part in group.parts(of: 2_000) {
        let predicate = QueryPredicate.comparison(QueryComparison(.evaluatedObject(), .in, Self.list(part)))
        _ = add(try fetch(EntityFetch(entity, where: predicate)), of: entity)
        state.withLock { state in state.missing.formUnion(part.filter { state.rows[$0] == nil }) }
      }
    }
  }

  package func object(_ reference: ObjectReference) -> LinkedRow? {
    let (known, isMissing) = state.withLock { ($0.rows[reference], $0.missing.contains(reference)) }
    if known != nil || isMissing { return known }
    let predicate = QueryPredicate.comparison(
      QueryComparison(.evaluatedObject(), .equal, .literal(.object(reference))))
    let found = fetched(EntityFetch(reference.entity, where: predicate)).first
    if found == nil { state.withLock { _ = $0.missing.insert(reference) } }
    return found
  }

  /// The objects of a to-many relationship.
  func objects(of owner: ObjectReference, through position: Int) -> [LinkedRow] {
    let key = ChildKey(owner: owner, relationship: position)
    if let known = state.withLock({ $0.children[key] }) { return known }
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

  /// Evaluates expressions over the rows. A path that begins with an entity's name means all of its objects.
  package var evaluator: ReferenceEvaluator { evaluator(.standard) }

  package func evaluator(_ limits: PredicateLimits) -> ReferenceEvaluator {
    ReferenceEvaluator(
      limits: limits,
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
    do { return add(try self.fetch(fetch), of: fetch.entity) } catch {
      fail(error)
      return []
    }
  }

  private func fail(_ error: any Error) {
    state.withLock { $0.failure = $0.failure ?? error }
  }

  /// A relationship of a row without a reference is empty, and ``check()`` throws why.
  func cannotFollow(_ relationship: Relationship, of entity: Entity) -> [LinkedRow] {
    fail(
      PredicateIssue.error(
        "no-key", nil,
        "\(entity.name).\(relationship.name) cannot be followed here: the rows of \(entity.name) have no "
          + "integer key that identifies them", kind: .unsupported))
    return []
  }

  private static func noInverse(_ entity: String) -> PredicateIssue {
    .error(
      "no-inverse", nil, "a relationship of \(entity) cannot be followed here, because it has no inverse",
      kind: .unsupported)
  }
}

/// A row of a database for the evaluator: its relationships are followed on demand.
package struct LinkedRow: QueryObject {
  let source: LinkedRows
  let entity: Entity
  package let reference: ObjectReference?
  /// The values of the row as it was fetched: attributes and to-one relationships.
  package let values: [QueryValue]
  /// Where the values are, by the names of their columns.
  let columns: [ScalarString: Int]

  package var entityName: String { entity.name }
  package var keys: [String] { entity.memberNames }

  package func value(forKey key: String) -> QueryValue? {
    switch entity.member(named: key) {
    case .attribute(let attribute): return column(attribute.name) ?? .null
    case .relationship(let relationship):
      if relationship.cardinality == .toMany { return .array(objects(through: relationship).map { .object($0) }) }
      switch column(relationship.name) {
      case .reference(let reference)?:
        return source.object(reference.named(relationship.destination)).map { .object($0) } ?? .null
      // An object without a reference is found from its own side.
      case nil: return objects(through: relationship).first.map { .object($0) } ?? .null
      default: return .null
      }
    case nil: return nil
    }
  }

  /// The value of a column; nil if the row has none of that name.
  func column(_ name: String) -> QueryValue? { columns[ScalarString(name)].map { values[$0] } }

  private func objects(through relationship: Relationship) -> [LinkedRow] {
    guard let reference else { return source.cannotFollow(relationship, of: entity) }
    let position = entity.relationships.firstIndex { $0.name.hasSameScalars(as: relationship.name) }
    return position.map { source.objects(of: reference.named(entity.name), through: $0) } ?? []
  }
}

/// A row without a reference is identified by its key.
extension LinkedRow: SelfComparingObject {
  package func isEqual(to other: any QueryObject) -> Bool? {
    guard let other = other as? LinkedRow, let key, let otherKey = other.key else { return nil }
    return entity.name.hasSameScalars(as: other.entity.name) && zip(key, otherKey).allSatisfy { $0.equals($1) }
  }

  package func hashItself(into hasher: inout Hasher) -> Bool {
    guard let key else { return false }
    for value in key { value.hash(into: &hasher) }
    return true
  }

  /// The values of its primary key; nil for a row that a reference names, and for one without a key.
  private var key: [QueryValue]? {
    guard reference == nil, !entity.key.columns.isEmpty else { return nil }
    let values = entity.key.columns.compactMap { name in
      entity.attributes.first { $0.column.hasSameScalars(as: name) }.flatMap { column($0.name) }
    }
    return values.count == entity.key.columns.count ? values : nil
  }
}

extension LinkedRows {
  /// Why a predicate holds of a row of an entity or not; nil for no row. The rows that the condition refers to are fetched.
  ///
  /// - Parameter inMemory: The row's object in memory, for a relationship that cannot be fetched from its row: one without an inverse.
  package func explanation(
    of predicate: QueryPredicate, in entity: String, for row: LinkedRow?, variables: QueryVariables,
    options: BindingOptions = BindingOptions(), inMemory: () throws -> (any QueryObject)?
  ) throws -> Explanation? {
    guard let row else { return nil }
    let explainer = Explainer(predicate, root: .entity(entity, model), variables: variables, options: options)
    let explanation = explainer.explanation(of: .object(row), by: evaluator)
    do {
      try check()
      return explanation
    } catch let issue as PredicateIssue where issue.kind == .unsupported {
      guard let object = try inMemory() else { throw issue }
      return explainer.explanation(of: .object(object), by: evaluator)
    }
  }
}
