import PredicateConformance
import PredicateDocuments
import PredicateOutput
import PredicateSyntax
import PredicateValues

/// An engine that reports its requests instead of evaluating them, to test the values that the adapter passes on.
struct FakeEngine: AdapterEngine {
  let engines = ["memory", "sqlite"]
  let dialects = ["sqlite"]
  /// The issue that every operation throws; nil if none is thrown.
  var issue: PredicateIssue?
  /// The result of `value` for an expression that is not the object.
  var constant = QueryValue.null

  func evaluate(
    _ predicate: QueryPredicate, object: QueryValue, variables: [Variable]
  ) throws(PredicateIssue) -> Bool {
    if let issue { throw issue }
    // The predicate contains the expected value, so that a value that is lost on the way makes it false.
    return predicate.exactFormat == "TRUEPREDICATE" && object.isNull && variables.isEmpty
  }

  /// SELF is the object, a variable its value, a key path the object's property; everything else ``constant``.
  func value(
    _ expression: QueryExpression, object: QueryValue, variables: [Variable]
  ) throws(PredicateIssue) -> QueryValue {
    if let issue { throw issue }
    switch expression.node {
    case .evaluatedObject: return object
    case .literal(let literal): return QueryValue(literal)
    case .variable(let name): return variables.first { $0.0 == name }?.1 ?? .string("unbound")
    case .keyPath(let path):
      guard case .key(let key) = path.first else { return .null }
      switch object {
      case .dictionary(let dictionary): return dictionary[key] ?? .null
      case .object(let object):
        guard let value = object.value(forKey: key) else {
          throw PredicateIssue(kind: .unknownKey, code: "unknown-key", message: key, range: expression.range)
        }
        return value
      default: return .null
      }
    default: return constant
    }
  }

  func filter(
    fixture: String, entity: String, predicate: QueryPredicate, variables: [Variable], engine: String
  ) throws(AdapterFailure) -> AdapterRows {
    if let issue { throw .issue(issue) }
    let numbers = [fixture.utf8.count, entity.utf8.count, predicate.nodeCount, engine.utf8.count]
    return .keys(numbers.map { .integer(Int64($0)) })
  }

  func fetch(
    fixture: String, statement: String, variables: [Variable], isParsed: Bool
  ) throws(AdapterFailure) -> [JSONObject.Member] {
    if let issue { throw .issue(issue) }
    return [("count", .integer(Int64(statement.utf8.count + variables.count + (isParsed ? 1 : 0))))]
  }

  func change(fixture: String, statement: String) throws(AdapterFailure) -> String {
    if let issue { throw .issue(issue) }
    return "\(fixture) \(statement)"
  }

  func sql(
    fixture: String, entity: String, predicate: QueryPredicate, variables: [Variable], dialect: String
  ) throws(AdapterFailure) -> (sql: String, bindings: [QueryValue]) {
    if let issue { throw .issue(issue) }
    return ("\(fixture) \(entity) \(predicate.exactFormat) \(dialect)", variables.map(\.1))
  }
}
