extension SQLRewriter {
  /// What of the outside must not be NULL for a statement to have a row: nothing is sought where it is.
  func neededValues(of select: SQLSelect) -> [SQLExpression] {
    guard rewrites.contains(.neededValues), let condition = select.condition else { return [] }
    let parts = if case .all(let parts) = condition.node { parts } else { [condition] }
    let own = select.sources.map(\.number)
    var needed: [SQLExpression] = []
    for part in parts {
      guard case .binary(.equal, let left, let right) = part.node, case .column(let from, _) = right.node,
        left.readsOnly(own), right.mayBeNull, !own.contains(from)
      else { continue }
      needed.append(right.unindexed.isNotNull)
    }
    return needed
  }
}

extension SQLExpression {
  /// Whether this is a column of one of some sources.
  fileprivate func readsOnly(_ sources: [Int]) -> Bool {
    switch node {
    case .column(let source, _): sources.contains(source)
    case .unindexed(let operand): operand.readsOnly(sources)
    default: false
    }
  }
}
