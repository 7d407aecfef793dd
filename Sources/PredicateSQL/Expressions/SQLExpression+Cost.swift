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
  /// Whether the condition is marked as one that many rows meet.
  fileprivate var isLikely: Bool {
    if case .function(.likely, _) = node { true } else { false }
  }
}

extension [SQLExpression] {
  /// The same for conditions that all have to hold: of one cost class those that few rows meet come first, as far as that is known.
  var sortedBySelectivity: [SQLExpression] {
    let sorted = sortedByCost
    guard sorted.contains(where: \.isLikely) else { return sorted }
    return (0...2).flatMap { wanted in
      let ones = sorted.filter { $0.costClass == wanted }
      return ones.filter { !$0.isLikely } + ones.filter(\.isLikely)
    }
  }

  /// Whether no expression stands behind one of a greater cost class.
  var areSortedByCost: Bool { !zip(self, dropFirst()).contains { $0.costClass > $1.costClass } }

  /// Likewise, and none is marked as one that most rows meet.
  var areSortedBySelectivity: Bool { areSortedByCost && !contains(where: \.isLikely) }

  /// The expressions by cost class, those of one class in their order. Conditions are total, so their order is free, and an engine
  /// evaluates what no index decides from left to right.
  var sortedByCost: [SQLExpression] {
    guard !areSortedByCost else { return self }
    return (0...2).flatMap { wanted in filter { $0.costClass == wanted } }
  }
}
