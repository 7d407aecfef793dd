import PredicateModel
import PredicateValues

/// A row of an answer while it is made.
struct MemoryRow {
  /// The number of the object or group that the row is made of.
  let position: Int
  var values: [QueryValue]
  /// A value for each line of the order.
  let sortValues: [QueryValue]
  /// A value for each key whose first rows are kept.
  let firstKeys: [QueryValue]
  /// The values that order rows with equal sort keys: the keys of a group, the columns of a distinct row. Empty for objects, which keep the order of
  /// their keys.
  let ties: [QueryValue]
}

/// The order of the rows of a fetch.
struct MemoryOrder {
  private let lines: [Line]

  private struct Line {
    let isAscending: Bool
    let folding: StringFolding

    init(_ order: BoundFetch.Order) {
      isAscending = order.isAscending
      folding = StringFolding(order.options)
    }

    /// The value as the line compares it: a string is folded once.
    func compared(_ value: QueryValue) -> QueryValue {
      if case .string(let text) = value, !folding.isIdentity { .string(folding.fold(text)) } else { value }
    }
  }

  init(_ order: [BoundFetch.Order]) { lines = order.map(Line.init) }

  /// The rows in their order. Equal rows keep theirs.
  func sorted(_ rows: [MemoryRow]) -> [MemoryRow] {
    let keys = rows.map { row in zip(lines, row.sortValues).map { $0.compared($1) } }
    let positions = rows.indices.sorted { left, right in
      for (position, line) in lines.enumerated() {
        switch keys[left][position].rank(among: keys[right][position]) {
        case .less: return line.isAscending
        case .greater: return !line.isAscending
        case .equal: continue
        }
      }
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
