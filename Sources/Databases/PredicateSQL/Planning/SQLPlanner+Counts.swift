import PredicateBinding
import PredicateModel
import PredicateValues

/// Counts: as a number, or, if compared with a whole number, as the set of keys with that many elements.
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

  /// `count >= 2` as a set of keys, which is found once for all rows: `key IN (SELECT … GROUP BY … HAVING COUNT(*) >= 2)`. Nil if the comparison
  /// cannot be written so.
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

  /// Whether `op` holds between the number of elements and `bound`; never true for no elements. Nil if each count must be computed separately.
  private mutating func has(
    _ op: SQLBinaryOperator, _ bound: Int64, _ range: CoreRange
  ) throws(PredicateIssue) -> SQLExpression? {
    // All elements must be evaluated if one can fail, because memory counts all of them. EXISTS would end at the first one.
    if range.canFail { return nil }
    if op == .greaterOrEqual, bound == 1 { return try exists(range) }
    if !rewrites.contains(.countGroups) || scopes[rowScope].rowGoal != .all || range.isCorrelated { return nil }
    let lowering = lowering
    if try lowering.findsAllAtOnce(range, in: &self) { return nil }
    guard try keysLookAlike(range) else { return nil }
    let byTargets = try openByTargets(range)
    let whole = byTargets == nil ? try open(range, ofEachRow: false) : byTargets
    guard let open = whole, let link = open.link, link.inner.count == 1, let key = link.inner.first,
      let start = link.outer.first
    else { return nil }
    var keys = select([key], open, where: open.filter)
    // The keys are grouped by scalars, because the foreign key's own collation may put `a` and `A` into one group. If the key's collation applies, it
    // is the scalars' order (``keysLookAlike(_:of:)``).
    keys.grouping = [link.keyDecides && !dialect.equatesTextsByScalars ? key.byScalars : key]
    keys.groupCondition = .compare(op, .function(.count, [], mayBeNull: false), .parameter(.integer(bound)))
    return .member(start, of: keys)
  }

  /// Whether foreign keys to the start of a range belong to one group exactly if they refer to one key.
  private func keysLookAlike(_ range: CoreRange) throws(PredicateIssue) -> Bool {
    guard let step = range.steps.first, case .relationship(let row, let member, _) = step.source else { return true }
    let owner = try entity(of: row)
    return try keysLookAlike(try relationship(member, of: owner), of: owner)
  }

  /// Whether two foreign keys of a to-many relationship refer to one key exactly if they are equal values. False if the key's collation equates `a`
  /// and `A`, or if texts refer to numbers.
  package func keysLookAlike(_ relationship: Relationship, of owner: Entity) throws(PredicateIssue) -> Bool {
    guard let (table, columns) = try referringColumns(relationship) else { return true }
    return lowering.areAlike(
      columns, of: table, and: relationship.referencedColumns ?? owner.key.columns, of: owner.table)
  }
}
