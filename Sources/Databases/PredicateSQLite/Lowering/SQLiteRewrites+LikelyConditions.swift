import PredicateModel
import PredicateSQL
import PredicateValues

/// Bounds that leave many rows. A database that knows nothing of the values takes any bound for one that leaves few, and finds the rows
/// one by one in an index: of a million films half of which are younger than 1990, `year > 1990 AND rating >= 7.5` took nine times as long
/// as reading them all. Where a sample says so, the database is told that most rows meet the condition; an index that has all that
/// is asked for serves nevertheless.
extension SQLRewriter {
  /// Whether a comparison with constants is marked, because it leaves many rows.
  func isLikely(_ comparison: SQLComparison, _ read: SQLColumnRead, _ place: Place) -> Bool {
    guard rewrites.contains(.likelyConditions), indexes.hasSamples, read.isOfVariable,
      let part = part(comparison, read, place)
    else { return false }
    return part > SQLPlanner.manyRows
  }

  /// About which part of the rows meet a comparison; nil where no sample tells.
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
    // Bounds of dates that are stored in another form are the numbers of that form, and those of the place are dates.
    let whole =
      attribute.storage.isConvertedDate ? interval : interval.intersection(place.intervals[SQLColumnName(read)])
    return indexes.part(ofTable: read.table, with: attribute.column, from: whole.low, to: whole.high)
  }
}
