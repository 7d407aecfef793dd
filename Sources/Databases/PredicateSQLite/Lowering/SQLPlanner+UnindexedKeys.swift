import PredicateBinding
import PredicateModel
import PredicateSQL
import PredicateSyntax
import PredicateValues

/// To-many relationships whose elements are read once for all rows: if no index has the foreign key, or if a value needs all elements.
///
/// Without an index, a statement for each row would read the whole table of the elements each time: with 1,000 rows and 1,000,000 elements,
/// `children.@max.n > 998` took 85 s. With an index it looks up a row of the table for each element, which takes ten times as long as reading the
/// table sequentially. The rewrite reads the table once for all rows: an uncorrelated statement makes a table of values by key
/// (``SQLFunction/keyedValues``), and each row looks up its own value.
///
/// A join with grouped elements is not used, because SQLite groups again for each row if it expects few groups. Counts, least and greatest numbers
/// are computed without groups (``SQLFunction/keyedCounts``), because SQLite sorts rows to group them, which takes six times as long as reading them.
extension SQLPlanner {
  /// Whether the elements of one row can only be found by reading their whole table, and the elements of all rows can be found together.
  ///
  /// - Parameter inAnyStep: Whether a table of a later step counts too: the lines in `orders.lines`.
  func readsWholeTable(_ range: CoreRange, inAnyStep: Bool = false) throws(PredicateIssue) -> Bool {
    guard let keys = try foreignKeysOfAllRows(range) else { return false }
    return indexes.lackIndex(beginningWith: keys.column, of: keys.table) || inAnyStep && laterStepLacksIndex(range)
  }

  /// Whether a value that needs all elements of its row reads the elements of all rows together. With an index on the foreign key it does so only if
  /// the condition runs for all rows, and if samples show that a large share of the elements' table belongs to rows.
  private func readsAllElements(_ range: CoreRange) throws(PredicateIssue) -> Bool {
    guard let keys = try foreignKeysOfAllRows(range) else { return false }
    if try readsWholeTable(range, inAnyStep: true) { return true }
    let scope = scopes[rowScope]
    guard scope.rowGoal == .all, !scope.isInsideRowGoal, range.steps.count == 1,
      let rowCount = indexes.rowCount(ofTable: keys.owner.table), rowCount <= Self.mostRows,
      let part = indexes.part(ofTable: keys.table, with: keys.column, from: -.infinity, to: .infinity)
    else { return false }
    return part >= Self.leastPart
  }

  /// The share of the elements' table that must belong to rows. With a smaller share, too many unneeded rows would be read.
  private static let leastPart = 0.25
  /// The number of rows up to which values are kept in memory if an index exists.
  private static let mostRows = 200_000

  /// The foreign keys of the elements of all rows. Nil if they cannot be found together. The keys are integers, so two of them are the same key
  /// exactly if they are the same number.
  private func foreignKeysOfAllRows(
    _ range: CoreRange
  ) throws(PredicateIssue) -> (owner: Entity, table: String, column: String)? {
    guard rewrites.contains(.unindexedKeys), !range.canFail,
      case .relationship(let row, let member, _)? = range.steps.first?.source
    else { return nil }
    let owner = try entity(of: row)
    guard owner.key.integerColumn != nil, !owner.isReadOnly else { return nil }
    // `reports*` (all levels of `reports`) reads the foreign key of `reports`. So the levels of all rows are computed together under the same
    // condition as the elements of `reports`: the levels of one row could be found only by reading the whole table.
    var relationship = try relationship(member, of: owner)
    if let base = baseOfLevels(member.name, of: owner) { relationship = base }
    let elements = try entity(named: relationship.destination)
    guard relationship.referencedColumns == nil, !elements.isReadOnly,
      let (table, columns) = try referringColumns(relationship), columns.count == 1,
      try keysLookAlike(relationship, of: owner)
    else { return nil }
    let isKeyItself = elements.key.integerColumn?.hasSameScalars(as: columns[0]) == true
    if isKeyItself, elements.table.hasSameScalars(as: table) { return nil }
    return (owner, table, columns[0])
  }

  /// Makes a SELECT over the elements of all rows. Returns the key of the row that the range starts from; nil if each row finds its own elements.
  ///
  /// - Parameters:
  ///   - element: The value that is computed for each element.
  ///   - needsAll: Whether every element is needed. Otherwise the search may stop early.
  ///   - make: Makes an uncorrelated SELECT.
  mutating func selectOfAllRows(
    _ range: CoreRange, reading element: CoreValue? = nil, needsAll: Bool = false,
    _ make: (inout SQLPlanner, OpenRange, _ foreignKey: SQLExpression) throws(PredicateIssue) -> SQLSelect
  ) throws(PredicateIssue) -> (select: SQLSelect, key: SQLExpression)? {
    guard element?.canFail != true, try needsAll ? readsAllElements(range) : readsWholeTable(range),
      case .relationship(let row, _, _)? = range.steps.first?.source
    else { return nil }
    var read = range.outsideVariables
    read.formUnion(element?.facts.variables ?? CoreVariables())
    for step in range.steps { read.remove(step.variable) }
    let isCorrelated = !read.isEmpty
    if isCorrelated {
      // Only the row from which the range starts can be joined to its elements.
      guard case .variable(let start) = row, CoreVariables([start]).isSuperset(of: read) else { return nil }
    }
    let outer = variables[row.variable]
    defer { if isCorrelated { variables[row.variable] = outer } }
    guard
      let open = try open(
        range, rowGoal: .all,
        preparing: { planner, row, link, scope throws(PredicateIssue) in
          if isCorrelated { try planner.joinStart(row, link, to: scope) }
        }), let link = open.link,
      let foreignKey = link.inner.first, let key = link.outer.first
    else { return nil }
    return (try make(&self, open, foreignKey), key)
  }

