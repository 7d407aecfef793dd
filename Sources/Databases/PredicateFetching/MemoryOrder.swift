import PredicateModel
import PredicateValues

/// A row of a result that is being computed.
struct MemoryRow {
  /// The number of the object or group that the row is made from.
  let position: Int
  var values: [QueryValue]
  /// A value for each sort key.
  let sortValues: [QueryValue]
  /// A value for each key of `first … of each`.
  let firstKeys: [QueryValue]
  /// The values that order rows with equal sort keys: the keys of a group, the columns of a distinct row. Empty for objects, which keep the order of
  /// their keys.
  let ties: [QueryValue]
}

/// The order of the rows of a fetch.
package struct MemoryOrder {
  private let lines: [Line]

  private struct Line {
    let isAscending: Bool
    let folding: StringFolding

    init(_ order: BoundFetch.Order) {
      isAscending = order.isAscending
      folding = StringFolding(order.options)
    }

    /// A value as it is compared. A string is folded once, by the options of the sort key.
    func compared(_ value: QueryValue) -> QueryValue {
      if case .string(let text) = value, !folding.isIdentity { .string(folding.fold(text)) } else { value }
    }
  }

  package init(_ order: [BoundFetch.Order]) { lines = order.map(Line.init) }

  /// The compared values of a row, for all sort keys.
  package func keys(_ values: some Sequence<QueryValue>) -> [QueryValue] {
    zip(lines, values).map { $0.compared($1.withoutNaN) }
  }

  /// Whether one row precedes another by the sort keys; nil if all sort keys are equal.
  package func comes(_ keys: [QueryValue], before other: [QueryValue]) -> Bool? {
    for (position, line) in lines.enumerated() {
      switch keys[position].rank(among: other[position]) {
      case .less: return line.isAscending
      case .greater: return !line.isAscending
      case .equal: continue
      }
    }
    return nil
  }

  /// Whether all sort keys of two rows are equal.
  func areEqual(_ left: MemoryRow, _ right: MemoryRow) -> Bool {
    zip(lines, zip(left.sortValues, right.sortValues)).allSatisfy { line, values in
      line.compared(values.0).rank(among: line.compared(values.1)) == .equal
    }
  }

  /// The rows sorted. Rows with equal keys keep their order.
  func sorted(_ rows: [MemoryRow]) -> [MemoryRow] {
    let keys = rows.map { self.keys($0.sortValues) }
    let positions = rows.indices.sorted { left, right in
      if let comes = comes(keys[left], before: keys[right]) { return comes }
      for (a, b) in zip(rows[left].ties, rows[right].ties) {
        switch a.rank(among: b) {
        case .less: return true
        case .greater: return false
        case .equal: continue
        }
      }
      return left < right
    }
    return positions.map { rows[$0] }
  }
}
