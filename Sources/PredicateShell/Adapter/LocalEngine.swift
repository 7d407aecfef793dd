import PredicateBinding
import PredicateEvaluation
import PredicateModel
import PredicateSQLite
import PredicateValues

/// This implementation, as the adapter drives it: the plain evaluator in memory, and SQLite.
///
/// A fixture is bound with its model for both engines, so both find the same errors. Not for several threads.
public final class LocalEngine: AdapterEngine {
  /// A database that was opened, and its rows once memory has been asked.
  private struct Fixture {
    let name: String
    let database: PredicateDatabase
    var graph: ObjectGraph?
  }

  /// The fixtures in use, the latest last.
  private var fixtures: [Fixture] = []
  private static let maximumFixtures = 8
  /// The protocol gives five seconds for an answer.
  private static let maximumSeconds = 4.0
  private static let timeLimit = PredicateIssue(
    kind: .limit, code: "time-limit", message: "the answer takes more than \(Int(maximumSeconds)) seconds")

  /// An engine without fixtures; they are opened when they are first named.
  public init() {}

  /// Evaluates over dynamic values.
  public func evaluate(
    _ predicate: QueryPredicate, object: QueryValue, variables: [Variable]
  ) throws(PredicateIssue) -> Bool {
    try predicate.evaluate(with: object, variables: QueryVariables(variables))
  }

  /// Evaluates over dynamic values.
  public func value(
    _ expression: QueryExpression, object: QueryValue, variables: [Variable]
  ) throws(PredicateIssue) -> QueryValue {
    try expression.value(with: object, variables: QueryVariables(variables))
  }

  /// Runs the predicate over the rows in memory, or in SQLite.
  public func filter(
    fixture: String, entity: String, predicate: QueryPredicate, variables: [Variable], engine: String
  ) throws(PredicateIssue) -> [Int64] {
    let index = try open(fixture, entity: entity)
    let variables = QueryVariables(variables)
    if engine == "sqlite" {
      let database = fixtures[index].database
      return try asIssue {
        let deadline = Deadline(seconds: Self.maximumSeconds) { database.interrupt() }
        defer { deadline.cancel() }
        return try database.ids(entity: entity, predicate: predicate, variables: variables)
      }
    }
    let bound = try Binder.bind(
      predicate, to: .entity(entity, fixtures[index].database.model), variables: variables)
    // As in SQLite: whether or not a row matches.
    guard fixtures[index].database.model.entity(named: entity)?.key.referenceColumn != nil else {
      throw Self.noKey(entity)
    }
    let graph = try graph(of: index)
    let evaluator = PlainEvaluator()
    let end = ContinuousClock.now + .seconds(Self.maximumSeconds)
    var keys: [Int64] = []
    for object in graph.objects(of: entity) {
      if ContinuousClock.now > end { throw Self.timeLimit }
      guard try evaluator.evaluate(bound, object: .object(object)) else { continue }
      guard let key = object.reference?.key else { throw Self.noKey(entity) }
      keys.append(key)
    }
    return keys
  }

  private static func noKey(_ entity: String) -> PredicateIssue {
    PredicateIssue(
      kind: .unsupported, code: "sql-no-key",
      message: "the rows of \(entity) have no integer key by which they can be named")
  }

  /// What SQLite would run.
  public func sql(
    fixture: String, entity: String, predicate: QueryPredicate, variables: [Variable], dialect: String
  ) throws(PredicateIssue) -> (sql: String, bindings: [QueryValue]) {
    let database = fixtures[try open(fixture, entity: entity)].database
    let translation = try database.statement(
      for: EntityFetch(entity, where: predicate), variables: QueryVariables(variables), form: .keys)
    return (translation.statement.text, translation.statement.bindings)
  }

  private func open(_ name: String, entity: String) throws(PredicateIssue) -> Int {
    let index: Int
    if let known = fixtures.firstIndex(where: { $0.name.utf8.elementsEqual(name.utf8) }) {
      index = known
    } else {
      let database = try asIssue {
        name == "movies" ? try PredicateDatabase.demo() : try PredicateDatabase.open(path: name)
      }
      if fixtures.count == Self.maximumFixtures { fixtures.removeFirst() }
      fixtures.append(Fixture(name: name, database: database))
      index = fixtures.count - 1
    }
    let model = fixtures[index].database.model
    guard model.entity(named: entity) != nil else {
      throw .unknownEntity(entity, known: model.entityNames, range: .none)
    }
    return index
  }

  private func graph(of index: Int) throws(PredicateIssue) -> ObjectGraph {
    if let graph = fixtures[index].graph { return graph }
    let database = fixtures[index].database
    let graph = try asIssue { try ObjectGraph(database) }
    fixtures[index].graph = graph
    return graph
  }

  /// The protocol has no kind for a database that fails; `unsupported` is the nearest to «this cannot be asked here».
  private func asIssue<Result>(_ body: () throws -> Result) throws(PredicateIssue) -> Result {
    do {
      return try body()
    } catch let issue as PredicateIssue {
      throw issue
    } catch is CancellationError {
      throw Self.timeLimit
    } catch {
      throw PredicateIssue(kind: .unsupported, code: "database", message: "\(error)")
    }
  }
}
