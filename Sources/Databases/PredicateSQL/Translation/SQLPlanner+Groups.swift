import PredicateBinding
import PredicateModel
import PredicateValues

/// Groups. One SELECT makes one row per group. The conditions on groups are evaluated for its rows, as for those of a table.
extension SQLPlanner {
  package mutating func groups(
    _ fetch: BoundFetch, _ grouping: BoundGrouping, _ form: SQLFetchForm
  ) throws(PredicateIssue) -> (SQLSelect, [SQLResultColumn]) {
    if form == .keys || form == .table { throw .noKey(grouping.entity.name) }
    let made = try groups(fetch, grouping)
    let scope = openScope()
    scopes[scope].isGrouped = false
    rowScope = scope
    let source = try add(.select(made), to: scope)
    variables[0] = SQLVariable(scope: scope, entity: grouping.entity, source: source, link: nil, isGroup: true)
    let filter = try self.condition(grouping.condition)
    let columns = try self.columns(fetch.columns).map(ofGroups)
    var lines = form == .count ? [] : try order(fetch.order)
    if form != .count {
      lines += fetch.isDistinct ? try order(by: columns, of: fetch) : try keyOrder(grouping, in: source)
    }
    return try finished(fetch, columns, where: filter, lines, isCounted: form == .count)
  }

  /// The SELECT with one row per group.
  private mutating func groups(_ fetch: BoundFetch, _ grouping: BoundGrouping) throws(PredicateIssue) -> SQLSelect {
    let scope = try openRootSource(to: fetch.entity, for: fetch.condition)
    noteRowGoal(of: fetch, isBounded: false, in: scope)
    let filter = try condition(fetch.condition)
    scopes[scope].isGrouped = true
    let keys = try grouping.keys.map { key throws(PredicateIssue) in try groupKey(key) }
    var columns = keys + (try grouping.aggregates.map { value throws(PredicateIssue) in try aggregate(value) })
    if columns.isEmpty { columns = [.integer(1)] }
    var select = SQLSelect(
      columns: columns, sources: scopes[scope].sources, condition: filter)
    select.columnNames = grouping.columnNames
    // By their places: the values of a key would be bound again, and its name could be that of a column.
    select.grouping = Self.places(of: keys)
    return select
  }

  /// A column of unknown type. For groups it is a value that carries its own type, not a stored value.
  private func ofGroups(_ column: Column) -> Column {
    guard case .attribute(let attribute) = column.column.content, lowering.type(ofColumn: attribute) == .stored else {
      return column
    }
    return (column.expression, SQLResultColumn(name: column.column.name, content: .value(.any)))
  }

  /// A value that is the same for all objects of a group.
  package mutating func groupKey(_ key: CoreValue) throws(PredicateIssue) -> SQLExpression {
    if case .object(let entity) = key.type { try requireReferences(to: entity, range: key.range) }
    return hasForm(key.type) ? try value(key).comparedByScalars : try exact(.groupKey(key), range: key.range)
  }

  private mutating func aggregate(_ aggregate: GroupAggregate) throws(PredicateIssue) -> SQLExpression {
    guard let value = aggregate.value, aggregate.function != .count else {
      return .function(.count, [], mayBeNull: false)
    }
    guard aggregate.function == .countOfDistinctValues || hasForm(value.type) else {
      return try exact(.groupAggregate(aggregate.function, value), range: value.range)
    }
    switch aggregate.function {
    case .count, .countOfValues: return .function(.count, [try self.value(value)], mayBeNull: false)
    case .countOfDistinctValues: return .function(.countDistinct, [try groupKey(value)], mayBeNull: false)
    case .sum: return try sum(isAverage: false, value)
    case .averageWithNil: return try sum(isAverage: true, value)
    case .average:
      let sum = SQLExpression.cast(try sum(isAverage: false, value), .double)
      let count = SQLExpression.function(.count, [try self.value(value)], mayBeNull: false)
      // Without values the divisor is 0, and the mean is NULL.
      let divisor =
        dialect.divisionByZeroIsNull
        ? count : .written("NULLIF(\(count), 0)", type: .integer, mayBeNull: true)
      return .arithmetic(.divide, sum, divisor, isInteger: false)
    case .minimum, .maximum:
      guard hasNativeExtremes(value.type) else {
        return try exact(.groupAggregate(aggregate.function, value), range: value.range)
      }
      let function: SQLFunction = aggregate.function == .minimum ? .minimum : .maximum
      return .function(function, [try self.value(value).comparedByScalars], mayBeNull: true)
    }
  }

  private mutating func sum(isAverage: Bool, _ value: CoreValue) throws(PredicateIssue) -> SQLExpression {
    try sum(isAverage: isAverage, try self.value(value), of: value)
  }

  /// Every column, after the order of distinct rows: distinct rows have no other values.
  private mutating func order(
    by columns: [Column], of fetch: BoundFetch
  ) throws(PredicateIssue) -> [SQLOrder] {
    try zip(Self.places(of: columns), zip(columns, fetch.columns)).map { place, column throws(PredicateIssue) in
      let type = column.1.value.type
      // By its place: the values of a column would be bound again. In a nested statement the order is a column itself.
      let isPlace = comparesNatively(type) && hasForm(type) && fetch.firstOfEach == nil
      return SQLOrder(expression: isPlace ? place : try ranked(column.0.expression, type), isAscending: true)
    }
  }

  /// The numbers that refer to the first columns of a SELECT in its other clauses.
  private static func places(of columns: [some Any]) -> [SQLExpression] {
    columns.indices.map { .integer($0 + 1) }
  }

  /// The groups' keys, after every other line of an order, so that the order is always the same.
  private mutating func keyOrder(_ grouping: BoundGrouping, in source: Int) throws(PredicateIssue) -> [SQLOrder] {
    try zip(grouping.keys, grouping.columnNames).map { key, name throws(PredicateIssue) in
      let column = SQLExpression.column(name, of: source, mayBeNull: key.isOptional)
      return SQLOrder(expression: try ranked(column, key.type), isAscending: true)
    }
  }
}
