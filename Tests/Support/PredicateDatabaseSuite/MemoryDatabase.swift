import PredicateBinding
import PredicateDatabases
import PredicateFetching
import PredicateModel
import PredicateReference
import PredicateSQL
import PredicateValues

/// A database without SQL, with its rows in memory. It implements only what the tests demand of every database.
package final class MemoryDatabase: QueryDatabase {
  private struct State {
    var graph: FixtureGraph
    var version: Int64 = 0
    var interrupts = 0
  }

  package let name = "memory"
  package let kind = DatabaseKind(
    name: "memory", noun: "rows in memory", isServer: false, addresses: DatabaseAddresses(), foldsLike: false,
    countedRows: .received, changeRefusal: nil
  ) { throw DatabaseIssue(.notADatabase, "“\($0.address)” is not in memory") }
  package let model: DataModel
  private let state: Locked<State>

  package init(_ fixture: ContractFixture, _ model: DataModel?) {
    self.model = model ?? fixture.model
    state = Locked(State(graph: FixtureGraph(fixture)))
  }

  private init(_ model: DataModel, _ state: State) { (self.model, self.state) = (model, Locked(state)) }

  package func inTimeZone(_ zone: QueryTimeZone) -> MemoryDatabase {
    var model = model
    model.timeZone = zone
    return MemoryDatabase(model, state.withLock { $0 })
  }

  /// Keys are compared by their values.
  package func areAlike(_ foreign: KeyColumns, _ key: KeyColumns) -> Bool { true }

  package func prepare(_ fetch: BoundFetch, as form: SQLFetchForm) throws -> PreparedFetch {
    if form == .keys, fetch.entity.key.referenceColumn == nil { throw PredicateIssue.noKey(fetch.entity.name) }
    return PreparedFetch(fetch, form, withoutSQLOver: model)
  }

  package func run(_ fetch: PreparedFetch, _ body: ([QueryValue]) throws -> Bool) throws {
    let interrupts = state.withLock { $0.interrupts }
    let isCancelled: @Sendable () -> Bool = { [state] in state.withLock { $0.interrupts } != interrupts }
    var graph = try graph()
    graph.isCancelled = isCancelled
    let rows = try graph.rows(fetch.form == .keys ? fetch.fetch.ofWholeObjects : fetch.fetch).rows
    if fetch.form == .count {
      _ = try body([.integer(Int64(rows.count))])
      return
    }
    for row in rows {
      if isCancelled() || Task.isCancelled { throw CancellationError() }
      guard try body(fetch.form == .keys ? Array(row.prefix(1)) : row) else { return }
    }
  }

  package func graph() throws -> GraphFetch { state.withLock { $0.graph }.fetches }

  package func interrupt() { state.withLock { $0.interrupts += 1 } }

  package func values(of attribute: String, in entity: String, prefix: String, limit: Int) throws -> [QueryValue] {
    var values: [QueryValue] = []
    for object in try graph().objects(entity) {
      guard values.count < limit, let value = object.value(forKey: attribute), !value.isNull,
        case .string(let text) = value, text.lowercased().hasPrefix(prefix.lowercased()),
        !values.contains(where: { $0.equals(value) })
      else { continue }
      values.append(value)
    }
    return values
  }

  package func approximateRowCount(ofTable name: String) throws -> Int? {
    state.withLock { $0.graph.rows(ofTable: name)?.count }
  }

  package func version() throws -> DatabaseVersion {
    DatabaseVersion(schema: 0, data: state.withLock { $0.version })
  }

  /// Nil, because the model is fixed.
  package func reloadedIfChanged() throws -> MemoryDatabase? { nil }

  package var isWritable: Bool { true }

  package func filledColumns(ofTable table: String) throws -> [FilledColumn] { [] }

  package func write(_ rows: RowImport, next: () throws -> [StoredValue]?, refused: (String) throws -> Void) throws {
    guard let entity = model.entities.first(where: { $0.table == rows.table }), rows.newTable == nil else {
      throw DatabaseIssue(.notPermitted, "“\(name)” makes no tables")
    }
    let attributes = rows.columns.map { column in entity.attributes.first { $0.column == column } }
    var graph = state.withLock { $0.graph }
    while let stored = try next() {
      let values = zip(attributes, stored).map { attribute, value in
        attribute?.storage.value(of: value, as: attribute?.type ?? .any) ?? .null
      }
      if let reason = graph.add(values, to: entity, columns: rows.columns) { try refused(reason) }
    }
    state.withLock { [graph] state in
      state.graph = graph
      state.version += 1
    }
  }
}
