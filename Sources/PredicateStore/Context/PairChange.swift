import PredicateModel

/// A pair that one step puts into a table of pairs, or takes away.
struct PairChange {
  let source: StoredObject
  let destination: StoredObject
  /// What the further columns held when the pair was taken away; nil where the table has none. The step and its inverse share it.
  let rows: PairRows?
}

/// The further columns of a pair whose row was deleted, so that undoing brings them back.
final class PairRows {
  /// A row of values for each row that had the pair.
  var values: [[StoredValue]] = []
}
