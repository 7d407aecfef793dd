import PredicateBinding
import PredicateModel
import PredicateValues

/// Whole fetches. The condition is translated before the order and the columns, which can then use its joins.
extension SQLPlanner {
  /// - Parameter rest: The fetch that memory runs over the objects; nil if the statement returns the rows of the fetch.
  package mutating func fetch(
    _ fetch: BoundFetch, form: SQLFetchForm, for rest: BoundFetch? = nil
  ) throws(PredicateIssue) -> (SQLSelect, [SQLResultColumn]) {
    if let grouping = fetch.grouping { return try groups(fetch, grouping, form) }
    let scope = try openRootSource(to: fetch.entity, for: fetch.condition)
    // Such a fetch tests rows one by one in the order of their keys, until the limit is reached.
    let isBounded = fetch.limit != nil && fetch.order.isEmpty && fetch.firstOfEach == nil
    noteRowGoal(of: fetch, isBounded: isBounded, in: scope)
    isCount = form == .count
    let filter = try condition(fetch.condition)
    try makeWindows(of: fetch, ties: try keyOrder(of: fetch.entity))
    // If the limit applies to all rows of the table, proving the order of an index by reading all values costs less than sorting them.
    let isFirstOfAll = fetch.condition == nil && fetch.limit != nil && fetch.firstOfEach == nil
    let isFar = isFirstOfAll && fetch.offset >= Self.farOffset
    var lines =
      form == .count
      ? [] : try order(fetch.order, mayReadAll: isFirstOfAll, isFar: isFar) + keyOrder(of: fetch.entity)
    if let filter, fetch.limit != nil { lines = byPartialIndex(lines, where: filter) }
    let isPart = fetch.limit != nil || fetch.offset > 0 || fetch.firstOfEach != nil
    let columns =
      if let rest { try rowColumns(of: fetch.entity, for: rest, form) } else {
        try self.columns(of: fetch, form, isPart: isPart)
      }
    let order = rest == nil && form == .rows && fetch.firstOfEach == nil ? Self.computedOnce(lines, of: fetch) : lines
    return try finished(fetch, columns, where: filter, order, isCounted: form == .count && isPart)
  }

  /// The least offset of rows that are far from the beginning of their order.
  package static let farOffset = 10_000

  /// The sort keys with the stored column first, if a partial index has exactly the rows of a condition and proves the column's values in them.
  private func byPartialIndex(_ lines: [SQLOrder], where filter: SQLExpression) -> [SQLOrder] {
    guard let first = lines.first, case .choose = first.expression.node, let read = first.expression.read,
      !read.isIndexed, read.isOfVariable
    else { return lines }
    let tests = if case .all(let parts) = filter.node { parts } else { [filter] }
    let found = indexes.partialRows(of: read.table, beginningWith: read.attribute.column).first { rows in
      tests.contains { test in
        guard case .binary(.equal, let value, let right) = test.node, case .parameter(let constant) = right.node,
          case .integer(rows.number) = dialect.binding(constant), let tested = value.read
        else { return false }
        // A value that is converted, such as a boolean in words, has the number in more rows than the index.
        let isStored = if case .choose = value.node { true } else { value.isColumn }
        return isStored && lowering.comparesNumbers(tested.attribute) && tested.source == read.source
          && ScalarString(tested.attribute.column) == rows.column
      }
    }
    guard let found else { return lines }
    let part = SQLColumnRead(
      attribute: read.attribute, table: read.table, source: read.source, isOfVariable: true, isIndexed: true,
      rows: found)
    guard let column = lowering.provenColumn(part, mayReadAll: false) else { return lines }
    var lines = lines
    lines[0] = first.map { $0.mayBeNull ? column : column.withoutNull }
    return lines
  }

  /// Replaces a sort key by the position of the column with the same value, if the value is an integer that a subquery computes. Otherwise a database
  /// would run the subquery twice for each row. Example: `show name, tags.@count as n sort by n`.
  private static func computedOnce(_ lines: [SQLOrder], of fetch: BoundFetch) -> [SQLOrder] {
    var lines = lines
    for (position, line) in fetch.order.enumerated() {
      guard let column = line.column, line.value.type == .integer, case .scalar = lines[position].expression.node
      else { continue }
      lines[position].place = column + 1
    }
    return lines
  }

  /// The objects that meet the database's part of a fetch's condition, without limit and offset.
  ///
  /// - Parameter rest: The fetch that memory runs over the objects, and that determines which members are returned.
  mutating func objects(
    of fetch: BoundFetch, isOrdered: Bool, for rest: (SQLFilter) -> BoundFetch, form: SQLFetchForm
  ) throws(PredicateIssue) -> (SQLSelect, [SQLResultColumn], SQLFilter) {
    let scope = try openRootSource(to: fetch.entity, for: fetch.condition)
    noteRowGoal(of: fetch, isBounded: false, in: scope)
    var filter = SQLFilter(expression: .truth)
    if let condition = fetch.condition { filter = try self.filter(condition) }
    let lines = isOrdered ? try order(fetch.order) + keyOrder(of: fetch.entity) : []
    let columns = try rowColumns(of: fetch.entity, for: rest(filter), form)
    var select = SQLSelect(
      columns: columns.map(\.expression), sources: scopes[rowScope].sources,
      condition: filter.expression.isTruth ? nil : filter.expression)
    select.order = lines
    return (select, columns.map(\.column), filter)
  }

