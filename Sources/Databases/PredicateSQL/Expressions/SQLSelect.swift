import PredicateValues

/// A SELECT as a tree.
struct SQLSelect: Sendable {
  /// The columns.
  var columns: [SQLExpression]
  /// The names of the columns, where something outside refers to them; else none.
  var columnNames: [String] = []
  /// Whether rows that are alike are given once.
  var isDistinct = false
  /// Where rows come from: the first stands behind FROM, the others are joined to those before.
  var sources: [SQLSource]
  /// How its rows refer to a row around it, beside the condition; rewriting makes it a part of that.
  var link: SQLExpression?
  /// WHERE.
  var condition: SQLExpression?
  /// GROUP BY.
  var grouping: [SQLExpression] = []
  /// HAVING.
  var groupCondition: SQLExpression?
  /// ORDER BY.
  var order: [SQLOrder] = []
  /// LIMIT.
  var limit: Int?
  /// OFFSET.
  var offset: Int = 0
}

/// One line of ORDER BY. NULL comes first where small values do.
struct SQLOrder: Sendable {
  let expression: SQLExpression
  let isAscending: Bool
}

/// A table, or something like one, under a number that is its name in the statement.
struct SQLSource: Sendable {
  /// The number of the source that is the evaluated object's table.
  static let root = 0

  /// What gives the rows.
  enum Relation: Sendable {
    /// A table or a view, by its name.
    case table(String)
    /// The rows of a table with one of these values in a column. SQLite reads the table through its indexes all the same.
    case rows(of: String, where: String, among: [QueryValue])
    /// Rows of one value each.
    case values([SQLExpression])
    /// Rows of one value each, with their place beside it: columns ``placeColumn`` and ``valueColumn``.
    case numbered([SQLExpression])
    /// The texts of a JSON array, with their place beside it.
    case elements(SQLExpression)
    /// The rows of a statement, whose columns go by their position.
    indirect case select(SQLSelect)
  }

  /// How it meets the sources before it.
  enum Join: Sendable {
    /// It is the first.
    case none
    /// Only rows that have a partner.
    case inner(SQLExpression)
    /// A row without a partner meets NULLs.
    case left(SQLExpression)
    /// Every row with every row.
    case cross

    /// What partners have to meet; nil where every row is one.
    var condition: SQLExpression? {
      switch self {
      case .inner(let condition), .left(let condition): condition
      case .none, .cross: nil
      }
    }
  }

  /// Whether a row may have no partner among its rows.
  var mayBeMissing: Bool {
    if case .left = join { true } else { false }
  }

  static let valueColumn = "value"
  static let placeColumn = "key"

  let number: Int
  let relation: Relation
  var join: Join
  /// Whether the database may use the table's indexes. To read all rows it opens the smallest one, and fails where it lacks its collation.
  var usesIndexes = true
}

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
    if case .column(let source, _) = expression.node { read.insert(source) }
    for part in expression.node.parts { visit(part) }
    if let select = expression.node.select { visit(select) }
  }
}
