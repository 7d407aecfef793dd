import PredicateBinding
import PredicateModel
import PredicateValues

/// Groups: one SELECT makes them, a row each, and what is asked of them is asked of its rows, as of any table's.
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
    let columns = try self.columns(fetch.columns).map(Self.boxed)
    var lines = form == .count ? [] : try order(fetch.order)
    if form != .count {
      lines += fetch.isDistinct ? order(by: columns, of: fetch) : try keyOrder(grouping, in: source)
    }
    return try finished(fetch, columns, where: filter, lines, isCounted: form == .count)
  }

  /// The SELECT with a row for each group.
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
    // By their places: the values of a key would be bound anew, and its name could be a column's.
    select.grouping = Self.places(of: keys)
    return select
  }

  /// Of a column that may hold anything the groups have boxes, not what is stored.
  private static func boxed(_ column: Column) -> Column {
    guard case .attribute(let attribute) = column.column.content, attribute.storage == .dynamic else { return column }
    return (column.expression, SQLResultColumn(name: column.column.name, content: .value(.any)))
  }

  /// What is the same for all objects of a group. A decimal number may be stored in several ways, `7.1` and `7.10`.
  package mutating func groupKey(_ key: CoreValue) throws(PredicateIssue) -> SQLExpression {
    if case .object(let entity) = key.type { try requireReferences(to: entity, range: key.range) }
    guard key.type == .decimal else { return try value(key).comparedByScalars }
    let (tag, values) = try tagged([key])
    return .function(.cast, [.name(CastTarget.string.name), tag] + values, mayBeNull: true)
  }

  private mutating func aggregate(_ aggregate: GroupAggregate) throws(PredicateIssue) -> SQLExpression {
    guard let value = aggregate.value else { return .function(.count, [], mayBeNull: false) }
    switch aggregate.function {
    case .count: return .function(.count, [], mayBeNull: false)
    case .countOfValues: return try count(of: value)
    case .countOfDistinctValues: return .function(.countDistinct, [try groupKey(value)], mayBeNull: false)
    case .sum: return try sum(.sum, value)
    case .averageWithNil: return try sum(.average, value)
    case .average:
      // By nothing is NULL: of no values there is no mean.
      return .arithmetic(
        .divide, try self.double(self.sum(.sum, value), value.type), try count(of: value), isInteger: false)
    case .minimum, .maximum:
      if SQLValueTag(value.type) == nil, value.type != .decimal, value.type != .any {
        throw .unsupportedInSQL("The least or greatest of \(value.type.description)", range: value.range)
      }
      if value.type == .decimal || value.type == .any || !comparesNatively(value.type) {
        return try best(of: value, aggregate.function == .minimum ? .min : .max)
      }
      let function: SQLFunction = aggregate.function == .minimum ? .minimum : .maximum
      return .function(function, [try self.value(value).comparedByScalars], mayBeNull: true)
    }
  }

  /// A sum of values of a type as a double.
  private func double(_ sum: SQLExpression, _ type: QueryType) -> SQLExpression {
    guard type == .decimal || type == .any else { return .cast(sum, .double) }
    let tag = SQLExpression.name((type == .any ? SQLValueTag.box : SQLValueTag.decimal).rawValue)
    return .function(.cast, [.name(CastTarget.double.name), tag, sum], mayBeNull: true)
  }

  /// The least or greatest by the language's own order.
  private mutating func best(
    of value: CoreValue, _ op: CollectionOperator
  ) throws(PredicateIssue) -> SQLExpression {
    let (tag, values) = try tagged([value])
    let all = SQLExpression.function(.array, [tag] + values, mayBeNull: false)
    let best = SQLExpression.function(.collection, [.name(op.rawValue), all], mayBeNull: true)
    // The columns of groups are in the forms of their types. Values of any type have no other form than a box.
    return value.type == .string || value.type == .any ? best : text(ofBox: best)
  }

  /// A decimal number or a URL in a box as text, or a whole number as one.
  private func text(ofBox box: SQLExpression) -> SQLExpression {
    let tag = SQLExpression.name(SQLValueTag.box.rawValue)
    return .function(.cast, [.name(CastTarget.string.name), tag, box], mayBeNull: box.mayBeNull)
  }

  private mutating func count(of value: CoreValue) throws(PredicateIssue) -> SQLExpression {
    // Not every text is a decimal number.
    .function(.count, [value.type == .decimal ? try boxed(value) : try self.value(value)], mayBeNull: false)
  }

  /// Doubles are added in the order of the objects' keys, which the function is told; whole numbers add up the same in any order.
  private mutating func sum(_ function: SQLFunction, _ value: CoreValue) throws(PredicateIssue) -> SQLExpression {
    if value.type == .decimal || value.type == .any {
      let (tag, values) = try tagged([value])
      let key = try place(of: [0]) ?? .integer(0)
      let sum = SQLExpression.function(function, [tag] + values + [key], mayBeNull: value.type == .any)
      return function == .sum && value.type == .decimal ? text(ofBox: sum) : sum
    }
    let term = try self.value(value)
    guard mayBeFraction(value) else { return .function(function, [term], mayBeNull: false) }
    return sum(function, term, of: value.type, inOrderOf: try place(of: [0]))
  }

  /// Every column behind the order of distinct rows: they have nothing else.
  private func order(by columns: [Column], of fetch: BoundFetch) -> [SQLOrder] {
    zip(Self.places(of: columns), zip(columns, fetch.columns)).map { place, column in
      let type = column.1.value.type
      // By its place: the values of a column would be bound anew. In a statement inside another one the order is a column itself.
      let isPlace = comparesNatively(type) && type != .decimal && type != .any && fetch.firstOfEach == nil
      return SQLOrder(expression: isPlace ? place : ranked(column.0.expression, type), isAscending: true)
    }
  }

  /// The numbers that name the first columns of a SELECT in its other clauses.
  private static func places(of columns: [some Any]) -> [SQLExpression] {
    columns.indices.map { .integer($0 + 1) }
  }

  /// The groups' keys, behind every other line of an order, so that it is the same each time.
  private func keyOrder(_ grouping: BoundGrouping, in source: Int) throws(PredicateIssue) -> [SQLOrder] {
    zip(grouping.keys, grouping.columnNames).map { key, name in
      let column = SQLExpression.column(name, of: source, mayBeNull: key.isOptional)
      return SQLOrder(expression: ranked(column, key.type), isAscending: true)
    }
  }
}
