import PredicateBinding
import PredicateDocuments
import PredicateReference
import PredicateValues

/// What the adapter asks of the implementation behind it. Predicates and expressions come parsed, their arguments filled in.
///
/// What evaluates throws a `PredicateIssue` whose kind is one of the protocol's; what asks a fixture an ``AdapterFailure``.
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
  ) throws(AdapterFailure) -> AdapterRows

  /// The SQL that would run, and what is bound to it, in order.
  func sql(
    fixture: String, entity: String, predicate: QueryPredicate, variables: [Variable], dialect: String
  ) throws(AdapterFailure) -> (sql: String, bindings: [QueryValue])

  /// What a fetch statement gives: `columns` and `rows`, or `count`. With `isParsed` its parts instead, and nothing is fetched.
  func fetch(
    fixture: String, statement: String, variables: [Variable], isParsed: Bool
  ) throws(AdapterFailure) -> [JSONObject.Member]

  /// The canonical text of a statement that changes data. Nothing is changed.
  ///
  /// `UPDATE movie SET year=3` of the fixture `movies` is `update Movie set year = 3`.
  func change(fixture: String, statement: String) throws(AdapterFailure) -> String
}

// An engine without fixtures, which evaluates by the reference.
extension AdapterEngine {
  /// Evaluates over dynamic values.
  public func evaluate(
    _ predicate: QueryPredicate, object: QueryValue, variables: [Variable]
  ) throws(PredicateIssue) -> Bool {
    try predicate.evaluateByReference(with: object, variables: QueryVariables(variables))
  }

  /// Evaluates over dynamic values.
  public func value(
    _ expression: QueryExpression, object: QueryValue, variables: [Variable]
  ) throws(PredicateIssue) -> QueryValue {
    try expression.valueByReference(with: object, variables: QueryVariables(variables))
  }

  /// None.
  public var engines: [String] { [] }

  /// None.
  public var dialects: [String] { [] }

  /// Refuses.
  public func filter(
    fixture: String, entity: String, predicate: QueryPredicate, variables: [Variable], engine: String
  ) throws(AdapterFailure) -> AdapterRows { throw .withoutFixtures }

  /// Refuses.
  public func sql(
    fixture: String, entity: String, predicate: QueryPredicate, variables: [Variable], dialect: String
  ) throws(AdapterFailure) -> (sql: String, bindings: [QueryValue]) { throw .withoutFixtures }

  /// Refuses.
  public func fetch(
    fixture: String, statement: String, variables: [Variable], isParsed: Bool
  ) throws(AdapterFailure) -> [JSONObject.Member] { throw .withoutFixtures }

  /// Refuses.
  public func change(fixture: String, statement: String) throws(AdapterFailure) -> String {
    throw .withoutFixtures
  }
}

/// The rows that a filter finds, as an answer names them.
public enum AdapterRows: Sendable {
  /// Their primary keys, ascending: integers; of a table without them its key's value, and of several columns an array of their values.
  case keys([QueryValue])
  /// How many they are: nothing names the rows of a view.
  case count(Int)
}

/// Why a request has no result.
public enum AdapterFailure: Error, Sendable {
  /// The line itself is at fault: no JSON object, or it lacks what its op needs.
  case line(code: String, message: String)
  /// The fixture is at fault: no such file, no database, a damaged one. It is what the line asked for, so the answer's kind is `protocol`.
  case fixture(code: String, message: String, hint: String?)
  /// The predicate is at fault, or needs what the engine has not.
  case issue(PredicateIssue)
  /// The op, engine or dialect is not offered.
  case skip(String)

  /// The engine reads no fixtures.
  static let withoutFixtures = AdapterFailure.skip("No fixtures are offered.")
}

/// The evaluator behind the line protocol, without fixtures: what is built without a database.
///
/// ```swift
/// let session = AdapterSession(engine: MemoryEngine())
/// session.answer(to: Array(#"{"id":1,"op":"value","expression":"1 + 1"}"#.utf8))  // {"id":1,"value":2}
/// ```
public struct MemoryEngine: AdapterEngine {
  /// An engine; it keeps nothing.
  public init() {}
}
