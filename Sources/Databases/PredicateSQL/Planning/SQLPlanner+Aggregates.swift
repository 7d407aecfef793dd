import PredicateBinding
import PredicateModel
import PredicateValues

/// `@sum`, `@avg`, `@min` and `@max` over a value of each element.
extension SQLPlanner {
  package mutating func aggregate(
    _ op: CollectionOperator, _ range: CoreRange, _ element: CoreValue
  ) throws(PredicateIssue) -> SQLExpression {
    switch op {
    case .count: return try count(range)
    case .sum, .avg: return try fold(SQLFold(.sum(isAverage: op == .avg), of: element), over: range)
    default: return try fold(SQLFold(.extreme(isLeast: op == .min), of: element), over: range)
    }
  }

  /// A value over all elements of a range; NULL if the range has no start.
  package mutating func fold(_ fold: SQLFold, over range: CoreRange) throws(PredicateIssue) -> SQLExpression {
    let lowering = lowering
    let none = fold.none
    var value = try lowering.fold(fold, over: range, in: &self)
    if value == nil { value = try foldOfGroups(fold, over: range) }
    if value == nil {
      guard let open = try open(range) else { return none ?? .null }
      let found = try self.value(of: fold, over: range)
      value = .scalar(select([found], open, where: open.condition), mayBeNull: found.mayBeNull)
    }
    guard let value else { return .null }
    return none == nil ? value : try whereStarted(range, value)
  }

  /// The value of an aggregate over all rows of a SELECT, which are the elements of a range.
  package mutating func value(of fold: SQLFold, over range: CoreRange) throws(PredicateIssue) -> SQLExpression {
    guard let element = fold.element else { return .function(.count, [], mayBeNull: false) }
    let term = try value(element)
    switch fold.kind {
    case .count: return .function(.count, [term], mayBeNull: false)
    case .extreme(let isLeast):
      let function: SQLFunction = isLeast ? .minimum : .maximum
      return extremeOfDates(function, term, mayReadAll: false)
        ?? .function(function, [term.comparedByScalars], mayBeNull: true)
    case .sum(let isAverage): return try sum(isAverage: isAverage, term, of: element)
    }
  }

  /// A sum or a mean of the rows of a SELECT, from the term of one row.
  package mutating func sum(
    isAverage: Bool, _ term: SQLExpression, of value: CoreValue
  ) throws(PredicateIssue) -> SQLExpression {
    let type = mayBeFraction(value) ? value.type : nil
    return try exact(.sum(isAverage: isAverage, term, fractionsOf: type), range: value.range)
  }

  /// Whether a value can be a number with a fraction. A column of whole numbers may contain fractions if the schema does not enforce its type.
  package func mayBeFraction(_ value: CoreValue) -> Bool {
    if value.type == .double { return true }
    switch value.node {
    case .constant, .null, .count: return false
    case .attribute(let row, let member):
      guard let attribute = try? entity(of: row).attribute(named: member.name) else { return true }
      return !attribute.isTrusted || lowering.type(ofColumn: attribute) == .stored
    case .arithmetic(_, let left, let right): return mayBeFraction(left) || mayBeFraction(right)
    case .negate(let operand): return mayBeFraction(operand)
    case .choose(_, let first, let second): return mayBeFraction(first) || mayBeFraction(second)
    case .call(_, let arguments): return arguments.contains { $0.type.family == .number && mayBeFraction($0) }
    default: return true
    }
  }

  /// The order in which memory visits the elements of a range with these variables. Each step is ordered by the objects' positions if its
  /// relationship is ordered, and then by their keys. The values of a list are in the order of their positions.
  package mutating func order(of variables: [Int], isAscending: Bool = true) throws(PredicateIssue) -> [SQLOrder] {
    var order: [SQLOrder] = []
    for number in variables {
      guard let variable = self.variables[number] else { continue }
      var keys: [SQLExpression] = []
      if let entity = variable.entity {
        if entity.key.integerColumn == nil, entity.key.referenceColumn != nil {
          keys = [try identity(of: .variable(number), range: .none)]
        } else if !entity.key.columns.isEmpty {
          keys = byScalars(try keyColumns(of: .variable(number)), entity)
        }
      } else if let place = variable.element?.place {
        keys = [place]
      }
      if let place = variable.orderPlace { keys.insert(place, at: 0) }
      order += keys.map { SQLOrder(expression: $0.comparedByScalars, isAscending: isAscending) }
    }
    return order
  }
}

extension CoreRange {
  package var variables: [Int] { steps.map(\.variable) }
}

/// Counts of elements: as a number, or, in a comparison with a whole number, as the set of keys that have so many elements.
extension SQLPlanner {
  /// The number of elements of a range; NULL if the range has no start.
  package mutating func count(_ range: CoreRange) throws(PredicateIssue) -> SQLExpression {
    try fold(SQLFold(.count), over: range)
  }

