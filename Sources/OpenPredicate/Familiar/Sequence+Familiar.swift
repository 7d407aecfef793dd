import PredicateBinding
import PredicateEvaluation
import PredicateSyntax

extension Sequence {
  /// What NSArray and NSSet call `filter`: `try movies.filtered(using: predicate)`.
  public func filtered(
    using predicate: QueryPredicate, variables: QueryVariables = [:]
  ) throws(PredicateIssue) -> [Element] {
    try filter(predicate, variables: variables)
  }

  /// What NSArray calls `sorted(by:)`: `try movies.sorted(using: [QuerySortKey("year", ascending: false)])`.
  public func sorted(using keys: [QuerySortKey]) throws(PredicateIssue) -> [Element] {
    try sorted(by: keys)
  }
}
