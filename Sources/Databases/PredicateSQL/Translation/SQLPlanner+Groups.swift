import PredicateBinding
import PredicateModel
import PredicateValues

/// Groups. One SELECT makes one row per group. Conditions on groups are evaluated for its rows like conditions on the rows of a table.
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
    var filter = try self.condition(grouping.condition)
    if grouping.canFail {
      // Memory computes the keys and the aggregates of all groups before it tests the groups. A database may test the keys first, and compute nothing
      // for the groups that it excludes. It cannot do so if the condition needs the number of rows of the group.
      let size = SQLExpression.column(Self.sizeColumn, of: source, type: .integer, mayBeNull: false)
      filter = filter.map { .choose(.compare(.greaterOrEqual, size, .integer(0)), $0, otherwise: .falsehood) }
    }
    try makeWindows(of: fetch, ties: try keyOrder(grouping, in: source))
    var columns = try self.columns(fetch.columns).map(ofGroups)
    if fetch.isDistinct, form != .count { columns = try ordered(columns, of: fetch) }
    var lines = form == .count ? [] : try order(fetch.order)
    if form != .count {
      lines += fetch.isDistinct ? try order(by: columns, of: fetch) : try keyOrder(grouping, in: source)
    }
    return try finished(fetch, columns, where: filter, lines, isCounted: form == .count)
  }

  /// The column with the number of rows of a group.
  private static let sizeColumn = "size"

  /// The SELECT with one row per group.
  private mutating func groups(_ fetch: BoundFetch, _ grouping: BoundGrouping) throws(PredicateIssue) -> SQLSelect {
    let scope = try openRootSource(to: fetch.entity, for: fetch.condition)
    noteRowGoal(of: fetch, isBounded: false, in: scope)
    let filter = try condition(fetch.condition)
    scopes[scope].isGrouped = true
    let keys = try grouping.keys.enumerated().map { position, key throws(PredicateIssue) in
      grouping.eachKeys.contains(position) ? try elementKey(key, of: fetch.entity, in: scope) : try groupKey(key)
    }
    var columns = keys + (try grouping.aggregates.map { value throws(PredicateIssue) in try aggregate(value) })
    if columns.isEmpty { columns = [.integer(1)] }
    var select = SQLSelect(
      columns: columns, sources: scopes[scope].sources, condition: filter)
    select.columnNames = grouping.columnNames
    // Groups are made by column positions. Repeating the key would bind its constants again, and the name of a key could be that of a table's column.
    select.grouping = Self.places(of: keys)
    if grouping.canFail {
      select.columns.append(.function(.count, [], mayBeNull: false))
      select.columnNames.append(Self.sizeColumn)
    }
    return select
  }

  /// A column of groups with unknown type. Its values contain their own type, so they are not stored values.
  private func ofGroups(_ column: Column) -> Column {
    guard case .attribute(let attribute) = column.column.content, lowering.type(ofColumn: attribute) == .stored else {
      return column
    }
    return (column.expression, SQLResultColumn(name: column.column.name, content: .value(.any)))
  }

  /// A value that is the same for all objects of a group.
  package mutating func groupKey(_ key: CoreValue) throws(PredicateIssue) -> SQLExpression {
    if case .object(let entity) = key.type { try requireReferences(to: entity, range: key.range) }
    guard hasForm(key.type), !key.mayBeDecimal else { return try exact(.groupKey(key), range: key.range) }
    return bare(try value(key)).comparedByScalars
  }

  /// An element of a collection as a key of the groups of its objects. A SELECT of each object with each distinct element of its collection is joined
  /// to the objects.
  private mutating func elementKey(
    _ key: CoreValue, of entity: Entity, in scope: Int
  ) throws(PredicateIssue) -> SQLExpression {
    guard case .collect(let range, let element) = key.node, hasForm(element.type) else {
      throw .unsupportedInSQL("Groups by each element of \(key.type.description)", range: key.range)
    }
    if let element = try joinedElement(element, of: range, entity, in: scope) { return element }
    let object = try keyParts(of: entity, range: key.range)
    let (variable, rows) = (variables[0], rowScope)
    let inner = openScope()
    rowScope = inner
    let root = try add(Self.relation(of: entity), to: inner)
    variables[0] = SQLVariable(scope: inner, entity: entity, source: root, link: nil)
    let owner = try keyParts(of: entity, range: key.range)
    guard let open = try open(range, inAnyOrder: true, ofEachRow: false) else {
      throw .unsupportedInSQL("Groups by each element of constants", range: key.range)
    }
    let value = try groupKey(element)
    var sources = scopes[open.scope].sources
    if !sources.isEmpty { sources[0].join = .cross }
    var pairs = SQLSelect(
      columns: owner + [value], sources: scopes[inner].sources + sources,
      condition: open.condition.isTruth ? nil : open.condition)
    let names = owner.indices.map { owner.count == 1 ? "o" : "o\($0 + 1)" }
    (pairs.columnNames, pairs.isDistinct) = (names + ["v"], true)
    (variables[0], rowScope) = (variable, rows)
    let source = try add(.select(pairs), to: scope) { source in
      .inner(
        .all(
          zip(object, zip(names, owner)).map { part, other in
            .compare(.equal, part, .column(other.0, of: source, type: other.1.type, mayBeNull: false))
          }))
    }
    return .column("v", of: source, type: value.type, mayBeNull: true)
  }

  /// An object that a relationship leads to, as a key of groups, if the schema proves that the relationship leads to each object once. The objects are
  /// then joined. Nil for every other element.
  private mutating func joinedElement(
    _ element: CoreValue, of range: CoreRange, _ entity: Entity, in scope: Int
  ) throws(PredicateIssue) -> SQLExpression? {
    guard range.steps.count == 1, let step = range.steps.first, range.filter.isAlwaysTrue, !range.canFail,
      case .object(.variable(step.variable)) = element.node,
      case .relationship(.variable(0), let member, _) = step.source,
      let relationship = entity.relationship(named: member.name), relationship.referencedColumns == nil
    else { return nil }
    let destination = try self.entity(named: relationship.destination)
    guard !entity.isReadOnly, !destination.isReadOnly else { return nil }
    switch relationship.storage {
    case .joinTable(let pairs):
      guard lowering.areDistinct(pairs.sourceColumns + pairs.destinationColumns, of: pairs.table),
        lowering.areAlike(pairs.sourceColumns, of: pairs.table, and: entity.key.columns, of: entity.table),
        lowering.areAlike(
          pairs.destinationColumns, of: pairs.table, and: destination.key.columns, of: destination.table)
      else { return nil }
    case .foreignKeyOfDestination(let columns):
      guard lowering.areDistinct(entity.key.columns, of: entity.table),
        lowering.areAlike(columns, of: destination.table, and: entity.key.columns, of: entity.table)
      else { return nil }
    case .foreignKey: return nil
    }
    _ = try add(step.variable, .variable(0), member, to: scope, isFirst: false)
    return try groupKey(element)
  }

  /// The values that identify a row of the first variable's entity: the integer of references to it, or the columns of its key.
  private mutating func keyParts(of entity: Entity, range: SourceRange) throws(PredicateIssue) -> [SQLExpression] {
    guard entity.key.referenceColumn == nil, !entity.key.columns.isEmpty else {
      return [try identity(of: .variable(0), range: range)]
    }
    let source = try source(of: .variable(0))
    return entity.key.columns.map { .column($0, of: source, mayBeNull: false) }
  }

  private mutating func aggregate(_ aggregate: GroupAggregate) throws(PredicateIssue) -> SQLExpression {
    guard let value = aggregate.value, aggregate.function != .count else {
      return .function(.count, [], mayBeNull: false)
    }
    guard aggregate.function == .countOfDistinctValues || hasForm(value.type) else {
      return try exact(.groupAggregate(aggregate.function, value), range: value.range)
    }
    switch aggregate.function {
    case .statistic: return try exact(.groupAggregate(aggregate.function, value), range: value.range)
    case .count, .countOfValues: return .function(.count, [bare(try self.value(value))], mayBeNull: false)
    case .countOfDistinctValues: return .function(.countDistinct, [try groupKey(value)], mayBeNull: false)
    case .sum: return try sum(isAverage: false, value)
    case .averageWithNil: return try sum(isAverage: true, value)
    case .average:
      let sum = try sum(isAverage: false, value)
      return mean(sum, .function(.count, [bare(try self.value(value))], mayBeNull: false))
    case .minimum, .maximum:
      guard hasNativeExtremes(value.type) else {
        return try exact(.groupAggregate(aggregate.function, value), range: value.range)
      }
      let function: SQLFunction = aggregate.function == .minimum ? .minimum : .maximum
      return extreme(function, of: try self.value(value))
    }
  }

  /// The least or greatest value of a group.
  private func extreme(_ function: SQLFunction, of value: SQLExpression) -> SQLExpression {
    let value = bare(value)
    return extremeOfDates(function, value, mayReadAll: scopes[rowScope].rowGoal == .all)
      ?? .function(function, [value.comparedByScalars], mayBeNull: true)
  }

  /// A sum divided by a count; NULL for a count of 0.
  func mean(_ sum: SQLExpression, _ count: SQLExpression) -> SQLExpression {
    let divisor =
      dialect.divisionByZeroIsNull ? count : .written("NULLIF(\(count), 0)", type: .integer, mayBeNull: true)
    return .arithmetic(.divide, .cast(sum, .double), divisor, isInteger: false)
  }

  private mutating func sum(isAverage: Bool, _ value: CoreValue) throws(PredicateIssue) -> SQLExpression {
    try sum(isAverage: isAverage, try self.value(value), of: value)
  }

  /// The columns of distinct rows: texts with the collation that orders them, since distinct rows have an order of their columns only.
  private mutating func ordered(
    _ columns: [Column], of fetch: BoundFetch
  ) throws(PredicateIssue) -> [Column] {
    try zip(columns, fetch.columns).map { column, bound throws(PredicateIssue) in
      guard bound.value.type == .string || bound.value.type == .url, hasForm(bound.value.type) else { return column }
      return (try ranked(column.expression, bound.value.type), column.column)
    }
  }

  /// Every column, after the order of distinct rows: distinct rows have no other values.
  private mutating func order(
    by columns: [Column], of fetch: BoundFetch
  ) throws(PredicateIssue) -> [SQLOrder] {
    try zip(Self.places(of: columns), zip(columns, fetch.columns)).map { place, column throws(PredicateIssue) in
      let type = column.1.value.type
      // The column's position is used if possible, because repeating its value would bind the constants again. In a nested statement the value is a
      // plain column anyway.
      let isPlace = comparesNatively(type) && hasForm(type) && fetch.firstOfEach == nil
      return SQLOrder(expression: isPlace ? place : try ranked(column.0.expression, type), isAscending: true)
    }
  }

  /// The numbers with which other clauses of a SELECT refer to its first columns.
  private static func places(of columns: [some Any]) -> [SQLExpression] {
    columns.indices.map { .integer($0 + 1) }
  }

  /// The groups' keys as the last sort keys, so that the order is always the same.
  private mutating func keyOrder(_ grouping: BoundGrouping, in source: Int) throws(PredicateIssue) -> [SQLOrder] {
    try zip(grouping.keys.indices, grouping.columnNames).map { position, name throws(PredicateIssue) in
      let isOptional = grouping.keys[position].isOptional || grouping.eachKeys.contains(position)
      let column = SQLExpression.column(name, of: source, mayBeNull: isOptional)
      return SQLOrder(expression: try ranked(column, grouping.keyType(position)), isAscending: true)
    }
  }
}

