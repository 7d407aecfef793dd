import PredicateBinding
import PredicateDocuments
import PredicateReference
import PredicateValues

/// The implementation behind the line protocol. It receives parsed predicates and expressions, in which arguments are filled in.
///
/// Methods that evaluate throw a `PredicateIssue` with a kind that the protocol defines. Methods with a fixture throw an ``AdapterFailure``.
public protocol AdapterEngine {
  /// A variable and its value. The name has no `$`.
  typealias Variable = (String, QueryValue)

  /// The names of engines that a request for `filter` may contain.
  var engines: [String] { get }

  /// The names of dialects that a request for `sql` may contain.
  var dialects: [String] { get }

  /// Evaluates a predicate for an object, in memory.
  func evaluate(
    _ predicate: QueryPredicate, object: QueryValue, variables: [Variable]
  ) throws(PredicateIssue) -> Bool

  /// Evaluates an expression for an object, in memory.
  func value(
    _ expression: QueryExpression, object: QueryValue, variables: [Variable]
  ) throws(PredicateIssue) -> QueryValue

  /// The rows of an entity that match a predicate. `fixture` is `movies` or the path of a database.
  func filter(
    fixture: String, entity: String, predicate: QueryPredicate, variables: [Variable], engine: String
  ) throws(AdapterFailure) -> AdapterRows

  /// The SQL that the database would run, and the bound values in order.
  func sql(
    fixture: String, entity: String, predicate: QueryPredicate, variables: [Variable], dialect: String
  ) throws(AdapterFailure) -> (sql: String, bindings: [QueryValue])

  /// The answer to a fetch statement: `columns` and `rows`, or `count`. With `isParsed`, the answer contains the parts of the statement, and nothing
  /// is fetched.
  func fetch(
    fixture: String, statement: String, variables: [Variable], isParsed: Bool
  ) throws(AdapterFailure) -> [JSONObject.Member]

  /// The canonical text of a statement that changes data. Nothing is changed.
  ///
  /// For `UPDATE movie SET year=3` and the fixture `movies` it is `update Movie set year = 3`.
  func change(fixture: String, statement: String) throws(AdapterFailure) -> String
}

// Default implementations for an engine without fixtures, which uses the reference evaluator.
extension AdapterEngine {
  /// Evaluates with the reference evaluator.
  public func evaluate(
    _ predicate: QueryPredicate, object: QueryValue, variables: [Variable]
  ) throws(PredicateIssue) -> Bool {
    try predicate.evaluateByReference(with: object, variables: QueryVariables(variables))
  }

  /// Evaluates with the reference evaluator.
  public func value(
    _ expression: QueryExpression, object: QueryValue, variables: [Variable]
  ) throws(PredicateIssue) -> QueryValue {
    try expression.valueByReference(with: object, variables: QueryVariables(variables))
  }

  /// Empty by default.
  public var engines: [String] { [] }

  /// Empty by default.
  public var dialects: [String] { [] }

  /// Throws an ``AdapterFailure`` by default, because there are no fixtures.
  public func filter(
    fixture: String, entity: String, predicate: QueryPredicate, variables: [Variable], engine: String
  ) throws(AdapterFailure) -> AdapterRows { throw .withoutFixtures }

  /// Throws an ``AdapterFailure`` by default, because there are no fixtures.
  public func sql(
    fixture: String, entity: String, predicate: QueryPredicate, variables: [Variable], dialect: String
  ) throws(AdapterFailure) -> (sql: String, bindings: [QueryValue]) { throw .withoutFixtures }

  /// Throws an ``AdapterFailure`` by default, because there are no fixtures.
  public func fetch(
    fixture: String, statement: String, variables: [Variable], isParsed: Bool
  ) throws(AdapterFailure) -> [JSONObject.Member] { throw .withoutFixtures }

  /// Throws an ``AdapterFailure`` by default, because there are no fixtures.
  public func change(fixture: String, statement: String) throws(AdapterFailure) -> String {
    throw .withoutFixtures
  }
}

/// The rows that a filter finds.
public enum AdapterRows: Sendable {
  /// The primary keys of the rows, ascending. A key is an integer, the value of one column, or an array of the values of several columns.
  case keys([QueryValue])
  /// The number of rows, if they have no key, as in a view.
  case count(Int)
}

/// The reason why a request has no result.
public enum AdapterFailure: Error, Sendable {
  /// The request is wrong: it is not a JSON object, or lacks a member that its op needs.
  case line(code: String, message: String)
  /// The fixture is wrong: its file is missing, damaged, or not a database. The answer's kind is `protocol`, because the request names the fixture.
  case fixture(code: String, message: String, hint: String?)
  /// The predicate is wrong, or needs a feature that the engine lacks.
  case issue(PredicateIssue)
  /// The engine does not offer the op, engine or dialect.
  case skip(String)

  static let withoutFixtures = AdapterFailure.skip("No fixtures are offered.")
}

/// An engine for the line protocol without fixtures: it evaluates in memory. It is used in builds without databases.
///
/// ```swift
/// let session = AdapterSession(engine: MemoryEngine())
/// session.answer(to: Array(#"{"id":1,"op":"value","expression":"1 + 1"}"#.utf8))  // {"id":1,"value":2}
/// ```
public struct MemoryEngine: AdapterEngine {
  /// An engine, which has no state.
  public init() {}
}
