import PredicateModel
import PredicateSQL
import PredicateValues

/// Bounds that most rows meet. Without statistics SQLite assumes that any bound leaves few rows, and looks the rows up one by one in an index. In a
/// table of a million films, half of them newer than 1990, `year > 1990 AND rating >= 7.5` took nine times as long that way as reading all rows. If a
/// sample shows that most rows meet the condition, it is marked as likely. SQLite still uses an index that covers the statement.
extension SQLRewriter {
  /// Whether to mark a comparison with constants as likely, because it holds for many rows.
  func isLikely(_ comparison: SQLComparison, _ read: SQLColumnRead, _ place: Place) -> Bool {
    guard rewrites.contains(.likelyConditions), indexes.hasSamples, read.isOfVariable,
      let part = part(comparison, read, place)
    else { return false }
    return part > SQLPlanner.manyRows
  }

  /// The approximate share of rows that meet a comparison; nil without a sample that shows it.
  private func part(_ comparison: SQLComparison, _ read: SQLColumnRead, _ place: Place) -> Double? {
    let attribute = read.attribute
    if case .list(let constants) = comparison.constants {
      guard attribute.isTrusted, attribute.storage == .text, constants.count <= dialect.limits.writtenConstants else {
        return nil
      }
      let texts = constants.compactMap(\.text)
      return indexes.part(ofTable: read.table, with: attribute.column, among: texts)
    }
    guard attribute.storage.isNumber, case .column = comparison.value.node,
      let interval = comparison.interval
    else { return nil }
    // The bounds of converted dates are stored numbers. The intervals of the place are dates, so they are not intersected with them.
    let whole =
      attribute.storage.isConvertedDate ? interval : interval.intersection(place.intervals[SQLColumnName(read)])
    return indexes.part(ofTable: read.table, with: attribute.column, from: whole.low, to: whole.high)
  }
}
