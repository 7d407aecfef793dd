/// How the rows of a step refer to the row that it starts from.
struct SQLStepLink {
  /// The key of the start.
  var ours: [SQLExpression]
  /// The columns that hold that key.
  var columns: [String]
  /// Whether these can be NULL.
  var mayBeNull = true
  /// Whether it is the key's collation by which the two are compared.
  var keyDecides = false
  /// How their columns are compared without their affinity; nil for one that keeps it.
  var losing: [SQLKeyForms.LostAffinity?] = []
  /// The source that has the rows.
  var source = 0

  /// The link to the rows of a source.
  func of(_ source: Int) -> SQLStepLink {
    var link = self
    link.source = source
    return link
  }

  /// The columns of the source.
  var theirs: [SQLExpression] { columns.map { .column($0, of: source, mayBeNull: mayBeNull) } }

  /// Whether a row refers to the start.
  var match: SQLExpression {
    keyDecides ? SQLPlanner.match(ours, theirs, losing: losing) : SQLPlanner.match(theirs, ours)
  }

  /// Their column as the key that it refers to; nil where that is several columns.
  var key: SQLExpression? {
    guard columns.count == 1, let column = theirs.first else { return nil }
    return losing.contains { $0 != nil } ? column.unindexed : column
  }
}
