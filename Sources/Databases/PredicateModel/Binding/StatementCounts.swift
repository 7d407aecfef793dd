import PredicateValues

/// Counts how often texts are parsed and fetches are bound and translated. Tests use it to show that a statement does not repeat work.
///
/// ```swift
/// let counts = StatementCounts()
/// StatementCounts.$current.withValue(counts) { _ = session.run("Movie") }
/// counts[.translate]  // 1 for one SQL statement
/// ```
///
/// Counting is off unless a task sets ``current``. A step then costs one read of a task-local value.
package final class StatementCounts: Sendable {
  /// A step between the text of a statement and its SQL.
  package enum Work: Sendable, CaseIterable {
    /// `StatementParser` reads a text that is not empty.
    case parse
    /// `BoundFetch` resolves the names of a fetch, successfully or not.
    case bind
    /// `SQLTranslator` makes a statement from a bound fetch, successfully or not.
    case translate
  }

  /// The counts of the current task; nil outside of tests that count.
  @TaskLocal package static var current: StatementCounts?

  private let numbers = Locked<[Work: Int]>([:])

  package init() {}

  package func note(_ work: Work) { numbers.withLock { $0[work, default: 0] += 1 } }

  /// The number of times a step ran.
  package subscript(work: Work) -> Int { numbers.withLock { $0[work] ?? 0 } }
}
