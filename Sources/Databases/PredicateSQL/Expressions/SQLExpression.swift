import PredicateModel
import PredicateValues

/// A piece of SQL as a tree. The renderer makes the text once, at the end, with the brackets that precedence requires.
///
/// The tree has the facts that the translation needs: the type, whether the value can be NULL, whether the value has another collation than the
/// scalars' order, the cost, and the depth.
package struct SQLExpression: Sendable {
  package let node: Node
  /// Where the value comes from, such as a column. Rewrites use it.
  package var origin: Origin
  /// ``height``. The small numbers stand together, so that an expression takes 24 bytes of each stack frame of the recursion.
  private let levels: UInt32
  /// The type of the value.
  package let type: SQLType
  /// Whether the value can be NULL. False only if there is a proof that it cannot.
  package var mayBeNull: Bool
  /// Whether the value has another collation than the scalars' order. A comparison must then name a collation.
  package let hasOwnCollation: Bool
  /// 0 if the expression reads only columns, 1 if it calls a registered function, 2 if it runs a subquery.
  package let costClass: UInt8
  /// The nesting depth of operands and arguments. Statements and conditions do not count.
  package var height: Int { Int(levels) }

  /// Where a value comes from: a column, or another origin. Rewrites use it.
  package indirect enum Origin: Sendable {
    case column(SQLColumnRead)
    case other
  }

  /// Whether the expression is a stored column.
  package var isColumn: Bool { if case .column = node { true } else { false } }

  /// The column that the value is read from; nil if the value is computed in another way.
  package var read: SQLColumnRead? { if case .column(let read) = origin { read } else { nil } }

  /// The column that the value is read from; nil if no index begins with that column, or if the value is computed.
  package var indexedRead: SQLColumnRead? { read.flatMap { $0.isIndexed ? $0 : nil } }

  package indirect enum Node: Sendable {
    /// A column of one of the sources in scope.
    case column(source: Int, String)
    /// The value of an earlier stage of the same expression; see ``SQLStages``.
    case stage(Int)
    /// All columns of one of the sources, in the list of a SELECT's columns.
    case allColumns(source: Int)
    /// A constant, which is bound and so never part of the statement's text.
    case parameter(QueryValue)
    /// A number that is part of the statement's text, such as a position or a set of options.
    case integer(Int)
    /// A fixed word in the statement's text, such as the name of a function of the language.
    case name(String)
    case null
    /// A condition that is always true, or always false.
    case always(Bool)
    case not(SQLExpression)
    case negate(SQLExpression)
    case binary(SQLBinaryOperator, SQLExpression, SQLExpression)
    case all([SQLExpression])
    case any([SQLExpression])
    case nullTest(SQLExpression, isNull: Bool)
    case truthTest(SQLExpression, isTrue: Bool)
    case between(SQLExpression, SQLExpression, SQLExpression)
    /// Membership in constants. They are written out; many constants are bound as one value.
    case inList(SQLExpression, [QueryValue])
    case inSelect(SQLExpression, SQLSelect)
    /// Conditions that must be evaluated in the given order.
    case inOrder(SQLSequence)
    case exists(SQLSelect)
    case scalar(SQLSelect)
    case function(SQLFunction, [SQLExpression])
    /// SQL in the words of one database.
    case written(SQLTemplate, SQLPrecedence)
    /// `CASE WHEN … THEN … ELSE … END`. Without `otherwise`, the result of the other branch is NULL.
    case choose(SQLExpression, then: SQLExpression, otherwise: SQLExpression?)
    /// The value, compared by scalars whatever the column's collation.
    case scalarOrder(SQLExpression)
    /// A column as a computed value, for which no index is used.
    case unindexed(SQLExpression)
    case cast(SQLExpression, SQLType)
    /// `ROW_NUMBER() OVER (…)`: a window function.
    case over(SQLExpression, SQLWindow)
  }

  /// Makes an expression. Its cost and its depth are computed from its children.
  ///
  /// - Parameter type: Nil if the node determines the type.
  package init(
    _ node: Node, type: SQLType? = nil, mayBeNull: Bool, hasOwnCollation: Bool = false, origin: Origin = .other
  ) {
    self.node = node
    self.type = type ?? node.type
    self.mayBeNull = mayBeNull
    self.hasOwnCollation = hasOwnCollation
    self.origin = origin
    let children = node.children
    costClass = node.costClass(of: children)
    levels = 1 + (node.evaluatesChildren ? children.reduce(0) { max($0, $1.levels) } : 0)
  }
}

extension SQLExpression.Node {
  /// The greatest ``SQLExpression/costClass`` among the node itself and its children.
  fileprivate func costClass(of children: [SQLExpression]) -> UInt8 {
    let dearest = children.reduce(0) { max($0, $1.costClass) }
    return switch self {
    case .over: 0
    case .inSelect, .exists, .scalar: 2
    case .function(let function, _): max(function.cost, dearest)
    default: dearest
    }
  }

