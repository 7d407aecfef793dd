#if PostgreSQL
  import PredicateDatabases
  import PredicateValues

  /// The number of steps that optional work may still take.
  final class StepLimit: Sendable {
    /// The limit of the running work; nil if it has none.
    @TaskLocal static var current: StepLimit?

    private let left: Locked<Double>

    init(_ steps: Int) {
      left = Locked(Double(steps))
    }

    /// Counts the steps of a statement before it runs. Throws if they exceed the limit, and then for each later statement, too.
    func take(_ steps: Double, for database: String) throws(DatabaseIssue) {
      let isOver = left.withLock { left in
        left -= steps
        return left < 0
      }
      if isOver { throw DatabaseIssue(.timedOut, "“\(database)” would take too many steps") }
    }
  }
#endif
