#if Databases
  import Dispatch
  import Foundation
  import PredicateBinding
  import PredicateDatabases
  import PredicateDocuments
  import PredicateFetching
  import PredicateModel
  import PredicateOutput
  import PredicateSessions
  import PredicateSQL
  import PredicateStatements
  import PredicateValues

  /// The engines of this implementation for the line protocol: the evaluator in memory, and one kind of database.
  ///
  /// Both engines bind requests to the fixture's model, so they find the same errors. It must not be used from several threads.
  public final class DatabaseEngine: AdapterEngine {
    /// `memory`, and the name of the database's dialect.
    public var engines: [String] { ["memory"] + dialects }
    /// The name of the database's dialect.
    public let dialects: [String]
    /// The open fixtures. The one that was used last is at the end.
    private var fixtures: [AdapterFixture] = []
    private static let maximumFixtures = 8
    private let maximumSeconds: Double
    private let opener: (String) throws -> any QueryDatabase
    private var timeLimit: PredicateIssue {
      .error("time-limit", nil, "the answer takes more than \(Int(maximumSeconds)) seconds", kind: .limit)
    }

    /// An engine without open fixtures. A fixture is opened when a request names it first.
    ///
    /// - Parameters:
    ///   - name: The protocol's name for the kind of database.
    ///   - maximumSeconds: The time limit of a request. A longer request is an issue of kind `limit` with the code `time-limit`. The protocol allows
    ///     five seconds for an answer.
    ///   - open: Opens the fixture with a name.
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

    /// The fetch for a predicate, and whether it returns integer keys, the values of keys, or a count. It returns a count if the entity has no key,
    /// or if a column of the key is not an attribute.
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

    /// Throws the issue of SQL for conditions on objects without a key, so that memory refuses the same conditions. This is needed only if some
    /// entity has no integer key.
    private func checkNames(_ fetch: BoundFetch, in database: any QueryDatabase) throws {
      guard database.model.entities.contains(where: { $0.key.referenceColumn == nil }) else { return }
      do {
        _ = try database.prepare(fetch, as: .count)
      } catch let issue as PredicateIssue {
        if issue.code == PredicateIssue.noKey(fetch.entity.name).code { throw issue }
      }
    }

    /// Rows as the values of their keys, ascending.
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

    /// The SQL that the database would run, and its bindings.
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

    /// Runs a statement like the shell, and returns its table or count.
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

    /// Parses a statement like the shell, without changing anything.
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

    /// Runs a request and converts its errors to those of the protocol.
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
    /// The attributes of the primary key, in its order. Empty without a key, or if a column is not an attribute.
    fileprivate var keyAttributes: [Attribute] {
      let found = key.columns.compactMap { column in attributes.first { $0.column.hasSameScalars(as: column) } }
      return found.count == key.columns.count ? found : []
    }
  }

  /// Runs an action after a time, unless it is cancelled before.
  struct Deadline {
    private let item: DispatchWorkItem
    private let isOver = Locked(false)

    /// - Parameter action: Called on another thread. It is never called after ``cancel()`` has returned.
    init(seconds: Double, action: @escaping @Sendable () -> Void) {
      item = DispatchWorkItem { [isOver] in
        isOver.withLock { if !$0 { action() } }
      }
      DispatchQueue.global().asyncAfter(deadline: .now() + seconds, execute: item)
    }

    /// Cancels the action. If it is running, waits for its end.
    func cancel() {
      isOver.withLock { $0 = true }
      item.cancel()
    }
  }

  /// A database that requests use as a fixture. It is valid as long as its file does not change.
  struct AdapterFixture {
    let name: String
    let database: any QueryDatabase
    /// All rows of the database, after memory has evaluated a request.
    var graph: GraphFetch?
    private let file: FileMark?
    private let version: DatabaseVersion

    /// Identifies a version of a file. It differs for another file with the same name, and after a write.
    private struct FileMark: Equatable {
      let number: UInt64?
      let size: UInt64?
      let modified: Date?

      init(path: String) throws {
        let attributes = try FileManager.default.attributesOfItem(atPath: path)
        number = (attributes[.systemFileNumber] as? NSNumber)?.uint64Value
        size = (attributes[.size] as? NSNumber)?.uint64Value
        modified = attributes[.modificationDate] as? Date
      }
    }

    /// Opens a database. Throws the errors of the closure `open`.
    init(name: String, open: (String) throws -> any QueryDatabase) throws {
      self.name = name
      database = try open(name)
      file = try database.path.map { try FileMark(path: $0) }
      version = try database.version()
    }

    /// Whether the database's file is still the one that was opened, without changes. A check takes some microseconds.
    var isCurrent: Bool {
      guard let file, let path = database.path else { return true }
      // If the file cannot be checked, the database is opened again, which reports the reason.
      guard let now = try? FileMark(path: path), let version = try? database.version() else { return false }
      return now == file && version == self.version
    }
  }

  /// A statement for the protocol's ops `fetch` and `change`. It is parsed like a statement of the shell.
  struct AdapterStatement {
    private let text: String
    private let database: any QueryDatabase

    /// A statement over a database. If it does not name an entity, it uses the database's first entity.
    init(_ text: String, database: any QueryDatabase) {
      self.text = text
      self.database = database
    }

    /// The members of the answer. Throws a ``PredicateIssue`` for an error in the statement.
    func members(variables: [AdapterEngine.Variable], isParsed: Bool) throws -> [JSONObject.Member] {
      let statement = try BoundStatement(query(), model: database.model, variables: QueryVariables(variables))
      if isParsed { return [("parts", .object(try StandaloneForm.json(of: statement)))] }
      let prepared = try PreparedStatement(statement, on: database)
      if statement.query.isCount { return [("count", .integer(Int64(try prepared.count())))] }
      let table = try prepared.rows()
      let rows = table.rows.map { row in JSONValue.array(row.map(DataText.json)) }
      return [("columns", .array(table.columns.map { .string($0) })), ("rows", .array(rows))]
    }

    /// The canonical text of a statement that changes data. Throws a ``PredicateIssue`` for an error in the statement.
    func canonicalChange() throws -> String {
      let missing = Self.missing("a statement that changes data")
      guard case .change(let change) = try content(orElse: missing) else { throw missing }
      return change.canonicalText
    }

    private func query() throws -> QueryStatement {
      let missing = Self.missing("a fetch statement")
      guard case .query(let query) = try content(orElse: missing) else { throw missing }
      return query
    }

    private func content(orElse missing: PredicateIssue) throws -> StatementContent {
      let parser = StatementParser(model: database.model, currentEntity: database.model.entities.first?.name)
      do throws(StatementFailure) {
        return try parser.parse(text).get()
      } catch {
        throw error.issues.first ?? missing
      }
    }

    private static func missing(_ expected: String) -> PredicateIssue {
      .error("no-statement", nil, "expected \(expected), found none")
    }
  }
#endif