  /// A value over all elements of a range, looked up in a table of the values of all rows; nil if each row finds its own elements.
  mutating func foldOfAllRows(_ fold: SQLFold, over range: CoreRange) throws(PredicateIssue) -> SQLExpression? {
    let keyed = keyedFunction(of: fold)
    // Counting rows without a condition needs only their index.
    let needsAll = fold.element != nil || !range.filter.isAlwaysTrue
    let table = try selectOfAllRows(range, reading: fold.element, needsAll: needsAll) {
      planner, all, foreignKey throws(PredicateIssue) in
      if let keyed {
        let value = try fold.element.map { value throws(PredicateIssue) in [try planner.value(value)] } ?? []
        return planner.select([.function(keyed, [foreignKey] + value, mayBeNull: false)], all, where: all.filter)
      }
      // The index is not used, because SQLite would then look up each row of the table.
      if range.filter.isAlwaysTrue, case .table? = planner.scopes[all.scope].sources.first?.relation {
        planner.scopes[all.scope].sources[0].usesIndexes = false
      }
      let value = try planner.value(of: fold, over: range)
      var groups = planner.select([foreignKey, value], all, where: all.filter)
      groups.columnNames = [Self.groupKey, Self.groupValue]
      groups.grouping = [foreignKey]
      let scope = planner.openScope()
      let columns = try planner.columns(of: groups, in: scope)
      return SQLSelect(
        columns: [.function(.keyedValues, columns, mayBeNull: false)], sources: planner.scopes[scope].sources)
    }
    return table.map {
      Self.value(of: $0.key, in: $0.select, ofNone: fold.none ?? .null, mayBeNull: keyed != .keyedCounts)
    }
  }

  /// The function that makes a table of values by key without groups; nil if there is none.
  private func keyedFunction(of fold: SQLFold) -> SQLFunction? {
    switch fold.kind {
    case .count: .keyedCounts
    case .extreme(let isLeast):
      fold.element.map(isPlainNumber) == true ? isLeast ? .keyedMinimum : .keyedMaximum : nil
    case .sum: nil
    }
  }

  /// The value for a key in a table of values by key.
  static func value(
    of key: SQLExpression, in table: SQLSelect, ofNone none: SQLExpression, mayBeNull: Bool = true
  ) -> SQLExpression {
    .function(.keyedValue, [.scalar(table, mayBeNull: false), key, none], mayBeNull: mayBeNull)
  }

  /// Whether SQL represents a value as an integer or a real that compares like the language's numbers and dates.
  func isPlainNumber(_ value: CoreValue) -> Bool {
    switch value.type {
    case .integer, .double, .date: isNative(value)
    default: false
    }
  }

  /// A test whether a row has an element less than a value of the row, as a comparison of its least element: `ANY children.n < n`, and, negated, `ALL
  /// children.n >= n`. Every element is read once, and no row is joined to its elements. Nil for every other condition.
  mutating func comparisonOfExtreme(_ range: CoreRange) throws(PredicateIssue) -> SQLExpression? {
    guard range.steps.count == 1, let variable = range.steps.first?.variable,
      let (comparison, left, right) = range.filter.orderComparison
    else { return nil }
    let isLeft = left.facts.variables == CoreVariables([variable])
    let (element, other) = isLeft ? (left, right) : (right, left)
    guard element.facts.variables == CoreVariables([variable]), !other.facts.variables.contains(variable),
      !element.canFail, isPlainNumber(element), isPlainNumber(other)
    else { return nil }
    let isLeast = (comparison == .less || comparison == .lessOrEqual) == isLeft
    let all = CoreRange(steps: range.steps, filter: CoreCondition(.always(true), range: range.filter.range))
    func compare(_ best: SQLExpression, _ value: SQLExpression) -> SQLExpression {
      .compare(comparison.sqlOperator, isLeft ? best : value, isLeft ? value : best)
    }
    if let best = try sampledExtreme(isLeast: isLeast, all, element, beside: other, compare) {
      return compare(best, try comparable(other))
    }
    let best = try fold(SQLFold(.extreme(isLeast: isLeast), of: element), over: all)
    return compare(best, try comparable(other))
  }

  private static let groupKey = "key"
  private static let groupValue = "value"

