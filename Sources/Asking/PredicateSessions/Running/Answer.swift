import PredicateModel
import PredicateOutput
import PredicateValues

/// The result of a query, ready to be shown in any output mode.
package struct Answer {
  /// The rows that are shown.
  package var table: ResultTable
  /// The titles of referenced objects, such as a movie's title.
  package var titles: [ObjectReference: String]
  /// The column that shows the title of a row, such as `title` or `name`; nil if there is none.
  package let naming: String?
  /// The positions of the columns that are keys of groups; nil if the rows are not groups.
  package var keyColumns: [Int]?
  /// The noun for the rows: `movie`, `movies`.
  package let noun: EntityNoun
  /// The number of rows of the whole answer. ``table`` has fewer rows if not all of them are shown.
  package var total: Int
  /// How long the query took.
  package var elapsed: Duration
  /// Whether ``table`` has all rows that were shown. It does not for a long answer, which is not kept.
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
