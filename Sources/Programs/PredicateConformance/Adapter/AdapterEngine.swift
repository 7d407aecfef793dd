import PredicateBinding
import PredicateDocuments
import PredicateReference
import PredicateValues

/// The implementation that the adapter calls. It gets predicates and expressions parsed, with their arguments filled in.
///
/// Methods that evaluate throw a `PredicateIssue` whose kind is one of the protocol's. Methods on a fixture throw an ``AdapterFailure``.
public protocol AdapterEngine {
  /// A variable and its value, the name without `$`.
  typealias Variable = (String, QueryValue)

  /// The engines that `filter` can name.
  var engines: [String] { get }

  /// The dialects that `sql` can name.
  var dialects: [String] { get }

  /// Whether a predicate holds for an object, in memory.
  func evaluate(
    _ predicate: QueryPredicate, object: QueryValue, variables: [Variable]
  ) throws(PredicateIssue) -> Bool

  /// The value of an expression for an object, in memory.
  func value(
    _ expression: QueryExpression, object: QueryValue, variables: [Variable]
  ) throws(PredicateIssue) -> QueryValue

  /// The rows of an entity that match. `fixture` is `movies` or the path of a database.
  func filter(
    fixture: String, entity: String, predicate: QueryPredicate, variables: [Variable], engine: String
  ) throws(AdapterFailure) -> AdapterRows

  /// The SQL that would run, and the values bound to it, in order.
  func sql(
    fixture: String, entity: String, predicate: QueryPredicate, variables: [Variable], dialect: String
  ) throws(AdapterFailure) -> (sql: String, bindings: [QueryValue])

  /// The answer to a fetch statement: `columns` and `rows`, or `count`. With `isParsed` its parts instead, and nothing is fetched.
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
  /// Their primary keys, ascending. A key is an integer, the value of one column, or an array of the values of several columns.
  case keys([QueryValue])
  /// Their number, if nothing names the rows, as in a view.
  case count(Int)
}

/// Why a request has no result.
public enum AdapterFailure: Error, Sendable {
  /// The line itself is at fault: it is not a JSON object, or lacks a member that its op needs.
  case line(code: String, message: String)
  /// The fixture is at fault: the file is missing, damaged, or not a database. The line named it, so the answer's kind is `protocol`.
  case fixture(code: String, message: String, hint: String?)
  /// The predicate is at fault, or needs a feature that the engine lacks.
  case issue(PredicateIssue)
  /// The op, engine or dialect is not offered.
  case skip(String)

  static let withoutFixtures = AdapterFailure.skip("No fixtures are offered.")
}

/// The evaluator without fixtures, for the line protocol: the engine of a build without databases.
///
/// ```swift
/// let session = AdapterSession(engine: MemoryEngine())
/// session.answer(to: Array(#"{"id":1,"op":"value","expression":"1 + 1"}"#.utf8))  // {"id":1,"value":2}
/// ```
public struct MemoryEngine: AdapterEngine {
  /// An engine; it keeps nothing.
  public init() {}
}
