import PredicateBinding
import PredicateReference
import PredicateModel
import PredicateValues

/// Rows of an answer as objects. A relationship is fetched when it is first read, and each object is fetched once. So an expression over a few rows
/// fetches only a few rows of other tables.
package final class LinkedRows: Sendable {
  private struct State {
    var rows: [ObjectReference: LinkedRecord] = [:]
    var missing: Set<ObjectReference> = []
    /// The rows that were looked up by the values of some columns. The value is nil if no row has these values.
    var rowsByKey: [RowKey: LinkedRecord?] = [:]
    var links: [RelationshipName: KeyLink?] = [:]
    var children: [ChildKey: [LinkedRecord]] = [:]
    var all: [ScalarString: [LinkedRecord]] = [:]
    /// The rows of each statement, in the order of its result. Rows that the caller added count as those of the first statement.
    var statements: [[LinkedRecord]] = [[]]
    /// For each relationship, the number of rows from which the next statement follows it.
    var widths: [Walk: Int] = [:]
    var rowCount = 0
    var failure: (any Error)?
  }

  private struct ChildKey: Hashable {
    let owner: RowName
    let relationship: ScalarString
  }

  private struct RelationshipName: Hashable {
    let entity, relationship: ScalarString
  }

  /// A relationship that is followed from the rows of one statement.
  private struct Walk: Hashable {
    let statement: Int
    let entity, relationship: ScalarString
  }

  let model: DataModel
  let fetch: @Sendable (EntityFetch) throws -> ResultTable
  private let areAlike: @Sendable (_ foreign: KeyColumns, _ key: KeyColumns) -> Bool
  private let state = Locked(State())

  /// Creates an empty set of rows.
  ///
  /// - Parameters:
  ///   - areAlike: Whether a foreign key refers to a key exactly if their values are equal in the language.
  ///   - fetch: Returns the whole rows of a fetch: the objects' key, attributes and to-one relationships.
  package init(
    model: DataModel,
    areAlike: @escaping @Sendable (_ foreign: KeyColumns, _ key: KeyColumns) -> Bool = { _, _ in true },
    fetch: @escaping @Sendable (EntityFetch) throws -> ResultTable
  ) {
    self.model = model
    self.areAlike = areAlike
    self.fetch = fetch
  }

  /// The number of rows that are stored.
  package var count: Int { state.withLock { $0.rowCount } }

  /// Throws the error that occurred while a relationship was fetched. A property of an object cannot throw it.
  package func check() throws {
    if let failure = state.withLock({ $0.failure }) { throw failure }
  }

  /// Runs work over the rows, and then throws like ``check()``. If both fail, the error of ``check()`` is thrown, because the other one may be its
  /// consequence.
  package func checking<Result>(_ body: () throws -> Result) throws -> Result {
    let result: Result
    do { result = try body() } catch {
      try check()
      throw error
    }
    try check()
    return result
  }

  /// Adds the rows of an answer and returns them as objects in the same order. Rows of all calls count as those of one statement.
  package func add(_ table: ResultTable, of entityName: String) -> [LinkedRow] {
    linked(add(table, of: entityName, statement: 0))
  }

  /// Adds the rows that a fetch finds.
  func add(_ fetch: EntityFetch) throws -> [LinkedRecord] {
    try WorkCancellation.check()
    let table = try self.fetch(fetch)
    let statement = state.withLock { state in
      state.statements.append([])
      return state.statements.count - 1
    }
    return add(table, of: fetch.entity, statement: statement)
  }

  private func add(_ table: ResultTable, of entityName: String, statement: Int) -> [LinkedRecord] {
    guard let entity = model.entity(named: entityName) else { return [] }
    let hasKey = entity.key.referenceColumn != nil
    let keyNames = hasKey || entity.key.columns.isEmpty ? nil : KeyLink.names(of: entity.key.columns, in: entity)
    // If the key is not an attribute, it is the first column, and a member may have the same name. The member's column then counts.
    let columns = Dictionary(table.columns.enumerated().map { (ScalarString($1), $0) }) { $1 }
    return state.withLock { state in
      let (number, place) = (state.rowCount, state.statements[statement].count)
      let records = table.rows.enumerated().map { position, values -> LinkedRecord in
        var reference: ObjectReference?
        if hasKey, case .integer(let key)? = values.first {
          reference = ObjectReference(entity: entity.referenceName, key: key)
        }
        return LinkedRecord(
          entity: entity, reference: reference, keyNames: keyNames, statement: statement, place: place + position,
          number: number + position, values: values, columns: columns)
      }
      state.rowCount += records.count
      state.statements[statement] += records
      // Only whole rows are stored for later, because other rows may refer to them and need all of their values.
      let isWhole = WholeObject(entity, in: model).names.count == table.columns.count
      // An object of a hierarchy has one row for each entity under which it was fetched.
      for record in isWhole ? records : [] {
        switch record.name {
        case .reference(let reference)?: state.rows[reference] = record
        case .key(let key)?: state.rowsByKey[key] = .some(record)
        case nil: break
        }
      }
      return records
    }
  }

  /// Prefetches the objects that some rows refer to, in few statements. Without it, each row would need its own statement.
  ///
  /// - Parameter names: The members of the rows that will be read.
  package func prefetch(_ names: CoreNames, of rows: [LinkedRow]) throws {
    guard let entity = rows.first?.record.entity else { return }
    var references: Set<ObjectReference> = []
    let records = rows.map(\.record)
    for relationship in entity.relationships {
      guard names.names.contains(where: { $0.hasSameScalars(as: relationship.name) }) else { continue }
      if relationship.cardinality == .toMany {
        try attempting { try prefetch(records, through: relationship) }
      } else if let link = link(relationship, of: entity) {
        try attempting { try prefetch(records.compactMap { $0.foreignKey(link) }, link) }
      } else {
        for record in records {
          if case .reference(let reference)? = record.column(relationship.name) {
            references.insert(reference.named(relationship.destination))
          }
        }
      }
    }
    try prefetch(Array(references))
  }

  /// Prefetches the objects in a to-many relationship of some rows.
  private func prefetch(_ owners: [LinkedRecord], through relationship: Relationship) throws {
    guard let entity = owners.first?.entity, let inverse = model.inverse(of: relationship),
      let destination = model.entity(named: relationship.destination)
    else { return }
    if inverse.cardinality == .toMany {
      if relationship.cardinality == .toMany { try prefetchPairs(owners, through: relationship, inverse) }
      return
    }
    let link = entity.key.referenceColumn == nil ? link(inverse, of: destination) : nil
    guard entity.key.referenceColumn != nil || link != nil else { return }
    for part in unknown(owners, through: relationship).parts(of: link.map(Self.partSize) ?? 2_000) {
      let found: [LinkedRecord]
      let groups: [[ValueKey]: [LinkedRecord]]
      // The values of the owner that are equal to the foreign key of its objects.
      let ownerValues: @Sendable (LinkedRecord) -> [ValueKey]?
      if let link {
        ownerValues = { $0.values(of: link.keyNames) }
        let predicate = Self.condition(link.names, part.compactMap(ownerValues))
        found = try add(EntityFetch(relationship.destination, where: predicate))
        groups = Dictionary(grouping: found) { $0.values(of: link.names) ?? [] }
      } else {
        ownerValues = { owner in owner.reference.map { [ValueKey(.integer($0.key))] } }
        let path = QueryExpression.keyPath(QueryKeyPath(.key(inverse.name)))
        let references = part.compactMap { $0.reference?.named(entity.name) }
        let predicate = QueryPredicate.comparison(QueryComparison(path, .in, Self.list(references)))
        found = try add(EntityFetch(relationship.destination, where: predicate))
        groups = Dictionary(grouping: found) { row in
          if case .reference(let owner)? = row.column(inverse.name) { [ValueKey(.integer(owner.key))] } else { [] }
        }
      }
      setChildren(of: part, through: relationship) { ownerValues($0).flatMap { groups[$0] } ?? [] }
    }
  }

  /// The rows whose related objects are not fetched yet.
  func unknown(_ owners: [LinkedRecord], through relationship: Relationship) -> [LinkedRecord] {
    let name = ScalarString(relationship.name)
    return state.withLock { state in
      owners.filter { owner in
        owner.name.map { state.children[ChildKey(owner: $0, relationship: name)] == nil } ?? false
      }
    }
  }

  /// Stores the related objects of some rows.
  func setChildren(
    of owners: ArraySlice<LinkedRecord>, through relationship: Relationship,
    _ children: (LinkedRecord) -> [LinkedRecord]
  ) {
    let found = owners.compactMap { owner in owner.name.map { ($0, children(owner)) } }
    state.withLock { state in
      for (name, records) in found {
        state.children[ChildKey(owner: name, relationship: ScalarString(relationship.name))] = records
      }
    }
  }

  /// Prefetches many objects in one statement, by the keys that foreign keys refer to.
  private func prefetch(_ keys: [RowKey], _ link: KeyLink) throws {
    let unknown = state.withLock { state in Set(keys.filter { state.rowsByKey[$0] == nil }) }
    for part in Array(unknown).parts(of: Self.partSize(link)) {
      let found = try add(EntityFetch(link.destination, where: Self.condition(link.keyNames, part.map(\.values))))
      state.withLock { state in
        for record in found {
          if let values = record.values(of: link.keyNames) { state.rowsByKey[link.key(values)] = .some(record) }
        }
        for key in part where state.rowsByKey[key] == nil { state.rowsByKey[key] = .some(nil) }
      }
    }
  }

  /// Prefetches many objects in few statements. Otherwise each object would take its own statement.
  package func prefetch(_ references: [ObjectReference]) throws {
    let unknown = state.withLock { state in references.filter { state.rows[$0] == nil } }
    for (entity, group) in Dictionary(grouping: unknown, by: \.entity) {
      for part in group.parts(of: 2_000) {
        let predicate = QueryPredicate.comparison(QueryComparison(.evaluatedObject(), .in, Self.list(part)))
        _ = try add(EntityFetch(entity, where: predicate))
        state.withLock { state in state.missing.formUnion(part.filter { state.rows[$0] == nil }) }
      }
    }
  }

  package func object(_ reference: ObjectReference) -> LinkedRow? {
    let (known, isMissing) = state.withLock { ($0.rows[reference], $0.missing.contains(reference)) }
    if known != nil || isMissing { return known.map { LinkedRow(self, $0) } }
    let predicate = QueryPredicate.comparison(
      QueryComparison(.evaluatedObject(), .equal, .literal(.object(reference))))
    let found = fetched(EntityFetch(reference.entity, where: predicate)).first
    if found == nil { state.withLock { _ = $0.missing.insert(reference) } }
    return found.map { LinkedRow(self, $0) }
  }

  /// The object that a row's to-one relationship refers to. The objects of the next rows are fetched by the same statement; see ``followed(_:through:)``.
  fileprivate func object(
    _ reference: ObjectReference, of record: LinkedRecord, through relationship: Relationship
  ) -> LinkedRow? {
    if !isKnown(reference) {
      let references = followed(record, through: relationship).compactMap { record -> ObjectReference? in
        guard case .reference(let reference)? = record.column(relationship.name) else { return nil }
        return reference.named(relationship.destination)
      }
      if references.count > 1 { failing { try prefetch(references) } }
    }
    return object(reference)
  }

  private func isKnown(_ reference: ObjectReference) -> Bool {
    state.withLock { $0.rows[reference] != nil || $0.missing.contains(reference) }
  }

  /// The object that the foreign key of a row identifies. The objects of the next rows are fetched by the same statement; see ``followed(_:through:)``.
  fileprivate func object(of record: LinkedRecord, through relationship: Relationship, _ link: KeyLink) -> LinkedRow? {
    guard let key = record.foreignKey(link) else {
      // If the foreign key reads as nil, its column may still hold a key. The inverse relationship then finds the object.
      return link.mayHideKey ? objects(of: record, through: relationship).first : nil
    }
    if state.withLock({ $0.rowsByKey[key] == nil }) {
      let keys = followed(record, through: relationship).compactMap { $0.foreignKey(link) }
      failing { try attempting { try prefetch(keys, link) } }
    }
    // `rowsByKey` has no entry for the key if the database cannot run a fetch by the values of the key. A fetch through the inverse relationship then
    // finds the object.
    guard let found = state.withLock({ $0.rowsByKey[key] }) else {
      return objects(of: record, through: relationship).first
    }
    return found.map { LinkedRow(self, $0) }
  }

  /// The objects of a relationship of a row with a reference or a key. The objects of the next rows are fetched by the same statement; see
  /// ``followed(_:through:)``.
  fileprivate func objects(of record: LinkedRecord, through relationship: Relationship) -> [LinkedRow] {
    guard let owner = record.name else { return cannotFollow(relationship, of: record) }
    let key = ChildKey(owner: owner, relationship: ScalarString(relationship.name))
    if let known = state.withLock({ $0.children[key] }) { return linked(known) }
    guard let inverse = model.inverse(of: relationship) else {
      fail(Self.noInverse(record.entity.name))
      return []
    }
    failing { try attempting { try prefetch(Array(followed(record, through: relationship)), through: relationship) } }
    if let known = state.withLock({ $0.children[key] }) { return linked(known) }
    let fetch = EntityFetch(relationship.destination, where: Self.isRelated(by: inverse, to: owner))
    var rows: [LinkedRecord]?
    failing {
      // An unsupported fetch is an error for a row with a reference. For any other row it only means that the database cannot compare the key, so the
      // error is ignored.
      if record.reference == nil { try attempting { rows = try add(fetch) } } else { rows = try add(fetch) }
    }
    guard let found = rows else { return cannotFollow(relationship, of: record) }
    state.withLock { $0.children[key] = found }
    return linked(found)
  }

  /// The columns of a to-one relationship to objects without an integer key. Nil for other relationships, and for a foreign key that the database
  /// compares differently from the language.
  fileprivate func link(_ relationship: Relationship, of entity: Entity) -> KeyLink? {
    let name = RelationshipName(entity: ScalarString(entity.name), relationship: ScalarString(relationship.name))
    if let known = state.withLock({ $0.links[name] }) { return known }
    let link = KeyLink(relationship, of: entity, in: model, areAlike)
    state.withLock { $0.links[name] = .some(link) }
    return link
  }

  /// The rows whose relationship one statement fetches: a row, and the rows after it in the result of its statement. The first statement fetches for
  /// one row. Each further one fetches for four times as many rows, at most 1,024. So a condition that reads few rows fetches few objects, and one
  /// that reads all rows needs few statements.
  private func followed(_ record: LinkedRecord, through relationship: Relationship) -> ArraySlice<LinkedRecord> {
    let walk = Walk(
      statement: record.statement, entity: ScalarString(record.entity.name),
      relationship: ScalarString(relationship.name))
    return state.withLock { state in
      let width = state.widths[walk] ?? 1
      state.widths[walk] = min(4 * width, 1_024)
      let rows = state.statements[record.statement][record.place...].prefix(width)
      let end = rows.firstIndex { !$0.entity.name.hasSameScalars(as: record.entity.name) }
      return end.map { rows[..<$0] } ?? rows
    }
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
    if let known = state.withLock({ $0.all[name] }) { return linked(known) }
    let found = fetched(EntityFetch(entity))
    state.withLock { $0.all[name] = found }
    return linked(found)
  }

  private func linked(_ records: [LinkedRecord]) -> [LinkedRow] { records.map { LinkedRow(self, $0) } }

  private func fetched(_ fetch: EntityFetch) -> [LinkedRecord] { failing { try add(fetch) } ?? [] }

  /// Runs a fetch. Ignores the issue if the database cannot express the fetch, for example a condition on the values of a key.
  private func attempting(_ body: () throws -> Void) throws {
    do { try body() } catch let issue as PredicateIssue where issue.kind == .unsupported {}
  }

  /// Runs work, and stores its error, which ``check()`` throws later.
  @discardableResult
  private func failing<Result>(_ body: () throws -> Result) -> Result? {
    do { return try body() } catch {
      fail(error)
      return nil
    }
  }

  private func fail(_ error: any Error) {
    state.withLock { $0.failure = $0.failure ?? error }
  }

  /// Returns no objects for a relationship of a row without a key that memory can read. ``check()`` then throws the reason.
  func cannotFollow(_ relationship: Relationship, of record: LinkedRecord) -> [LinkedRow] {
    fail(
      PredicateIssue.error(
        "no-key", nil,
        "\(record.entity.name).\(relationship.name) cannot be followed here: \(record.whyNotFollowed)",
        kind: .unsupported))
    return []
  }

  /// Returns false for two rows without a key that may be the same row. ``check()`` then throws the reason.
  func cannotCompare(_ entity: Entity) -> Bool {
    fail(
      PredicateIssue.error(
        "no-key", nil, "rows of \(entity.name) cannot be compared here, because they have no key",
        kind: .unsupported))
    return false
  }
}

