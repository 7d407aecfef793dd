import OpenPredicate

@testable import PredicateEngine
@testable import PredicateReference

extension BoundQuery {
  /// The places of the elements of which the reference says that the predicate holds.
  func indicesByReference(_ elements: [Element]) throws(PredicateIssue) -> [Int] {
    var found: [Int] = []
    for index in elements.indices where try matchesByReference(elements[index]) { found.append(index) }
    return found
  }
}
