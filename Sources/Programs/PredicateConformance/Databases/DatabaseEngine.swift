#if SQLite
  import Dispatch
  import PredicateBinding
  import PredicateReference
  import PredicateModel
  import PredicateRecords
  import PredicateSQL
  import PredicateSQLite
  import PredicateStatements
  import PredicateValues

  /// The engines of this implementation for the adapter: the evaluator in memory, and SQLite.
  ///
  /// A fixture is bound with its model for both engines, so both find the same errors. Not for several threads.
  public final class DatabaseEngine: AdapterEngine {
    /// Memory and SQLite.
    public let engines = ["memory", "sqlite"]
    /// SQLite's.
    public let dialects = ["sqlite"]
    /// What evaluates over objects of a request.
    private let memory = MemoryEngine()
    /// The fixtures in use, the latest last.
    private var fixtures: [AdapterFixture] = []
    private static let maximumFixtures = 8
    private let maximumSeconds: Double
    private var timeLimit: PredicateIssue {
      .error("time-limit", nil, "the answer takes more than \(Int(maximumSeconds)) seconds", kind: .limit)
    }

    /// An engine without fixtures; they are opened when they are first named.
    ///
    /// - Parameter maximumSeconds: What takes longer is an issue of kind `limit` with the code `time-limit`. The protocol gives five seconds for an
    ///   answer.
    public init(maximumSeconds: Double = 4) { self.maximumSeconds = maximumSeconds }

    /// Evaluates over dynamic values.
    public func evaluate(
      _ predicate: QueryPredicate, object: QueryValue, variables: [Variable]
    ) throws(PredicateIssue) -> Bool {
      try memory.evaluate(predicate, object: object, variables: variables)
    }

    /// Evaluates over dynamic values.
    public func value(
      _ expression: QueryExpression, object: QueryValue, variables: [Variable]
    ) throws(PredicateIssue) -> QueryValue {
      try memory.value(expression, object: object, variables: variables)
    }

    /// Runs the predicate over the rows in memory, or in SQLite.
    public func filter(
      fixture: String, entity: String, predicate: QueryPredicate, variables: [Variable], engine: String
    ) throws(AdapterFailure) -> AdapterRows {
      try failing {
        let (index, entity) = try open(fixture, entity: entity)
        let variables = QueryVariables(variables)
        return try engine == "sqlite"
          ? find(predicate, entity, variables, in: fixtures[index].database)
          : remember(predicate, entity, variables, in: index)
      }
    }

    private func find(
      _ predicate: QueryPredicate, _ entity: Entity, _ variables: QueryVariables, in database: PredicateDatabase
    ) throws -> AdapterRows {
      let deadline = Deadline(seconds: maximumSeconds) { database.interrupt() }
      defer { deadline.cancel() }
      if entity.key.referenceColumn != nil {
        return .keys(
          try database.ids(entity: entity.name, predicate: predicate, variables: variables).map { .integer($0) })
      }
      let keys = entity.keyAttributes
      var fetch = EntityFetch(entity.name, where: predicate)
      guard !keys.isEmpty else { return .count(try database.count(fetch, variables: variables)) }
      fetch.columns = keys.map { FetchedColumn(key: $0.name) }
      return Self.named(by: try database.fetch(fetch, variables: variables).rows)
    }

    private func remember(
      _ predicate: QueryPredicate, _ entity: Entity, _ variables: QueryVariables, in index: Int
    ) throws -> AdapterRows {
      let bound = try Binder.bind(
        predicate, to: .entity(entity.name, fixtures[index].database.model), variables: variables)
      try checkNames(predicate, entity, variables, in: fixtures[index].database)
      let graph = try graph(of: index)
      let end = ContinuousClock.now + .seconds(maximumSeconds)
      let evaluator = ReferenceEvaluator(
        deadline: end, objects: { entity throws(PredicateIssue) in try graph.allObjects(of: entity) },
        object: { graph.object(for: $0) })
      let found = try evaluator.objects(bound, among: try graph.objects(of: entity.name))
      if entity.key.referenceColumn != nil {
        return .keys(found.compactMap(\.reference?.key).map { .integer($0) })
      }
      let keys = entity.keyAttributes
      guard !keys.isEmpty else { return .count(found.count) }
      return Self.named(by: found.map { object in keys.map { object.value(forKey: $0.name) ?? .null } })
    }

    /// Where some rows have no integer that names them, memory asks no more of objects than SQL can.
    private func checkNames(
      _ predicate: QueryPredicate, _ entity: Entity, _ variables: QueryVariables, in database: PredicateDatabase
    ) throws {
      guard database.model.entities.contains(where: { $0.key.referenceColumn == nil }) else { return }
      do throws(PredicateIssue) {
        _ = try database.statement(
          for: EntityFetch(entity.name, where: predicate), variables: variables, form: .count)
      } catch {
        if error.code == PredicateIssue.noKey(entity.name).code { throw error }
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

    /// What SQLite would run.
    public func sql(
      fixture: String, entity: String, predicate: QueryPredicate, variables: [Variable], dialect: String
    ) throws(AdapterFailure) -> (sql: String, bindings: [QueryValue]) {
      try failing {
        let (index, entity) = try open(fixture, entity: entity)
        var fetch = EntityFetch(entity.name, where: predicate)
        let isNamed = entity.key.referenceColumn != nil
        if !isNamed { fetch.columns = entity.keyAttributes.map { FetchedColumn(key: $0.name) } }
        let translation = try fixtures[index].database.statement(
          for: fetch, variables: QueryVariables(variables),
          form: isNamed ? .keys : fetch.columns.isEmpty ? .count : .rows)
        return (translation.statement.text, translation.statement.bindings)
      }
    }

    /// Runs the statement as the shell does, and reads what it writes as JSON.
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
        let fixture = try AdapterFixture(name: name)
        if fixtures.count == Self.maximumFixtures { fixtures.removeFirst() }
        fixtures.append(fixture)
        index = fixtures.count - 1
      }
      return index
    }

    private func graph(of index: Int) throws -> ObjectGraph {
      if let graph = fixtures[index].graph { return graph }
      let graph = try ObjectGraph(fixtures[index].database)
      fixtures[index].graph = graph
      return graph
    }

    /// What a request fails with, in the terms of the protocol.
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
    /// The attributes that hold the primary key, in its order; none where there is no key, or not all of it is an attribute.
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

    /// Waits for the action where it is running.
    func cancel() {
      isOver.withLock { $0 = true }
      item.cancel()
    }
  }
#endif
