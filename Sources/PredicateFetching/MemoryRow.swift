import PredicateValues

/// A row of an answer while it is made.
struct MemoryRow {
  /// The number of the object or group that the row is made of.
  let position: Int
  /// A value for each column.
  var values: [QueryValue]
  /// A value for each line of the order.
  let sortValues: [QueryValue]
  /// A value for each key of which the first rows are kept.
  let firstKeys: [QueryValue]
  /// What decides between rows that are alike in all lines of the order: the keys of a group, the columns of a distinct row. Empty for
  /// objects, which keep the order of their keys.
  let ties: [QueryValue]
}
