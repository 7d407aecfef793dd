import PredicateModel
import PredicateOutput
import PredicateValues

/// What a query gave, ready to be shown in any mode.
package struct Answer {
  /// The rows that are shown.
  package var table: ResultTable
  /// What referenced objects are called.
  package var titles: [ObjectReference: String]
  /// The column that people know a row by; nil for none.
  package let naming: String?
  /// Whether the rows are groups.
  package var isGrouped = false
  /// What the rows are called.
  package let noun: EntityNoun
  /// How many rows there are; more than ``table`` has where not all are shown.
  package var total: Int
  /// How long it took.
  package var elapsed: Duration
  /// Whether ``table`` has all rows that were shown. A long answer is not kept.
  package var isKept = true

  /// An answer whose table has all rows.
  package init(
    table: ResultTable, titles: [ObjectReference: String], naming: String? = nil, noun: EntityNoun, total: Int,
    elapsed: Duration
  ) {
    self.naming = naming
    self.table = table
    self.titles = titles
    self.noun = noun
    self.total = total
    self.elapsed = elapsed
  }
}
