#if SQLite || PostgreSQL
  import Dispatch
  import PredicateBinding
  import PredicateDatabases
  import PredicateDocuments
  import PredicateFetching
  import PredicateModel
  import PredicateSQL
  import PredicateStatements
  import PredicateValues

  /// The engines of this implementation for the adapter: the evaluator in memory, and a kind of database.
  ///
  /// A fixture is bound with its model for both engines, so both find the same errors. Not for several threads.
  public final class DatabaseEngine: AdapterEngine {
    /// Memory and the database.
    public var engines: [String] { ["memory"] + dialects }
    /// The database's.
    public let dialects: [String]
    /// The fixtures in use, the latest last.
    private var fixtures: [AdapterFixture] = []
    private static let maximumFixtures = 8
    private let maximumSeconds: Double
    private let opener: (String) throws -> any QueryDatabase
    private var timeLimit: PredicateIssue {
      .error("time-limit", nil, "the answer takes more than \(Int(maximumSeconds)) seconds", kind: .limit)
    }

    /// An engine without fixtures; they are opened when they are first named.
    ///
    /// - Parameters:
    ///   - name: The protocol's name for the kind of database.
    ///   - maximumSeconds: A longer request is an issue of kind `limit` with the code `time-limit`. The protocol allows five seconds for an answer.
    ///   - open: Opens the fixture of a name.
    package init(
      _ name: String, maximumSeconds: Double = 4, open: @escaping (_ fixture: String) throws -> any QueryDatabase
    ) {
      dialects = [name]
      self.maximumSeconds = maximumSeconds
      opener = open
    }

    /// Runs the predicate over the rows in memory, or in the database.
    public func filter(
      fixture: String, entity: String, predicate: QueryPredicate, variables: [Variable], engine: String
    ) throws(AdapterFailure) -> AdapterRows {
      try failing {
        let (index, entity) = try open(fixture, entity: entity)
        let (fetch, form) = try bound(predicate, of: entity, QueryVariables(variables), fixtures[index].database.model)
        if engine == "memory" { return Self.answer(try remember(fetch, in: index), form) }
        let database = fixtures[index].database
        let deadline = Deadline(seconds: maximumSeconds) { database.interrupt() }
        defer { deadline.cancel() }
        let prepared = try database.prepare(fetch, as: form)
        if form == .count { return .count(try database.number(prepared)) }
        return Self.answer(try database.rows(prepared).rows, form)
      }
    }

    /// A fetch whose rows name the objects, and its form: the number of an object with an integer key, or the values of its key. Without an attribute
    /// for each column of the key it counts.
    private func bound(
      _ predicate: QueryPredicate, of entity: Entity, _ variables: QueryVariables, _ model: DataModel
    ) throws(PredicateIssue) -> (fetch: BoundFetch, form: SQLFetchForm) {
      var fetch = EntityFetch(entity.name, where: predicate)
      let isNamed = entity.key.referenceColumn != nil
      if !isNamed { fetch.columns = entity.keyAttributes.map { FetchedColumn(key: $0.name) } }
      let bound = try BoundFetch(fetch, model: model, variables: variables)
      return (bound, isNamed ? .keys : fetch.columns.isEmpty ? .count : .rows)
    }

    private func remember(_ fetch: BoundFetch, in index: Int) throws -> [[QueryValue]] {
      try checkNames(fetch, in: fixtures[index].database)
      var graph = try fixtures[index].graph ?? fixtures[index].database.graph()
      fixtures[index].graph = graph
      graph.deadline = ContinuousClock.now + .seconds(maximumSeconds)
      return try graph.rows(fetch).rows
    }

    private static func answer(_ rows: [[QueryValue]], _ form: SQLFetchForm) -> AdapterRows {
      switch form {
      case .keys: .keys(rows.map { $0[0] })
      case .rows: named(by: rows)
      case .count, .table: .count(rows.count)
      }
    }

    /// If some rows have no integer that names them, memory refuses the conditions on objects that SQL refuses.
    private func checkNames(_ fetch: BoundFetch, in database: any QueryDatabase) throws {
      guard database.model.entities.contains(where: { $0.key.referenceColumn == nil }) else { return }
      do {
        _ = try database.prepare(fetch, as: .count)
      } catch let issue as PredicateIssue {
        if issue.code == PredicateIssue.noKey(fetch.entity.name).code { throw issue }
      }
    }

    /// Rows by the values of their keys, ascending.
    private static func named(by rows: [[QueryValue]]) -> AdapterRows {
      let ascending = rows.sorted { left, right in
        for (a, b) in zip(left, right) {
          if a.isNull || b.isNull {
            if a.isNull != b.isNull { return a.isNull }
          } else if let order = a.order(b), order != .equal {
            return order == .less
          }
        }
        return false
      }
      return .keys(ascending.map { $0.count == 1 ? $0[0] : .array($0) })
    }

    /// The statement that the database would run, and its bindings.
    public func sql(
      fixture: String, entity: String, predicate: QueryPredicate, variables: [Variable], dialect: String
    ) throws(AdapterFailure) -> (sql: String, bindings: [QueryValue]) {
      try failing {
        let (index, entity) = try open(fixture, entity: entity)
        let database = fixtures[index].database
        let (fetch, form) = try bound(predicate, of: entity, QueryVariables(variables), database.model)
        let statement = try database.prepare(fetch, as: form).statement
        return (statement?.text ?? "", statement?.bindings ?? [])
      }
    }

    /// Runs the statement as the shell does, and returns its table or count.
    public func fetch(
      fixture: String, statement: String, variables: [Variable], isParsed: Bool
    ) throws(AdapterFailure) -> [JSONObject.Member] {
      try failing {
        let database = fixtures[try open(fixture)].database
        let deadline = Deadline(seconds: maximumSeconds) { database.interrupt() }
        defer { deadline.cancel() }
        return try AdapterStatement(statement, database: database).members(variables: variables, isParsed: isParsed)
      }
    }

    /// Reads the statement as the shell does, and changes nothing.
    public func change(fixture: String, statement: String) throws(AdapterFailure) -> String {
      try failing { try AdapterStatement(statement, database: fixtures[try open(fixture)].database).canonicalChange() }
    }

    private func open(_ name: String, entity: String) throws -> (index: Int, entity: Entity) {
      let index = try open(name)
      let model = fixtures[index].database.model
      guard let found = model.entity(named: entity) else {
        throw PredicateIssue.unknownEntity(entity, known: model.entityNames, range: .none)
      }
      return (index, found)
    }

    private func open(_ name: String) throws -> Int {
      if let known = fixtures.firstIndex(where: { $0.name.hasSameScalars(as: name) }), !fixtures[known].isCurrent {
        fixtures.remove(at: known)
      }
      let index: Int
      if let known = fixtures.firstIndex(where: { $0.name.hasSameScalars(as: name) }) {
        index = known
      } else {
        let fixture = try AdapterFixture(name: name, open: opener)
        if fixtures.count == Self.maximumFixtures { fixtures.removeFirst() }
        fixtures.append(fixture)
        index = fixtures.count - 1
      }
      return index
    }

    /// Converts the errors of a request to those of the protocol.
    private func failing<Result>(_ body: () throws -> Result) throws(AdapterFailure) -> Result {
      do {
        return try body()
      } catch let issue as PredicateIssue {
        throw .issue(issue)
      } catch is CancellationError {
        throw .issue(timeLimit)
      } catch let issue as DatabaseIssue {
        throw .fixture(code: issue.kind.rawValue, message: issue.message, hint: issue.hint)
      } catch {
        throw .fixture(code: DatabaseIssue.Kind.failed.rawValue, message: "\(error)", hint: nil)
      }
    }
  }

  extension Entity {
    /// The attributes that hold the primary key, in its order; empty without a key, or if some column is not an attribute.
    fileprivate var keyAttributes: [Attribute] {
      let found = key.columns.compactMap { column in attributes.first { $0.column.hasSameScalars(as: column) } }
      return found.count == key.columns.count ? found : []
    }
  }

  /// Runs something after a time, unless it is cancelled before.
  struct Deadline {
    private let item: DispatchWorkItem
    private let isOver = Locked(false)

    /// - Parameter action: called on another thread; never once ``cancel()`` has come back.
    init(seconds: Double, action: @escaping @Sendable () -> Void) {
      item = DispatchWorkItem { [isOver] in
        isOver.withLock { if !$0 { action() } }
      }
      DispatchQueue.global().asyncAfter(deadline: .now() + seconds, execute: item)
    }

    /// Waits for the action if it is running.
    func cancel() {
      isOver.withLock { $0 = true }
      item.cancel()
    }
  }
#endif
