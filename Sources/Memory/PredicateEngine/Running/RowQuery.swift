import PredicateBinding
import PredicateReference
import PredicateValues

/// A predicate over rows that are not Swift values: records of a stream.
package final class RowQuery {
  private let run: QueryRun
  /// The members that the predicate reads, as paths of names. The path without a name is the row itself.
  package let members: [[String]]

  /// The query of a predicate that is bound to values of unknown type, or to an entity with attributes.
  ///
  /// - Parameter evaluator: Decides the undecided rows; its moment is that of `now()`.
  package init(_ bound: BoundPredicate, evaluator: ReferenceEvaluator) {
    let plan = QueryPlan(bound, over: .loaded, limits: evaluator.limits)
    members = plan.members
    run = QueryRun(plan, capacity: Self.chunkSize, evaluator: evaluator.inTimeZone(bound.timeZone))
  }

  /// This many records stay in the second-level cache, with their memory.
  private static let chunkSize = 256

  /// The most rows of a call.
  package var capacity: Int { Self.chunkSize }

  /// Tests the rows from 0 to a count, and calls `body` with each: whether the predicate holds of it; nil if only the reference can decide. Stops if
  /// `body` returns false.
  package func forEach(_ count: Int, from loader: any MemberLoader, _ body: (Int, Bool?) -> Bool) {
    let answers = run.match(count, from: loader)
    for row in 0..<count where !body(row, answers.undecided.has(row) ? nil : answers.matches.has(row)) { return }
  }
}
