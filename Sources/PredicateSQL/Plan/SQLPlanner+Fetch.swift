import PredicateBinding
import PredicateModel
import PredicateValues

/// Whole fetches: the condition first, so that what it joins is there for the order and the columns.
extension SQLPlanner {
  mutating func fetch(
    _ entity: Entity, where condition: CoreCondition?, order: [CoreOrder], limit: Int?, offset: Int, form: SQLFetchForm
  ) throws(PredicateIssue) -> (SQLSelect, [SQLResultColumn]) {
    let scope = try bindRoot(to: entity)
    // With a limit and in the order of the keys, rows are asked one by one until there are enough.
    asksFewRows = (limit != nil && order.isEmpty) || condition.map { isSelective($0, of: entity) } ?? false
    let filter = try condition.map { condition throws(PredicateIssue) in try self.condition(condition) }
    let lines = form == .count ? [] : try self.order(order, of: entity)
    let columns = try self.columns(of: entity, form, isPart: limit != nil || offset > 0)
    var select = SQLSelect(
      columns: columns.map(\.expression), sources: scopes[scope].sources,
      condition: filter.flatMap { $0.isTruth ? nil : $0 })
    select.order = lines
    select.limit = limit
    select.offset = offset
    if form == .count, limit != nil || offset > 0 {
      let outer = openScope()
      _ = try add(.select(select), to: outer)
      select = SQLSelect(columns: [.function(.count, [], mayBeNull: false)], sources: scopes[outer].sources)
    }
    return (select, columns.map(\.column))
  }

  /// The lines of an order, with the key behind them, so that every order is the same each time.
  private mutating func order(_ lines: [CoreOrder], of entity: Entity) throws(PredicateIssue) -> [SQLOrder] {
    var order: [SQLOrder] = []
    for line in lines {
      var value = try self.value(line.value)
      if line.value.type == .string, !StringFolding(line.options).isIdentity {
        value = .strict(.fold, [value, .integer(Int(line.options.rawValue))])
      }
      if line.options.contains(.localeSensitive), line.value.type == .string {
        throw .unsupportedInSQL("An order by the root collation", range: line.value.range)
      }
      order.append(SQLOrder(expression: value.comparedByScalars, isAscending: line.isAscending))
    }
    if entity.key.referenceColumn != nil {
      order.append(SQLOrder(expression: try identity(of: .variable(0), range: .none), isAscending: true))
    }
    return order
  }

  private typealias Column = (expression: SQLExpression, column: SQLResultColumn)

  private mutating func columns(
    of entity: Entity, _ form: SQLFetchForm, isPart: Bool
  ) throws(PredicateIssue) -> [Column] {
    switch form {
    case .count:
      let count = SQLExpression.function(.count, [], mayBeNull: false)
      return [(isPart ? .integer(1) : count, SQLResultColumn(name: "count", content: .count))]
    case .keys:
      return [try keyColumn(of: entity)]
    case .rows:
      return try rowColumns(of: entity)
    }
  }

  private mutating func keyColumn(of entity: Entity) throws(PredicateIssue) -> Column {
    guard let name = entity.key.referenceColumn else { throw .noKey(entity.name) }
    return (try identity(of: .variable(0), range: .none), SQLResultColumn(name: name, content: .key))
  }

  private mutating func rowColumns(of entity: Entity) throws(PredicateIssue) -> [Column] {
    let source = try source(of: .variable(0))
    var columns: [Column] = []
    // A key that is an attribute too is shown once.
    if let key = entity.key.referenceColumn, entity.attribute(named: key) == nil {
      columns.append(try keyColumn(of: entity))
    }
    for attribute in entity.attributes {
      columns.append(
        (
          .column(attribute.column, of: source, mayBeNull: true),
          SQLResultColumn(name: attribute.name, content: .attribute(attribute))
        ))
    }
    for relationship in entity.relationships where relationship.cardinality == .toOne {
      let member = Member(relationship.name, .toOne(relationship.destination), isOptional: relationship.mayBeNil)
      let row = CoreRow.toOne(.variable(0), member, entity: relationship.destination)
      columns.append(
        (
          try identity(of: row, range: .none),
          SQLResultColumn(name: relationship.name, content: .toOne(entity: relationship.destination))
        ))
    }
    return columns
  }
}