  /// Joins the row from which a range starts to its elements, and uses it instead of the outer row.
  mutating func joinStart(_ row: CoreRow, _ link: SQLStepLink, to scope: Int) throws(PredicateIssue) {
    guard case .variable(let number) = row, let entity = variables[number]?.entity,
      let key = entity.key.integerColumn
    else { return }
    // The CROSS JOIN keeps this order: for each element, its row is found by its key.
    try bind(entity, to: scope, as: number, foundBy: [key], join: .cross)
    var start = link
    start.outer = try keyColumns(of: row)
    scopes[scope].conditions.append(start.match)
  }

  /// If the statement selects few rows, restricts the elements to those of the selected rows.
  mutating func keepSelected(_ range: CoreRange, _ link: SQLStepLink, in scope: Int) throws(PredicateIssue) {
    guard scopes[rowScope].rowGoal == .few, case .relationship(let row, _, _)? = range.steps.first?.source,
      case .variable(0) = row, let selection, let foreignKey = link.inner.first
    else { return }
    let keys = try select(from: try entity(of: row), as: 0) { planner, _ throws(PredicateIssue) in
      (try planner.identity(of: row, range: .none), try planner.condition(selection))
    }
    scopes[scope].conditions.append(.member(foreignKey, of: keys))
  }
}

extension CoreCondition {
  /// Returns the comparison if the condition compares two values by their order. The negation of such a comparison counts if its sides are never nil.
  fileprivate var orderComparison: (CoreComparison, CoreValue, CoreValue)? {
    switch node {
    case .compare(let comparison, let left, let right): comparison.isEquality ? nil : (comparison, left, right)
    case .not(let part):
      if case .compare(let comparison, let left, let right) = part.node, !left.isOptional, !right.isOptional,
        let opposite = comparison.opposite
      {
        (opposite, left, right)
      } else {
        nil
      }
    default: nil
    }
  }
}

/// To-one paths with more steps than a statement may join tables: SQLite joins 64.
///
/// An inner statement joins the first steps, and the outer statement joins it as one table. Its columns are those of the last step's table, and the
/// key of the first step's table under separate names. Its limit keeps SQLite from merging the two statements.
extension SQLPlanner {
  /// The number of steps that an inner statement joins. The rest of SQLite's 64 tables is left for other joins.
  private static let stepsInside = 40
  private static let tablesLeft = 8

  /// The source with the columns of a row, if the outer statement has no room for its steps; nil if there is room.
  mutating func sourceOfLongPath(to row: CoreRow, in scope: Int) throws(PredicateIssue) -> Int? {
    // The steps after the last row that already has a source, in order.
    var steps: [(member: Member, entity: String)] = []
    var start = row
    while case .toOne(let base, let member, let name) = start, scopes[scope].joined[SQLScope.AccessPath(start)] == nil {
      steps.insert((member, name), at: 0)
      start = base
    }
    let room = dialect.limits.joinedTables - Self.tablesLeft - scopes[scope].sources.count
    guard steps.count > max(1, room) else { return nil }
    while steps.count > 1 {
      let inside = steps.prefix(Self.stepsInside)
      start = try join(Array(inside), from: start, in: scope)
      steps.removeFirst(inside.count)
    }
    return try source(of: row)
  }

  /// Joins some steps as one source. Returns the row that they lead to.
  private mutating func join(
    _ steps: [(member: Member, entity: String)], from start: CoreRow, in scope: Int
  ) throws(PredicateIssue) -> CoreRow {
    let first = try entity(named: steps[0].entity)
    var link = try link(from: start, steps[0].member, to: first)
    let inner = openScope()
    var last = CoreRow.variable(try bind(first, to: inner))
    let firstSource = try source(of: last)
    var end = CoreRow.toOne(start, steps[0].member, entity: steps[0].entity)
    for step in steps.dropFirst() {
      last = .toOne(last, step.member, entity: step.entity)
      end = .toOne(end, step.member, entity: step.entity)
    }
    let lastSource = try source(of: last)
    let entity = try entity(of: last)
    let names = Self.names(link.columns.count, besides: entity)
    var columns = link.columns.map { SQLExpression.column($0, of: firstSource, mayBeNull: true) }
    var columnNames = names
    // The hidden row number is added separately, because `t.*` does not include it.
    if let number = entity.key.referenceColumn {
      columns.append(.column(number, of: lastSource, mayBeNull: true))
      columnNames.append(number)
    }
    columns.append(SQLExpression(.allColumns(source: lastSource), mayBeNull: true))
    var rows = SQLSelect(columns: columns, sources: scopes[inner].sources)
    rows.columnNames = columnNames
    rows.limit = .max
    link.columns = names
    let source = try add(.select(rows), to: scope) { [link] in .left(link.of($0).match) }
    scopes[scope].joined[SQLScope.AccessPath(end)] = source
    return end
  }

  /// Names that differ from all columns of an entity.
  private static func names(_ count: Int, besides entity: Entity) -> [String] {
    var prefix = "key"
    let taken = entity.attributes.map(\.column) + entity.key.columns
    while taken.contains(where: { $0.foldedSQLName.starts(with: prefix.utf8) }) { prefix += "_" }
    return (0..<count).map { "\(prefix)\($0)" }
  }
}
