import PredicateBinding
import PredicateEvaluation
import PredicateSyntax
import PredicateValues

/// The evaluator behind the line protocol, without fixtures: what is built without a database.
///
/// ```swift
/// let session = AdapterSession(engine: MemoryEngine())
/// session.answer(to: Array(#"{"id":1,"op":"value","expression":"1 + 1"}"#.utf8))  // {"id":1,"value":2}
/// ```
public struct MemoryEngine: AdapterEngine {
  /// An engine; it keeps nothing.
  public init() {}

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
}
