import PredicateModel
import PredicateSyntax

/// A column of `show`, or a key of `group by`.
package struct StatementColumn: Sendable {
  /// The value and what it is called. Without a name of its own it is called as it is written.
  package let column: FetchedColumn
  /// The UTF-8 offsets of the value, without `as NAME`.
  package let range: Range<Int>
  /// Whether `as NAME` stands behind it.
  package let isNamed: Bool
}
