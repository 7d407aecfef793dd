import PredicateBinding

/// Conditions on one row, answered without a run.
extension ConditionNode {
  /// Whether tests of a row's memory alone decide the condition: no columns, nothing that can fail.
  var isOfRow: Bool {
    switch self {
    case .always: true
    case .and(let parts), .or(let parts): parts.allSatisfy(\.isOfRow)
    case .not(let part): part.isOfRow
    case .test(let path, _, _): !path.isComputed
    case .numbers, .pair, .expression, .byte, .exists, .among, .view, .values: false
    }
  }

  /// Whether a condition of which ``isOfRow`` is true holds of a row.
  func holds(of row: UnsafeRawPointer) -> Bool {
    switch self {
    case .always(let value): return value
    case .and(let parts): return parts.allSatisfy { $0.holds(of: row) }
    case .or(let parts): return parts.contains { $0.holds(of: row) }
    case .not(let part): return !part.holds(of: row)
    case .test(let path, let filter, _):
      guard let place = path.row(from: row) else { return false }
      var held: UInt64 = 1
      filter.narrow(.direct(place, stride: 0), &held, 1)
      return held != 0
    case .numbers, .pair, .expression, .byte, .exists, .among, .view, .values: return false
    }
  }
}