  /// An optional condition; nil if it is missing or always true.
  package mutating func condition(_ condition: CoreCondition?) throws(PredicateIssue) -> SQLExpression? {
    guard let condition else { return nil }
    let filter = try self.condition(condition)
    return filter.isTruth ? nil : filter
  }

  /// The statement over the current sources, with the limit and the offset of a fetch.
  ///
  /// - Parameter isCounted: Whether only the number of rows is wanted. The limit, the offset and the columns affect that number.
  package mutating func finished(
    _ fetch: BoundFetch, _ columns: [Column], where condition: SQLExpression?, _ order: [SQLOrder], isCounted: Bool
  ) throws(PredicateIssue) -> (SQLSelect, [SQLResultColumn]) {
    let firstKeys = try firstKeys(fetch.firstOfEach)
    var select = SQLSelect(
      columns: columns.map(\.expression), sources: scopes[rowScope].sources, condition: condition)
    select.isDistinct = fetch.isDistinct
    select.order = order
    select.limit = fetch.limit
    select.offset = fetch.offset
    if let first = fetch.firstOfEach { select = try firstOfEach(first, firstKeys, of: select) }
    guard isCounted else { return (select, columns.map(\.column)) }
    let outer = openScope()
    try add(.select(select), to: outer)
    let count = SQLSelect(columns: [.function(.count, [], mayBeNull: false)], sources: scopes[outer].sources)
    return (count, [SQLResultColumn(name: "count", content: .count)])
  }

  /// The sort keys of an order.
  ///
  /// - Parameters:
  ///   - mayReadAll: Whether the database may read all values of a column to prove that an index has them in order.
  ///   - isFar: Whether the rows are so far from the beginning of the order that this pays for numbers too.
  package mutating func order(
    _ lines: [BoundFetch.Order], mayReadAll: Bool = false, isFar: Bool = false
  ) throws(PredicateIssue) -> [SQLOrder] {
    try lines.map { line throws(PredicateIssue) in
      let value = try orderValue(of: line, mayReadAll: mayReadAll, isFar: isFar)
      return SQLOrder(expression: value, isAscending: line.isAscending)
    }
  }

  private mutating func orderValue(
    of line: BoundFetch.Order, mayReadAll: Bool, isFar: Bool
  ) throws(PredicateIssue) -> SQLExpression {
    let type = line.value.type
    if !hasForm(type) || type == .double && !isNative(line.value) {
      return try exact(.rank(line.value), range: line.value.range)
    }
    var value = try self.value(line.value)
    if !value.isColumn, let read = value.read,
      let column = lowering.provenColumn(
        read, mayReadAll: mayReadAll && (isFar || read.attribute.storage == .iso8601Text))
    {
      // A value that is never nil has a column that is never NULL, and needs no place for NULL, which an index may have elsewhere.
      value = value.mayBeNull ? column : column.withoutNull
    }
    if type == .string, !StringFolding(line.options).isIdentity {
      value = try exact(.fold(value, line.options), range: line.value.range)
    }
    if line.options.contains(.localeSensitive), type == .string {
      throw .unsupportedInSQL("An order by the root collation", range: line.value.range)
    }
    return try ranked(value, type)
  }

  /// A value as a sort key. The value has the SQL representation of its type, or that of a column of groups.
  package mutating func ranked(_ value: SQLExpression, _ type: QueryType) throws(PredicateIssue) -> SQLExpression {
    hasForm(type) && comparesNatively(type) ? value.comparedByScalars : try exact(.order(value, type), range: .none)
  }

  /// The objects' key as the last sort keys, so that the order is always the same.
  private mutating func keyOrder(of entity: Entity) throws(PredicateIssue) -> [SQLOrder] {
    guard entity.key.referenceColumn == nil else {
      return [SQLOrder(expression: try identity(of: .variable(0), range: .none), isAscending: true, isKey: true)]
    }
    guard !entity.key.columns.isEmpty else { return [] }
    let columns = try keyColumns(of: .variable(0))
    return byScalars(columns, entity).map {
      SQLOrder(expression: $0, isAscending: true, isKey: columns.count == 1)
    }
  }

  /// The columns of an entity's key. For a text with another collation, the order of the scalars is stated.
  package func byScalars(_ columns: [SQLExpression], _ entity: Entity) -> [SQLExpression] {
    guard entity.key.integerColumn == nil else { return columns }
    return zip(entity.key.columns, keyValues(columns, entity)).map { name, column in
      let attribute = entity.attributes.first { $0.column.hasSameScalars(as: name) }
      return attribute.map(lowering.comparesByScalars) == true ? column : column.byScalars
    }
  }

