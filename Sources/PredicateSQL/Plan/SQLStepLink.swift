/// How the rows of a step refer to the row that it starts from.
struct SQLStepLink {
  /// The key of the start.
  let ours: [SQLExpression]
  /// The columns that hold that key.
  let theirs: [SQLExpression]
  /// Whether it is the key's collation by which the two are compared.
  let keyDecides: Bool
  /// How their columns are compared without their affinity; nil for one that keeps it.
  let losing: [SQLKeyForms.LostAffinity?]

  /// Whether a row refers to the start.
  var match: SQLExpression {
    keyDecides ? SQLPlanner.match(ours, theirs, losing: losing) : SQLPlanner.match(theirs, ours)
  }

  /// Their column as the key that it refers to; nil where that is several columns.
  var key: SQLExpression? {
    guard theirs.count == 1 else { return nil }
    return losing.contains { $0 != nil } ? theirs[0].unindexed : theirs[0]
  }
}