  /// `value` if the range has a start, otherwise NULL.
  package mutating func whereStarted(_ range: CoreRange, _ value: SQLExpression) throws(PredicateIssue) -> SQLExpression
  {
    let missing = try isMissing(range)
    return missing.isFalsehood ? value : .choose(missing.negated, value)
  }

  /// `count >= 2` as a set of keys, which the database computes once for all rows: `key IN (SELECT … GROUP BY … HAVING COUNT(*) >= 2)`. Nil if the
  /// comparison cannot be written in this form.
  package mutating func countComparison(
    _ comparison: CoreComparison, _ left: CoreValue, _ right: CoreValue
  ) throws(PredicateIssue) -> SQLExpression? {
    guard case .count(let range) = left.node, let bound = right.constantValue.flatMap(Self.wholeNumber) else {
      return nil
    }
    switch comparison {
    case .equal, .same:
      if bound == 0 { return try hasFewer(than: 1, range) }
      return bound < 0 ? nil : try has(.equal, bound, range)
    case .greater: return bound < 0 || bound == .max ? nil : try has(.greaterOrEqual, bound + 1, range)
    case .greaterOrEqual: return bound < 1 ? nil : try has(.greaterOrEqual, bound, range)
    case .less: return bound < 1 ? nil : try hasFewer(than: bound, range)
    case .lessOrEqual: return bound < 0 || bound == .max ? nil : try hasFewer(than: bound + 1, range)
    }
  }

  private static func wholeNumber(_ value: QueryValue) -> Int64? {
    switch value {
    case .integer(let value): value
    case .double(let value): Int64(exactly: value)
    default: nil
    }
  }

  /// Whether a range has fewer than `bound` elements; `bound` is at least 1. False if the range has no start.
  private mutating func hasFewer(than bound: Int64, _ range: CoreRange) throws(PredicateIssue) -> SQLExpression? {
    guard let enough = try has(.greaterOrEqual, bound, range) else { return nil }
    let missing = try isMissing(range)
    return missing.isFalsehood ? enough.negated : .all([missing.negated, enough.negated])
  }

  /// Whether `op` is true for the number of elements and `bound`. The comparison is never true for 0 elements. Nil if each count must be computed separately.
  private mutating func has(
    _ op: SQLBinaryOperator, _ bound: Int64, _ range: CoreRange
  ) throws(PredicateIssue) -> SQLExpression? {
    // If evaluating an element can fail, all elements must be evaluated, because memory counts all of them. EXISTS would stop at the first element.
    if range.canFail { return nil }
    if op == .greaterOrEqual, bound == 1 { return try exists(range) }
    guard rewrites.contains(.countGroups), scopes[rowScope].rowGoal == .all, !range.isCorrelated,
      try isGroupedByStart(range)
    else { return nil }
    let lowering = lowering
    if try lowering.findsAllAtOnce(range, in: &self) { return nil }
    let outer = variables[0]
    let byTargets = try openByTargets(range)
    let whole = byTargets == nil ? try openOfSelectedRows(range, rowGoal: nil) : byTargets
    // The elements are joined to the selected rows.
    variables[0] = outer
    guard let open = whole, let link = open.link, let key = link.inner.first, let start = link.outer.first else {
      return nil
    }
    var keys = select([key], open, where: open.filter)
    // The keys are grouped by scalars, because the foreign key's own collation may put `a` and `A` into one group. If the key's collation is used, it
    // compares by scalars (``keysLookAlike(_:of:)``).
    keys.grouping = [link.keyDecides && !dialect.equatesTextsByScalars ? key.byScalars : key]
    keys.groupCondition = .compare(op, .function(.count, [], mayBeNull: false), .parameter(.integer(bound)))
    return .member(start, of: keys)
  }

  /// Whether the elements of a range can be grouped by its start: a foreign key of one column relates them to it, and foreign keys are in one group
  /// exactly if they refer to the same key.
  private func isGroupedByStart(_ range: CoreRange) throws(PredicateIssue) -> Bool {
    guard case .relationship(let row, let member, _)? = range.steps.first?.source else { return false }
    let owner = try entity(of: row)
    let relationship = try relationship(member, of: owner)
    guard try referringColumns(relationship)?.columns.count == 1 else { return false }
    return try keysLookAlike(relationship, of: owner)
  }

  /// Whether two foreign keys of a to-many relationship refer to the same key exactly if their values are equal. False if the key's collation treats
  /// `a` and `A` as equal, or if texts refer to numbers.
  package func keysLookAlike(_ relationship: Relationship, of owner: Entity) throws(PredicateIssue) -> Bool {
    guard let (table, columns) = try referringColumns(relationship) else { return true }
    return lowering.areAlike(
      columns, of: table, and: relationship.referencedColumns ?? owner.key.columns, of: owner.table)
  }
}
