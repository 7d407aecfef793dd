import OpenPredicate

@testable import PredicateEngine
@testable import PredicateReference

extension BoundQuery {
  /// The positions of the elements for which the reference evaluator finds the predicate true.
  func indicesByReference(_ elements: [Element]) throws(PredicateIssue) -> [Int] {
    var found: [Int] = []
    for index in elements.indices where try matchesByReference(elements[index]) { found.append(index) }
    return found
  }
}
