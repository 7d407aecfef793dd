import PredicateModel
import PredicateValues

/// What a query gave, ready to be shown in any mode.
struct Answer {
  /// The rows that are shown.
  var table: ResultTable
  /// What referenced objects are called.
  var titles: [ObjectReference: String]
  /// What the rows are called.
  let noun: EntityNoun
  /// How many rows there are; more than ``table`` has where not all are shown.
  var total: Int
  /// How long it took.
  var elapsed: Duration
  /// Whether ``table`` has all rows that were shown. A long answer is not kept.
  var isKept = true
}
