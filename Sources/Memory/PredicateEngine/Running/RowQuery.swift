import PredicateBinding
import PredicateReference

/// A predicate over rows that are not Swift values: records of a stream.
package final class RowQuery {
  private let run: QueryRun
  /// The members that the predicate reads, as paths of names. The empty path is the row itself.
  package let members: [[String]]

  /// A query for a predicate that is bound to values of unknown type, or to an entity with attributes.
  ///
  /// - Parameter evaluator: Decides the rows that the query leaves undecided, and gives the date of `now()`.
  package init(_ bound: BoundPredicate, evaluator: ReferenceEvaluator) {
    let plan = QueryPlan(bound, over: .loaded, limits: evaluator.limits)
    members = plan.members
    run = QueryRun(plan, capacity: capacity, evaluator: evaluator.inTimeZone(bound.timeZone))
  }

  /// The most rows that one call can test. This many records, with their memory, stay in the second-level cache.
  package let capacity = 256

  /// Tests the rows from 0 to `count`, and calls `body` with each row and the answer; nil if only the reference evaluator can decide. Stops if `body`
  /// returns false.
  package func forEach(_ count: Int, from loader: any MemberLoader, _ body: (Int, Bool?) -> Bool) {
    let answers = run.match(count, from: loader)
    for row in 0..<count where !body(row, answers.undecided.has(row) ? nil : answers.matches.has(row)) { return }
  }
}
