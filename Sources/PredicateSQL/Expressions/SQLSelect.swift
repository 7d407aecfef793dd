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