  /// The expressions in the node, in order. Expressions of a statement in the node are left out.
  package var children: [SQLExpression] {
    switch self {
    case .column, .stage, .allColumns, .parameter, .integer, .name, .null, .always, .exists, .scalar: []
    case .not(let part), .negate(let part), .nullTest(let part, _), .truthTest(let part, _), .scalarOrder(let part),
      .unindexed(let part), .cast(let part, _), .inList(let part, _),
      .inSelect(let part, _):
      [part]
    case .binary(_, let left, let right): [left, right]
    case .between(let value, let low, let high): [value, low, high]
    case .all(let parts), .any(let parts), .function(_, let parts): parts
    case .choose(let condition, let value, let otherwise): [condition, value] + (otherwise.map { [$0] } ?? [])
    case .inOrder(let sequence): sequence.groups
    case .over(let call, let window): [call] + window.keys + window.order.map(\.expression)
    case .written(let template, _): template.expressions
    }
  }

  /// Whether the node's value always needs the values of all its children. False for a condition, and for CASE, which evaluates only one branch. Also
  /// false for a function of a group, whose arguments belong to the surrounding statement.
  package var evaluatesChildren: Bool {
    switch self {
    case .negate, .cast: true
    case .binary(let op, _, _): op.isArithmetic
    case .function(let function, _): !function.isOfGroup
    default: false
    }
  }

  package var select: SQLSelect? {
    switch self {
    case .inSelect(_, let select), .exists(let select), .scalar(let select): select
    default: nil
    }
  }
}

extension SQLExpression {
  /// The role of a child in its parent.
  package enum Role {
    /// A condition that AND, OR or a sequence joins to others, or the condition of a statement.
    case condition
    /// The operand of NOT, or of a test for truth.
    case tested
    case value
    /// The condition of CASE.
    case test
    case arm
  }

  /// The same node with other children. Whether it can be NULL, the collation and the origin stay unchanged.
  ///
  /// - Parameter select: Changes the statement in the node.
  @inline(never)
  package func map(
    _ change: (SQLExpression, Role) -> SQLExpression, select: (SQLSelect) -> SQLSelect = { $0 }
  ) -> SQLExpression {
    let node: Node
    switch self.node {
    case .column, .stage, .allColumns, .parameter, .integer, .name, .null, .always: return self
    case .function(let function, let arguments): node = .function(function, arguments.map { change($0, .value) })
    case .choose, .not, .truthTest, .all, .any, .inOrder: node = self.node.withConditions(change)
    case .negate, .binary, .nullTest, .between, .inList, .scalarOrder, .unindexed, .cast, .written:
      node = self.node.withValues { change($0, .value) }
    case .inSelect, .exists, .scalar, .over: node = self.node.withStatement({ change($0, .value) }, select)
    }
    return SQLExpression(
      node, type: type, mayBeNull: mayBeNull, hasOwnCollation: hasOwnCollation, origin: origin)
  }
}

/// The nodes with other children, as functions of their own, so that each level of a nested expression needs little stack.
extension SQLExpression.Node {
  @inline(never)
  fileprivate func withConditions(_ change: (SQLExpression, SQLExpression.Role) -> SQLExpression) -> Self {
    switch self {
    case .choose(let test, let first, let second):
      .choose(change(test, .test), then: change(first, .arm), otherwise: second.map { change($0, .arm) })
    case .not(let child): .not(change(child, .tested))
    case .truthTest(let child, let isTrue): .truthTest(change(child, .tested), isTrue: isTrue)
    case .all(let parts): .all(parts.map { change($0, .condition) })
    case .any(let parts): .any(parts.map { change($0, .condition) })
    case .inOrder(let sequence): .inOrder(sequence.map { change($0, .condition) })
    default: self
    }
  }

  @inline(never)
  fileprivate func withValues(_ change: (SQLExpression) -> SQLExpression) -> Self {
    switch self {
    case .negate(let child): .negate(change(child))
    case .binary(let op, let left, let right): .binary(op, change(left), change(right))
    case .nullTest(let child, let isNull): .nullTest(change(child), isNull: isNull)
    case .between(let child, let low, let high): .between(change(child), change(low), change(high))
    case .inList(let child, let constants): .inList(change(child), constants)
    case .scalarOrder(let child): .scalarOrder(change(child))
    case .unindexed(let child): .unindexed(change(child))
    case .cast(let child, let type): .cast(change(child), type)
    case .written(let template, let precedence): .written(template.map(change), precedence)
    default: self
    }
  }

  @inline(never)
  fileprivate func withStatement(
    _ change: (SQLExpression) -> SQLExpression, _ select: (SQLSelect) -> SQLSelect
  ) -> Self {
    switch self {
    case .inSelect(let child, let inner): return .inSelect(change(child), select(inner))
    case .exists(let inner): return .exists(select(inner))
    case .scalar(let inner): return .scalar(select(inner))
    case .over(let call, var window):
      (window.keys, window.order) = (window.keys.map(change), window.order.map { $0.map(change) })
      return .over(change(call), window)
    default: return self
    }
  }
}

