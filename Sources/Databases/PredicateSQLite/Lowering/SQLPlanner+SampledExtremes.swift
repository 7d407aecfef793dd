import PredicateBinding
import PredicateModel
import PredicateSQL
import PredicateValues

/// Finds the least or greatest element of each row, if a sample of the elements decides the comparison for most rows.
///
/// Example: `ALL children.n >= n` for 1,000 rows with 1,000,000 children. With an index SQLite reads a few children of each row. Without one, a Swift
/// function would read all of them, which took 7 times as long. So a sample of the children decides most rows. For the other rows, only children
/// below the greatest `n` of an undecided row matter; SQLite skips all others without a call.
extension SQLPlanner {
  /// The number of sampled elements for each row, and the average number of elements per row that makes a sample pay. A larger sample costs as much
  /// as it saves. With a smaller one, the elements within the bound that must still be read increase by as much as it saves.
  private static let (sampledElements, leastElements) = (48, 256)
  private static let leastTable = 10_000
  private static let (tableName, boundName) = ("best", "bound")

  /// The best element of the row, as far as the comparison needs it; nil if a sample does not pay.
  ///
  /// - Parameters:
  ///   - range: To-many elements of a row, without a condition.
  ///   - other: The value of the row that its best element is compared with.
  ///   - compare: Compares a best element with this value.
  mutating func sampledExtreme(
    isLeast: Bool, _ range: CoreRange, _ element: CoreValue, beside other: CoreValue,
    _ compare: (SQLExpression, SQLExpression) -> SQLExpression
  ) throws(PredicateIssue) -> SQLExpression? {
    guard case .relationship(.variable(let start), _, let name)? = range.steps.first?.source,
      let owner = variables[start], let entity = owner.entity, let key = entity.key.integerColumn,
      scopes[rowScope].rowGoal == .all, !scopes[rowScope].isInsideRowGoal, !owner.isGroup, !other.canFail,
      CoreVariables([start]).isSuperset(of: other.facts.variables)
    else { return nil }
    let elements = try self.entity(named: name)
    guard case .table = Self.relation(of: elements), let elementKey = elements.key.integerColumn,
      let rowCount = indexes.rowCount(ofTable: entity.table), rowCount > 0,
      let elementCount = indexes.rowCount(ofTable: elements.table), elementCount >= Self.leastTable,
      elementCount / Self.leastElements >= rowCount
    else { return nil }
    func best(_ all: OpenRange, _ planner: inout SQLPlanner) throws(PredicateIssue) -> [SQLExpression]? {
      guard let foreignKey = all.link?.inner.first, all.filter.isTruth, planner.scopes[all.scope].sources.count == 1
      else { return nil }
      return [foreignKey, try planner.value(element)]
    }
    let keyed: SQLFunction = isLeast ? .keyedMinimum : .keyedMaximum

    // The best element of each row in the sample.
    guard let sample = try open(range, rowGoal: .all), let sampled = try best(sample, &self) else { return nil }
    try sampleElements(
      (elements.table, elementKey), of: (Self.relation(of: entity), key), every: elementCount / rowCount,
      in: sample.scope)
    var found = SQLSelect(
      columns: [.function(keyed, sampled, mayBeNull: false)], sources: scopes[sample.scope].sources,
      condition: .all(scopes[sample.scope].conditions))
    found.columnNames = [Self.tableName]

    // A column is added with the greatest (or least) value of the rows that the sample does not decide.
    let middle = openScope()
    let sampleSource = try add(.select(found), to: middle)
    let decided = SQLExpression.column(Self.tableName, of: sampleSource, mayBeNull: false)
    let undecided = try select(from: entity, as: start) { planner, _ throws(PredicateIssue) in
      let value = try planner.comparable(other)
      let rowKey = try planner.identity(of: .variable(start), range: .none)
      let ownBest = SQLExpression.function(.keyedValue, [decided, rowKey, .null], mayBeNull: true)
      return (
        .function(isLeast ? .maximum : .minimum, [value], mayBeNull: true), compare(ownBest, value).negated
      )
    }
    var bounded = SQLSelect(
      columns: [decided, .scalar(undecided, mayBeNull: true)], sources: scopes[middle].sources)
    bounded.columnNames = [Self.tableName, Self.boundName]
    // The limit keeps SQLite from merging the statement, so that its columns are computed once.
    bounded.limit = 1

    // The best of the sample's elements and of all elements within the bound.
    guard let rest = try open(range, rowGoal: .all), let remaining = try best(rest, &self),
      let rowKey = rest.link?.outer.first
    else { return nil }
    let source = try add(.select(bounded), to: rest.scope)
    let bound = SQLExpression.column(Self.boundName, of: source, mayBeNull: true)
    let elementSource = scopes[rest.scope].sources[0].number
    scopes[rest.scope].sources.swapAt(0, 1)
    // If all rows are decided, the bound is NULL, and no element is read.
    let isSought = SQLExpression.compare(
      .greaterOrEqual, .column(elementKey, of: elementSource, mayBeNull: false),
      .choose(bound.isNotNull, .parameter(.integer(.min))))
    scopes[rest.scope].sources[1].join = .left(.all([isSought, compare(remaining[1], bound)]))
    let bestOfSample = SQLExpression.column(Self.tableName, of: source, mayBeNull: false)
    let table = SQLSelect(
      columns: [.function(keyed, remaining + [bestOfSample], mayBeNull: false)], sources: scopes[rest.scope].sources)
    return Self.value(of: rowKey, in: table, ofNone: .null)
  }

  /// The least key of a table.
  private mutating func first(_ key: String, of relation: SQLSource.Relation) throws(PredicateIssue) -> SQLExpression {
    let scope = openScope()
    let column = SQLExpression.column(key, of: try add(relation, to: scope), mayBeNull: false)
    let least = SQLExpression.function(.minimum, [column], mayBeNull: true)
    return .scalar(SQLSelect(columns: [least], sources: scopes[scope].sources), mayBeNull: true)
  }

  /// Restricts the elements to a sample for each row: consecutive keys, whose start is computed from the row's key.
  private mutating func sampleElements(
    _ elements: (table: String, key: String), of rows: (relation: SQLSource.Relation, key: String),
    every distance: Int, in scope: Int
  ) throws(PredicateIssue) {
    let row = try add(rows.relation, to: scope)
    scopes[scope].sources.swapAt(0, 1)
    scopes[scope].sources[1].join = .cross
    let element = SQLExpression.column(elements.key, of: scopes[scope].sources[1].number, mayBeNull: false)
    func arithmetic(_ op: SQLBinaryOperator, _ left: SQLExpression, _ right: SQLExpression) -> SQLExpression {
      .arithmetic(op, left, right, isInteger: true)
    }
    let place = arithmetic(
      .subtract, .column(rows.key, of: row, mayBeNull: false), try first(rows.key, of: rows.relation))
    let start = arithmetic(
      .add, try first(elements.key, of: .table(elements.table)),
      arithmetic(.multiply, place, .parameter(.integer(Int64(distance)))))
    scopes[scope].conditions.append(
      .between(element, start, arithmetic(.add, start, .integer(Self.sampledElements - 1))))
  }
}
