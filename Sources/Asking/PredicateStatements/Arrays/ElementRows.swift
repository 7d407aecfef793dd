import PredicateBinding
import PredicateEngine
import PredicateFetching
import PredicateReference
import PredicateValues

/// The elements of an array as the rows of a fetch. The engine computes whole columns from them.
struct ElementRows<Element>: FetchedRows {
  let elements: [Element]
  let objects: ElementObjects<Element>
  let limits: PredicateLimits

  var count: Int { elements.count }

  func object(at position: Int) -> QueryValue { objects.object(elements[position]) }

  func columns(of expressions: [BoundExpression]) -> [[QueryValue]]? {
    var columns: [[QueryValue]] = []
    for expression in expressions {
      do throws(PredicateIssue) {
        guard let column = try objects.values(of: expression, for: elements, limits: limits) else { return nil }
        columns.append(column)
      } catch {
        // Nil, because another expression may fail for an earlier row. The reference evaluator then finds the first error.
        return nil
      }
    }
    return columns
  }
}
