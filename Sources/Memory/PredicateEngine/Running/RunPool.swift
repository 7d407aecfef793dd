import PredicateBinding
import PredicateReference
import PredicateValues

/// Runs of a plan, one for each thread that is at work.
final class RunPool: Sendable {
  private struct Idle: @unchecked Sendable {
    // One thread at a time uses it: the one that took it.
    let run: QueryRun
  }

  /// The most idle runs that are kept.
  private static let mostIdle = 16

  let plan: QueryPlan
  private let capacity: Int?
  private let idle = Locked<[Idle]>([])

  /// Runs whose columns have the plan's capacity, unless they are to be smaller.
  init(_ plan: QueryPlan, capacity: Int? = nil) {
    self.plan = plan
    self.capacity = capacity
  }

  /// Prefetches the memory that up to 64 elements refer to, those whose bits are set. It reads the plan in place, because a copy would count
  /// references.
  func prefetchReferences(_ elements: UnsafeRawPointer, _ bits: UInt64) {
    if !plan.references.isEmpty { plan.references.prefetch(elements, stride: plan.stride, bits) }
  }

  /// A run that is idle, or a new one.
  func take() -> QueryRun { idle.withLock { $0.popLast() }?.run ?? QueryRun(plan, capacity: capacity) }

  func give(_ run: QueryRun) {
    let idle = Idle(run: run)
    self.idle.withLock { if $0.count < Self.mostIdle { $0.append(idle) } }
  }
}

/// A bound predicate over rows whose members a loader supplies, some rows at a time. `predicate filter` uses it for records.
///
/// Used by one thread.
package final class RowQuery {
  private let run: QueryRun
  private let rows: [Int]
  /// The members that the predicate reads, as paths of names. The path without a name is the row itself.
  package let members: [[String]]

  /// The query of a predicate that is bound to values of unknown type, or to an entity with attributes.
  ///
  /// - Parameter evaluator: Decides the undecided rows; its moment is that of `now()`.
  package init(_ bound: BoundPredicate, evaluator: ReferenceEvaluator) {
    let plan = QueryPlan(bound, over: .loaded, limits: evaluator.limits)
    members = plan.members
    run = QueryRun(plan, capacity: Self.chunkSize, evaluator: evaluator)
    rows = Array(0..<Self.chunkSize)
  }

  /// This many records stay in the second-level cache, with their memory.
  private static let chunkSize = 256

  /// The most rows of a call.
  package var capacity: Int { rows.count }

  /// Tests the rows from 0 to a count, and calls `body` with each: whether the predicate holds of it; nil if only the reference can decide. Stops if
  /// `body` returns false.
  package func forEach(_ count: Int, from loader: any MemberLoader, _ body: (Int, Bool?) -> Bool) {
    let answers = rows.withUnsafeBufferPointer { rows in
      rows.baseAddress.map { run.match($0, count: count, from: loader) }
    }
    guard let answers else { return }
    for row in 0..<count where !body(row, answers.undecided.has(row) ? nil : answers.matches.has(row)) { return }
  }
}
