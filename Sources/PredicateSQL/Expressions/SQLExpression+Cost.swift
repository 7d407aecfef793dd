extension SQLExpression.Node {
  /// See ``SQLExpression/costClass``: that of the dearest part.
  var costClass: Int {
    switch self {
    case .column, .stage, .allColumns, .parameter, .integer, .name, .null, .always, .rowNumber: 0
    case .not(let part), .negate(let part), .nullTest(let part, _), .truthTest(let part, _), .binaryCollation(let part),
      .caseCollation(let part), .unindexed(let part),
      .cast(let part, _), .isStored(let part, _), .inList(let part, _):
      part.costClass
    case .binary(_, let left, let right): max(left.costClass, right.costClass)
    case .between(let value, let low, let high): max(value.costClass, low.costClass, high.costClass)
    case .all(let parts), .any(let parts): parts.map(\.costClass).max() ?? 0
    case .function(.position, let arguments), .function(.byteCount, let arguments), .function(.likely, let arguments):
      arguments.map(\.costClass).max() ?? 0
    // It costs nothing, and stands behind the condition that it keeps from being worked out early.
    case .function(.never, _): 2
    case .function(_, let arguments): max(1, arguments.map(\.costClass).max() ?? 1)
    case .choose(let condition, let value, let otherwise):
      max(condition.costClass, value.costClass, otherwise?.costClass ?? 0)
    case .inOrder(let sequence): sequence.groups.map(\.costClass).max() ?? 0
    case .inSelect, .exists, .scalar: 2
    }
  }
}

extension SQLExpression {
  /// The place of a condition among those that all have to hold: cheap ones first, and of one cost class those that few rows meet.
  var selectivityRank: Int {
    let isLikely = if case .function(.likely, _) = node { true } else { false }
    return costRank + (isLikely ? 1 : 0)
  }

  /// The place of a condition among those of which one has to hold.
  var costRank: Int { 2 * costClass }
}

extension [SQLExpression] {
  /// The expressions by their ranks, those of one rank in their order; nil where they stand so. Conditions are total, so their order is free,
  /// and an engine evaluates what no index decides from left to right.
  func sorted(by rank: (SQLExpression) -> Int) -> [SQLExpression]? {
    guard zip(self, dropFirst()).contains(where: { rank($0) > rank($1) }) else { return nil }
    return (0...5).flatMap { wanted in filter { rank($0) == wanted } }
  }
}
