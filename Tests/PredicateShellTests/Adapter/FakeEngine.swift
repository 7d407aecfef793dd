import PredicateShell
import PredicateSyntax
import PredicateValues

/// An engine that tells what it was asked instead of answering: the adapter's tests are about what passes through.
struct FakeEngine: AdapterEngine {
  /// What every operation throws, where something.
  var issue: PredicateIssue?
  /// What `value` gives for an expression that is not the object.
  var constant = QueryValue.null

  func evaluate(
    _ predicate: QueryPredicate, object: QueryValue, variables: [Variable]
  ) throws(PredicateIssue) -> Bool {
    if let issue { throw issue }
    // The format says what is expected, so that a value that went astray gives false.
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
  ) throws(PredicateIssue) -> [Int64] {
    if let issue { throw issue }
    return [Int64(fixture.utf8.count), Int64(entity.utf8.count), Int64(predicate.nodeCount), Int64(engine.utf8.count)]
  }

  func sql(
    fixture: String, entity: String, predicate: QueryPredicate, variables: [Variable], dialect: String
  ) throws(PredicateIssue) -> (sql: String, bindings: [QueryValue]) {
    if let issue { throw issue }
    return ("\(fixture) \(entity) \(predicate.exactFormat) \(dialect)", variables.map(\.1))
  }
}
