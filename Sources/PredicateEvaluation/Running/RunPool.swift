import PredicateValues

/// Runs of a plan, one for each thread that is at work.
final class RunPool: Sendable {
  private struct Idle: @unchecked Sendable {
    // One thread at a time uses it: the one that took it.
    let run: QueryRun
  }

  /// How many runs wait to be used again.
  private static let mostIdle = 16

  /// What the runs run.
  let plan: QueryPlan
  private let capacity: Int?
  private let idle = Locked<[Idle]>([])

  /// Runs whose columns have the plan's capacity, unless they are to be smaller.
  init(_ plan: QueryPlan, capacity: Int? = nil) {
    self.plan = plan
    self.capacity = capacity
  }

  /// Prefetches what elements refer to: those of up to 64 whose bits are set. It reads the plan in place, because a copy would count references.
  func prefetchReferences(_ elements: UnsafeRawPointer, _ bits: UInt64) {
    if !plan.references.isEmpty { plan.references.prefetch(elements, stride: plan.stride, bits) }
  }

  /// A run that is idle, or a new one.
  func take() -> QueryRun { idle.withLock { $0.popLast() }?.run ?? QueryRun(plan, capacity: capacity) }

  /// Gives a run back.
  func give(_ run: QueryRun) {
    let idle = Idle(run: run)
    self.idle.withLock { if $0.count < Self.mostIdle { $0.append(idle) } }
  }
}
