import PredicateRecords
import PredicateSyntax
import PredicateValues

/// What the adapter asks of the implementation behind it. Predicates and expressions come parsed, their arguments filled in.
///
/// What evaluates throws a `PredicateIssue` whose kind is one of the protocol's; what asks a fixture an ``AdapterEngineFailure``.
public protocol AdapterEngine {
  /// A variable and its value, the name without `$`.
  typealias Variable = (String, QueryValue)

  /// The engines that `filter` can be asked for.
  var engines: [String] { get }

  /// The dialects that `sql` can be asked for.
  var dialects: [String] { get }

  /// Whether a predicate holds for an object, in memory.
  func evaluate(
    _ predicate: QueryPredicate, object: QueryValue, variables: [Variable]
  ) throws(PredicateIssue) -> Bool

  /// What an expression yields for an object, in memory.
  func value(
    _ expression: QueryExpression, object: QueryValue, variables: [Variable]
  ) throws(PredicateIssue) -> QueryValue

  /// The rows of an entity that match. `fixture` is `movies` or the path of a database.
  func filter(
    fixture: String, entity: String, predicate: QueryPredicate, variables: [Variable], engine: String
  ) throws(AdapterEngineFailure) -> AdapterRows

  /// The SQL that would run, and what is bound to it, in order.
  func sql(
    fixture: String, entity: String, predicate: QueryPredicate, variables: [Variable], dialect: String
  ) throws(AdapterEngineFailure) -> (sql: String, bindings: [QueryValue])

  /// What a fetch statement gives: `columns` and `rows`, or `count`. With `isParsed` its parts instead, and nothing is fetched.
  func fetch(
    fixture: String, statement: String, variables: [Variable], isParsed: Bool
  ) throws(AdapterEngineFailure) -> [JSONObject.Member]

  /// The canonical text of a statement that changes data. Nothing is changed.
  ///
  /// `UPDATE movie SET year=3` of the fixture `movies` is `update Movie set year = 3`.
  func change(fixture: String, statement: String) throws(AdapterEngineFailure) -> String
}

// An engine without fixtures.
extension AdapterEngine {
  /// None.
  public var engines: [String] { [] }

  /// None.
  public var dialects: [String] { [] }

  /// Refuses.
  public func filter(
    fixture: String, entity: String, predicate: QueryPredicate, variables: [Variable], engine: String
  ) throws(AdapterEngineFailure) -> AdapterRows { throw .withoutFixtures }

  /// Refuses.
  public func sql(
    fixture: String, entity: String, predicate: QueryPredicate, variables: [Variable], dialect: String
  ) throws(AdapterEngineFailure) -> (sql: String, bindings: [QueryValue]) { throw .withoutFixtures }

  /// Refuses.
  public func fetch(
    fixture: String, statement: String, variables: [Variable], isParsed: Bool
  ) throws(AdapterEngineFailure) -> [JSONObject.Member] { throw .withoutFixtures }

  /// Refuses.
  public func change(fixture: String, statement: String) throws(AdapterEngineFailure) -> String {
    throw .withoutFixtures
  }
}
