import PredicateValues

/// Counts how often texts are parsed and how often fetches are bound and translated, for tests of how much work a statement repeats.
///
/// ```swift
/// let counts = StatementCounts()
/// StatementCounts.$current.withValue(counts) { _ = session.run("Movie") }
/// counts[.translate]  // 1 for one SQL statement
/// ```
///
/// Nothing is counted unless a task sets ``current``. The price of a step is then one read of a value of the task.
package final class StatementCounts: Sendable {
  /// A step that turns a text into SQL.
  package enum Work: Sendable, CaseIterable {
    /// `StatementParser` reads a text that is not empty.
    case parse
    /// `BoundFetch` resolves the names of a fetch, successfully or not.
    case bind
    /// `SQLTranslator` makes a statement of a bound fetch, successfully or not.
    case translate
  }

  /// The counts of the running task; nil outside of tests that count.
  @TaskLocal package static var current: StatementCounts?

  private let numbers = Locked<[Work: Int]>([:])

  /// Counts from zero.
  package init() {}

  /// Counts a step.
  package func note(_ work: Work) { numbers.withLock { $0[work, default: 0] += 1 } }

  /// How often a step ran.
  package subscript(work: Work) -> Int { numbers.withLock { $0[work] ?? 0 } }
}