/// Windows as window functions, in the SELECT that has the rows: `SUM(x) OVER (ORDER BY y ROWS UNBOUNDED PRECEDING)`.
extension SQLPlanner {
  /// Makes the SQL of a fetch's windows. Columns and order then read them as properties of a row.
  ///
  /// - Parameter ties: The order of rows whose sort keys are equal.
  mutating func makeWindows(of fetch: BoundFetch, ties: [SQLOrder]) throws(PredicateIssue) {
    if fetch.windows.isEmpty { return }
    let order = try order(fetch.windowOrder)
    var made: [ScalarString: SQLExpression] = [:]
    for window in fetch.windows {
      guard hasPlainForm(window.type), window.expression.map({ isNative($0.value) }) ?? true else {
        throw .unsupportedInSQL(
          "“previous” or “next” with a value of the type \(window.type.description)",
          range: window.expression?.value.range ?? .none
        )
      }
      let keys = try window.keys.map { key throws(PredicateIssue) in try groupKey(key.value).comparedByScalars }
      let whole = SQLWindow(among: keys, order: order + ties)
      let value = try window.expression.map { expression throws(PredicateIssue) in try self.value(expression.value) }
      let name = ScalarString(window.name)
      switch window.function {
      case .previous: made[name] = whole.of(.previous, value.map { [$0] } ?? [], mayBeNull: true)
      case .next: made[name] = whole.of(.next, value.map { [$0] } ?? [], mayBeNull: true)
      case .rank: made[name] = SQLWindow(among: keys, order: order).of(.rank, [], mayBeNull: false)
      case .running(let aggregate):
        made[name] = try self.window(aggregate, SQLWindow(among: keys, order: order + ties, isRunning: true))
      case .total(let aggregate): made[name] = try self.window(aggregate, SQLWindow(among: keys))
      }
    }
    windows = made
    windowScope = rowScope
  }

