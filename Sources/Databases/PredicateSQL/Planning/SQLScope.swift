import PredicateBinding
import PredicateModel
import PredicateSyntax

/// One SELECT in progress: its sources so far, and the to-one paths that have been joined.
package struct SQLScope {
  /// The sources, in the order of their addition.
  package var sources: [SQLSource] = []
  /// Conditions on the sources that are not join conditions.
  package var conditions: [SQLExpression] = []
  /// The source of each to-one path from a variable that this SELECT binds. A path is joined once, not once per mention.
  package var joined: [AccessPath: Int] = [:]
  /// How many of its rows the conditions are evaluated for.
  package var rowGoal = RowGoal.all
  /// Whether it runs for each row of a surrounding SELECT with a row goal.
  package var isInsideRowGoal = false
  /// Whether its rows are groups, or are in a value of groups.
  package var isGrouped = false

  /// How many rows the conditions of a SELECT are evaluated for.
  package enum RowGoal {
    case all
    /// An index finds few: see ``SQLPlanner/isSelective(_:of:)``.
    case few
    /// The first rows in the order of their keys, until a limit is reached.
    case first
  }

  /// Makes every inner join a cross join, and returns the join conditions, which must be added to the condition.
  package mutating func takeInnerJoins() -> [SQLExpression] {
    var conditions: [SQLExpression] = []
    for (position, source) in sources.enumerated() {
      guard case .inner(let condition) = source.join else { continue }
      conditions.append(condition)
      sources[position].join = .cross
    }
    return conditions
  }

  /// A to-one path: a variable and the members that follow it.
  package struct AccessPath: Hashable {
    package let variable: Int
    package let members: [ScalarString]

    package init(_ row: CoreRow) {
      var members: [ScalarString] = []
      var row = row
      while case .toOne(let base, let member, _) = row {
        members.append(ScalarString(member.name))
        row = base
      }
      variable = row.variable
      self.members = members
    }
  }
}

/// The meaning of a core variable in SQL.
package struct SQLVariable {
  /// The position of the SELECT that binds it.
  package let scope: Int
  /// The entity; nil for a value.
  package let entity: Entity?
  /// The source of the entity's table, or of the values; nil while the link suffices.
  package var source: Int?
  /// Columns of a join table that hold the object's key.
  package let link: Link?
  /// The table of the objects that find this one by an index; nil if there is none.
  package var startTable: String?
  /// The place of the object among the others of an ordered relationship.
  package var orderPlace: SQLExpression?
  /// The value, if the variable is not an object.
  package var element: Element?
  /// Whether the variable is a group: its columns of unknown type hold values that carry their own type, not stored values.
  package var isGroup = false

  /// A value of a collection.
  package struct Element {
    package let expression: SQLExpression
    /// Whether it is in the form of its type, and does not carry its own.
    package let isNative: Bool
    /// Its place among the others; nil if they are already in order.
    package let place: SQLExpression?
  }

  package struct Link {
    package let source: Int
    package let table: String
    package let columns: [String]
  }
}

/// How the rows of a step refer to the row that the step starts from.
package struct SQLStepLink {
  /// The key of the outer row, which the step starts from.
  package var outer: [SQLExpression]
  /// The inner columns, which hold that key.
  package var columns: [String]
  /// Whether the inner columns can be NULL.
  package var mayBeNull = true
  /// Whether the two are compared by the key's collation.
  package var keyDecides = false
  /// How the inner columns are compared with the key; nil for a comparison by `=`.
  package var comparisons: [(any SQLKeyComparison)?] = []
  /// The number of the source whose rows are linked.
  package var source = 0

  /// The link to the rows of a source.
  package func of(_ source: Int) -> SQLStepLink {
    var link = self
    link.source = source
    return link
  }

  /// The inner columns, of the source.
  package var inner: [SQLExpression] { columns.map { .column($0, of: source, mayBeNull: mayBeNull) } }

  /// Whether an inner row refers to the outer one.
  package var match: SQLExpression {
    keyDecides ? SQLPlanner.match(outer, inner, comparisons) : SQLPlanner.match(inner, outer)
  }

  /// The inner column as the key that it refers to; nil if there are several columns.
  package var key: SQLExpression? {
    guard columns.count == 1, let column = inner.first else { return nil }
    return comparisons.first??.asKey(column) ?? column
  }
}
