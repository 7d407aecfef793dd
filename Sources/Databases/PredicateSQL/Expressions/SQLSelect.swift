import PredicateValues

/// A SELECT as a tree.
package struct SQLSelect: Sendable {
  package var columns: [SQLExpression]
  /// The names of the columns, if the surrounding statement uses them; otherwise empty.
  package var columnNames: [String] = []
  /// Whether equal rows are returned once.
  package var isDistinct = false
  /// The sources of rows. The first one follows FROM. Each other source is joined to the sources before it.
  package var sources: [SQLSource]
  /// The condition that relates the statement's rows to a row of the surrounding statement. It is moved into ``condition`` when the statement is rewritten.
  package var link: SQLExpression?
  /// WHERE.
  package var condition: SQLExpression?
  /// GROUP BY.
  package var grouping: [SQLExpression] = []
  /// HAVING.
  package var groupCondition: SQLExpression?
  /// ORDER BY.
  package var order: [SQLOrder] = []
  /// LIMIT.
  package var limit: Int?
  /// OFFSET.
  package var offset: Int = 0

  /// A statement without groups, order, limit and offset.
  package init(columns: [SQLExpression], sources: [SQLSource], condition: SQLExpression? = nil) {
    self.columns = columns
    self.sources = sources
    self.condition = condition
  }
}

/// One key of ORDER BY. If small values come first, NULL comes first, too.
package struct SQLOrder: Sendable {
  package let expression: SQLExpression
  package let isAscending: Bool
  /// Whether the value is the whole key of the rows. Then no two rows have the same value, and no further sort key is needed.
  package let isKey: Bool
  /// The position of the SELECT's column with the same value, counted from 1, so that the database computes the value once. Nil if ORDER BY computes
  /// the value itself.
  package var place: Int?

  package init(expression: SQLExpression, isAscending: Bool, isKey: Bool = false) {
    self.expression = expression
    self.isAscending = isAscending
    self.isKey = isKey
  }

  /// The same sort key with another value, for a SELECT whose columns may differ.
  package func map(_ change: (SQLExpression) -> SQLExpression) -> SQLOrder {
    SQLOrder(expression: change(expression), isAscending: isAscending, isKey: isKey)
  }

  /// The same sort key without ``place``, for a SELECT with other columns.
  package var withoutPlace: SQLOrder { SQLOrder(expression: expression, isAscending: isAscending, isKey: isKey) }
}

/// A table or another source of rows in a SELECT. Its alias contains its number: `t0`.
package struct SQLSource: Sendable {
  /// The number of the evaluated object's table.
  package static let root = 0

  /// The rows of the source.
  package enum Relation: Sendable {
    /// A table or a view, by its name.
    case table(String)
    /// The rows of a table that have one of these values in a column. The table's indexes can still be used.
    case rows(of: String, where: String, among: [QueryValue])
    /// Rows with one column. These are the values of that column.
    case values([SQLExpression])
    /// Rows with one of these values and its position: columns ``placeColumn`` and ``valueColumn``.
    case numbered([SQLExpression])
    /// The rows that a table function returns. They have the columns ``placeColumn`` and ``valueColumn``.
    case elements(SQLExpression)
    /// The rows of a statement. Its columns are named by their positions.
    indirect case select(SQLSelect)
    /// The rows of several statements with the same columns, one after the other: `UNION ALL`.
    case union([SQLSelect])
    /// The rows that a statement reaches by repeating a step, each once.
    indirect case levels(SQLRecursion)
    /// The rows that the recursion with this name found in its last step. Only the step of the recursion has this source.
    case recursion(String)
  }

  /// How a source is joined to the sources before it.
  package enum Join: Sendable {
    /// The source is the first one.
    case none
    /// INNER JOIN: rows without a match are dropped.
    case inner(SQLExpression)
    /// LEFT JOIN: rows without a match are combined with NULLs.
    case left(SQLExpression)
    /// CROSS JOIN: every row is combined with every other row.
    case cross

    /// The join condition; nil if every pair of rows is joined.
    package var condition: SQLExpression? {
      switch self {
      case .inner(let condition), .left(let condition): condition
      case .none, .cross: nil
      }
    }
  }

  /// Whether a row can be without a match in this source.
  package var mayBeMissing: Bool {
    if case .left = join { true } else { false }
  }

  package static let valueColumn = "value"
  package static let placeColumn = "key"

  package let number: Int
  package let relation: Relation
  package var join: Join
  /// Whether the database may use the table's indexes. To read all rows, a database chooses the smallest index. If the connection lacks the collation
  /// of that index, reading fails.
  package var usesIndexes = true

  package init(number: Int, relation: Relation, join: Join, usesIndexes: Bool = true) {
    self.number = number
    self.relation = relation
    self.join = join
    self.usesIndexes = usesIndexes
  }
}