  private mutating func window(
    _ aggregate: GroupAggregate, _ window: SQLWindow
  ) throws(PredicateIssue) -> SQLExpression {
    guard let value = aggregate.value else { return window.of(.count, [], mayBeNull: false) }
    let term = try self.value(value)
    func sum() throws(PredicateIssue) -> SQLExpression {
      let type = mayBeFraction(value) ? value.type : nil
      return try exact(.windowSum(term, fractionsOf: type, window), range: value.range)
    }
    func count() -> SQLExpression { window.of(.count, [term], mayBeNull: false) }
    switch aggregate.function {
    case .count, .countOfValues: return count()
    case .sum: return try sum()
    case .average: return mean(try sum(), count())
    case .minimum, .maximum:
      guard hasNativeExtremes(value.type) else {
        throw .unsupportedInSQL("The least or greatest of \(value.type.description)", range: value.range)
      }
      let function: SQLFunction = aggregate.function == .minimum ? .minimum : .maximum
      return window.of(function, [term.comparedByScalars], mayBeNull: true)
    case .countOfDistinctValues, .averageWithNil, .statistic:
      throw .unsupportedInSQL("A “running” aggregate of this kind", range: value.range)
    }
  }

  /// The window that a property of a row stands for; nil for any other property. Throws in a subquery, because only the SELECT with the rows has
  /// windows.
  func window(_ row: CoreRow, _ member: Member, range: SourceRange) throws(PredicateIssue) -> SQLExpression? {
    guard !windows.isEmpty, case .variable(0) = row, let window = windows[ScalarString(member.name)] else { return nil }
    guard rowScope == windowScope else {
      throw .unsupportedInSQL("A value of another row in a condition on elements", range: range)
    }
    return window
  }
}

extension BoundGrouping {
  /// Whether the groups have a condition, and the computation of a key or an aggregate can throw.
  fileprivate var canFail: Bool {
    condition != nil && (keys.contains(where: \.canFail) || aggregates.contains(where: \.canFail))
  }
}

extension GroupAggregate {
  /// Whether computing the aggregate can throw. Values of unknown type may be of several families, which have no sum and no order.
  fileprivate var canFail: Bool {
    guard let value else { return false }
    switch function {
    case .count: return false
    case .countOfValues, .countOfDistinctValues: return value.canFail
    case .sum, .average, .averageWithNil, .minimum, .maximum, .statistic: return value.canFail || value.type == .any
    }
  }
}
