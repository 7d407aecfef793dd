import PredicateBinding
import PredicateModel
import PredicateSyntax

/// One SELECT while it is being made: its sources so far, and which to-one ways have been joined.
struct SQLScope {
  /// The sources, in the order in which they were added.
  var sources: [SQLSource] = []
  /// What holds of the sources apart from how they are joined.
  var conditions: [SQLExpression] = []
  /// The source of each to-one path from a variable that this SELECT binds. A path is joined once, not once per mention.
  var joined: [AccessPath: Int] = [:]
  /// For how many of its rows the conditions are evaluated.
  var rowGoal = RowGoal.all
  /// Whether it runs for each row of a SELECT around it that has a row goal.
  var isInsideRowGoal = false
  /// Whether its rows are grouped, or stand in a value of such rows.
  var isGrouped = false

  /// How many rows the conditions of a SELECT are evaluated for.
  enum RowGoal {
    case all
    /// An index finds few: see ``SQLPlanner/isSelective(_:of:)``.
    case few
    /// The first rows in the order of their keys, until a limit is reached.
    case first
  }

  /// Makes every inner join a cross join, and gives the conditions that then have to hold beside it.
  mutating func takeInnerJoins() -> [SQLExpression] {
    var conditions: [SQLExpression] = []
    for (position, source) in sources.enumerated() {
      guard case .inner(let condition) = source.join else { continue }
      conditions.append(condition)
      sources[position].join = .cross
    }
    return conditions
  }

  /// A to-one path: a variable and the members that follow it.
  struct AccessPath: Hashable {
    let variable: Int
    let members: [ScalarString]

    init(_ row: CoreRow) {
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

/// What a variable of the core stands for in SQL.
struct SQLVariable {
  /// The SELECT that binds it.
  let scope: Int
  /// The entity; nil for a value.
  let entity: Entity?
  /// The source of the entity's table, or of the values; nil while a link is all that is needed.
  var source: Int?
  /// Columns of a join table that hold the object's key.
  let link: Link?
  /// The table of the objects whose keys find this one, by an index; nil where there is no such way.
  var startTable: String?
  /// The place of the object among the others of an ordered relationship.
  var orderPlace: SQLExpression?
  /// The value, where the variable stands for one.
  var element: Element?
  /// Whether it stands for a group: its columns of unknown type hold boxes, not stored values.
  var isGroup = false

  /// A value among others.
  struct Element {
    let expression: SQLExpression
    /// Whether it is in the form of its type, and no box.
    let isNative: Bool
    /// Where it stands among the others; nil where they come in their order.
    let place: SQLExpression?
  }

  struct Link {
    let source: Int
    let table: String
    let columns: [String]
  }
}

/// How the rows of a step refer to the row that it starts from.
struct SQLStepLink {
  /// The key of the outer row, which the step starts from.
  var outer: [SQLExpression]
  /// The inner columns, which hold that key.
  var columns: [String]
  /// Whether these can be NULL.
  var mayBeNull = true
  /// Whether it is the key's collation by which the two are compared.
  var keyDecides = false
  /// How the inner columns are compared without their affinity; nil for one that keeps it.
  var losing: [SQLKeyForms.LostAffinity?] = []
  /// The source that has the rows.
  var source = 0

  /// The link to the rows of a source.
  func of(_ source: Int) -> SQLStepLink {
    var link = self
    link.source = source
    return link
  }

  /// The inner columns, of the source.
  var inner: [SQLExpression] { columns.map { .column($0, of: source, mayBeNull: mayBeNull) } }

  /// Whether an inner row refers to the outer one.
  var match: SQLExpression {
    keyDecides ? SQLPlanner.match(outer, inner, losing: losing) : SQLPlanner.match(inner, outer)
  }

  /// The inner column as the key that it refers to; nil where there are several columns.
  var key: SQLExpression? {
    guard columns.count == 1, let column = inner.first else { return nil }
    return losing.contains { $0 != nil } ? column.unindexed : column
  }
}