extension SQLExpression {
  /// The rank of a condition among the operands of AND: cheap conditions first. Among conditions of equal cost, those that few rows meet come first.
  package var selectivityRank: Int {
    let isLikely = if case .function(let function, _) = node { function.isLikely } else { false }
    return costRank + (isLikely ? 1 : 0)
  }

  /// The rank of a condition among the operands of OR: cheap conditions first.
  package var costRank: Int { 2 * Int(costClass) }
}

extension [SQLExpression] {
  /// The conditions sorted by rank; conditions of equal rank keep their order. Nil if they are already sorted. The result is the same in any order,
  /// because these conditions cannot fail. Sorting pays because a database evaluates conditions without an index from left to right.
  package func sorted(by rank: (SQLExpression) -> Int) -> [SQLExpression]? {
    guard zip(self, dropFirst()).contains(where: { rank($0) > rank($1) }) else { return nil }
    return (0...5).flatMap { wanted in filter { rank($0) == wanted } }
  }
}

package enum SQLBinaryOperator: Sendable {
  case equal
  case notEqual
  case less
  case lessOrEqual
  case greater
  case greaterOrEqual
  /// Equality in which two NULLs are equal. The result is never NULL.
  case same
  /// The opposite of `same`.
  case different
  case add
  case subtract
  case multiply
  case divide
  /// Concatenation of two texts.
  case concatenate

  package var isArithmetic: Bool {
    switch self {
    case .add, .subtract, .multiply, .divide, .concatenate: true
    case .equal, .notEqual, .less, .lessOrEqual, .greater, .greaterOrEqual, .same, .different: false
    }
  }
}

/// Conditions that must be evaluated in order: an earlier condition decides whether a later one runs, because the later one can fail.
package struct SQLSequence: Sendable {
  /// The conditions in their order, at least two.
  package var groups: [SQLExpression]
  /// Whether AND joins the conditions; otherwise OR.
  package let isAll: Bool
  /// Whether the first condition cannot fail.
  package let beginsSafely: Bool

  /// The same sequence with other conditions.
  package func map(_ change: (SQLExpression) -> SQLExpression) -> SQLSequence {
    SQLSequence(groups: groups.map(change), isAll: isAll, beginsSafely: beginsSafely)
  }

  /// The sequence as CASE WHEN, which a database evaluates from left to right.
  package var choice: SQLExpression {
    var result = groups[0]
    for next in groups.dropFirst() {
      result =
        isAll ? .choose(result, next, otherwise: .falsehood) : .choose(result, .truth, otherwise: next)
    }
    return result
  }
}

/// The rows over which a window function is computed: the content of `OVER (…)`.
package struct SQLWindow: Sendable {
  /// PARTITION BY: the window has only rows with equal values of these expressions.
  package var keys: [SQLExpression]
  /// ORDER BY; empty if the rows have no order.
  package var order: [SQLOrder]
  /// Whether the window ends with the current row. Otherwise it has all rows.
  package let isRunning: Bool

  package init(among keys: [SQLExpression] = [], order: [SQLOrder] = [], isRunning: Bool = false) {
    self.keys = keys
    self.order = order
    self.isRunning = isRunning
  }

  /// A call of a window function over this window.
  package func of(_ function: SQLFunction, _ arguments: [SQLExpression], mayBeNull: Bool) -> SQLExpression {
    of(.function(function, arguments, mayBeNull: mayBeNull))
  }

  /// A call as a window function over this window.
  package func of(_ call: SQLExpression) -> SQLExpression {
    SQLExpression(.over(call, self), type: call.type, mayBeNull: call.mayBeNull, hasOwnCollation: call.hasOwnCollation)
  }
}

/// The column that a value is read from. If an index begins with the column, rewrites change conditions so that the index can be used.
package struct SQLColumnRead: Sendable {
  package let attribute: Attribute
  package let table: String
  package let source: Int
  /// Whether the row belongs to a variable. False for the row of a to-one step.
  package let isOfVariable: Bool
  /// Whether an index begins with the column.
  package let isIndexed: Bool
  /// The rows that the index contains; nil if it contains all rows of the table.
  package let rows: SQLPartialRows?

  package init(
    attribute: Attribute, table: String, source: Int, isOfVariable: Bool, isIndexed: Bool, rows: SQLPartialRows? = nil
  ) {
    self.attribute = attribute
    self.table = table
    self.source = source
    self.isOfVariable = isOfVariable
    self.isIndexed = isIndexed
    self.rows = rows
  }
}

/// The rows that a partial index contains: those with a given number in a column.
package struct SQLPartialRows: Sendable, Hashable {
  package let column: ScalarString
  package let number: Int64

  package init(where column: String, equals number: Int64) {
    self.column = ScalarString(column)
    self.number = number
  }
}