  /// The columns of an entity's key as values that have an order by scalars.
  package func keyValues(_ columns: [SQLExpression], _ entity: Entity) -> [SQLExpression] {
    zip(entity.key.columns, columns).map { name, column in
      entity.attributes.first { $0.column.hasSameScalars(as: name) }
        .map { lowering.keyValue(of: $0, in: column) } ?? column
    }
  }

  package typealias Column = (expression: SQLExpression, column: SQLResultColumn)

  private mutating func columns(
    of fetch: BoundFetch, _ form: SQLFetchForm, isPart: Bool
  ) throws(PredicateIssue) -> [Column] {
    switch form {
    case .count:
      let count = SQLExpression.function(.count, [], mayBeNull: false)
      return [(isPart ? .integer(1) : count, SQLResultColumn(name: "count", content: .count))]
    case .keys:
      return [try keyColumn(of: fetch.entity)]
    case .table:
      let all = SQLExpression(.allColumns(source: try source(of: .variable(0))), mayBeNull: true)
      return [(all, SQLResultColumn(name: "*", content: .value(.any)))]
    case .rows:
      return fetch.columns.isEmpty ? try rowColumns(of: fetch.entity) : try columns(fetch.columns)
    }
  }

  /// The columns of the result with their names. An attribute is returned as its column stores it, also if SQL cannot compare it.
  package mutating func columns(_ columns: [BoundFetch.Column]) throws(PredicateIssue) -> [Column] {
    try columns.map { column throws(PredicateIssue) in
      if case .attribute(let row, let member) = column.value.node,
        let attribute = try entity(of: row).attribute(named: member.name)
      {
        return Self.column(attribute, of: try source(of: row), named: column.name)
      }
      let content: SQLResultColumn.Content
      if case .object(let entity) = column.value.type {
        try requireReferences(to: entity, range: column.value.range)
        content = .toOne(entity: try self.entity(named: entity).referenceName)
      } else {
        if case .collection(.object(let entity)) = column.value.type {
          try requireReferences(to: entity, range: column.value.range)
        }
        content = .value(column.value.type)
      }
      return (try value(column.value), SQLResultColumn(name: column.name, content: content))
    }
  }

  private static func column(_ attribute: Attribute, of source: Int, named name: String) -> Column {
    (
      .column(attribute.column, of: source, mayBeNull: true),
      SQLResultColumn(name: name, content: .attribute(attribute))
    )
  }

  /// Throws if an entity's objects cannot be returned as references, because they have no integer key.
  package func requireReferences(to name: String, range: SourceRange) throws(PredicateIssue) {
    guard try entity(named: name).key.referenceColumn != nil else { throw .noKey(name, range: range) }
  }

  private mutating func keyColumn(of entity: Entity) throws(PredicateIssue) -> Column {
    guard let name = entity.key.referenceColumn else { throw .noKey(entity.name) }
    return (try identity(of: .variable(0), range: .none), SQLResultColumn(name: name, content: .key))
  }

  /// The columns that memory reads from the objects in order to make the rows of a fetch.
  mutating func rowColumns(
    of entity: Entity, for rest: BoundFetch, _ form: SQLFetchForm
  ) throws(PredicateIssue) -> [Column] {
    let isWhole = form == .rows && rest.grouping == nil && rest.columns.isEmpty
    return try rowColumns(of: entity, isWhole ? nil : rest.membersRead(in: model))
  }

  /// - Parameter members: The members that are needed besides the key; nil for all.
  private mutating func rowColumns(
    of entity: Entity, _ members: [EntityMember]? = nil
  ) throws(PredicateIssue) -> [Column] {
    func isNeeded(_ name: String) -> Bool { members?.contains { $0.name.hasSameScalars(as: name) } ?? true }
    let source = try source(of: .variable(0))
    var columns: [Column] = []
    // The key is the first column. If it is also an attribute, the column has the attribute's name, and the attribute is not repeated.
    let keyAttribute = entity.keyAttribute
    if entity.key.referenceColumn != nil {
      let key = try keyColumn(of: entity)
      columns.append(
        (key.expression, SQLResultColumn(name: keyAttribute?.name ?? key.column.name, content: key.column.content)))
    }
    for attribute in entity.attributes
    where keyAttribute?.name.hasSameScalars(as: attribute.name) != true && isNeeded(attribute.name) {
      columns.append(Self.column(attribute, of: source, named: attribute.name))
    }
    for relationship in entity.relationships where relationship.cardinality == .toOne && isNeeded(relationship.name) {
      // A relationship to objects without an integer key is left out, because only paths reach them.
      guard try self.entity(named: relationship.destination).key.referenceColumn != nil else { continue }
      let member = Member(relationship.name, .toOne(relationship.destination), isOptional: relationship.mayBeNil)
      let row = CoreRow.toOne(.variable(0), member, entity: relationship.destination)
      columns.append(
        (
          try identity(of: row, range: .none),
          SQLResultColumn(
            name: relationship.name,
            content: .toOne(entity: try self.entity(named: relationship.destination).referenceName))
        ))
    }
    return columns
  }
}
