import PredicateBinding
import PredicateModel
import PredicateValues

/// Translates a condition of the typed core into a tree of SQL.
///
/// The SQL of a condition is true exactly if the condition is. If the condition is false, the SQL may be NULL, which WHERE, AND, OR and CASE WHEN
/// treat as false. So a comparison at the top level can use an index directly. Only a NOT makes its operand two-valued (``SQLExpression/negated``).
package struct SQLPlanner {
  package let model: DataModel
  package let lowering: any SQLLowering
  /// The dialect of the database.
  package let dialect: any SQLDialect
  package let functions: FunctionTable
  /// The time zone for properties of dates whose type is known only at run time.
  package let timeZone: QueryTimeZone
  /// The columns that have an index.
  package let indexes: SQLIndexes
  package let rewrites: SQLRewrites
  /// The SELECTs in progress. An inner SELECT refers to an outer one by its position in this list.
  package var scopes: [SQLScope] = []
  /// The position of the SELECT whose rows are tested by the condition.
  package var rowScope = 0
  /// The variables in scope.
  package var variables: [Int: SQLVariable] = [:]
  /// The part of the condition that selects few rows, by indexes of the evaluated object's table only; nil if there is none.
  package var selection: CoreCondition?
  /// Whether the statement only counts rows, so that their order does not matter.
  package var isCount = false
  /// Whether every row is read, and every condition on the rows needs the elements of a relationship.
  package var readsAllElements = false
  /// The conditions of the fetch that compare columns of its rows with constants. Only elements of rows that meet them need to be grouped. Nil if
  /// there are none.
  package var ownConditions: CoreCondition?
  /// Whether constants select a single row. Its elements are then found without grouping those of other rows.
  package var selectsOneRow = false
  package var nextSource = 0
  /// The SQL of each property of a row that is a window (``RowWindow``).
  package var windows: [ScalarString: SQLExpression] = [:]
  /// The position of the SELECT that has ``windows``.
  package var windowScope = 0

  package init(
    model: DataModel, lowering: any SQLLowering, functions: FunctionTable, timeZone: QueryTimeZone, indexes: SQLIndexes
  ) {
    self.model = model
    self.lowering = lowering
    dialect = lowering.dialect
    rewrites = lowering.rewrites
    self.functions = functions
    self.timeZone = timeZone
    self.indexes = indexes
  }

  /// Opens a SELECT and returns its position. The SELECT counts as grouped if the current one does.
  package mutating func openScope() -> Int {
    scopes.append(SQLScope(isGrouped: scopes.indices.contains(rowScope) && scopes[rowScope].isGrouped))
    return scopes.count - 1
  }

  /// A condition on the rows of a SELECT other than the current one.
  package mutating func condition(_ condition: CoreCondition, ofRowsIn scope: Int) throws(PredicateIssue)
    -> SQLExpression
  {
    let outer = rowScope
    rowScope = scope
    defer { rowScope = outer }
    return try self.condition(condition)
  }

  /// The table of an entity. If the entity belongs to a hierarchy, only the rows of its own objects.
  package static func relation(of entity: Entity) -> SQLSource.Relation {
    guard let kinds = entity.kindsInTable, let column = entity.hierarchy?.column else { return .table(entity.table) }
    return .rows(of: entity.table, where: column, among: kinds.map(\.constant))
  }

  /// Adds a source to a SELECT and returns its number.
  ///
  /// - Parameter columns: The columns of the table that each row is looked up by; empty if all rows are read.
  @discardableResult
  package mutating func add(
    _ relation: SQLSource.Relation, to scope: Int, foundBy columns: [String] = [],
    join: (Int) -> SQLSource.Join = { _ in .none }
  ) throws(PredicateIssue) -> Int {
    let number = nextSource
    guard scopes[scope].sources.count < dialect.limits.joinedTables else {
      throw .tooManyJoins(dialect.limits.joinedTables)
    }
    nextSource += 1
    var source = SQLSource(number: number, relation: relation, join: join(number))
    if case .table(let name) = relation {
      source.usesIndexes = !lowering.avoidsIndexes(of: name, foundBy: columns, indexes)
    }
    scopes[scope].sources.append(source)
    return number
  }

  /// Binds the evaluated object to an entity's table, in a new SELECT.
  ///
  /// A database may evaluate a condition on a view for rows of the underlying tables that are not rows of the view. So a condition that can fail is
  /// evaluated over a subquery with LIMIT, because no database moves a condition into such a subquery.
  package mutating func openRootSource(to entity: Entity, for condition: CoreCondition?) throws(PredicateIssue) -> Int {
    let scope = openScope()
    rowScope = scope
    var relation = Self.relation(of: entity)
    if entity.isReadOnly, condition?.canFail == true {
      let inner = openScope()
      let number = try add(relation, to: inner)
      var rows = SQLSelect(
        columns: [SQLExpression(.allColumns(source: number), mayBeNull: true)], sources: scopes[inner].sources)
      rows.limit = .max
      relation = .select(rows)
    }
    let source = try add(relation, to: scope)
    variables[0] = SQLVariable(scope: scope, entity: entity, source: source, link: nil)
    return scope
  }

  /// The rewriter of the finished tree.
  package var rewriter: SQLRewriter {
    SQLRewriter(
      rewrites: rewrites, dialect: dialect, indexes: indexes, model: model, testRewrite: lowering.testRewrite,
      areAlike: { [lowering] in lowering.areAlike($0, of: $1, and: $2, of: $3) }, nextSource: nextSource)
  }

  /// A finished statement after the rewrites of its tree.
  package func rewritten(_ select: SQLSelect) -> SQLSelect {
    var rewriter = rewriter
    // With windows, rewrites that read only the first rows are left out, because windows depend on the other rows, too.
    if !windows.isEmpty { return rewriter.rewrite(select) }
    let select = lowering.selectRewrite?(select, &rewriter) ?? select
    return rewriter.rewrite(rewriter.keysAlone(select) ?? rewriter.lateJoins(select) ?? select)
  }

  package func entity(named name: String) throws(PredicateIssue) -> Entity {
    guard let entity = model.entity(named: name) else { throw .notInModel(name) }
    return entity
  }
}

extension StoredValue {
  /// The name or number of an entity as a constant; `.null` for every other stored value.
  fileprivate var constant: QueryValue {
    switch self {
    case .integer(let number): .integer(number)
    case .text(let name): .string(name)
    case .null, .real, .blob: .null
    }
  }
}