/// A row of a database as an object for the evaluator. A relationship is fetched when it is read.
package struct LinkedRow: QueryObject {
  private let source: LinkedRows
  let record: LinkedRecord

  fileprivate init(_ source: LinkedRows, _ record: LinkedRecord) { (self.source, self.record) = (source, record) }

  package var reference: ObjectReference? { record.reference }
  package var entityName: String { record.entity.name }
  package var keys: [String] { record.entity.memberNames }
  /// The values of the row as it was fetched: attributes and to-one relationships.
  package var values: [QueryValue] { record.values }

  package func value(forKey key: String) -> QueryValue? {
    switch record.entity.member(named: key) {
    case .attribute(let attribute): return record.column(attribute.name) ?? .null
    case .relationship(let relationship):
      if relationship.cardinality == .toMany { return .array(objects(through: relationship).map { .object($0) }) }
      switch record.column(relationship.name) {
      case .reference(let reference)?:
        let reference = reference.named(relationship.destination)
        return source.object(reference, of: record, through: relationship).map { .object($0) } ?? .null
      case nil:
        if let link = source.link(relationship, of: record.entity) {
          return source.object(of: record, through: relationship, link).map { .object($0) } ?? .null
        }
        // If the row has no reference to the object, the inverse relationship finds it.
        return objects(through: relationship).first.map { .object($0) } ?? .null
      default: return .null
      }
    case nil: return nil
    }
  }

  private func objects(through relationship: Relationship) -> [LinkedRow] {
    source.objects(of: record, through: relationship)
  }
}

/// A row without a reference is identified by its key, and a row without a key by its position in the result of its statement.
extension LinkedRow: SelfComparingObject {
  package func isEqual(to other: any QueryObject) -> Bool? {
    guard let other = (other as? LinkedRow)?.record, record.entity.name.hasSameScalars(as: other.entity.name) else {
      return false
    }
    if record.number == other.number { return true }
    if let key = record.key, let otherKey = other.key { return key == otherKey }
    guard record.statement != other.statement, zip(values, other.values).allSatisfy({ $0.equals($1) }) else {
      return false
    }
    return source.cannotCompare(record.entity)
  }

  package func hashItself(into hasher: inout Hasher) -> Bool {
    for value in record.key ?? values.map({ ValueKey($0) }) { hasher.combine(value) }
    return true
  }
}
