import PredicateBinding
import PredicateModel
import PredicateSyntax

/// One SELECT in progress: its sources so far, and the to-one paths that have been joined.
package struct SQLScope {
  /// The sources, in the order of their addition.
  package var sources: [SQLSource] = []
  /// Conditions on the sources that are not join conditions.
  package var conditions: [SQLExpression] = []
  /// The source of each to-one path from a variable that this SELECT binds. A path is joined once, even if the fetch mentions it several times.
  package var joined: [AccessPath: Int] = [:]
  /// For how many rows of the SELECT its conditions are evaluated.
  package var rowGoal = RowGoal.all
  /// Whether the SELECT runs for each row of a surrounding SELECT with a row goal other than `all`.
  package var isInsideRowGoal = false
  /// Whether the SELECT's rows are groups, or whether the SELECT is inside a value that is computed for groups.
  package var isGrouped = false
  /// Whether the SELECT runs for each row of a surrounding SELECT, because it is correlated.
  package var runsForEachRow = false
  /// The grouped elements that are joined to the SELECT's rows.
  package var groups: [SQLGroupedElements] = []

  /// For how many rows the conditions of a SELECT are evaluated.
  package enum RowGoal {
    case all
    /// For few rows, which an index finds; see ``SQLPlanner/isSelective(_:of:)``.
    case few
    /// For the first rows in the order of their keys, until a limit is reached.
    case first
  }

  /// Turns every inner join into a cross join. Returns the join conditions, which the caller must add to the condition.
  package mutating func takeInnerJoins() -> [SQLExpression] {
    var conditions: [SQLExpression] = []
    for (position, source) in sources.enumerated() {
      guard case .inner(let condition) = source.join else { continue }
      conditions.append(condition)
      sources[position].join = .cross
    }
    return conditions
  }

  /// A to-one path: a variable and the members after it.
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
  /// The number of the source with the object's columns, or with the values. Nil as long as only the link has been read.
  package var source: Int?
  /// The columns of a join table that hold the object's key.
  package let link: Link?
  /// The table from whose rows an index finds this object. Nil if there is no such index.
  package var startTable: String?
  /// The position of the object in its ordered relationship.
  package var orderPlace: SQLExpression?
  /// The value of a variable that is not an object.
  package var element: Element?
  /// Whether the variable is a group. Columns of unknown type are then values together with their types, and not stored values.
  package var isGroup = false

  /// An element of a collection value.
  package struct Element {
    package let expression: SQLExpression
    /// Whether the value has the SQL representation of its type. Otherwise it is a value together with its type.
    package let isNative: Bool
    /// The position of the element; nil if the elements are already in order.
    package let place: SQLExpression?
  }

  package struct Link {
    package let source: Int
    package let table: String
    package let columns: [String]
  }
}

/// How the rows of a to-many step refer to the row that the step starts from.
package struct SQLStepLink {
  /// The key of the outer row, which the step starts from.
  package var outer: [SQLExpression]
  /// The inner columns that hold the key of the outer row.
  package var columns: [String]
  /// Whether the inner columns can be NULL.
  package var mayBeNull = true
  /// Whether the key's collation applies to the comparison.
  package var keyDecides = false
  /// How each inner column is compared with its key column; nil for a comparison by `=`.
  package var comparisons: [(any SQLKeyComparison)?] = []
  /// The number of the source with the inner columns.
  package var source = 0

  /// The same link, if the inner columns belong to a given source.
  package func of(_ source: Int) -> SQLStepLink {
    var link = self
    link.source = source
    return link
  }

  package var inner: [SQLExpression] { columns.map { .column($0, of: source, mayBeNull: mayBeNull) } }

  /// A test whether an inner row refers to the outer row.
  package var match: SQLExpression {
    keyDecides ? SQLPlanner.match(outer, inner, comparisons) : SQLPlanner.match(inner, outer)
  }

  /// The inner column, converted to the key that it refers to; nil if there are several columns.
  package var key: SQLExpression? {
    guard columns.count == 1, let column = inner.first else { return nil }
    return comparisons.first??.asKey(column) ?? column
  }
}

extension PredicateIssue {
  private static let unsupportedCode = "sql-unsupported"
  private static let noKeyCode = "sql-no-key"

  /// The issue for a construct without SQL in this database.
  package static func unsupportedInSQL(_ construct: String, range: SourceRange) -> PredicateIssue {
    .error(unsupportedCode, range, "\(construct) cannot be translated to SQL.", kind: .unsupported)
  }

  /// Whether the issue only means that SQL cannot express a construct. Memory can then evaluate the surrounding condition.
  var isMissingForm: Bool { code == Self.unsupportedCode }

  /// Whether the issue only means that SQL cannot identify objects without an integer key. Memory identifies them by their keys.
  var isMissingKey: Bool { code == Self.noKeyCode }

  /// The issue for an object in a variable that is not a row of the database.
  package static func foreignObject(range: SourceRange) -> PredicateIssue {
    .unsupportedInSQL("An object that is not in the database", range: range)
  }

  /// The issue for a SELECT that would join more tables than the database allows.
  package static func tooManyJoins(_ maximum: Int) -> PredicateIssue {
    .error(
      "sql-joins", nil, "the predicate needs more than the \(maximum) tables that one SELECT can join", kind: .limit)
  }

  /// The issue for a name that the model lacks, because the condition was bound to another model.
  package static func notInModel(_ name: String, range: SourceRange = .none) -> PredicateIssue {
    .error("sql-model", range, "the data model of the database does not contain '\(name)'", kind: .unknownKey)
  }

  /// The issue for an object of an entity whose rows have no identity.
  package static func noKey(_ entity: String, range: SourceRange = .none) -> PredicateIssue {
    .error(
      noKeyCode, range, "the rows of \(entity) cannot be identified, because they have no integer key",
      kind: .unsupported)
  }
}