/// A statement that repeats a step until it finds no new row: `WITH RECURSIVE … UNION`.
package struct SQLRecursion: Sendable {
  /// The name of the source that the step reads.
  package let name: String
  package let columns: [String]
  /// Finds the first rows.
  package var seed: SQLSelect
  /// Finds the rows that one step reaches from the rows of ``SQLSource/Relation/recursion(_:)``.
  package var step: SQLSelect
}

extension SQLSelect {
  /// The expressions of all clauses. Expressions of statements among the sources are left out.
  package var expressions: [SQLExpression] {
    columns + sources.flatMap(\.expressions) + [link, condition].compactMap { $0 } + grouping
      + (groupCondition.map { [$0] } ?? []) + order.map(\.expression)
  }

  /// The same statement with changed expressions and with changed statements among its sources. Expressions are changed in the order of the clauses.
  package func map(
    _ change: (SQLExpression, SQLExpression.Role) -> SQLExpression, select: (SQLSelect) -> SQLSelect
  ) -> SQLSelect {
    func value(_ expression: SQLExpression) -> SQLExpression { change(expression, .value) }
    var result = self
    result.columns = columns.map(value)
    result.sources = sources.map { $0.map(change, select: select) }
    result.link = link.map { change($0, .condition) }
    result.condition = condition.map { change($0, .condition) }
    result.grouping = grouping.map(value)
    result.groupCondition = groupCondition.map { change($0, .condition) }
    for (index, line) in order.enumerated() {
      result.order[index] = line.map(value)
      result.order[index].place = line.place
    }
    return result
  }
}

extension SQLSource {
  /// The expressions in the source's rows, and its join condition.
  fileprivate var expressions: [SQLExpression] {
    let rows: [SQLExpression] =
      switch relation {
      case .table, .rows, .select, .union, .levels, .recursion: []
      case .values(let rows), .numbered(let rows): rows
      case .elements(let list): [list]
      }
    return join.condition.map { rows + [$0] } ?? rows
  }

  fileprivate func map(
    _ change: (SQLExpression, SQLExpression.Role) -> SQLExpression, select: (SQLSelect) -> SQLSelect
  ) -> SQLSource {
    if case .table = relation, case .none = join { return self }
    let join: Join =
      switch self.join {
      case .inner(let condition): .inner(change(condition, .condition))
      case .left(let condition): .left(change(condition, .condition))
      case .none, .cross: self.join
      }
    let relation: Relation =
      switch self.relation {
      case .table, .rows, .recursion: self.relation
      case .values(let rows): .values(rows.map { change($0, .value) })
      case .numbered(let rows): .numbered(rows.map { change($0, .value) })
      case .elements(let list): .elements(change(list, .value))
      case .select(let inner): .select(select(inner))
      case .union(let parts): .union(parts.map(select))
      case .levels(let recursion):
        .levels(
          SQLRecursion(
            name: recursion.name, columns: recursion.columns, seed: select(recursion.seed),
            step: select(recursion.step)))
      }
    return SQLSource(number: number, relation: relation, join: join, usesIndexes: usesIndexes)
  }
}

