import PredicateBinding
import PredicateReference
import PredicateValues

/// The input of a fetch in memory: objects, and optionally a way to compute values for all objects that is faster than evaluating each object.
package protocol FetchedRows {
  var count: Int { get }

  /// The object at a position, as the evaluator takes it.
  func object(at position: Int) -> QueryValue

  /// The values of some expressions for all rows, a column for each expression. Nil if there is no faster way, or if an expression fails for a row.
  /// The reference evaluator then finds the error that is reported.
  func columns(of expressions: [BoundExpression]) -> [[QueryValue]]?
}

extension FetchedRows {
  package func columns(of expressions: [BoundExpression]) -> [[QueryValue]]? { nil }

  /// The values of some expressions for all rows, a column for each expression. Throws the error of the first row that fails, and the errors of
  /// `checkCancellation`, which is called now and then.
  func values(
    of expressions: [BoundExpression], _ evaluator: ReferenceEvaluator, checkCancellation: () throws -> Void
  ) throws -> [[QueryValue]] {
    try checkCancellation()
    if expressions.isEmpty { return [] }
    if let columns = columns(of: expressions) { return columns }
    var columns: [[QueryValue]] = Array(repeating: [], count: expressions.count)
    for position in 0..<count {
      if position.isMultiple(of: MemoryRun.chunk) { try checkCancellation() }
      let object = object(at: position)
      for (column, expression) in expressions.enumerated() {
        columns[column].append(try evaluator.value(expression, object: object))
      }
    }
    return columns
  }
}

/// Objects of a graph, or groups, as the rows of a fetch.
package struct ObjectRows: FetchedRows {
  private let objects: [any QueryObject]

  package init(_ objects: [any QueryObject]) { self.objects = objects }

  package var count: Int { objects.count }

  package func object(at position: Int) -> QueryValue { .object(objects[position]) }
}
