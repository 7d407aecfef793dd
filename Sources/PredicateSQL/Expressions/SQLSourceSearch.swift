/// Which sources a statement reads, and which of them are its own.
struct SQLSourceSearch {
  private var read: Set<Int> = []
  private var own: Set<Int> = []

  /// Whether a statement reads nothing but what it names behind FROM, so that it may stand anywhere. Linear in its size.
  static func isClosed(_ select: SQLSelect) -> Bool {
    var search = SQLSourceSearch()
    search.visit(select)
    return search.read.isSubset(of: search.own)
  }

  /// Whether an expression reads one of some sources. Linear in its size.
  static func reads(_ expression: SQLExpression, anyOf sources: [SQLSource]) -> Bool {
    var search = SQLSourceSearch()
    search.visit(expression)
    return sources.contains { search.read.contains($0.number) }
  }

  private mutating func visit(_ select: SQLSelect) {
    for source in select.sources {
      own.insert(source.number)
      switch source.relation {
      case .table, .rows: break
      case .values(let rows), .numbered(let rows): for row in rows { visit(row) }
      case .elements(let list): visit(list)
      case .select(let inner): visit(inner)
      }
      if let condition = source.join.condition { visit(condition) }
    }
    for expression in select.columns + select.grouping + select.order.map(\.expression) { visit(expression) }
    if let link = select.link { visit(link) }
    if let condition = select.condition { visit(condition) }
    if let condition = select.groupCondition { visit(condition) }
  }

  private mutating func visit(_ expression: SQLExpression) {
    switch expression.node {
    case .column(let source, _): read.insert(source)
    case .not(let part), .negate(let part), .nullTest(let part, _), .truthTest(let part, _), .binaryCollation(let part),
      .caseCollation(let part), .unindexed(let part),
      .cast(let part, _), .isStored(let part, _), .inList(let part, _):
      visit(part)
    case .binary(_, let left, let right):
      visit(left)
      visit(right)
    case .between(let value, let low, let high): for part in [value, low, high] { visit(part) }
    case .all(let parts), .any(let parts), .function(_, let parts): for part in parts { visit(part) }
    case .inOrder(let sequence): for part in sequence.groups { visit(part) }
    case .inSelect(let value, let select):
      visit(value)
      visit(select)
    case .exists(let select), .scalar(let select): visit(select)
    case .rowNumber(let keys, let order): for part in keys + order.map(\.expression) { visit(part) }
    case .choose(let condition, let value, let otherwise):
      visit(condition)
      visit(value)
      if let otherwise { visit(otherwise) }
    case .stage, .allColumns, .parameter, .integer, .name, .null, .always: break
    }
  }
}