/// Collects the sources whose columns a statement reads, and the sources that it contains itself.
package struct SQLSourceSearch {
  private var read: Set<Int> = []
  private var own: Set<Int> = []
  /// The source whose columns are collected; -1 if none are collected.
  private var wanted = -1
  private var columns: [(name: String, expression: SQLExpression)] = []
  private var readsAll = false

  /// Whether a statement reads only its own sources, so that it may be moved anywhere. Linear in the statement's size.
  package static func isClosed(_ select: SQLSelect) -> Bool {
    var search = SQLSourceSearch()
    search.visit(select)
    return search.read.isSubset(of: search.own)
  }

  /// Whether an expression reads at least one of some sources. Linear in the expression's size.
  package static func reads(_ expression: SQLExpression, anyOf sources: [SQLSource]) -> Bool {
    var search = SQLSourceSearch()
    search.visit(expression)
    return sources.contains { search.read.contains($0.number) }
  }

  /// Whether an expression reads at least one of some sources and no others. Sources that belong to statements inside the expression are ignored.
  /// Linear in the expression's size.
  package static func reads(_ expression: SQLExpression, only sources: Set<Int>) -> Bool {
    var search = SQLSourceSearch()
    search.visit(expression)
    return search.read.subtracting(search.own).isSubset(of: sources)
  }

  /// The columns of a source that some expressions read, each once; nil if they read all of them. Linear in the expressions' size.
  package static func columns(
    of source: Int, in expressions: [SQLExpression]
  ) -> [(name: String, expression: SQLExpression)]? {
    var search = SQLSourceSearch()
    search.wanted = source
    for expression in expressions { search.visit(expression) }
    return search.readsAll ? nil : search.columns
  }

  private mutating func visit(_ select: SQLSelect) {
    for source in select.sources { own.insert(source.number) }
    for expression in select.expressions { visit(expression) }
    for source in select.sources {
      switch source.relation {
      case .select(let inner): visit(inner)
      case .union(let parts): for part in parts { visit(part) }
      case .levels(let recursion):
        visit(recursion.seed)
        visit(recursion.step)
      default: break
      }
    }
  }

  private mutating func visit(_ expression: SQLExpression) {
    switch expression.node {
    case .column(let source, let name):
      read.insert(source)
      if source == wanted, !columns.contains(where: { $0.name.hasSameScalars(as: name) }) {
        columns.append((name, expression))
      }
    case .allColumns(wanted): readsAll = true
    default: break
    }
    for child in expression.node.children { visit(child) }
    if let select = expression.node.select { visit(select) }
  }
}

/// Splits a deep value into stages of shallow values. Each stage can use the values of the stages before it.
///
/// A database's parser accepts fewer nested function calls (``SQLLimits/nestedValues``) than the 256 of the language. So `f(f(f(…)))` becomes `(WITH
/// s0 AS (SELECT f(f(x)) AS v0), s1 AS (SELECT s0.*, f(f(s0.v0)) AS v1 FROM s0) SELECT f(s1.v1) FROM s1)`, whose calls are nested less.
struct SQLStages {
  /// The values of all stages except the last, in order.
  private(set) var values: [SQLExpression] = []
  /// The value of the last stage, which equals the whole expression.
  private(set) var last: SQLExpression

  private let stageHeight: Int

  /// - Parameters:
  ///   - expression: A value that is deeper than `stageHeight`.
  ///   - stageHeight: The greatest depth of a stage's value.
  init(_ expression: SQLExpression, stageHeight: Int) {
    last = expression
    self.stageHeight = stageHeight
    last = shallow(expression)
  }

  /// The expression with each deep operand replaced by the value of a stage.
  private mutating func shallow(_ expression: SQLExpression) -> SQLExpression {
    guard expression.height > stageHeight else { return expression }
    var isFull = false
    let inner = expression.map { operand, _ in
      let operand = shallow(operand)
      isFull = isFull || operand.height >= stageHeight
      return operand
    }
    return isFull ? inner.map { operand, _ in stage(operand) } : inner
  }

  private mutating func stage(_ operand: SQLExpression) -> SQLExpression {
    guard operand.height > 1 else { return operand }
    values.append(operand)
    return SQLExpression(
      .stage(values.count - 1), type: operand.type, mayBeNull: operand.mayBeNull,
      hasOwnCollation: operand.hasOwnCollation)
  }
}
